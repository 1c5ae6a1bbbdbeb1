"""The moves of live games for outside SQL, and row security by user"""

from alembic import op
from sqlalchemy import text

revision: str = "0024"
down_revision: str | None = "0023"

# A game that is played anew, or brought in again, begins anew: the moves are those since then.
MOVES = """CREATE VIEW match_moves AS
WITH begun AS (
    SELECT stream, MAX(version) AS version FROM event
    WHERE type IN ('GameOpened', 'GameImported', 'GameRestarted') GROUP BY stream
), move AS (
    SELECT event.stream, {ply} AS ply, {uci} AS uci, {san} AS san, {at} AS at, {clock} AS clock
    FROM event JOIN begun ON begun.stream = event.stream AND event.version > begun.version
    WHERE event.type = 'MovePlayed'
    UNION ALL
    SELECT event.stream, {imported}
    FROM event JOIN begun ON begun.stream = event.stream AND event.version = begun.version, {each}
    WHERE event.type = 'GameImported'
)
SELECT games.tournament_id, games.id AS match_id, move.ply, move.uci, move.san, {written} AS at, move.clock
FROM move JOIN games ON games.id = move.stream"""
FIELDS = ("ply", "uci", "san", "at", "clock")
ON_SQLITE = {name: f"json_extract(event.body, '$.{name}')" for name in FIELDS} | {
    "imported": "one.key, json_extract(one.value, '$[0]'), json_extract(one.value, '$[1]'), "
    "json_extract(event.body, '$.at'), json_extract(event.body, '$.clocks[' || one.key || ']')",
    "each": "json_each(event.body, '$.moves') AS one",
    "written": "strftime('%Y-%m-%dT%H:%M:%f', move.at / 1000.0, 'unixepoch') || '+00:00'",
}
NUMBERS = ("ply", "at", "clock")
ON_POSTGRESQL = {name: f"(event.body::jsonb ->> '{name}')" + "::bigint" * (name in NUMBERS) for name in FIELDS} | {
    "imported": "one.at - 1, one.value ->> 0, one.value ->> 1, (event.body::jsonb ->> 'at')::bigint, "
    "(event.body::jsonb -> 'clocks' ->> (one.at - 1)::int)::bigint",
    "each": "jsonb_array_elements(event.body::jsonb -> 'moves') WITH ORDINALITY AS one (value, at)",
    "written": "to_char(to_timestamp(move.at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS') || '+00:00'",
}
# Whose connection it is: that of a database role `podium_user_NAME`, which no setting can widen, or by a setting.
NAMED = "COALESCE(substring(session_user::text FROM '^podium_user_(.*)$'), current_setting('podium.user', true))"
USER = f"(SELECT NULLIF({NAMED}, ''))"  # asked once a query, not for every row
COLUMNS = text("SELECT column_name FROM information_schema.columns WHERE table_name = :table")


def upgrade() -> None:
    connection = op.get_bind()
    sqlite = connection.dialect.name == "sqlite"
    op.execute(text(MOVES.format(**(ON_SQLITE if sqlite else ON_POSTGRESQL)).replace(":", r"\:")))
    if sqlite:
        return
    own = f"user_id = (SELECT id FROM users WHERE name = {USER})"  # noqa: S608  # names of our own
    tables = connection.scalars(text("SELECT tablename FROM pg_policies WHERE policyname = 'of_a_tournament'"))
    for table in tables.all():
        names = set(connection.scalars(COLUMNS, {"table": table}))
        id = next(name for name in ("tournament_id", "tournamentId", "id") if name in names)
        theirs = own if table == "roles" else f'"{id}" IN (SELECT tournament_id FROM roles WHERE {own})'  # noqa: S608  # as above
        op.execute(f'CREATE POLICY of_a_user ON "{table}" AS RESTRICTIVE USING ({USER} IS NULL OR {theirs})')
