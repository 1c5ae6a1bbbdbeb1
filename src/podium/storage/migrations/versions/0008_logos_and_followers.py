"""Logos of events, and who is to be told when a round is out"""

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"


def upgrade() -> None:
    op.create_table(
        "logos",
        sa.Column("tournament_id", sa.String(40), primary_key=True),
        sa.Column("media_type", sa.String(20), nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("uploaded_at", sa.String(40), nullable=False),
    )
    op.create_table(
        "followers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tournament_id", sa.String(40), nullable=False),
        sa.Column("player_id", sa.String(40)),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("endpoint_hash", sa.String(64), nullable=False, index=True),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(20), nullable=False),
        sa.Column("told_round", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.UniqueConstraint("tournament_id", "endpoint_hash", name="followed_once"),
    )
