"""The read model, written anew from the journal."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection, select, text

from podium.app.ports import GameHead
from podium.core.ids import PairingId, TournamentId
from podium.games.state import LiveGame
from podium.storage import tables
from podium.storage.journal.heads import StreamKind
from podium.storage.journal.history import SqlPast, created
from podium.storage.journal.projection import clear, project
from podium.storage.live.game_history import GamePast
from podium.storage.live.game_projection import project_games


def stop_writers(connection: Connection) -> None:
    """Have everybody who writes to a stream wait until the transaction is over; SQLite does that by itself."""
    if connection.dialect.name != "sqlite":
        connection.execute(text("LOCK TABLE head IN EXCLUSIVE MODE"))


def rebuild(connection: Connection) -> int:
    """Write the read model anew; returns how many streams there are."""
    clear(connection)
    here = tables.head.c
    heads = connection.execute(select(here.stream, here.version, here.at, here.kind)).all()
    games: list[tuple[LiveGame | None, LiveGame]] = []
    for head in heads:
        if head.kind == StreamKind.GAME.value:
            id = PairingId(head.stream)
            game = GamePast(connection, id).head(GameHead(id, 0, None), head.version, head.at).state
            if game is not None:
                games.append((None, game))
            continue
        stream = TournamentId(head.stream)
        state = SqlPast(connection, stream).state(head.version)
        if state is not None:
            project(connection, None, state, partial(created, connection, stream))
    project_games(connection, games)  # after the tournaments: of a match that is played the game knows
    return len(heads)
