"""What a report file said for which there is no setting: kept, obeyed by the engines, and written back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from podium.core.ids import PlayerId
from podium.core.points import Points


@dataclass(frozen=True, slots=True)
class AddedPoints:
    """Points that players have beside all results (record 299), taken away where they are negative.

    They count from `round` on; None: from the beginning. `at_the_end`: in the final standings alone.
    """

    points: Points
    players: tuple[PlayerId, ...]
    round: int | None = None
    at_the_end: bool = False

    def count(self, after: int, *, last: bool) -> bool:
        """Whether they count after so many rounds, the last of which is played or not."""
        return last if self.at_the_end else self.round is None or self.round <= after


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Virtual points of some players in some rounds: an acceleration that is not the Baku method (records 250, XXA)."""

    points: Points
    first_round: int
    last_round: int
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class KeptApart:
    """Players who may not meet in some rounds (record 260)."""

    players: tuple[PlayerId, ...]
    first_round: int
    last_round: int


def apart_in(groups: Iterable[KeptApart], round: int) -> tuple[tuple[PlayerId, ...], ...]:
    """Those of the groups who may not meet in a round."""
    return tuple(each.players for each in groups if each.first_round <= round <= each.last_round)


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line as it came; with a `player`, their start number stands in columns 5 to 8 and may become another."""

    text: str
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class KeptRecords:
    """All that was kept. `type_words` and `type_code` are records 092 and 192.

    `inferred_rounds` is the number of rounds where the file did not say how many there would be.
    """

    type_words: str = ""
    type_code: str = ""
    added: tuple[AddedPoints, ...] = ()
    virtual: tuple[VirtualPoints, ...] = ()
    apart: tuple[KeptApart, ...] = ()
    lines: tuple[KeptLine, ...] = ()
    inferred_rounds: int | None = None

    def added_to(self, player: PlayerId, after: int, *, last: bool = False) -> Points:
        """What a player has beside all results after so many rounds, the last of which is played or not."""
        if not self.added:
            return Points(0)  # as nearly always, and a large table asks for everybody
        return Points.total(
            each.points for each in self.added if player in each.players and each.count(after, last=last)
        )

    def virtual_of(self, player: PlayerId) -> tuple[Points, ...]:
        """The virtual points of a player from round 1 on; where records overlap the last one counts."""
        rounds = max((each.last_round for each in self.virtual if player in each.players), default=0)
        points = [Points(0)] * rounds
        for each in self.virtual:
            if player in each.players:
                points[each.first_round - 1 : each.last_round] = [each.points] * (
                    each.last_round - each.first_round + 1
                )
        return tuple(points)

    def apart_in(self, round: int) -> tuple[tuple[PlayerId, ...], ...]:
        """The groups who may not meet in a round."""
        return apart_in(self.apart, round)

    def without(self, player: PlayerId) -> KeptRecords:
        """The records once a person is forgotten: no line speaks of them any more."""
        lines = tuple(each for each in self.lines if each.player != player)
        return self if lines == self.lines else replace(self, lines=lines)


NO_RECORDS = KeptRecords()
