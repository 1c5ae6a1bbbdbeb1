"""Starting up: tables appear by themselves, once, whoever starts first."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import inspect, select, text

from podium.api.application import THREADS
from podium.app.event.attachments import AttachmentKey, AttachmentKind, UploadedPicture
from podium.core.errors import Invalid
from podium.core.ids import PlayerId, TournamentId
from podium.flow.commands import CreateTournament
from podium.storage.event.attachments import SqlAttachments
from podium.storage.hall.screens import SqlScreens
from podium.storage.journal.journal import SqlJournal
from podium.storage.read_model import tournaments
from podium.storage.sql.database import CONNECTIONS, MIGRATIONS, Database, _alembic, location
from podium.storage.sql.transactions import EVERY_TOURNAMENT, show_tournaments
from podium.storage.tables import metadata
from tests.kit.events import Director
from tests.kit.loops import every
from tests.kit.older_schema import take_back
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("real_migrations")
START = "import sys; from podium.storage.sql.database import Database; Database(sys.argv[1]).migrate()"
KNOCKOUT = [
    "timeControl",
    "drawRuleMode",
    "drawConfig",
    "requiresDecisiveResult",
    "tieBreakPolicy",
    "tieBreakTimeControl",
]


def test_every_thread_of_a_server_has_a_connection_to_a_file(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "podium.db"))
    with ExitStack() as held:
        connections = [held.enter_context(database.reading.connect()) for _ in range(THREADS + 1)]
        assert all(each.scalar(text("SELECT 1")) == 1 for each in connections)
    assert THREADS <= CONNECTIONS  # so none is opened and closed for one question
    database.close()


def test_processes_that_start_together_make_the_tables_once(database_url: str) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", START, database_url], stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    told = [process.communicate(timeout=PATIENCE)[1] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], told
    database = Database(database_url)
    with database.reading.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar_one() == 1
    database.close()


def test_the_migrations_make_exactly_the_tables_the_code_knows(database_url: str) -> None:
    database = Database(database_url)
    database.migrate()
    with database.reading.connect() as connection:
        there = inspect(connection)
        for table in metadata.sorted_tables:
            columns = {column["name"]: column["nullable"] for column in there.get_columns(table.name)}
            assert columns == {column.name: column.nullable for column in table.columns}, table.name
            assert there.get_pk_constraint(table.name)["constrained_columns"] == [
                column.name for column in table.primary_key.columns
            ]
            assert {index["name"] for index in there.get_indexes(table.name)} >= {index.name for index in table.indexes}
    database.close()


def test_rules_of_knockouts_that_were_there_before_their_columns_are_filled_in(database_url: str) -> None:
    database = Database(database_url)
    database.migrate()
    journal = SqlJournal(database)
    event = Director(journal, TournamentId("t1"))
    rules = {"tieBreakPolicy": "BEST_OF_3", "requiresDecisiveResult": True, "drawConfig": {"minMove": 30}}
    event.do(CreateTournament(event.stream, {"name": "Cup", "format": "knockout", **rules}))
    journal.close()
    with database.writing.begin() as connection:  # as an older Podium left it
        take_back(connection, "0003")
    database.migrate()
    with database.read(EVERY_TOURNAMENT) as connection:
        row = connection.execute(select(*(tournaments.c[name] for name in KNOCKOUT))).one()
    assert tuple(row) == ("10+0", "ALLOW_ALL", {"minMove": 30}, True, "BEST_OF_3", None)
    database.close()


def test_pictures_that_were_there_before_their_common_table_are_kept(database_url: str) -> None:
    database, stream, ann = Database(database_url), TournamentId("t1"), PlayerId("ann")
    keys = [AttachmentKey(kind, stream) for kind in (AttachmentKind.LOGO, AttachmentKind.BACKGROUND)]
    keys += [AttachmentKey(AttachmentKind.PHOTO, stream, player) for player in (ann, PlayerId("ben"))]
    rest = "'image/png', 16, 16, '{digest}', :content, '2026-05-01'"
    with database.writing.begin() as connection:
        command.upgrade(_alembic(connection), "0024")
        show_tournaments(connection, EVERY_TOURNAMENT)
        tables = ("logos", "certificate_backgrounds", "photos", "photos")
        for number, (key, table) in enumerate(zip(keys, tables, strict=True)):
            whose = ", ".join(f"'{id}'" for id in (stream, key.player) if id)
            row = f"INSERT INTO {table} VALUES ({whose}, {rest.format(digest=number)})"
            connection.execute(text(row), {"content": bytes([number])})
    database.migrate()
    attachments = SqlAttachments(database, SqlScreens(database))
    kept = [UploadedPicture("image/png", 16, 16, bytes([number]), str(number)) for number in range(4)]
    assert [attachments.picture(key) for key in keys] == kept
    assert attachments.digests(AttachmentKind.PHOTO, [stream]) == {keys[2]: "2", keys[3]: "3"}
    database.close()


def test_sqlite_writes_through_to_the_disk(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "podium.db"))
    with database.writing.connect() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar_one() == 2  # FULL
        assert connection.execute(text("PRAGMA journal_mode")).scalar_one() == "wal"
    database.close()


@every(
    ("given", "driver"),
    [
        ("podium.db", "sqlite"),
        ("/var/lib/podium/club.db", "sqlite"),
        ("sqlite:///podium.db", "sqlite"),
        ("postgresql://localhost/podium", "postgresql+psycopg"),
        ("postgres://localhost/podium", "postgresql+psycopg"),
        ("postgresql+psycopg://localhost/podium", "postgresql+psycopg"),
    ],
)
def test_a_database_is_named_by_a_file_or_an_address(given: str, driver: str) -> None:
    assert location(given).drivername == driver


@pytest.mark.parametrize("given", ["mysql://localhost/podium", "postgresql://host:port/x", "://"])
def test_another_kind_of_database_is_refused_with_its_name(given: str) -> None:
    with pytest.raises(Invalid) as caught:
        location(given)
    assert caught.value.code == "database-malformed"


def test_every_migration_is_named_by_its_revision() -> None:
    for file in sorted((MIGRATIONS / "versions").glob("*_*.py")):
        assert f'revision: str = "{file.name.partition("_")[0]}"' in file.read_text()


def test_a_second_start_migrates_nothing(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(database_url)
    database.migrate()
    monkeypatch.setattr("alembic.command.upgrade", lambda *_: pytest.fail("migrated again"))
    database.migrate()
    database.close()
