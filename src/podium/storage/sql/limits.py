"""How long anybody waits for a database: for a connection, a lock, a statement, and a peer that is gone."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

BUSY = 10.0  # seconds that SQLite waits for another process that writes
POOL = 30  # connections to PostgreSQL that a process has at most
KEPT = 10  # of these that stay open
IN_LINE = 5.0  # seconds that somebody stands in line for one
LOCK = 3_000  # milliseconds that a statement waits for a lock
STATEMENT = 30_000  # milliseconds that a statement takes
IDLE = 60_000  # milliseconds that a transaction may stand still, before PostgreSQL ends it and frees what it locks
LONG = 3_600_000  # milliseconds for what is known to take long: migrations, the read model anew
CONNECTING = 5  # seconds
# A peer that is gone without a word is noticed within a minute.
ALIVE = {
    "keepalives": 1,
    "keepalives_idle": 20,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}


def postgresql_arguments(url: URL) -> Mapping[str, object]:
    """How to connect; what the address itself says counts more."""
    ours = f"-c lock_timeout={LOCK} -c statement_timeout={STATEMENT} -c idle_in_transaction_session_timeout={IDLE}"
    theirs = url.query.get("options", "")
    options = f"{ours} {theirs if isinstance(theirs, str) else ' '.join(theirs)}".strip()
    chosen = {name: value for name, value in {**ALIVE, "connect_timeout": CONNECTING}.items() if name not in url.query}
    return {**chosen, "options": options}


def allow_long(connection: Connection, *, lock: int = LONG) -> None:
    """Let the transaction on `connection` take long, and wait `lock` milliseconds for locks."""
    if connection.dialect.name != "sqlite":
        connection.execute(text(f"SET LOCAL statement_timeout = {LONG:d}"))
        connection.execute(text(f"SET LOCAL idle_in_transaction_session_timeout = {LONG:d}"))
        limit_locks(connection, lock)


def limit_locks(connection: Connection, milliseconds: int) -> None:
    """Let the transaction on `connection` wait so long for a lock; SQLite has but one, which it has already."""
    if connection.dialect.name != "sqlite":
        connection.execute(text(f"SET LOCAL lock_timeout = {milliseconds:d}"))
