"""Rating lists: which are loaded, and how far those are that are being loaded"""

import sqlalchemy as sa
from alembic import op

revision: str = "0020"
down_revision: str | None = "0019"


def upgrade() -> None:
    op.create_table(
        "rating_lists",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False, index=True),
        sa.Column("store", sa.String(40), nullable=False),
        sa.Column("file", sa.String(200), nullable=False),
        sa.Column("layout", sa.String(20)),
        sa.Column("edition", sa.String(10)),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("left_out", sa.Integer, nullable=False),
        sa.Column("part", sa.Float, nullable=False),
        sa.Column("problem", sa.Text),
        sa.Column("loaded_by", sa.String(100), nullable=False),
        sa.Column("started_at", sa.String(40), nullable=False),
        sa.Column("heard_at", sa.String(40), nullable=False),
        sa.Column("loaded_at", sa.String(40)),
        sa.UniqueConstraint("store"),
        sa.CheckConstraint("status IN ('failed', 'loading', 'ready')", name="rating_lists_status_check"),
        sa.CheckConstraint("layout IN ('csv', 'dbf', 'fide-text', 'fide-xml')", name="rating_lists_layout_check"),
        sa.CheckConstraint("players >= 0", name="rating_lists_players_check"),
        sa.CheckConstraint("left_out >= 0", name="rating_lists_left_out_check"),
        sqlite_autoincrement=True,
    )
