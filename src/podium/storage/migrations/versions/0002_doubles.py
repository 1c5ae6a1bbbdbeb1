"""Matches of doubles: teams and sets"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "doubles_matches",
        sa.Column("pairing_id", sa.String(length=80), nullable=False),
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("home_1", sa.String(length=40), nullable=False),
        sa.Column("home_2", sa.String(length=40), nullable=False),
        sa.Column("away_1", sa.String(length=40), nullable=False),
        sa.Column("away_2", sa.String(length=40), nullable=False),
        sa.Column("home_sets", sa.Integer(), nullable=True),
        sa.Column("away_sets", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("pairing_id"),
    )
    with op.batch_alter_table("doubles_matches", schema=None) as batch_op:
        batch_op.create_index("doubles_matches_by_round", ["tournament_id", "round"], unique=False)
