"""The ends of an event: as many as are asked for by chance, or all that there can be where few games are left.

Each run has a seed of its own, made of the seed and its number. So parts may be counted anywhere and in any order.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import product
from math import hypot, prod

from podium.app.forecast.question import Question, next_stage, question, stage_to_come
from podium.app.formats.stage_ends import going_on
from podium.app.standings.places import places
from podium.core.dice import Dice
from podium.core.ids import PairingId, PlayerId
from podium.core.points import Points
from podium.core.result import Result, Worth
from podium.doubles import Sets
from podium.flow.state import Game, Match, Tournament
from podium.forecast.model import believed_chances
from podium.forecast.strength import side_mean
from podium.forecast.tally import Ended, Tally
from podium.prizes.allocation import allocate
from podium.prizes.model import Contest
from podium.simulation.rest import Luck, Teams, all_paired, bracket_ends, open_contests, play_on
from podium.simulation.swiss_rest import quick_rest

MOST_ENDS = 729
"""Ends of the last games that are gone through, however few runs are asked for: those of six games."""
MOST_BRANCHES = 4  # open games up to which all ends of a bracket are gone through for what is sure
Key = PlayerId | PairingId
RESULTS = ("1-0", "1/2-1/2", "0-1")
"""How a contest can end, from the side of White or of the home team."""
_CODES = dict(zip((Worth.WIN, Worth.DRAW, Worth.LOSS), RESULTS, strict=True))
_USUAL = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted so far: some runs, or `exact`: all ends that there can be.

    `worst` is the worst rank that a result of the own game leaves, where all ends were gone through.
    """

    tally: Tally[Key]
    exact: bool = False
    worst: Mapping[tuple[Key, str], int] = field(default_factory=dict)


def begin(state: Tournament, runs: int, seed: str, part: int) -> Counted:
    """All ends, where these are few or no more than the runs; else the first `part` of the runs. Raises as `question`
    does."""
    asked = question(state)
    left = last_contests(asked)
    if left is not None and prod(len(_likely_ends(asked, each)) for each in left) <= max(runs, MOST_ENDS):
        tally = count_all(asked, left)
        return Counted(tally, True, worst_ranks(tally))
    return Counted(count_runs(asked, seed, 0, part), False, worst_ranks(count_bracket(asked)))


def go_on(state: Tournament, seed: str, first: int, runs: int) -> Tally[Key]:
    """The runs of these numbers."""
    return count_runs(question(state), seed, first, runs)


def count_runs(asked: Question, seed: str, first: int, runs: int) -> Tally[Key]:
    """The runs of these numbers."""
    tally: Tally[Key] = Tally()
    quick = quick_rest(asked.state)
    with _without_collector():
        for number in range(first, first + runs):
            luck = Luck(asked.beliefs, Dice(f"{seed}/{number}"))
            end = quick.play(luck) if quick else play_on(asked.state, luck, Dice(f"{seed}/{number}/draw"), next_stage)
            _count(tally, asked, end)
    return tally


def last_contests(asked: Question) -> list[Game | Match] | None:
    """All that is left to be played, if it is one game or match for everybody and no other follows; else None."""
    left = list(open_contests(asked.state))
    players = [player for each in left for player in each.players]
    brackets = any(here.automatic for here in asked.state.rounds) and left
    return left if all_paired(asked.state) and len(players) == len(set(players)) and not brackets else None


def count_all(asked: Question, left: Sequence[Game | Match]) -> Tally[Key]:
    """All ends that there can be, each as likely as the beliefs have it; nothing is drawn."""
    tally: Tally[Key] = Tally()
    for ends in product(*(_likely_ends(asked, each) for each in left)):
        weight = 1.0
        for share, _ in ends:
            weight *= share
        known = Known({each.players: end for each, (_, end) in zip(left, ends, strict=True)})
        _count(tally, asked, play_on(asked.state, known, Dice("")), weight)
    return tally


