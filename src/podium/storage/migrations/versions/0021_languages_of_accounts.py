"""The language in which Podium speaks to an account"""

import sqlalchemy as sa
from alembic import op

revision: str = "0021"
down_revision: str | None = "0020"


def upgrade() -> None:
    op.add_column("users", sa.Column("language", sa.String(20)))
