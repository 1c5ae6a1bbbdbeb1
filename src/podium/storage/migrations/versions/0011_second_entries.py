"""Results that were entered a second time, to be compared with the first"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "second_entries",
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("pairing_id", sa.String(length=80), nullable=False),
        sa.Column("result", sa.String(length=20), nullable=False),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "pairing_id"),
    )
