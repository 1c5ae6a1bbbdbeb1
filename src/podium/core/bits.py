"""Sets of small numbers, kept as the bits of one whole number."""

from __future__ import annotations

from collections.abc import Iterable


def bits_of(members: Iterable[int]) -> int:
    """The set of these numbers.

    >>> f"{bits_of([5, 0]):b}"
    '100001'
    """
    listed = list(members)
    if not listed:
        return 0
    bits = bytearray(max(listed) // 8 + 1)
    for member in listed:
        bits[member >> 3] |= 1 << (member & 7)
    return int.from_bytes(bits, "little")


def members(bits: int) -> list[int]:
    """The numbers in a set, in order.

    >>> members(0b100001)
    [0, 5]
    """
    digits = f"{bits:b}"[::-1]  # one pass over all; clearing bit by bit would copy the set for each
    found = []
    place = digits.find("1")
    while place >= 0:
        found.append(place)
        place = digits.find("1", place + 1)
    return found


def lowest(bits: int) -> int:
    """The least number in a set that is not empty.

    >>> lowest(0b1100)
    2
    """
    return (bits & -bits).bit_length() - 1
