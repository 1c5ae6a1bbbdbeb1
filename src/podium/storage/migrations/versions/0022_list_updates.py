"""Updates of rating lists: whether they are fetched daily, and how the last one went"""

import sqlalchemy as sa
from alembic import op

revision: str = "0022"
down_revision: str | None = "0021"


def _truth() -> list[sa.CheckConstraint]:
    """SQLite takes any number for what is true or false, unless it is told."""
    if op.get_bind().dialect.name != "sqlite":
        return []
    return [sa.CheckConstraint("daily IN (0, 1)", name="list_updates_daily_check")]


def upgrade() -> None:
    op.create_table(
        "list_updates",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("daily", sa.Boolean, nullable=False),
        sa.Column("begun_at", sa.String(40)),
        sa.Column("checked_at", sa.String(40)),
        sa.Column("modified", sa.String(100)),
        sa.Column("problem", sa.Text),
        *_truth(),
    )
