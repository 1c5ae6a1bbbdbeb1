"""Rating lists: which are loaded, and how far those are that are being loaded"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "rating_lists",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("store", sa.String(length=40), nullable=False),
        sa.Column("file", sa.String(length=200), nullable=False),
        sa.Column("layout", sa.String(length=20), nullable=True),
        sa.Column("edition", sa.String(length=10), nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("left_out", sa.Integer(), nullable=False),
        sa.Column("part", sa.Float(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("loaded_by", sa.String(length=100), nullable=False),
        sa.Column("started_at", sa.String(length=40), nullable=False),
        sa.Column("heard_at", sa.String(length=40), nullable=False),
        sa.Column("loaded_at", sa.String(length=40), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("store"),
        sa.CheckConstraint("status IN ('failed', 'loading', 'ready')", name="rating_lists_status_check"),
        sa.CheckConstraint("layout IN ('csv', 'dbf', 'fide-text', 'fide-xml')", name="rating_lists_layout_check"),
        sa.CheckConstraint("players >= 0", name="rating_lists_players_check"),
        sa.CheckConstraint("left_out >= 0", name="rating_lists_left_out_check"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_rating_lists_name", "rating_lists", ["name"])
