"""Results that were entered a second time, to be compared with the first"""

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"


def upgrade() -> None:
    op.create_table(
        "second_entries",
        sa.Column("tournament_id", sa.String(40), primary_key=True),
        sa.Column("pairing_id", sa.String(80), primary_key=True),
        sa.Column("result", sa.String(20), nullable=False),
        sa.Column("actor", sa.String(100), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
    )
