"""The final ranks of players whose games were played elsewhere"""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"


def upgrade() -> None:
    op.add_column("players", sa.Column("rank", sa.Integer))
