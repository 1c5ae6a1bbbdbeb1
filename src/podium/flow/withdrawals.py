"""What becomes of the games of somebody who leaves a round robin: forfeits, and what counts (C.05, article 6.6)."""

from __future__ import annotations

from collections.abc import Iterator

from podium.core.ids import PlayerId
from podium.core.result import Result, Worth
from podium.flow.events import Event, Events, ResultRecorded
from podium.flow.evolve import fold
from podium.flow.seats import schedule
from podium.flow.state import Game, Stage, Tournament
from podium.roundrobin import counts_after

NOBODY: frozenset[PlayerId] = frozenset()


def annulled(state: Tournament) -> frozenset[PlayerId]:
    """The players who left the table before half of their games, where the games of such count for nobody.

    Completed are the games that were played and those that the opponent forfeited; all that a table has for a player
    are that player's games. Whoever comes back counts again.
    """
    gone = [player.id for player in state.players.values() if player.withdrawn]
    if not gone or not state.settings.annul_early or not state.seats:
        return NOBODY
    return frozenset(id for id in gone if not _counts(state, id)) or NOBODY


def _counts(state: Tournament, player: PlayerId) -> bool:
    section = state.players[player].section
    seats = state.seats.get(section, ())
    if player not in seats:
        return True  # never had a game of the table
    seat = seats.index(player) + 1
    rounds = schedule(state, section).rounds[: state.settings.rounds]
    games = sum(seat in board for row in rounds for board in row.boards)
    return counts_after(sum(_completed(state, player)), games)


def _completed(state: Tournament, player: PlayerId) -> Iterator[bool]:
    """Whether each game of a player is completed."""
    for here in state.rounds:
        game = here.of(player)
        if isinstance(game, Game) and game.result is not None:
            worth = game.result.white if player == game.white else game.result.black
            yield game.result.played or worth is Worth.FORFEIT_WIN


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
