"""The rules of knockouts beside their tournaments"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision: str = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    json = sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
    with op.batch_alter_table("tournaments") as batch_op:
        batch_op.add_column(sa.Column("timeControl", sa.String(20), nullable=False, server_default="10+0"))
        batch_op.add_column(sa.Column("drawRuleMode", sa.String(20), nullable=False, server_default="ALLOW_ALL"))
        batch_op.add_column(sa.Column("drawConfig", json))
        batch_op.add_column(sa.Column("requiresDecisiveResult", sa.Boolean, nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column("tieBreakPolicy", sa.String(20), nullable=False, server_default="NONE"))
        batch_op.add_column(sa.Column("tieBreakTimeControl", sa.String(20)))
        batch_op.create_index("tournaments_drawRuleMode_idx", ["drawRuleMode"])
        batch_op.create_index("tournaments_tieBreakPolicy_idx", ["tieBreakPolicy"])
        batch_op.create_index("tournaments_requiresDecisiveResult_idx", ["requiresDecisiveResult"])
