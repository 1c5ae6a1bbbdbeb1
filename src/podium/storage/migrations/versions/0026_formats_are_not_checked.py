"""The registry of formats says which there are: a new one needs no migration"""

import re

import sqlalchemy as sa
from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"

CHECK = re.compile(r',\s*CONSTRAINT "tournaments_format_check" CHECK \("format" IN \([^)]*\)\)')


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        op.execute("ALTER TABLE tournaments DROP CONSTRAINT IF EXISTS tournaments_format_check")
        return
    # SQLite drops no check: the table is made anew by its own words without it, and has its rows and indexes again.
    stored = sa.text("SELECT type, sql FROM sqlite_master WHERE tbl_name = 'tournaments' AND sql IS NOT NULL")
    found = connection.execute(stored).all()
    words = next(CHECK.sub("", row.sql) for row in found if row.type == "table")
    indexes = [row.sql for row in found if row.type == "index"]
    fresh = f"CREATE TABLE tournaments_unchecked {words[words.index('(') :]}"
    for statement in (
        fresh,
        "INSERT INTO tournaments_unchecked SELECT * FROM tournaments",
        "DROP TABLE tournaments",
        "ALTER TABLE tournaments_unchecked RENAME TO tournaments",
        *indexes,
    ):
        connection.exec_driver_sql(statement)
