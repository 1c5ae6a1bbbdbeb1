"""Attempts to sign in, counted for all processes"""

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"


def upgrade() -> None:
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("made", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False, index=True),
    )
