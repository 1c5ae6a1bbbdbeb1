"""What is kept beside the pairings of rounds: points by a report file, draws, numbers, start positions, tie orders,
and how stages began."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum

from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.core.result import Result
from podium.doubles import FreeGame, PassedOver, Reserve


@dataclass(frozen=True, slots=True)
class RecordedPoints:
    """What a result brought beside the scoring table, by a report file; another result brings the usual."""

    result: Result
    white: Points
    black: Points


Seats = Mapping[str, tuple[PlayerId, ...]]
"""The players of a round robin by section, in the order of their seats; an odd table has a vacant last seat."""

Numbers = Mapping[str, Mapping[PlayerId, int]]
"""The pairing numbers of the players by section, each section from 1."""


NO_NUMBERS: Numbers = {}


@dataclass(frozen=True, slots=True)
class Draw:
    """What belongs to a drawn round of doubles: one way to go on, and why some players sit out."""

    reserve: Reserve = ()
    free: tuple[FreeGame, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()
    rounds_left: int = 0


@dataclass(frozen=True, slots=True)
class Renumbered:
    """Pairing numbers that were given when so many `rounds` were paired; they hold until the next one is.

    Those given `by_hand` are not as ratings and names would give them: two players exchanged theirs. `exchanged` are
    all who did so far, of each two the one first who comes before the other since then.
    """

    rounds: int
    numbers: Numbers
    by_hand: bool = False
    exchanged: tuple[tuple[PlayerId, PlayerId], ...] = ()


class TieOrderedBy(Enum):
    """What decided an order of players whom the tie-breaks leave level: lots, or the director."""

    LOT = "lot"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class TieOrder:
    """The order of players who share a place after so many `rounds`, the best first.

    It holds while exactly these players share a place. `seed` is what lots were drawn from.
    """

    rounds: int
    players: tuple[PlayerId, ...]
    by: TieOrderedBy
    seed: str | None = None

    def is_about(self, rounds: int, players: Collection[PlayerId]) -> bool:
        """Whether it orders just these players after so many rounds."""
        return self.rounds == rounds and len(players) == len(self.players) and set(players) == set(self.players)


@dataclass(frozen=True, slots=True)
class StartPosition:
    """The start position of a round of Chess960 by its number, and the seed it was drawn from; None: by people."""

    number: int
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Groups:
    """The players of a stage by groups; `seed` is what they were drawn from."""

    players: tuple[tuple[PlayerId, ...], ...]
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class WentOn:
    """Who went on to a stage, from which place of which group: `A1`."""

    player: PlayerId
    origin: str


class CutDecidedBy(Enum):
    """What decided who goes on where players were level at the cut."""

    RANKING = "ranking"
    HAND = "hand"
    LOT = "lot"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class BegunStage:
    """A stage as it began: its groups, and who went on to it from seed 1 on, with the points that they brought.

    `met` are those who do not play one another again; `lot` is the seed of the lots that decided the cut. `teams` are
    the fixed pairs that play as one, by their ids.
    """

    number: int
    groups: Groups
    qualified: tuple[WentOn, ...] = ()
    decided_by: CutDecidedBy = CutDecidedBy.RANKING
    carried: Mapping[PlayerId, Points] = field(default_factory=dict)
    met: tuple[tuple[PlayerId, PlayerId], ...] = ()
    lot: str | None = None
    teams: Mapping[PlayerId, tuple[PlayerId, PlayerId]] = field(default_factory=dict)

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Who went on, of fixed pairs both."""
        return tuple(id for each in self.qualified for id in self.teams.get(each.player, (each.player,)))
