"""The written form of a tie-break: `BH/C1`, `KS/L+1`, `TPN/R`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from podium.core.errors import Invalid

_SEPARATOR = re.compile(r"/|-(?=[A-Za-z])")  # BH/C1, and BH-C1 as the regulations print it
_UNSIGNED = re.compile(r"^L([1-9])$")  # FIDE writes L1 and L+1; a longer number is a percentage to other programs
_MODIFIERS = {
    "C": re.compile(r"C([1-9]\d?)"),
    "M": re.compile(r"M([1-9]\d?)"),
    "L": re.compile(r"L([+-])(\d{1,3})"),
    "P": re.compile(r"P"),
    "F": re.compile(r"F"),
    "R": re.compile(r"R"),
}


@dataclass(frozen=True, slots=True)
class Modifiers:
    """How a tie-break is varied (C.07, article 14 and FIDE's list of codes).

    `low` and `high`: how many terms are cut at either end; `limit`: half points added to the limit
    of Koya; `forfeits`: they count as games; `fore`: Fore Buchholz in place of Buchholz;
    `reverse`: the other order.
    """

    low: int = 0
    high: int = 0
    limit: int = 0
    forfeits: bool = False
    fore: bool = False
    reverse: bool = False


PLAIN = Modifiers()


def split(text: str) -> tuple[str, list[str]]:
    """The name of a tie-break and its modifiers, in capitals, each in its full spelling.

    >>> split("ks/l1")
    ('KS', ['L+1'])
    """
    name, *modifiers = _SEPARATOR.split(text.strip().upper())
    return name, [_UNSIGNED.sub(r"L+\1", each) for each in modifiers]


def modifiers_of(text: str, allowed: str) -> Modifiers:
    """The modifiers written in `text`; raises Invalid for one that does not apply.

    `allowed` holds the letters of those that do.
    """
    values: dict[str, Any] = {}
    _, parts = split(text)
    for part in parts:
        letter = part[:1]
        match = _MODIFIERS[letter].fullmatch(part) if letter in _MODIFIERS else None
        if match is None:
            raise Invalid("tiebreak-modifier-unknown", value=text, modifier=part)
        if letter not in allowed:
            raise Invalid("tiebreak-modifier-not-applicable", value=text, modifier=part, allowed=allowed)
        new = _meaning(letter, match)
        if values.keys() & new.keys():
            raise Invalid("tiebreak-modifier-twice", value=text, modifier=part)
        values |= new
    return Modifiers(**values)


def _meaning(letter: str, match: re.Match[str]) -> dict[str, Any]:
    if letter == "C":
        return {"low": int(match[1])}
    if letter == "M":
        return {"low": int(match[1]), "high": int(match[1])}
    if letter == "L":
        return {"limit": int(match[1] + match[2])}
    return {{"P": "forfeits", "F": "fore", "R": "reverse"}[letter]: True}