def count_bracket(asked: Question) -> Tally[Key]:
    """All ends of a bracket that is nearly over, each once; none of any other."""
    tally: Tally[Key] = Tally()
    bracket = asked.state.knockout if stage_to_come(asked.state) is None else None
    if bracket is not None and not bracket.rules.both_advance and len(asked.contests) <= MOST_BRANCHES:
        for at, end in enumerate(bracket_ends(asked.state)):
            if at == MOST_ENDS:
                return Tally()
            _count(tally, asked, end)
    return tally


def worst_ranks(tally: Tally[Key]) -> dict[tuple[Key, str], int]:
    """The worst rank that each result in the own game leaves, over the ends that were gone through; what is drawn in a
    bracket can still end either way."""
    worst = {key: max(ranks) if min(ranks) else len(tally.places) + 1 for key, ranks in tally.after.items()}
    for player in {player for player, _ in worst}:
        won_or_lost = [worst.get((player, each), 0) for each in (RESULTS[0], RESULTS[2])]
        worst.setdefault((player, RESULTS[1]), max(won_or_lost))
    return worst


def _count(tally: Tally[Key], asked: Question, end: Tournament, weight: float = 1) -> None:
    """Count one end of the event."""
    stage = stage_to_come(asked.state)
    went_on = going_on(end, stage) if stage is not None else ()
    ended = tuple(places(end))
    prizes = _winners(asked.prizes, ended) if asked.prizes is not None else {}
    tally.add(ended, _ends(asked, end), weight, went_on, prizes)


def _winners(contest: Contest, ended: Sequence[Ended[PlayerId]]) -> dict[str, tuple[Key, ...]]:
    """Who wins each prize, by the event's own allocation; several where nothing tells them apart."""
    known = {each.id: each for each in contest.players}
    players = (
        replace(known[each.player], rank=each.rank, points=Points(each.units)) for each in ended if each.player in known
    )
    found = allocate(replace(contest, players=tuple(players)))
    winners: dict[str, tuple[str, ...]] = {each.prize_id: (each.player_id,) for each in found.winners}
    winners.update({each.prize_id: each.players for each in found.conflicts if each.withholds})
    return {prize: tuple(map(PlayerId, players)) for prize, players in winners.items()}


@dataclass(frozen=True, slots=True)
class Known:
    """Contests whose end is known, by their players."""

    ends: Mapping[tuple[PlayerId, ...], Result | Sets]

    def result(self, white: PlayerId, black: PlayerId) -> Result:
        end = self.ends[white, black]
        assert isinstance(end, Result)
        return end

    def join(self, teams: Teams) -> None:
        """Of no matter: no game of theirs is gone through."""

    def sets(self, match: Match) -> Sets:
        end = self.ends[match.players]
        assert isinstance(end, Sets)
        return end


def _likely_ends(asked: Question, each: Game | Match) -> list[tuple[float, Result | Sets]]:
    """How a contest can end, and how likely each is, by what is believed of its players."""
    strengths = asked.beliefs.strengths
    means = {player: strengths[player].mean for player in each.players}
    gap = side_mean(each.sides[0], means) - side_mean(each.sides[1], means)
    spread = hypot(*(strengths[player].spread / len(side) for side in each.sides for player in side))
    if isinstance(each, Game):
        likely = believed_chances(gap, spread, asked.beliefs.level(each.white, each.black))
        return list(zip(likely, _USUAL, strict=True))
    likely = believed_chances(gap, spread, None)
    return [
        (share / each.to_win, Sets(each.to_win, lost) if won else Sets(lost, each.to_win))
        for share, won in ((likely.win, True), (likely.loss, False))
        for lost in range(each.to_win)
    ]


def _ends(asked: Question, end: Tournament) -> dict[Key, tuple[tuple[Key, ...], str]]:
    """How the contests ended that were open."""
    found: dict[Key, tuple[tuple[Key, ...], str]] = {}
    for id, (first, second) in asked.contests.items():
        ended = end.pairing(id)
        if ended.is_match:
            found[id] = (*first, *second), RESULTS[0 if ended.sets.home == ended.to_win else 2]
        elif ended.result is not None:
            found[id] = (*first, *second), _CODES.get(ended.result.white, RESULTS[2])
    return found


@contextmanager
def _without_collector() -> Iterator[None]:
    """No search for cycles meanwhile: there are none among frozen values, and looking takes a tenth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
