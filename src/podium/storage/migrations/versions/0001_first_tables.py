"""The first tables: journal, registry, read model"""

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None


def upgrade() -> None:
    op.create_table(
        "commit",
        sa.Column("stream", sa.String(40), primary_key=True),
        sa.Column("version", sa.Integer, autoincrement=False, primary_key=True),
        sa.Column("parent", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("command_id", sa.String(200)),
        sa.Column("digest", sa.String(64)),
        sa.Column("actor", sa.String(100), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("reason", sa.Text),
        sa.UniqueConstraint("stream", "actor", "command_id", name="commit_once"),
    )
    op.create_table(
        "event",
        sa.Column("stream", sa.String(40), primary_key=True),
        sa.Column("version", sa.Integer, autoincrement=False, primary_key=True),
        sa.Column("seq", sa.Integer, autoincrement=False, primary_key=True),
        sa.Column("type", sa.String(40), nullable=False),
        sa.Column("schema", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "head",
        sa.Column("stream", sa.String(40), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tournament_id", sa.String(40), nullable=False, index=True),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("player_id", sa.String(40)),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("expires_at", sa.String(40)),
    )
    op.create_table(
        "pairings",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("tournament_id", sa.String(40), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("white_player_id", sa.String(40), nullable=False),
        sa.Column("black_player_id", sa.String(40)),
        sa.Column("result", sa.String(20)),
        sa.Column("section", sa.Text),
        sa.Column("color", sa.String(5)),
        sa.Column("bye_type", sa.String(20)),
        sa.Column("is_bye", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
    )
    op.create_index("pairings_by_round", "pairings", ["tournament_id", "round"])

    op.create_table(
        "players",
        sa.Column("tournament_id", sa.String(40), primary_key=True),
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rating", sa.Integer),
        sa.Column("federation", sa.String(3)),
        sa.Column("fide_id", sa.String(12)),
        sa.Column("title", sa.Text),
        sa.Column("gender", sa.String(1)),
        sa.Column("birth", sa.String(10)),
        sa.Column("club", sa.Text),
        sa.Column("city", sa.Text),
        sa.Column("state", sa.Text),
        sa.Column("disability", sa.Text),
        sa.Column("section", sa.Text),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("pairing_id", sa.String(80), primary_key=True),
        sa.Column("player_id", sa.String(40), primary_key=True),
        sa.Column("tournament_id", sa.String(40), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("result", sa.String(20)),
    )
    op.create_index("results_by_round", "results", ["tournament_id", "round"])

    op.create_table(
        "roles",
        sa.Column("tournament_id", sa.String(40), primary_key=True),
        sa.Column("user_id", sa.Integer, autoincrement=False, primary_key=True, index=True),
        sa.Column("role", sa.String(20), nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.Integer, index=True),
        sa.Column("link_id", sa.Integer, index=True),
        sa.Column("csrf", sa.String(64), nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("expires_at", sa.String(40), nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Integer, nullable=False, index=True),
        sa.Column("label", sa.String(200), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created_at", sa.String(40), nullable=False),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("format", sa.String(40), nullable=False),
        sa.Column("place", sa.Text),
        sa.Column("start", sa.String(10)),
        sa.Column("end", sa.String(10)),
        sa.Column("rounds", sa.Integer),
        sa.Column("rounds_paired", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("published", sa.Boolean, nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(100), nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
    )
