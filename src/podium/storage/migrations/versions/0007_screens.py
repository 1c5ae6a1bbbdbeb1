"""Screens on the wall, messages, and the clock of an event"""

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"


def upgrade() -> None:
    op.create_table(
        "displays",
        sa.Column("tournament_id", sa.String(40), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("clock", sa.String(20), nullable=False),
        sa.Column("clock_length", sa.BigInteger, nullable=False),
        sa.Column("clock_ends", sa.BigInteger),
        sa.Column("clock_left", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "screens",
        sa.Column("tournament_id", sa.String(40), primary_key=True),
        sa.Column("key", sa.String(60), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("theme", sa.String(20), nullable=False),
        sa.Column("items", sa.Text, nullable=False),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tournament_id", sa.String(40), nullable=False, index=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("expires_at", sa.String(40)),
    )
