"""What is brought along to the next stage."""

from __future__ import annotations

from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.stages import Carry, Game, carried
from tests.kit.loops import every

A, B, C = map(PlayerId, "abc")
WON, LOST, DRAWN = Points.of(1), Points(), Points.of("0.5")
GAMES = [Game((A, B), (WON, LOST)), Game((B, C), (DRAWN, DRAWN)), Game((C, A), (WON, LOST))]
TOTALS = {A: Points.of(2), B: Points.of("1.5")}  # with a bye of each


@every(
    "carry, points, games",
    [
        (Carry.NONE, {A: LOST, B: LOST}, ()),
        (Carry.ALL, TOTALS, (GAMES[0],)),
        (Carry.BETWEEN, {A: WON, B: LOST}, (GAMES[0],)),
    ],
)
def test_points_and_games(carry: Carry, points: dict[PlayerId, Points], games: tuple[Game, ...]) -> None:
    found = carried(carry, GAMES, TOTALS)
    assert (found.points, found.games) == (points, games)
