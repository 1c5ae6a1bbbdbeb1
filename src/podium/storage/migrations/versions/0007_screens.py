"""Screens on the wall, messages, and the clock of an event"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "displays",
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("clock", sa.String(length=20), nullable=False),
        sa.Column("clock_length", sa.BigInteger(), nullable=False),
        sa.Column("clock_ends", sa.BigInteger(), nullable=True),
        sa.Column("clock_left", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id"),
    )
    op.create_table(
        "screens",
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=60), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("theme", sa.String(length=20), nullable=False),
        sa.Column("items", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "key"),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.Column("expires_at", sa.String(length=40), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_messages_tournament_id", "messages", ["tournament_id"])
