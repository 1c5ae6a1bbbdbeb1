"""The last round by brute force: every end that can be, with the full standings, written without the forecast."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

from podium.app.queries import standings
from podium.core.ids import PairingId, PlayerId
from podium.core.result import Result
from podium.flow.state import Game, Tournament
from podium.simulation.rest import open_contests

USUAL = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
Chances = dict[PairingId, tuple[float, float, float]]


def ends(state: Tournament, results: tuple[Result, ...] = USUAL) -> list[tuple[dict[PairingId, Result], Tournament]]:
    """Every way in which the open games of the last round can end, and the event after it."""
    here = state.rounds[-1]
    ids = [each.id for each in open_contests(state)]
    found = []
    for written in product(results, repeat=len(ids)):
        chosen = dict(zip(ids, written, strict=True))
        games = {
            id: replace(each, result=chosen[id]) if isinstance(each, Game) and id in chosen else each
            for id, each in here.games.items()
        }
        found.append((chosen, replace(state, rounds=(*state.rounds[:-1], replace(here, games=games)))))
    return found


def place_odds(state: Tournament, chances: Chances) -> dict[PlayerId, dict[int, float]]:
    """The odds of each place, shared ones split, where each open game ends by given chances."""
    odds: dict[PlayerId, dict[int, float]] = {}
    for written, end in ends(state):
        weight = prod(chances[id][USUAL.index(result)] for id, result in written.items())
        rows = standings(end)
        for row in rows:
            sharing = [each for each in rows if each.rank == row.rank]
            own = odds.setdefault(row.player.id, {})
            for place in range(row.rank, row.rank + len(sharing)):
                own[place] = own.get(place, 0.0) + weight / len(sharing)
    return odds
