"""Time controls of several periods are longer texts"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

COLUMNS = (("tournaments", "timeControl"), ("tournaments", "tieBreakTimeControl"), ("matches", "timeControlOverride"))


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        return  # SQLite keeps no length
    for table, column in COLUMNS:
        op.alter_column(table, column, type_=sa.Text())
