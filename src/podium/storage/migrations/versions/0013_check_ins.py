"""Check-ins: who has come before a round"""

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"


def upgrade() -> None:
    op.create_table(
        "check_ins",
        sa.Column("tournament_id", sa.String(40), primary_key=True),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("deadline", sa.String(40)),
        sa.Column("code", sa.String(40), nullable=False),
    )
    op.create_table(
        "checked_in",
        sa.Column("tournament_id", sa.String(40), primary_key=True),
        sa.Column("player_id", sa.String(40), primary_key=True),
        sa.Column("at", sa.String(40), nullable=False),
    )
