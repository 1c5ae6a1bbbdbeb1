"""Forecasts as JSON."""

from __future__ import annotations

from msgspec import Struct

from podium.app.forecast.forecast import MODEL, Forecast, PlayerOdds


class PlayerForecast(Struct):
    """The odds of a player for each place, shared places counted in parts, and the points expected at the end.

    `first` and `podium` are the odds of the first place and of the first three. `qualify` is the odds of going on to
    another stage; null where there is none. `prizes` are the odds of prizes by their ids, as the event gives them away,
    and `prize` those of any; null where there are none, or where who may win is not to be known.
    """

    player_id: str
    places: dict[str, float]
    points: float
    first: float
    podium: float
    qualify: float | None
    prizes: dict[str, float] | None
    prize: float | None


class NeedRow(Struct):
    """How likely a player comes to a place, shared or not, after a `result` of the player's own game.

    The result is from White's side; `sure`: whatever the others do.
    """

    player_id: str
    place: int
    result: str
    sure: bool
    chance: float


class DecidingGame(Struct):
    """An open game, and by how much, from 0 to 1, its result will on average move the odds of the first place."""

    pairing_id: str
    weight: float


class ForecastAnswer(Struct):
    """What is likely to become of the tournament; never a fact.

    `exact` is whether all ends that there can be were gone through in place of runs; else a chance may be wrong by
    `margin`, in nineteen of twenty cases, besides what the model does not know. `deciding` are the games that decide
    most, the first most of all.
    """

    version: int
    runs: int
    seed: int
    model: str
    exact: bool
    margin: float
    players: list[PlayerForecast]
    needs: list[NeedRow]
    deciding: list[DecidingGame]


def forecast_answer(found: Forecast, version: int, runs: int, seed: int) -> ForecastAnswer:
    return ForecastAnswer(
        version=version,
        runs=runs,
        seed=seed,
        model=MODEL,
        exact=found.exact,
        margin=found.margin,
        players=[_player(each) for each in found.players],
        needs=[NeedRow(each.player, each.place, each.result, each.sure, each.chance) for each in found.needs],
        deciding=[DecidingGame(each.pairing, each.weight) for each in found.deciding],
    )


def _player(odds: PlayerOdds) -> PlayerForecast:
    places = {str(place): chance for place, chance in odds.places.items()}
    prizes = dict(odds.prizes) if odds.prizes is not None else None
    return PlayerForecast(odds.player, places, odds.points, odds.first, odds.podium, odds.qualify, prizes, odds.prize)
