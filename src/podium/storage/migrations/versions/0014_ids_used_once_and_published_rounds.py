"""Ids that are never used again, as what a link did stays its own; and how many rounds of an event are published"""

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"

NUMBERED = ("users", "invitations", "templates", "tokens", "links", "followers", "messages")
LINK = "link:"  # how the acts of whoever came by a link are signed


def upgrade() -> None:
    """SQLite gives the highest id away again once its row is gone, unless the table says not to. PostgreSQL never."""
    op.add_column("tournaments", sa.Column("rounds_published", sa.Integer, nullable=False, server_default="0"))
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        return
    for name in NUMBERED:
        with op.batch_alter_table(name, recreate="always", table_kwargs={"sqlite_autoincrement": True}):
            pass
    ids = [_highest(connection, "links", "id"), _highest(connection, "sessions", "link_id")]
    for table in ("commit", "second_entries"):
        actor = sa.column("actor", sa.String)
        number = sa.func.max(sa.cast(sa.func.substr(actor, len(LINK) + 1), sa.Integer))
        signed = sa.select(number).select_from(sa.table(table)).where(actor.startswith(LINK))
        ids.append(connection.execute(signed).scalar() or 0)
    _begin_after(connection, "links", max(ids))
    owners = [("users", "id"), ("sessions", "user_id"), ("roles", "user_id"), ("tokens", "user_id")]
    _begin_after(connection, "users", max(_highest(connection, *each) for each in owners))


def _highest(connection: sa.Connection, table: str, column: str) -> int:
    return connection.execute(sa.select(sa.func.max(sa.column(column))).select_from(sa.table(table))).scalar() or 0


def _begin_after(connection: sa.Connection, table: str, id: int) -> None:
    """Let the next row of a table have a higher id than that."""
    sequence = sa.table("sqlite_sequence", sa.column("name"), sa.column("seq"))
    connection.execute(sa.delete(sequence).where(sequence.c.name == table))
    connection.execute(sa.insert(sequence).values(name=table, seq=id))
