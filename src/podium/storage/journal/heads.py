"""Where streams stand: read from the database, and kept in memory for those in use."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, text

from podium.app.memory import Recent
from podium.app.ports import GameHead, Head, StreamId
from podium.core.ids import PairingId, TournamentId
from podium.games.state import Status
from podium.storage.journal.codec import torn
from podium.storage.journal.history import GamePast, SqlPast

KEPT = 1024  # streams whose state stays in memory, beside the games that are not over

AnyHead = Head | GameHead


class StreamKind(Enum):
    """What a stream is the history of."""

    TOURNAMENT = "tournament"
    GAME = "game"


def kind_of(head: AnyHead) -> StreamKind:
    """What the stream of a head is the history of."""
    return StreamKind.GAME if isinstance(head, GameHead) else StreamKind.TOURNAMENT


Streams = Mapping[StreamId, StreamKind]


class HeadRow(NamedTuple):
    """The row of a stream's head."""

    stream: StreamId
    version: int
    at: str


# One row for all: the driver lets go of Python's lock at every row, and must wait for it again.
_SQLITE = (
    "SELECT json_group_array(json_array(stream, version, at)) FROM head "
    "WHERE stream IN (SELECT value FROM json_each(?))"
)
_POSTGRESQL = text("SELECT stream, version, at FROM head WHERE stream = ANY(:streams)")
# In the order of their ids, as everybody locks them: so nobody waits in a ring.
_LOCKING = text("SELECT stream, version, at FROM head WHERE stream = ANY(:streams) ORDER BY stream FOR UPDATE")


class Heads:
    """The heads of streams. What is in memory is brought up to date by reading newer commits alone."""

    def __init__(self, *, is_sqlite: bool) -> None:
        self._is_sqlite = is_sqlite
        self._kept: Recent[StreamId, AnyHead] = Recent(KEPT, personal=False)
        self._unfinished: dict[StreamId, AnyHead] = {}  # games that somebody plays: never dropped for others
        self._lock = threading.Lock()

    def tournament(self, connection: Connection, stream: TournamentId) -> Head:
        """Where a tournament stands."""
        head = self.read(connection, {stream: StreamKind.TOURNAMENT})[stream]
        assert isinstance(head, Head)
        return head

    def game(self, connection: Connection, stream: PairingId) -> GameHead:
        """Where a game stands."""
        head = self.read(connection, {stream: StreamKind.GAME})[stream]
        assert isinstance(head, GameHead)
        return head

    def read(self, connection: Connection, streams: Streams, *, lock: bool = False) -> dict[StreamId, AnyHead]:
        """Where each of these streams stands; with `lock` nobody else moves them until the transaction ends."""
        found = {row.stream: row for row in self._rows(connection, sorted(streams), lock)}
        heads = {each: self._caught_up(connection, each, kind, found.get(each)) for each, kind in streams.items()}
        self.keep(heads.values())
        return heads

    def versions(self, connection: Connection, streams: Collection[StreamId]) -> dict[StreamId, int]:
        """The versions of those of these streams that exist."""
        return {row.stream: row.version for row in self._rows(connection, sorted(streams), lock=False)}

    def keep(self, heads: Iterable[AnyHead]) -> None:
        """Remember where these streams stand."""
        with self._lock:
            for head in heads:
                known = self._unfinished.get(head.stream) or self._kept.get(head.stream)
                if head.version == 0 or (known is not None and known.version > head.version):
                    continue  # somebody read it before another one wrote
                if isinstance(head, GameHead) and head.state is not None and head.state.status is not Status.FINISHED:
                    self._unfinished[head.stream] = head
                    continue
                self._unfinished.pop(head.stream, None)
                self._kept.put(head.stream, head)

    def known(self, stream: StreamId) -> AnyHead | None:
        """What is remembered of a stream, which may have moved on since."""
        with self._lock:
            return self._unfinished.get(stream) or self._kept.get(stream)

    def _rows(self, connection: Connection, names: list[StreamId], lock: bool) -> list[HeadRow]:
        if self._is_sqlite:
            found = connection.exec_driver_sql(_SQLITE, (msgspec.json.encode(names).decode(),)).scalar_one()
            try:
                return msgspec.json.decode(found, type=list[HeadRow])
            except msgspec.MsgspecError as problem:
                raise torn("a head cannot be read", problem) from problem
        rows = connection.execute(_LOCKING if lock else _POSTGRESQL, {"streams": names})
        return [HeadRow(*row) for row in rows]

    def _caught_up(self, connection: Connection, stream: StreamId, kind: StreamKind, row: HeadRow | None) -> AnyHead:
        nothing: AnyHead = Head(TournamentId(stream), 0, None)
        if kind is StreamKind.GAME:
            nothing = GameHead(PairingId(stream), 0, None)
        if row is None:
            return nothing
        known = self.known(stream)
        if known is not None and known.version == row.version:
            return known
        if known is None or known.version > row.version:
            known = nothing
        if isinstance(known, GameHead):
            return GamePast(connection, known.stream).head(known, row.version, row.at)
        return SqlPast(connection, known.stream).head(known, row.version, row.at)
