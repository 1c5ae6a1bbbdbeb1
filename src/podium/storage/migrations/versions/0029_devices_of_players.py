"""Devices of players: who is the only one, windows that were left, and who was told that a game starts"""

import sqlalchemy as sa
from alembic import op

revision: str = "0029"
down_revision: str | None = "0028"

SETTING = "current_setting('podium.tournament', true)"
# Whose connection it is: as the policies of 0024 have it.
NAMED = "COALESCE(substring(session_user::text FROM '^podium_user_(.*)$'), current_setting('podium.user', true))"
USER = f"(SELECT NULLIF({NAMED}, ''))"


def upgrade() -> None:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    alone = "CONSTRAINT sessions_alone_check CHECK (alone IN (0, 1))" if is_sqlite else ""
    op.execute(
        f"ALTER TABLE sessions ADD COLUMN alone BOOLEAN NOT NULL DEFAULT {'0' if is_sqlite else 'false'} {alone}"
    )
    told = "CONSTRAINT followers_told_start_check CHECK (told_start >= 0)"
    op.execute(f"ALTER TABLE followers ADD COLUMN told_start INTEGER NOT NULL DEFAULT 0 {told}")
    op.create_table(
        "window_changes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("tournament_id", sa.String(40), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("player_id", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("away", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.String(40), nullable=False),
        sa.CheckConstraint("away >= 1", name="window_changes_away_check"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_window_changes_tournament_id", "window_changes", ["tournament_id"])
    op.create_index("ix_window_changes_expires_at", "window_changes", ["expires_at"])
    if not is_sqlite:
        named = f"tournament_id = ANY (string_to_array({SETTING}, chr(10)))"
        own = f"SELECT tournament_id FROM roles WHERE user_id = (SELECT id FROM users WHERE name = {USER})"  # noqa: S608  # names of our own
        theirs = f"{USER} IS NULL OR tournament_id IN ({own})"
        op.execute("ALTER TABLE window_changes ENABLE ROW LEVEL SECURITY")
        op.execute("ALTER TABLE window_changes FORCE ROW LEVEL SECURITY")
        op.execute(f"CREATE POLICY of_a_tournament ON window_changes USING ({SETTING} = '*' OR {named})")
        op.execute(f"CREATE POLICY of_a_user ON window_changes AS RESTRICTIVE USING ({theirs})")
