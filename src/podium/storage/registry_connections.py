"""How the registry reads and writes its tables, and what it remembers of them for a moment."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime

from sqlalchemy import Connection, Table, insert

from podium.storage.database import Database
from podium.storage.row_security import Tournaments
from podium.storage.short_lived_cache import ShortLivedCache

SECRET_BYTES = 24
Clock = Callable[[], datetime]


def fingerprint(secret: str) -> str:
    """What is stored of a secret: secrets are long and random, so a plain hash keeps them safe."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def inserted(connection: Connection, table: Table, row: Mapping[str, object]) -> int:
    """The id of a row that this puts into a table with ids of its own."""
    key = connection.execute(insert(table), row).inserted_primary_key
    assert key is not None
    return int(key[0])


class RegistryConnections:
    """A part of the registry. Every write through it makes it forget what it knows by heart."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._cache = ShortLivedCache(clock)

    def _now(self) -> str:
        return self._clock().isoformat(timespec="milliseconds")

    def _reading(self, tournaments: Tournaments = ()) -> AbstractContextManager[Connection]:
        return self._database.read(tournaments)

    @contextmanager
    def _writing(self, tournaments: Tournaments = ()) -> Iterator[Connection]:
        try:
            with self._database.write(tournaments) as connection:
                yield connection
        finally:
            self._cache.clear()
