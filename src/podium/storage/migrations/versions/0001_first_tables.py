"""The first tables: journal, registry, read model"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "commit",
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("parent", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("command_id", sa.String(length=200), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.Column("actor", sa.String(length=100), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("stream", "version"),
        sa.UniqueConstraint("stream", "actor", "command_id", name="commit_once"),
    )
    op.create_table(
        "event",
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("type", sa.String(length=40), nullable=False),
        sa.Column("schema", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "version", "seq"),
    )
    op.create_table(
        "head",
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("stream"),
    )
    op.create_table(
        "links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("player_id", sa.String(length=40), nullable=True),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.Column("expires_at", sa.String(length=40), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
    )
    with op.batch_alter_table("links", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_links_tournament_id"), ["tournament_id"], unique=False)

    op.create_table(
        "pairings",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("white_player_id", sa.String(length=40), nullable=False),
        sa.Column("black_player_id", sa.String(length=40), nullable=True),
        sa.Column("result", sa.String(length=20), nullable=True),
        sa.Column("section", sa.Text(), nullable=True),
        sa.Column("color", sa.String(length=5), nullable=True),
        sa.Column("bye_type", sa.String(length=20), nullable=True),
        sa.Column("is_bye", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("pairings", schema=None) as batch_op:
        batch_op.create_index("pairings_by_round", ["tournament_id", "round"], unique=False)

    op.create_table(
        "players",
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("federation", sa.String(length=3), nullable=True),
        sa.Column("fide_id", sa.String(length=12), nullable=True),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("gender", sa.String(length=1), nullable=True),
        sa.Column("birth", sa.String(length=10), nullable=True),
        sa.Column("club", sa.Text(), nullable=True),
        sa.Column("city", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=True),
        sa.Column("disability", sa.Text(), nullable=True),
        sa.Column("section", sa.Text(), nullable=True),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "id"),
    )
    op.create_table(
        "results",
        sa.Column("pairing_id", sa.String(length=80), nullable=False),
        sa.Column("player_id", sa.String(length=40), nullable=False),
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("result", sa.String(length=20), nullable=True),
        sa.PrimaryKeyConstraint("pairing_id", "player_id"),
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index("results_by_round", ["tournament_id", "round"], unique=False)

    op.create_table(
        "roles",
        sa.Column("tournament_id", sa.String(length=40), nullable=False),
        sa.Column("user_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "user_id"),
    )
    with op.batch_alter_table("roles", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_roles_user_id"), ["user_id"], unique=False)

    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("link_id", sa.Integer(), nullable=True),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.Column("expires_at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_link_id"), ["link_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_sessions_user_id"), ["user_id"], unique=False)

    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
    )
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tokens_user_id"), ["user_id"], unique=False)

    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("format", sa.String(length=40), nullable=False),
        sa.Column("place", sa.Text(), nullable=True),
        sa.Column("start", sa.String(length=10), nullable=True),
        sa.Column("end", sa.String(length=10), nullable=True),
        sa.Column("rounds", sa.Integer(), nullable=True),
        sa.Column("rounds_paired", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("published", sa.Boolean(), nullable=False),
        sa.Column("archived", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
