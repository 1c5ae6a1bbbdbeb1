"""The forecast of an event: the odds of every place, what a player needs, and the game that decides most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from podium.app.forecast.question import open_now, sides_of, stage_to_come
from podium.app.forecast.runs import RESULTS, Counted, Key, begin
from podium.app.standings.certain_places import secured_places
from podium.core.errors import Invalid
from podium.core.ids import PairingId, PlayerId
from podium.core.result import Result
from podium.flow.state import Tournament
from podium.forecast.tally import PODIUM, margin

MODEL = "davidson-480"
RUNS, MOST_RUNS = 1000, 20_000
LEAST_DECIDING = 0.02


@dataclass(frozen=True, slots=True)
class PlayerOdds:
    """How likely each place is for a player, shared ones counted in parts, and the points."""

    player: PlayerId
    places: Mapping[int, float]
    points: float
    qualify: float | None = None
    """How likely the player goes on to the next stage, where there is one."""
    prizes: Mapping[str, float] | None = None
    """How likely the player wins each prize, by its id; None where nothing can be said of prizes."""
    prize: float | None = None
    """How likely the player wins any."""

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
    """What becomes of an event, counted over so many runs; `exact`: over all ends there are, if few games are left."""

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
    return forecast_of(state, begin(state, checked_runs(runs), str(seed), runs), seed)


def forecast_of(state: Tournament, counted: Counted, seed: str | int) -> Forecast:
    """The forecast that follows from what was counted."""
    tally, contests = counted.tally, open_now(state)
    cut = stage_to_come(state) is not None
    won: dict[Key, dict[str, float]] = {id: {} for id in tally.places}
    for (id, prize, sharing), count in sorted(tally.prizes.items()):
        won[id][prize] = won[id].get(prize, 0.0) + count / sharing / tally.runs
    odds = [
        PlayerOdds(
            PlayerId(id),
            tally.odds(id),
            tally.points(id),
            tally.went_on[id] / tally.runs if cut else None,
            won[id] if tally.prizes else None,
            tally.prized[id] / tally.runs if tally.prizes else None,
        )
        for id in tally.places
    ]
    players = sorted(odds, key=lambda each: (-each.first, -each.points, state.players[each.player].number))
    weights = [Deciding(each.id, tally.weight_of(each.id, RESULTS)) for each in contests]
    deciding = sorted((each for each in weights if each.weight >= LEAST_DECIDING), key=lambda each: -each.weight)
    needs = [
        need
        for contest in contests
        for at, side in enumerate(sides_of(state, contest))
        for player in side
        for need in _needs_of(state, counted, player, is_second=bool(at))
    ]
    runs = 0 if counted.exact else round(tally.runs)
    return Forecast(runs, str(seed), counted.exact, tuple(players), tuple(needs), tuple(deciding))


def _needs_of(state: Tournament, counted: Counted, player: PlayerId, *, is_second: bool) -> Iterator[Need]:
    """What follows for a player from each result, the worst first; a better one is left out where that is enough."""
    secured = secured_places(state, player)
    for place in range(1, PODIUM + 1):
        for result in RESULTS if is_second else reversed(RESULTS):
            chance = counted.tally.reached(player, result, place)
            proof = secured.get(Result(result).black if is_second else Result(result).white)
            worst = counted.worst.get((player, result), place + 1)
            sure = worst <= place or (proof is not None and proof.alone <= place)
            if chance:
                yield Need(player, place, result, sure, 1.0 if sure else chance)
            if sure:
                break
