"""Tokens with a scope and an end, the audit, and the latest time that was known"""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"

DAYS = 90  # for which tokens that had no end go on working


def upgrade() -> None:
    end = (datetime.now(UTC) + timedelta(days=DAYS)).isoformat(timespec="milliseconds")
    op.add_column("tokens", sa.Column("scope", sa.String(20), nullable=False, server_default="everything"))
    op.add_column("tokens", sa.Column("tournament_id", sa.String(40)))
    op.add_column("tokens", sa.Column("expires_at", sa.String(40), nullable=False, server_default=""))
    op.add_column("tokens", sa.Column("last_used_at", sa.String(40)))
    tokens = sa.table("tokens", sa.column("expires_at", sa.String))
    op.execute(tokens.update().values(expires_at=end))
    op.create_index("ix_tokens_expires_at", "tokens", ["expires_at"])
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("at", sa.String(40), nullable=False, index=True),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("actor", sa.String(100), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("via", sa.String(20), nullable=False),
        sa.Column("whom", sa.String(100), nullable=False),
        sa.Column("tournament_id", sa.String(40), index=True),
        sa.Column("address", sa.String(60), nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "latest_time",
        sa.Column("id", sa.Integer, autoincrement=False, primary_key=True),
        sa.Column("at", sa.String(40), nullable=False),
    )
