"""Reading the stream of a game: its events, and the game at its head."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, select

from podium.app.ports import Commit, GameCommit, GameHead
from podium.core.ids import PairingId, TournamentId
from podium.games.commands import ARBITER_ACTS, SYSTEM_ACTS, ImportGame, NotePresence, OpenGame
from podium.games.events import GameEvent
from podium.games.evolve import fold
from podium.storage import tables
from podium.storage.journal.codec import decode_of_game, refold

_UNREPORTED = (OpenGame, ImportGame, NotePresence)  # boards that are followed bring a record with every move
REPORTED_KINDS = tuple(kind.__name__ for kind in (*ARBITER_ACTS, *SYSTEM_ACTS) if kind not in _UNREPORTED)
"""The kinds of commits that the history of a tournament tells of."""


class GamePast:
    """The history of one game, read through one connection. It is never rewound."""

    def __init__(self, connection: Connection, stream: PairingId) -> None:
        self._connection = connection
        self._stream = stream

    def head(self, known: GameHead, version: int, at: str) -> GameHead:
        """The game at `version`, made from a `known` older head by reading only what is newer."""
        events = (event for _, event in self._events(known.version, version))
        return GameHead(self._stream, version, refold(fold, known.state, events), at)

    def news(self, after: int, most: int) -> list[tuple[int, tuple[GameEvent, ...]]]:
        """The commits after a version, but no more than `most`, each with its events."""
        found: dict[int, tuple[GameEvent, ...]] = {}
        for version, event in self._events(after, after + most):
            found[version] = (*found.get(version, ()), event)
        return list(found.items())

    def _events(self, after: int, upto: int) -> Iterable[tuple[int, GameEvent]]:
        here = tables.event.c
        rows = self._connection.execute(
            select(here.version, here.type, here.schema, here.body)
            .where(here.stream == self._stream, here.version > after, here.version <= upto)
            .order_by(here.version, here.seq)
        )
        return [(row[0], decode_of_game(row[1], row[2], row[3])) for row in rows]


def game_commits(connection: Connection, tournament: TournamentId) -> Sequence[GameCommit]:
    """What happened to the games of a tournament beside moves and what players do, newest first."""
    here, event, games = tables.commit.c, tables.event.c, tables.games.c
    rows = connection.execute(
        select(here.stream, here.version, here.parent, here.kind, here.actor, here.at, here.reason)
        .join(tables.games, games.id == here.stream)
        .where(games.tournament_id == tournament, here.kind.in_(REPORTED_KINDS))
        .order_by(here.at.desc(), here.stream, here.version.desc())
    ).all()
    events: dict[tuple[str, int], tuple[GameEvent, ...]] = {}
    for row in connection.execute(
        select(event.stream, event.version, event.type, event.schema, event.body)
        .join(tables.games, games.id == event.stream)
        .join(tables.commit, (here.stream == event.stream) & (here.version == event.version))
        .where(games.tournament_id == tournament, here.kind.in_(REPORTED_KINDS))
        .order_by(event.stream, event.version, event.seq)
    ):
        key = (row.stream, row.version)
        events[key] = (*events.get(key, ()), decode_of_game(row.type, row.schema, row.body))
    return [
        GameCommit(PairingId(stream), Commit(version, *rest), events.get((stream, version), ()))
        for stream, version, *rest in rows
    ]
