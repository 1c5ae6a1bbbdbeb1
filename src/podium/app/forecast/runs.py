"""The ends of an event: as many as are asked for by chance, or all that there can be where few games are left.

Each run has a seed of its own, made of the seed and its number. So parts may be counted anywhere and in any order.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from math import hypot, prod

from podium.app.forecast.question import Question, next_stage, question, stage_to_come
from podium.app.formats.stage_ends import going_on
from podium.app.standings.places import places
from podium.core.dice import Dice
from podium.core.ids import PairingId, PlayerId
from podium.core.result import Result, Worth
from podium.doubles import Sets
from podium.flow.state import Game, Match, Tournament
from podium.forecast.model import believed_chances
from podium.forecast.strength import side_mean
from podium.forecast.tally import Tally
from podium.simulation.rest import Luck, all_paired, open_contests, play_on
from podium.simulation.swiss_rest import quick_rest

FEWEST_LOOKED_AT = 729
"""Ends of the last games that are always gone through for what is sure: those of three games."""
WRITTEN = 9  # ways in which a game can be written down
Key = PlayerId | PairingId
RESULTS = ("1-0", "1/2-1/2", "0-1")
"""How a contest can end, from the side of White or of the home team."""
_CODES = dict(zip((Worth.WIN, Worth.DRAW, Worth.LOSS), RESULTS, strict=True))
_USUAL = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted so far: some runs, or `exact`: all ends that there can be.

    `worst` is the worst rank that a result of the own game leaves, where all ends of the last games were looked at.
    """

    tally: Tally[Key]
    exact: bool = False
    worst: Mapping[tuple[PlayerId, str], int] = field(default_factory=dict)


def begin(state: Tournament, runs: int, seed: str, part: int) -> Counted:
    """All ends, where these are no more than the runs; else the first `part` of the runs. Raises as `question` does."""
    asked = question(state)
    left = last_contests(asked)
    looked_at = bool(left) and all(isinstance(each, Game) for each in left or ())
    looked_at = looked_at and WRITTEN ** len(left or ()) <= max(runs, FEWEST_LOOKED_AT)
    worst = worst_ranks(asked, left) if left and looked_at else {}
    if left is not None and prod(len(_likely_ends(asked, each)) for each in left) <= runs:
        return Counted(count_all(asked, left), True, worst)
    return Counted(count_runs(asked, seed, 0, part), False, worst)


def go_on(state: Tournament, seed: str, first: int, runs: int) -> Tally[Key]:
    """The runs of these numbers."""
    return count_runs(question(state), seed, first, runs)


def count_runs(asked: Question, seed: str, first: int, runs: int) -> Tally[Key]:
    """The runs of these numbers."""
    tally: Tally[Key] = Tally()
    quick, stage = quick_rest(asked.state), stage_to_come(asked.state)
    with _without_collector():
        for number in range(first, first + runs):
            luck = Luck(asked.beliefs, Dice(f"{seed}/{number}"))
            end = quick.play(luck) if quick else play_on(asked.state, luck, Dice(f"{seed}/{number}/draw"), next_stage)
            went_on = going_on(end, stage) if stage is not None else ()
            tally.add(places(end), _ends(end, asked.contests), went_on=went_on)
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
        end = play_on(asked.state, known, Dice(""))
        tally.add(places(end), _ends(end, asked.contests), weight)
    return tally


def worst_ranks(asked: Question, left: Sequence[Game | Match]) -> dict[tuple[PlayerId, str], int]:
    """The worst rank that each result in the own game leaves, over everything that can be written down for the others.

    Of games alone; a result that is not rated is as the one that is.
    """
    every = list({(each.white, each.black): each for each in reversed(Result) if each.final}.values())
    worst: dict[tuple[PlayerId, str], int] = {}
    for ends in product(*([every] * len(left))):
        known = Known({each.players: end for each, end in zip(left, ends, strict=True)})
        ranks = {each.player: each.rank for each in places(play_on(asked.state, known, Dice("")))}
        for game, end in zip(left, ends, strict=True):
            if end in _USUAL:
                for player in game.players:
                    key = player, _CODES[end.white]
                    worst[key] = max(worst.get(key, 0), ranks.get(player, len(ranks) + 1))
    return worst


@dataclass(frozen=True, slots=True)
class Known:
    """Contests whose end is known, by their players."""

    ends: Mapping[tuple[PlayerId, ...], Result | Sets]

    def result(self, white: PlayerId, black: PlayerId) -> Result:
        end = self.ends[white, black]
        assert isinstance(end, Result)
        return end

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


def _ends(end: Tournament, contests: Sequence[Game | Match]) -> dict[Key, tuple[tuple[Key, ...], str]]:
    """How the contests ended that were open."""
    found: dict[Key, tuple[tuple[Key, ...], str]] = {}
    for each in contests:
        ended = end.pairing(each.id)
        if ended.is_match:
            found[each.id] = each.players, RESULTS[0 if ended.sets.home == ended.to_win else 2]
        elif ended.result is not None:
            found[each.id] = each.players, _CODES.get(ended.result.white, RESULTS[2])
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
