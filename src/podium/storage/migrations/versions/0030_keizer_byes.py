"""A Keizer has absences of more kinds: club duty and excused

SQLite changes no check: each table is made anew by its own words with the longer lists, and has its rows and indexes
again.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0030"
down_revision: str | None = "0029"

KINDS = ("club-duty", "excused")
CHECKED = {
    "pairings": {"bye_type": "'unspecified'", "result": "'bye_unspecified'"},
    "results": {"result": "'bye_unspecified'"},
}
"""The columns that may hold them, with the word of the list behind which they are put."""


def upgrade() -> None:
    connection = op.get_bind()
    for table, columns in CHECKED.items():
        if connection.dialect.name == "sqlite":
            _remake(connection, table, columns)
            continue
        for check in sa.inspect(connection).get_check_constraints(table):
            name = str(check["name"])
            column = name.removeprefix(f"{table}_").removesuffix("_check")
            if column in columns:
                wider = _widened(check["sqltext"], columns[column], "::character varying")
                op.execute(f'ALTER TABLE "{table}" DROP CONSTRAINT "{name}"')
                _execute(f'ALTER TABLE "{table}" ADD CONSTRAINT "{name}" CHECK ({wider})')


def _widened(words: str, last: str, cast: str = "") -> str:
    """The words of a check with the new kinds behind the `last` of its list, written as that one is."""
    prefix = "'bye_" if last.startswith("'bye_") else "'"
    cast = cast if f"{last}{cast}" in words else ""
    more = "".join(f", {prefix}{kind}'{cast}" for kind in KINDS)
    return words.replace(f"{last}{cast}", f"{last}{cast}{more}")


def _remake(connection: sa.Connection, table: str, columns: dict[str, str]) -> None:
    stored = sa.text("SELECT type, sql FROM sqlite_master WHERE tbl_name = :table AND sql IS NOT NULL")
    found = connection.execute(stored, {"table": table}).all()
    words = next(row.sql for row in found if row.type == "table")
    for last in set(columns.values()):
        words = _widened(words, last)
    fresh = f"{table}_widened"
    for statement in (
        f'CREATE TABLE "{fresh}" {words[words.index("(") :]}',
        f'INSERT INTO "{fresh}" SELECT * FROM "{table}"',  # noqa: S608  # names of our own
        f'DROP TABLE "{table}"',
        f'ALTER TABLE "{fresh}" RENAME TO "{table}"',
        *(row.sql for row in found if row.type != "table"),
    ):
        connection.exec_driver_sql(statement)


def _execute(statement: str) -> None:
    """Run a statement as it is: nothing in it stands for a value."""
    op.execute(sa.text(statement.replace(":", r"\:")))
