"""Live games: streams of their own, what is due, and when somebody could last write"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":  # which keeps texts of any length, and would copy the whole journal
        for table in ("commit", "event", "head"):
            op.alter_column(table, "stream", existing_type=sa.String(length=40), type_=sa.String(length=80))
    with op.batch_alter_table("head", schema=None) as batch_op:
        kind = sa.Column("kind", sa.String(length=20), nullable=False, server_default="tournament")
        batch_op.add_column(kind)
    op.create_table(
        "due",
        sa.Column("stream", sa.String(length=80), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("stream"),
    )
    op.create_index("ix_due_at", "due", ["at"])
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("white_player_id", sa.String(length=40), nullable=False),
        sa.Column("black_player_id", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("result", sa.String(length=20), nullable=True),
        sa.Column("result_reason", sa.String(length=40), nullable=True),
        sa.Column("started_at", sa.String(length=40), nullable=True),
        sa.Column("finished_at", sa.String(length=40), nullable=True),
        sa.Column("moves", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("games_by_round", "games", ["tournament_id", "round"])
