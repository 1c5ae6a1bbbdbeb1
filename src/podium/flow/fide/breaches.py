"""Acts that touch the integrity of pairings: what FIDE asks a program to log and to name in its report file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from podium.core.ids import PlayerId
from podium.core.result import ByeType, Result
from podium.tiebreaks import UnratedMethod

NONE = "none"
"""In place of pairings, or of a rating, where there are none."""
NO_RESULT = "?"
"""In place of a result where there is none, or none yet."""
BYE_SIGNS = {
    ByeType.BYE: "PAB",
    ByeType.UNPAIRED: "FPB",
    ByeType.HALF: "HPB",
    ByeType.ABSENT: "ZPB",
    ByeType.ZERO: "ZPB",
    ByeType.UNSPECIFIED: "U",
}
"""The byes of a Swiss or a round robin as the comments of a report file write them."""

Seats = tuple[PlayerId, ...]
"""White and Black of a game; alone, who has the bye of the pairing."""
Pairings = tuple[Seats, ...]
Unrated = int | UnratedMethod | None
"""What stands for players without a rating."""


class BreachKind(Enum):
    """What was done, as the comments of a report file call it."""

    BY_HAND = "MPA"
    IMPORT = "Import"
    REGENERATION = "Regeneration"
    CORRECTION = "Correction"
    ADJOURNMENT = "Adjournment"
    EXCHANGE = "Exchange"
    FULL_POINT_BYE = "FPB"
    RATING_CORRECTION = "Rating correction"
    NUMBERING = "Numbering"
    CONFIGURATION = "Configuration"


@dataclass(frozen=True, slots=True)
class Breach:
    """One such act in a round; of each thing what would have stood, or stood before, and what stands.

    Where it is about `players`, two have other `results` (None: none that is final) and one has other `byes`. `numbers`
    are pairing numbers that players exchanged or were given anew. Earlier versions kept acts as `text` alone, as the
    comment writes them by the numbers of the round.
    """

    kind: BreachKind
    round: int
    section: str = ""
    players: Seats = ()
    results: tuple[Result | None, Result | None] = (None, None)
    byes: tuple[ByeType | None, ByeType | None] = (None, None)
    pairings: tuple[Pairings, Pairings] = ((), ())
    numbers: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    unrated: tuple[Unrated, Unrated] = (None, None)
    text: str = ""

    def by_players(self, players: Mapping[int, PlayerId]) -> Breach:
        """The act with the facts of its `text`, whose numbers these players have; itself where nobody has one of them.

        >>> text = Breach(BreachKind.CORRECTION, 4, text="6-17: 1-0 => ?")
        >>> text.by_players({6: PlayerId("a"), 17: PlayerId("b")}).players, text.by_players({}) == text
        (('a', 'b'), True)
        """
        try:
            return replace(self, text="", **_facts(self.kind, self.text, players)) if self.text else self
        except (KeyError, ValueError):
            return self


def _facts(kind: BreachKind, text: str, players: Mapping[int, PlayerId]) -> dict[str, Any]:
    """What a text says, by the fields of an act; raises KeyError and ValueError where it is no such text."""
    before, _, after = text.rpartition(" => ")
    both = before, after
    match kind:
        case BreachKind.NUMBERING:
            return {}
        case BreachKind.REGENERATION | BreachKind.EXCHANGE:
            return {"numbers": tuple(tuple(map(int, each.split())) for each in both)}
        case BreachKind.CONFIGURATION:
            return {"unrated": tuple(_unrated(each.removeprefix("unrated ")) for each in both)}
        case BreachKind.ADJOURNMENT:
            game, _, result = after.partition(" ")
            return {"players": _seats(game, players), "results": (None, Result(result))}
        case BreachKind.FULL_POINT_BYE | BreachKind.CORRECTION if "=" in before + after:
            [who, *_] = {_seats(each, players) for each in both if each not in ("", NONE)}
            kinds = {sign: kind for kind, sign in BYE_SIGNS.items()}
            byes = tuple(kinds[each.partition("=")[2]] if "=" in each else None for each in both)
            return {"players": who, "byes": byes}
    game, of_result, was = before.partition(": ")
    if of_result:
        results = tuple(None if each == NO_RESULT else Result(each) for each in (was, after))
        return {"players": _seats(game, players), "results": results}
    return {"pairings": tuple(tuple(_seats(one, players) for one in each.split() if one != NONE) for each in both)}


def _seats(pairing: str, players: Mapping[int, PlayerId]) -> Seats:
    """Who `12-3` or `7=PAB` is about."""
    return tuple(players[int(number)] for number in pairing.partition("=")[0].split("-"))


def _unrated(text: str) -> Unrated:
    return None if text == NONE else int(text) if text.isdigit() else UnratedMethod(text)
