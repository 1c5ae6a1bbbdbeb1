"""The read model of games: one row each, and what is due; written when they change, not with every move."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, or_, update

from podium.app.server.steady_clock import iso
from podium.games.due import due_of
from podium.games.state import LiveGame
from podium.games.state import Status as GameStatus
from podium.knockout import Status as MatchStatus
from podium.storage.read_model import due, games, matches
from podium.storage.sql.bulk_insert import insert_rows

Row = dict[str, object]

_DROP_DUE = delete(due).where(due.c.stream == bindparam("game"))
_UNDECIDED = or_(matches.c.status == MatchStatus.PENDING.value, matches.c.status == MatchStatus.RUNNING.value)
_SET_STATUS = update(matches).where(matches.c.id == bindparam("game"), _UNDECIDED).values(status=bindparam("now"))


def project_games(connection: Connection, changed: Sequence[tuple[LiveGame | None, LiveGame]]) -> None:
    """Write what became of games, each as it was (None: it is new) and as it is."""
    rows = [_row(after) for before, after in changed if before is None or not _only_moved(before, after)]
    insert_rows(connection, games, rows, replace=True)
    project_due(connection, changed)
    statuses: list[Row] = [
        {"game": after.id, "now": _match_status(after)}
        for before, after in changed
        if before is None or _match_status(before) != _match_status(after)
    ]
    if statuses:
        connection.execute(_SET_STATUS, statuses)


def project_due(connection: Connection, changed: Sequence[tuple[LiveGame | None, LiveGame]]) -> None:
    """Write what happens next by itself in games, each as it was (None: it is new) and as it is."""
    rows: list[Row] = []
    over: list[Row] = []
    for before, after in changed:
        next_ = due_of(after)
        if next_ is not None:
            rows.append({"stream": after.id, "at": next_.at, "kind": next_.kind.value, "ply": next_.ply})
        elif before is not None:
            over.append({"game": after.id})
    insert_rows(connection, due, rows, replace=True)
    if over:
        connection.execute(_DROP_DUE, over)


def _match_status(game: LiveGame) -> str:
    """What the match of a game is as long as it has no result: running while it is played."""
    running = game.status in (GameStatus.RUNNING, GameStatus.PAUSED)
    return MatchStatus.RUNNING.value if running else MatchStatus.PENDING.value


def _only_moved(before: LiveGame, after: LiveGame) -> bool:
    """Whether nothing has changed that stands in the row of a game."""
    return (
        before.status is after.status
        and before.end == after.end
        and before.started_at == after.started_at
        and (before.white, before.black) == (after.white, after.black)
        and (after.end is None or before.board is after.board)
    )


def _row(game: LiveGame) -> Row:
    end = game.end
    return {
        "id": game.id,
        "tournament_id": game.tournament,
        "round": game.round,
        "white_player_id": game.white,
        "black_player_id": game.black,
        "status": game.status.value,
        "result": end.outcome.value if end is not None and end.outcome is not None else None,
        "result_reason": end.reason.value if end is not None and end.reason is not None else None,
        "started_at": iso(game.started_at) if game.started_at is not None else None,
        "finished_at": iso(end.at) if end is not None else None,
        "moves": " ".join(move.san for move in game.board.moves) if end is not None else None,
    }
