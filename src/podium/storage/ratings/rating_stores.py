"""Where the players of one rating list are: in SQLite a file beside the database, in PostgreSQL two tables.

A list is written whole before anybody looks in it, and never changed: a newer one gets a store of its own
([decision 13](../../../docs/decisions/0013-rating-lists-have-stores-of-their-own.md)).

| table | a row |
| --- | --- |
| players | what the list says of a player |
| names | the words of a name, beginning with any of them: `garcia marquez gabriel`, `marquez gabriel garcia`, ... |
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, ProgrammingError

from podium.core.collation import search_words
from podium.core.errors import Refused, Unavailable
from podium.core.ratings.rated_player import RatedPlayer
from podium.storage.sql import database_file
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import allow_long

AT_ONCE = 10_000  # players that are written in one go
CACHE = 64_000  # kilobytes that SQLite may keep in memory while it writes
FOLDER = ".ratings"  # after the name of the database's file
PREFIX = "ratings_"  # of tables of PostgreSQL
ENGINES = 8  # lists whose files are ready to be opened
ENDED = 3  # times a table is tried to be dropped in which somebody may be looking
MOST_WORDS = 8  # of a name by which it can be found
_FIELDS = ", ".join(RatedPlayer._fields)
_BY_BYTES = sa.Text().with_variant(sa.TEXT(collation="C"), "postgresql")

Check = Callable[[int], None]
"""Is told how many players are written; raises where nobody wants them any more."""


class StoreGone(Exception):
    """The list was replaced or dropped while somebody was about to look in it."""


def name_rotations(name: str) -> set[str]:
    """The words of a name, beginning with each of them.

    >>> sorted(name_rotations("Müller, Jörg"))
    ['jorg muller', 'muller jorg']
    """
    words = search_words(name)
    if len(words) == 2:
        first, second = words
        return {f"{first} {second}", f"{second} {first}"}
    words = words[:MOST_WORDS]
    return {" ".join((*words[at:], *words[:at])) for at in range(len(words))}


class SqliteStores:
    """Rating lists in files of their own, so that writing one never keeps a result waiting."""

    def __init__(self, database: Database) -> None:
        self._file = database.file
        self._engines: dict[str, sa.Engine] = {}

    @property
    def _folder(self) -> Path:
        if self._file is None:
            raise Refused("ratings-need-a-file")
        return self._file.path.with_name(self._file.path.name + FOLDER)

    def _path(self, store: str) -> Path:
        return self._folder / f"{store}.db"

    def write(self, store: str, players: Iterable[RatedPlayer], check: Check) -> int:
        """Write a list; how many players it has. On disk before anybody hears of it."""
        folder = self._folder
        folder.mkdir(mode=0o700, exist_ok=True)
        path, staging = self._path(store), folder / f"{store}.staging"
        for leftover in (path, staging):
            leftover.unlink(missing_ok=True)
        try:
            with closing(database_file.connect(path, isolation_level=None)) as connection:
                path.chmod(0o600)
                count = _write_file(connection, staging, players, check)
            _sync(path)
        except (sqlite3.Error, OSError) as problem:
            path.unlink(missing_ok=True)
            raise Unavailable("rating-list-not-written", value=str(problem)) from problem
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        finally:
            staging.unlink(missing_ok=True)
        return count

    def has(self, store: str) -> bool:
        """Whether the list is there."""
        return self._file is not None and self._path(store).exists()

    @contextmanager
    def reading(self, store: str) -> Iterator[tuple[sa.Connection, sa.Table, sa.Table]]:
        """A connection to a list, its players and its names; raises StoreGone, and Unavailable for a damaged one."""
        if not self.has(store):
            raise StoreGone
        path = self._path(store)
        engine = self._engines.get(store)
        if engine is None:
            if len(self._engines) >= ENGINES:
                self._engines.clear()  # lists are few, and change once a month

            def connect() -> sqlite3.Connection:
                return database_file.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)

            engine = self._engines[store] = sa.create_engine("sqlite://", creator=connect, poolclass=sa.NullPool)
        try:
            with engine.connect() as connection:
                yield connection, *tables_of("players", "names")
        except DBAPIError as problem:
            if not path.exists():
                raise StoreGone from None
            raise Unavailable("rating-list-damaged") from problem

    def drop(self, store: str) -> None:
        """Remove a list. Who has it open reads to the end."""
        with suppress(OSError, Refused):  # somebody else removed it, or holds it open on Windows: swept next time
            self._path(store).unlink(missing_ok=True)

    def sweep(self, kept: set[str]) -> None:
        """Remove what ended loads have left."""
        if self._file is None or not self._folder.is_dir():
            return
        for path in self._folder.iterdir():
            if path.stem not in kept:
                with suppress(OSError):
                    path.unlink()


class PostgresStores:
    """Rating lists in tables of their own, written in one transaction that others do not notice."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def write(self, store: str, players: Iterable[RatedPlayer], check: Check) -> int:
        """Write a list; how many players it has. Nothing of it is there where this is ended."""
        from psycopg import Error

        try:
            return self._copy(store, players, check)
        except (Error, OSError) as problem:  # of the driver itself, which copies past the engine
            raise Unavailable("rating-list-not-written", value=str(problem)) from problem

    def _copy(self, store: str, players: Iterable[RatedPlayer], check: Check) -> int:
        players_table, names_table = tables_of(*_names(store))
        with tempfile.TemporaryFile() as spool, self._database.write() as connection:
            allow_long(connection)
            players_table.metadata.create_all(connection)
            cursor: Any = connection.connection.cursor()  # the driver's own
            with cursor.copy(f'COPY "{players_table.name}" (number, {_FIELDS}) FROM STDIN (FREEZE)') as copy:
                count = 0
                for count, player in enumerate(players, start=1):
                    copy.write_row((count, *player))
                    rank = _rank(player)
                    for rotation in name_rotations(player.name):
                        spool.write(f"{rotation}\t{rank}\t{count}\n".encode())
                    if not count % AT_ONCE:
                        check(count)
            spool.seek(0)
            with cursor.copy(f'COPY "{names_table.name}" FROM STDIN (FREEZE)') as copy:
                while piece := spool.read(1 << 20):
                    copy.write(piece)
            check(count)
            for sentence in (
                f'CREATE INDEX ON "{names_table.name}" (rotation) INCLUDE (rank, player)',
                f'CREATE INDEX ON "{players_table.name}" (id)',
                f'CREATE INDEX ON "{players_table.name}" (fide_id) WHERE fide_id IS NOT NULL',
                f'ANALYZE "{names_table.name}", "{players_table.name}"',
            ):
                connection.execute(sa.text(sentence))
                check(count)
        return count

    def has(self, store: str) -> bool:
        """Whether the list is there."""
        with self._database.read() as connection:
            return bool(sa.inspect(connection).has_table(_names(store)[0]))

    @contextmanager
    def reading(self, store: str) -> Iterator[tuple[sa.Connection, sa.Table, sa.Table]]:
        """A connection to a list, its players and its names; raises StoreGone."""
        with self._database.read() as connection:
            try:
                yield connection, *tables_of(*_names(store))
            except ProgrammingError:
                connection.rollback()
                if sa.inspect(connection).has_table(_names(store)[0]):
                    raise
                raise StoreGone from None

    def drop(self, store: str) -> None:
        """Remove a list; where somebody looks in it for long it is swept next time."""
        for _try in range(ENDED):
            with suppress(DBAPIError):
                with self._database.writing.begin() as connection:
                    connection.execute(sa.text(f"DROP TABLE IF EXISTS {', '.join(_names(store))}"))
                return

    def sweep(self, kept: set[str]) -> None:
        """Remove what ended loads have left."""
        with self._database.read() as connection:
            names = sa.inspect(connection).get_table_names()
        stores = {name.split("_")[1] for name in names if is_of_a_list(name)}
        for store in stores - kept:
            self.drop(store)


