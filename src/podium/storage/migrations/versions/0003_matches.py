"""The matches of knockouts"""

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("tournamentId", sa.String(40), nullable=False),
        sa.Column("roundNumber", sa.Integer, nullable=False),
        sa.Column("boardNumber", sa.Integer, nullable=False),
        sa.Column("whiteEntryId", sa.String(40)),
        sa.Column("blackEntryId", sa.String(40)),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("result", sa.String(20)),
        sa.Column("resultReason", sa.String(40)),
        sa.Column("parentMatchId", sa.String(80)),
        sa.Column("isTieBreak", sa.Boolean, nullable=False),
        sa.Column("tieBreakIndex", sa.Integer),
        sa.Column("tieBreakType", sa.String(20)),
        sa.Column("timeControlOverride", sa.String(20)),
        sa.Column("finishedAt", sa.String(40)),
        sa.UniqueConstraint("parentMatchId", "tieBreakIndex", name="unique_tiebreak_per_parent"),
    )
    op.create_index("matches_by_round", "matches", ["tournamentId", "roundNumber"])
