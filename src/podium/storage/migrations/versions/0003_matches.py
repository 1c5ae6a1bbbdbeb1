"""The matches of knockouts"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("tournamentId", sa.String(length=40), nullable=False),
        sa.Column("roundNumber", sa.Integer(), nullable=False),
        sa.Column("boardNumber", sa.Integer(), nullable=False),
        sa.Column("whiteEntryId", sa.String(length=40), nullable=True),
        sa.Column("blackEntryId", sa.String(length=40), nullable=True),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("result", sa.String(length=20), nullable=True),
        sa.Column("resultReason", sa.String(length=40), nullable=True),
        sa.Column("parentMatchId", sa.String(length=80), nullable=True),
        sa.Column("isTieBreak", sa.Boolean(), nullable=False),
        sa.Column("tieBreakIndex", sa.Integer(), nullable=True),
        sa.Column("tieBreakType", sa.String(length=20), nullable=True),
        sa.Column("timeControlOverride", sa.String(length=20), nullable=True),
        sa.Column("finishedAt", sa.String(length=40), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("parentMatchId", "tieBreakIndex", name="unique_tiebreak_per_parent"),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index("matches_by_round", ["tournamentId", "roundNumber"], unique=False)


def downgrade() -> None:
    op.drop_table("matches")