Stores = SqliteStores | PostgresStores


def stores_of(database: Database) -> Stores:
    """Where a database keeps its lists."""
    return SqliteStores(database) if database.is_sqlite else PostgresStores(database)


def is_of_a_list(table: str) -> bool:
    """Whether a table of PostgreSQL holds players of a rating list, and so is no part of the schema."""
    return table.startswith(PREFIX) and table.endswith(("_players", "_names"))


def _names(store: str) -> tuple[str, str]:
    return f"{PREFIX}{store}_players", f"{PREFIX}{store}_names"


@lru_cache(16)
def tables_of(players: str, names: str) -> tuple[sa.Table, sa.Table]:
    """The two tables of a list, by what they are called."""
    metadata = sa.MetaData()
    return (
        sa.Table(
            players,
            metadata,
            sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("id", _BY_BYTES, nullable=False),
            sa.Column("name", sa.Text, nullable=False),
            sa.Column("federation", sa.Text),
            sa.Column("gender", sa.Text),
            sa.Column("title", sa.Text),
            sa.Column("standard", sa.Integer),
            sa.Column("rapid", sa.Integer),
            sa.Column("blitz", sa.Integer),
            sa.Column("birth", sa.Text),
            sa.Column("fide_id", _BY_BYTES),
            sa.Column("club", sa.Text),
            sa.Column("active", sa.Boolean, nullable=False),
        ),
        sa.Table(
            names,
            metadata,
            sa.Column("rotation", _BY_BYTES, nullable=False),
            sa.Column("rank", sa.Integer, nullable=False),
            sa.Column("player", sa.Integer, nullable=False),
        ),
    )


