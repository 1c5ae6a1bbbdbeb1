"""What a transaction is told: how long it waits for a connection, a lock, a statement or a peer that is gone, and on
PostgreSQL which tournaments it is about: it sees the rows of those, and no others.

That is a second wall. Every table that belongs to a tournament has a policy (row-level security) that reads one setting
of the transaction. A query that forgot its filter returns nothing of other tournaments, and one in a transaction that
names none returns nothing. A second policy restricts the connection of a user (a database role `podium_user_NAME`, or
the setting `podium.user`) to the tournaments in which they have a role. The few queries that truly span tournaments
name `EVERY_TOURNAMENT`, which is what to search the sources for. The journal itself has no policy: it is read by
streams, of which a game is another than its tournament. SQLite has no such thing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Final

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

SETTING = "podium.tournament"


class Every(Enum):
    """A word that is no id, whatever ids are like."""

    TOURNAMENT = "*"


EVERY_TOURNAMENT: Final = Every.TOURNAMENT
"""Named in the place of tournaments: what is read or written spans them."""
Tournaments = Collection[str] | Every
SHOW = f"set_config('{SETTING}', :tournaments, true)"
"""What a statement of PostgreSQL calls, with what `setting_of` gives, to have its transaction see tournaments."""
_SHOW = text(f"SELECT {SHOW}")
_LOCK = text("SELECT pg_advisory_xact_lock(hashtext(:table), hashtext(:key))")

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


def show_tournaments(connection: Connection, tournaments: Tournaments) -> None:
    """Let the transaction see these tournaments, and no others, until it ends; without this it sees none."""
    if connection.dialect.name == "sqlite":
        return
    connection.execute(_SHOW, {"tournaments": setting_of(tournaments)})


def setting_of(tournaments: Tournaments) -> str:
    """How the setting names tournaments: each after a line break, so that no id is taken for the word for all."""
    return tournaments.value if isinstance(tournaments, Every) else "".join(f"\n{name}" for name in tournaments)


def postgresql_arguments(url: URL) -> Mapping[str, object]:
    """How to connect; what the address itself says counts more."""
    ours = f"-c lock_timeout={LOCK} -c statement_timeout={STATEMENT} -c idle_in_transaction_session_timeout={IDLE}"
    theirs = url.query.get("options", "")
    options = f"{ours} {theirs if isinstance(theirs, str) else ' '.join(theirs)}".strip()
    chosen = {name: value for name, value in {**ALIVE, "connect_timeout": CONNECTING}.items() if name not in url.query}
    return {**chosen, "options": options}


def allow_long(connection: Connection) -> None:
    """Let the transaction on `connection` take long, and wait long for locks."""
    if connection.dialect.name != "sqlite":
        connection.execute(text(f"SET LOCAL statement_timeout = {LONG:d}"))
        connection.execute(text(f"SET LOCAL idle_in_transaction_session_timeout = {LONG:d}"))
        limit_locks(connection, LONG)


def limit_locks(connection: Connection, milliseconds: int) -> None:
    """Let the transaction on `connection` wait so long for a lock; SQLite has but one, which it has already."""
    if connection.dialect.name != "sqlite":
        connection.execute(text(f"SET LOCAL lock_timeout = {milliseconds:d}"))


def lock_rows(connection: Connection, table: str, key: object) -> None:
    """Let nobody else who asks this way write the rows of `key` in a table before the transaction ends.

    Of two who replace the same row at once, the second waits here and finds what the first has made. SQLite has one
    writer anyway.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(_LOCK, {"table": table, "key": str(key)})
