"""Matches of doubles: teams and sets"""

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    op.create_table(
        "doubles_matches",
        sa.Column("pairing_id", sa.String(80), primary_key=True),
        sa.Column("tournament_id", sa.String(40), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("home_1", sa.String(40), nullable=False),
        sa.Column("home_2", sa.String(40), nullable=False),
        sa.Column("away_1", sa.String(40), nullable=False),
        sa.Column("away_2", sa.String(40), nullable=False),
        sa.Column("home_sets", sa.Integer),
        sa.Column("away_sets", sa.Integer),
    )
    op.create_index("doubles_matches_by_round", "doubles_matches", ["tournament_id", "round"])
