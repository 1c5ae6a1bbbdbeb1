"""What is drawn and played: teams, matches, rounds, and the options of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from podium.core.errors import Invalid
from podium.core.ids import PlayerId

Team = tuple[PlayerId, PlayerId]

MOST_ROUNDS = 9_999
MOST_SETS = 99


class FreeGames(Enum):
    """How those who sit out are chosen."""

    BOTTOM_RANKING = "bottom-ranking"
    RANDOM = "random"


class Setting(Enum):
    """How teams are set against each other."""

    POWER_PAIRING = "power-pairing"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Options:
    """What is chosen before the start and kept to the end. `rounds` is the plan."""

    rounds: int
    free_games: FreeGames = FreeGames.BOTTOM_RANKING
    setting: Setting = Setting.POWER_PAIRING
    sets_to_win: int = 3
    avoid_opponents: bool = False
    set_difference: bool = False
    """Whether the set difference decides where points and Buchholz do not."""

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise Invalid("count-out-of-range", field="rounds", value=self.rounds, least=1, most=MOST_ROUNDS)
        if not 1 <= self.sets_to_win <= MOST_SETS:
            raise Invalid("count-out-of-range", field="sets to win", value=self.sets_to_win, least=1, most=MOST_SETS)


@dataclass(frozen=True, slots=True)
class Sets:
    """The sets of both teams; None, shown as `?`, until something is entered."""

    home: int | None = None
    away: int | None = None


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams at a table."""

    home: Team
    away: Team
    sets: Sets = Sets()


@dataclass(frozen=True, slots=True)
class TeamRound:
    """A round as it was drawn, or paired by hand. Only a closed one scores."""

    matches: tuple[TeamMatch, ...]
    free: tuple[PlayerId, ...] = ()
    closed: bool = True
