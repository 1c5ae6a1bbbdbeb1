"""Live games: streams of their own, what is due, and when somebody could last write"""

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":  # which keeps texts of any length, and would copy the whole journal
        for table in ("commit", "event", "head"):
            op.alter_column(table, "stream", existing_type=sa.String(40), type_=sa.String(80))
    with op.batch_alter_table("head") as batch_op:
        kind = sa.Column("kind", sa.String(20), nullable=False, server_default="tournament")
        batch_op.add_column(kind)
    op.create_table(
        "due",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, autoincrement=False, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("tournament_id", sa.String(40), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("white_player_id", sa.String(40), nullable=False),
        sa.Column("black_player_id", sa.String(40), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("result", sa.String(20)),
        sa.Column("result_reason", sa.String(40)),
        sa.Column("started_at", sa.String(40)),
        sa.Column("finished_at", sa.String(40)),
        sa.Column("moves", sa.Text),
    )
    op.create_index("games_by_round", "games", ["tournament_id", "round"])
