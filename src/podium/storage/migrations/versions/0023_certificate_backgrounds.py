"""Backgrounds of certificates, and the national ids of players"""

import sqlalchemy as sa
from alembic import op

revision: str = "0023"
down_revision: str | None = "0022"

SETTING = "current_setting('podium.tournament', true)"


def upgrade() -> None:
    op.add_column("players", sa.Column("national_id", sa.String(20)))
    op.create_table(
        "certificate_backgrounds",
        sa.Column("tournament_id", sa.String(40), primary_key=True),
        sa.Column("media_type", sa.String(20), nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("uploaded_at", sa.String(40), nullable=False),
        sa.CheckConstraint(
            "media_type IN ('image/jpeg', 'image/png', 'image/webp')", name="certificate_backgrounds_media_type_check"
        ),
        sa.CheckConstraint("width >= 1", name="certificate_backgrounds_width_check"),
        sa.CheckConstraint("height >= 1", name="certificate_backgrounds_height_check"),
    )
    if op.get_bind().dialect.name != "sqlite":
        named = f"tournament_id = ANY (string_to_array({SETTING}, chr(10)))"
        op.execute("ALTER TABLE certificate_backgrounds ENABLE ROW LEVEL SECURITY")
        op.execute("ALTER TABLE certificate_backgrounds FORCE ROW LEVEL SECURITY")
        op.execute(f"CREATE POLICY of_a_tournament ON certificate_backgrounds USING ({SETTING} = '*' OR {named})")
