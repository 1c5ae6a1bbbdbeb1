"""Photos of players"""

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"


def upgrade() -> None:
    op.create_table(
        "photos",
        sa.Column("tournament_id", sa.String(40), primary_key=True),
        sa.Column("player_id", sa.String(40), primary_key=True),
        sa.Column("media_type", sa.String(20), nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("uploaded_at", sa.String(40), nullable=False),
    )
