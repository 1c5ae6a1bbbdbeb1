"""Check-ins: who has come before a round"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "check_ins",
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.String(length=40), nullable=True),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id"),
    )
    op.create_table(
        "checked_in",
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("player_id", sa.String(length=40), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "player_id"),
    )
