"""How far the places of a finished event are revealed"""

from collections.abc import Sequence

from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    check = "CONSTRAINT displays_revealed_check CHECK (revealed >= 1)"
    op.execute(f"ALTER TABLE displays ADD COLUMN revealed INTEGER {check}")
