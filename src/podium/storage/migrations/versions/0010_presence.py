"""Which players each process knows to be connected"""

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0008"


def upgrade() -> None:
    op.create_table(
        "presence",
        sa.Column("process", sa.String(40), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
    )