def _rank(player: RatedPlayer) -> int:
    """By what players found are ordered: the strongest first, active players before others."""
    best = max(player.standard or 0, player.rapid or 0, player.blitz or 0)
    return best + 10_000 if player.active else best


def _write_file(connection: sqlite3.Connection, staging: Path, players: Iterable[RatedPlayer], check: Check) -> int:
    for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE", f"cache_size=-{CACHE}"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("ATTACH ? AS staging", (str(staging),))
    connection.execute("PRAGMA staging.journal_mode=OFF")
    connection.execute("PRAGMA staging.synchronous=OFF")
    connection.execute(f"CREATE TABLE players (number INTEGER PRIMARY KEY, {_FIELDS})")
    connection.execute("CREATE TABLE staging.names (rotation, rank, player)")
    places = ", ".join("?" * (len(RatedPlayer._fields) + 1))
    into_players = f"INSERT INTO players VALUES ({places})"  # noqa: S608  # nothing but question marks
    count, rest = 0, iter(players)
    connection.execute("BEGIN")
    while some := list(islice(rest, AT_ONCE)):
        numbered = list(enumerate(some, start=count + 1))
        connection.executemany(into_players, ((number, *player) for number, player in numbered))
        connection.executemany(
            "INSERT INTO staging.names VALUES (?, ?, ?)",
            (
                (rotation, rank, number)
                for number, player in numbered
                for rank in (_rank(player),)
                for rotation in name_rotations(player.name)
            ),
        )
        count += len(some)
        check(count)
    connection.execute("COMMIT")
    for sentence in (
        "CREATE TABLE names (rotation, rank, player, PRIMARY KEY (rotation, player)) WITHOUT ROWID",
        "INSERT INTO names SELECT rotation, rank, player FROM staging.names ORDER BY rotation, player",
        "CREATE INDEX players_by_id ON players (id)",
        "CREATE INDEX players_by_fide_id ON players (fide_id) WHERE fide_id IS NOT NULL",
    ):
        connection.execute(sentence)
        check(count)
    return count


def _sync(path: Path) -> None:
    """Have it on disk; raises Refused where a later load has swept it away."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        raise Refused("rating-list-superseded", value=path.stem) from None
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
