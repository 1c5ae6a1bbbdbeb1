"""The games that somebody who leaves a round robin has left: they are lost by forfeit."""

from __future__ import annotations

from podium.core.ids import PlayerId
from podium.core.result import Result
from podium.flow.events import Event, Events, ResultRecorded
from podium.flow.evolve import fold
from podium.flow.state import Game, Stage, Tournament


def forfeit(state: Tournament, white: PlayerId, black: PlayerId) -> Result | None:
    """The result of a game of which one player, or both, have left; None where both take part."""
    gone = state.players[white].withdrawn, state.players[black].withdrawn
    return {
        (True, True): Result.BOTH_FORFEIT,
        (True, False): Result.BLACK_WINS_BY_FORFEIT,
        (False, True): Result.WHITE_WINS_BY_FORFEIT,
    }.get(gone)


def with_forfeits(state: Tournament, changed: Events) -> Events:
    """The events of somebody leaving or coming back, with the forfeits in rounds that are paired and have not begun.

    A round has begun when a game of it was played: what is open there, the arbiter knows. A result that is not what
    leaving or staying had made of the game stays.
    """
    if not changed:
        return changed
    after = fold(state, changed)
    assert after is not None
    recorded: list[Event] = []
    for here in state.rounds:
        games = [game for game in here.games.values() if isinstance(game, Game)]
        if here.stage is Stage.CLOSED or any(game.result and game.result.played for game in games):
            continue
        for game in games:
            old, new = (forfeit(each, game.white, game.black) for each in (state, after))
            if game.result is old and old is not new:
                recorded.append(ResultRecorded(here.number, game.id, old, new))
    return (*changed, *recorded)
