"""The forecast of an event: the odds of every place, what a player needs, and the game that decides most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

from podium.app.forecast.question import Question, question
from podium.app.forecast.runs import RESULTS, Key, count_all, count_runs, last_contests, worst_ranks
from podium.app.standings.certain_places import secured_places
from podium.core.errors import Invalid
from podium.core.ids import PairingId, PlayerId
from podium.core.result import Result
from podium.flow.state import Game, Match, Tournament
from podium.forecast.tally import PODIUM, Tally, margin

MODEL = "davidson-480"
RUNS, MOST_RUNS = 1000, 20_000
FEWEST_LOOKED_AT = 729
"""Ends of the last games that are always gone through for what is sure: those of three games."""
WRITTEN = 9  # ways in which a game can be written down
LEAST_DECIDING = 0.02


@dataclass(frozen=True, slots=True)
class PlayerOdds:
    """How likely each place is for a player, shared ones counted in parts, and the points."""

    player: PlayerId
    places: Mapping[int, float]
    points: float

    @property
    def first(self) -> float:
        return self.places.get(1, 0.0)

    @property
    def podium(self) -> float:
        return sum(self.places.get(place, 0.0) for place in range(1, PODIUM + 1))


@dataclass(frozen=True, slots=True)
class Need:
    """How likely a place, shared or not, is after a result of the own open game, from White's side; `sure`: whatever
    the others do."""

    player: PlayerId
    place: int
    result: str
    sure: bool
    chance: float


@dataclass(frozen=True, slots=True)
class Deciding:
    """An open game, and by how much on average its result will move the odds of winning the event."""

    pairing: PairingId
    weight: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """What becomes of an event: counted over so many runs, or, where few games are left, over `all` ends there are."""

    runs: int
    seed: str
    exact: bool
    players: tuple[PlayerOdds, ...]
    needs: tuple[Need, ...]
    deciding: tuple[Deciding, ...]

    @property
    def margin(self) -> float:
        """How far a chance may be from that of more runs, in nineteen of twenty cases."""
        return 0.0 if self.exact else margin(0.5, self.runs)


def checked_runs(runs: int) -> int:
    """The number of runs; raises Invalid for too few or too many."""
    if not 1 <= runs <= MOST_RUNS:
        raise Invalid("runs-out-of-range", field="runs", value=runs, least=1, most=MOST_RUNS)
    return runs


def forecast(state: Tournament, runs: int = RUNS, seed: str | int = 1) -> Forecast:
    """The forecast of an event as it stands; raises Refused where nothing can be said, Invalid for such runs."""
    checked_runs(runs)
    asked = question(state)
    tally = exact_tally(asked, runs)
    if tally is not None:
        return forecast_of(state, asked, tally, runs, seed, exact=True)
    return forecast_of(state, asked, count_runs(asked, str(seed), 0, runs), runs, seed)


def exact_tally(asked: Question, runs: int) -> Tally[Key] | None:
    """All ends that there can be, where these are no more than the runs; else None."""
    left = last_contests(asked)
    if left is None or prod(len(RESULTS) if isinstance(each, Game) else 2 * each.to_win for each in left) > runs:
        return None
    return count_all(asked, left)


def forecast_of(
    state: Tournament, asked: Question, tally: Tally[Key], runs: int, seed: str | int, *, exact: bool = False
) -> Forecast:
    """The forecast that follows from what was counted."""
    ranked = sorted(tally.places, key=lambda id: (-tally.odds(id).get(1, 0.0), -tally.points(id)))
    players = tuple(PlayerOdds(PlayerId(id), tally.odds(id), tally.points(id)) for id in ranked)
    weights = [Deciding(each.id, tally.weight_of(each.id, RESULTS)) for each in asked.contests]
    deciding = sorted((each for each in weights if each.weight >= LEAST_DECIDING), key=lambda each: -each.weight)
    return Forecast(runs, str(seed), exact, players, tuple(_needs(state, asked, tally, runs)), tuple(deciding))


def _needs(state: Tournament, asked: Question, tally: Tally[Key], runs: int) -> Iterator[Need]:
    left = last_contests(asked)
    looked_at = left is not None and WRITTEN ** len(left) <= max(runs, FEWEST_LOOKED_AT)
    worst = worst_ranks(asked, left) if looked_at and left and all(isinstance(each, Game) for each in left) else {}
    for contest in asked.contests:
        for side, players in enumerate(contest.sides):
            for player in players:
                yield from _needs_of(state, tally, contest, player, is_second=bool(side), worst=worst)


def _needs_of(
    state: Tournament,
    tally: Tally[Key],
    contest: Game | Match,
    player: PlayerId,
    *,
    is_second: bool,
    worst: Mapping[tuple[PlayerId, str], int],
) -> Iterator[Need]:
    """What follows for a player from each result, the worst first; a better one is left out where that is enough."""
    secured = secured_places(state, player)
    for place in range(1, PODIUM + 1):
        for result in RESULTS if is_second else reversed(RESULTS):
            chance = tally.reached(player, result, place)
            proof = secured.get(Result(result).black if is_second else Result(result).white)
            sure = worst.get((player, result), place + 1) <= place or (proof is not None and proof.shared <= place)
            if chance:
                yield Need(player, place, result, sure, 1.0 if sure else chance)
            if sure:
                break
