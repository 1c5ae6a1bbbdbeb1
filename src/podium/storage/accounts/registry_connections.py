"""What the parts of the registry share: access to its tables, the audit, a short memory, and a clock of expiry."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection, Table, insert, select, text

from podium.app.access import Actor, Role
from podium.app.accounts.accounts import Quotas
from podium.app.accounts.audit import AUTHOR, AuditAction, Author
from podium.app.memory import Recent
from podium.app.server.observation import AUDITED, note_sign_in
from podium.app.server.steady_clock import written
from podium.core.ids import TournamentId
from podium.storage import tables
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import Tournaments

LASTS = 1.0  # seconds for which another process may not notice that a token was revoked
CHECKED_LATER = 300.0  # seconds for which the holder of a link is remembered where the journal checks it
MOST = 10_000  # answers in memory
SECRET_BYTES = 24
LONGEST_ADDRESS = 60
_STORE = text(
    "INSERT INTO latest_time (id, at) VALUES (1, :at) "
    "ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE excluded.at > latest_time.at"
)

Clock = Callable[[], datetime]
V = TypeVar("V")


class ShortLivedCache:
    """Answers of the last second to what is asked with every request: who a secret belongs to, what somebody is in an
    event. `clear` forgets all at once. Nobody sets the clock by which it counts."""

    def __init__(self, clock: Callable[[], datetime], elapsed: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._elapsed = elapsed
        self._held: Recent[Hashable, tuple[float, datetime | None, object]] = Recent(MOST, personal=False)
        self.clear = self._held.clear

    @property
    def generation(self) -> int:
        """How often all was forgotten, since something was changed."""
        return self._held.generation

    def recall(self, kind: type[V], *key: Hashable, longer: float = 0) -> V | None:
        """What was found under `key`, if not long ago; `longer` is for callers that check later whether it holds."""
        held = self._held.get((kind, *key))
        if held is None:
            return None
        until, ends, value = held
        if until + longer <= self._elapsed() or (ends is not None and ends <= self._clock()):
            return None
        return value if isinstance(value, kind) else None

    def keep(self, value: V, generation: int, *key: Hashable, ends: str | None = None) -> V:
        """`value`, remembered under `key`, unless something was forgotten since `generation` was read.

        `ends` is when it is no longer true, as an ISO time.
        """
        until = datetime.fromisoformat(ends) if ends else None
        self._held.put((type(value), *key), (self._elapsed() + LASTS, until, value), generation)
        return value


class ExpiryClock:
    """Called, it says what time it is, in UTC; never earlier than it said before, or than is stored."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock
        self._lock = threading.Lock()
        self._latest: datetime | None = None

    def __call__(self) -> datetime:
        now = self._clock()
        with self._lock:
            if self._latest is None:
                self._latest = self._stored() or now
            self._latest = max(self._latest, now)
            return self._latest

    def store(self, connection: Connection) -> None:
        """Keep the time over a restart."""
        connection.execute(_STORE, {"at": written(self())})

    def _stored(self) -> datetime | None:
        with self._database.read() as connection:
            at = connection.scalar(select(tables.latest_time.c.at))
        return datetime.fromisoformat(at) if at else None


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

    quotas = Quotas()

    def __init__(self, database: Database, clock: Clock, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._clock = ExpiryClock(database, clock)
        self._cache = ShortLivedCache(self._clock, elapsed)

    def _now(self) -> str:
        return written(self._clock())

    def _reading(self, tournaments: Tournaments = (), lock: int | None = None) -> AbstractContextManager[Connection]:
        return self._database.read(tournaments, lock)

    @contextmanager
    def _writing(self, tournaments: Tournaments = ()) -> Iterator[Connection]:
        try:
            with self._database.write(tournaments) as connection:
                yield connection
        finally:
            self._cache.clear()

    def _note(
        self,
        connection: Connection,
        action: AuditAction,
        *,
        actor: Actor | None = None,
        whom: str = "",
        tournament: TournamentId | None = None,
        details: Mapping[str, object] | None = None,
    ) -> None:
        """Write into the audit who does something, in the transaction that does it: the present author, or `actor`."""
        if action in AUDITED:
            note_sign_in(AUDITED[action])
        author = AUTHOR.get()
        author = author if actor is None else Author(actor, author.address)
        connection.execute(
            insert(tables.audit), audit_row(self._now(), author, action, whom, tournament, details or {})
        )

    def _note_roles(
        self, connection: Connection, tournament: TournamentId, before: Mapping[str, Role], after: Mapping[str, Role]
    ) -> None:
        """Write into the audit whose role became another."""
        for name in sorted({*before, *after}):
            was, is_ = before.get(name), after.get(name)
            if was is not is_:
                action = AuditAction.ROLE_GIVEN if is_ is not None else AuditAction.ROLE_TAKEN
                facts = {"role": is_.word if is_ is not None else None, "before": was.word if was is not None else None}
                self._note(connection, action, whom=name, tournament=tournament, details=facts)


def audit_row(
    at: str,
    author: Author,
    action: AuditAction,
    whom: str,
    tournament: TournamentId | None,
    details: Mapping[str, object],
) -> dict[str, object]:
    """A row of the audit."""
    actor = author.actor
    via = "command line" if actor.operator else (actor.credential.kind.value if actor.credential else "")
    return {
        "at": at,
        "action": action.value,
        "actor": actor.key,
        "name": actor.name,
        "via": via,
        "whom": whom,
        "tournament_id": tournament,
        "address": author.address[:LONGEST_ADDRESS],
        "details": json.dumps(details, ensure_ascii=False),
    }
