"""What is drawn and played: teams, matches, rounds, the options of a tournament, and the sets that decide a match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from podium.core.errors import Invalid
from podium.core.ids import PlayerId

Team = tuple[PlayerId, PlayerId]

MOST_ROUNDS = 9_999
MOST_SETS = 99


class FreeGames(Enum):
    """How the players who sit out are chosen."""

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


class Verdict(Enum):
    """What the sets of a match amount to. A round closes only if every match is won."""

    WON = "won"
    TIE = "tie"
    INCOMPLETE = "incomplete"
    PARTIAL = "partial"
    MISSING = "missing"


def click(value: int | None, sets_to_win: int) -> int:
    """The sets after one click: `?` becomes 0, and after the last set it is 0 again.

    >>> click(None, 3), click(0, 3), click(3, 3)
    (0, 1, 0)
    """
    return 0 if value is None or value >= sets_to_win else value + 1


def checked(value: int | None, sets_to_win: int) -> int | None:
    """The value, if a team can have that many sets; raises Invalid."""
    if value is not None and not 0 <= value <= sets_to_win:
        raise Invalid("count-out-of-range", field="sets", value=value, least=0, most=sets_to_win)
    return value


def verdict(home: int | None, away: int | None, sets_to_win: int) -> Verdict:
    """Whether exactly one team has the sets to win, and if not, what is wrong.

    >>> verdict(3, 1, 3), verdict(2, 1, 3)
    (<Verdict.WON: 'won'>, <Verdict.INCOMPLETE: 'incomplete'>)
    """
    if home is None and away is None:
        return Verdict.MISSING
    if home is None or away is None:
        return Verdict.PARTIAL
    reached = (home == sets_to_win) + (away == sets_to_win)
    return (Verdict.INCOMPLETE, Verdict.WON, Verdict.TIE)[reached]


def won_scores(sets_to_win: int) -> tuple[tuple[int, int], ...]:
    """Every score that wins a match, from the clearest win of the home team to that of the away team.

    >>> won_scores(2)
    ((2, 0), (2, 1), (1, 2), (0, 2))
    """
    if sets_to_win not in range(1, MOST_SETS + 1):
        raise Invalid("count-out-of-range", field="sets_to_win", value=sets_to_win, least=1, most=MOST_SETS)
    home = [(sets_to_win, lost) for lost in range(sets_to_win)]
    return (*home, *((lost, won) for won, lost in reversed(home)))


def problems(matches: Iterable[TeamMatch], sets_to_win: int) -> list[tuple[TeamMatch, Verdict]]:
    """The matches that keep a round open, each with the reason."""
    judged = ((match, verdict(match.sets.home, match.sets.away, sets_to_win)) for match in matches)
    return [(match, found) for match, found in judged if found is not Verdict.WON]
