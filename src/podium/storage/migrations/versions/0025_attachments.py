"""Logos, backgrounds of certificates and photos in one table"""

import sqlalchemy as sa
from alembic import op

revision: str = "0025"
down_revision: str | None = "0024"

COLUMNS = "media_type, width, height, digest, content, uploaded_at"
SETTING = "current_setting('podium.tournament', true)"
# Whose connection it is: as the policies of 0024 have it.
NAMED = "COALESCE(substring(session_user::text FROM '^podium_user_(.*)$'), current_setting('podium.user', true))"
USER = f"(SELECT NULLIF({NAMED}, ''))"
# The tables before, what their rows are now, and whose.
MERGED = (
    ("logos", "logo", "''"),
    ("certificate_backgrounds", "background", "''"),
    ("photos", "photo", "player_id"),
)


def upgrade() -> None:
    op.create_table(
        "attachments",
        sa.Column("tournament_id", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("player_id", sa.String(40), primary_key=True),
        sa.Column("media_type", sa.String(20), nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("uploaded_at", sa.String(40), nullable=False),
        sa.CheckConstraint("kind IN ('logo', 'background', 'photo')", name="attachments_kind_check"),
        sa.CheckConstraint(
            "media_type IN ('image/jpeg', 'image/png', 'image/webp')", name="attachments_media_type_check"
        ),
        sa.CheckConstraint("width >= 1", name="attachments_width_check"),
        sa.CheckConstraint("height >= 1", name="attachments_height_check"),
    )
    for table, kind, player in MERGED:
        op.execute(
            f"INSERT INTO attachments (tournament_id, kind, player_id, {COLUMNS}) "  # noqa: S608  # names of our own
            f"SELECT tournament_id, '{kind}', {player}, {COLUMNS} FROM {table}"
        )
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        named = f"tournament_id = ANY (string_to_array({SETTING}, chr(10)))"
        own = f"SELECT tournament_id FROM roles WHERE user_id = (SELECT id FROM users WHERE name = {USER})"  # noqa: S608  # as above
        theirs = f"{USER} IS NULL OR tournament_id IN ({own})"
        op.execute("ALTER TABLE attachments ENABLE ROW LEVEL SECURITY")
        op.execute("ALTER TABLE attachments FORCE ROW LEVEL SECURITY")
        op.execute(f"CREATE POLICY of_a_tournament ON attachments USING ({SETTING} = '*' OR {named})")
        op.execute(f"CREATE POLICY of_a_user ON attachments AS RESTRICTIVE USING ({theirs})")
