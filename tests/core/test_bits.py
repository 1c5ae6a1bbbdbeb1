"""Sets as bits."""

import doctest

from podium.core import bits


def test_a_set_gives_back_its_members_in_order() -> None:
    assert list(bits.members(bits.bits_of([5, 0, 64]))) == [0, 5, 64]
    assert list(bits.members(bits.bits_of([]))) == []


def test_the_examples_run() -> None:
    assert doctest.testmod(bits).failed == 0
