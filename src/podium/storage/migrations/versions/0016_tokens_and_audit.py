"""Tokens with a scope and an end, the audit, and the latest time that was known"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

DAYS = 90  # for which tokens that had no end go on working


def upgrade() -> None:
    end = (datetime.now(UTC) + timedelta(days=DAYS)).isoformat(timespec="milliseconds")
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.add_column(sa.Column("scope", sa.String(length=20), nullable=False, server_default="everything"))
        batch_op.add_column(sa.Column("tournament_id", sa.String(length=40), nullable=True))
        batch_op.add_column(sa.Column("expires_at", sa.String(length=40), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("last_used_at", sa.String(length=40), nullable=True))
    tokens = sa.table("tokens", sa.column("expires_at", sa.String))
    op.execute(tokens.update().values(expires_at=end))
    op.create_index("ix_tokens_expires_at", "tokens", ["expires_at"])
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("via", sa.String(length=20), nullable=False),
        sa.Column("whom", sa.String(length=100), nullable=False),
        sa.Column("tournament_id", sa.String(length=40), nullable=True),
        sa.Column("address", sa.String(length=60), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_at", "audit", ["at"])
    op.create_index("ix_audit_tournament_id", "audit", ["tournament_id"])
    op.create_table(
        "latest_time",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
