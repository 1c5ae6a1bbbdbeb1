"""An older database becomes Podium's own in place: with a copy, once, and whole or not at all."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from podium.app.older.adoption import adopt
from podium.app.older.records import OlderRecords
from podium.app.queries import standings
from podium.bootstrap import older_records, open_podium, opened
from podium.cli.older import convert_older
from podium.config import Config
from podium.core.errors import FormatError, PodiumError, Refused, Unavailable, Unknown
from podium.core.ids import TournamentId
from podium.storage.backups import conversion, legacy
from podium.storage.backups.conversion import convert
from podium.storage.backups.legacy import DatabaseKind, database_kind
from podium.storage.backups.table_rows import schema_differences
from tests.kit.events import refused
from tests.kit.waiting import at_once

SCHEMA = """CREATE TABLE pairings (id TEXT PRIMARY KEY, tournament_id TEXT, round INTEGER, board INTEGER,
    white_player_id TEXT, black_player_id TEXT, result TEXT, section TEXT, color TEXT, created_at DATETIME)"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    file = tmp_path / "old.db"
    write(file, SCHEMA, *rows(3))
    return file


def rows(count: int) -> list[str]:
    return [
        f"INSERT INTO pairings VALUES ('p{n}', 't1', {n}, 1, 'A', 'B', '1-0', NULL, NULL, '2023-01-0{n} 10:00:00')"
        for n in range(1, count + 1)
    ]


def write(file: Path, *statements: str) -> None:
    connection = sqlite3.connect(file)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def table(file: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(file)
    found = connection.execute(query).fetchall()
    connection.close()
    return found


def test_it_is_converted_in_place_and_a_copy_is_kept(old: Path, tmp_path: Path) -> None:
    before = old.read_bytes()
    old.chmod(0o640)
    converted = convert_older(Config(str(old)))
    assert converted is not None
    assert converted.copy == tmp_path / "old.db.before-podium"
    assert converted.copy.read_bytes() == before
    assert [each.adoption.name for each in converted.report.adopted] == ["Tournament t1"]
    assert names(tmp_path) == ["old.db", "old.db.before-podium"]
    assert old.stat().st_mode & 0o777 == 0o640
    with opened(Config(str(old))) as podium:
        state = podium.journal.head(TournamentId("t1")).state
        assert state is not None
        assert [str(row.points) for row in standings(state)] == ["3.0", "0.0"]
        assert state.rounds[1].paired_at == "2023-01-02T10:00:00.000+00:00"


def test_outside_sql_sees_the_rows_with_the_new_column(old: Path) -> None:
    write(old, "INSERT INTO pairings (id, tournament_id, round, board, white_player_id) VALUES ('b', 't1', 1, 2, 'C')")
    convert_older(Config(str(old)))
    query = "SELECT id, tournament_id, round, board, white_player_id, black_player_id, result, bye_type FROM pairings"
    assert sorted(table(old, query), key=str) == [
        ("b", "t1", 1, 2, "C", None, None, None),
        ("p1", "t1", 1, 1, "A", "B", "1-0", None),
        ("p2", "t1", 2, 1, "A", "B", "1-0", None),
        ("p3", "t1", 3, 1, "A", "B", "1-0", None),
    ]
    columns = {row[1] for row in table(old, "PRAGMA table_info(pairings)")}
    spec = "id tournament_id round board white_player_id black_player_id result section color bye_type created_at"
    assert set(spec.split()) <= columns


def test_a_second_start_changes_nothing(old: Path, tmp_path: Path) -> None:
    convert_older(Config(str(old)))
    before = old.read_bytes()
    assert convert_older(Config(str(old))) is None
    assert old.read_bytes() == before
    assert names(tmp_path) == ["old.db", "old.db.before-podium"]


def test_the_first_user_gets_what_was_converted(old: Path) -> None:
    convert_older(Config(str(old)))
    with opened(Config(str(old))) as podium:
        user = podium.registry.add_first_user("ana", "long-enough")
        assert [row["role"] for row in podium.registry.tournaments(user.id)] == ["owner"]


def test_only_the_first_user_gets_what_belongs_to_nobody(database_url: str, old: Path) -> None:
    with opened(Config(database_url)) as podium:
        adopt(podium.desk, older_records(old), None)
        ana = podium.registry.add_user("ana", "long-enough")
        write(old, "UPDATE pairings SET tournament_id = 't2'")
        adopt(podium.desk, older_records(old), None)
        ben = podium.registry.add_user("ben", "long-enough")
        assert [row["id"] for row in podium.registry.tournaments(ana.id)] == ["t1"]
        assert podium.registry.tournaments(ben.id) == []
        assert [row["id"] for row in podium.registry.every_tournament()] == ["t1", "t2"]


def test_an_import_can_have_an_owner(database_url: str, old: Path) -> None:
    with opened(Config(database_url)) as podium:
        podium.registry.add_user("ana", "long-enough")
        ben = podium.registry.add_user("ben", "long-enough")
        adopt(podium.desk, older_records(old), ben)
        assert [each.new for each in adopt(podium.desk, older_records(old), None).adopted] == [False]
        assert [row["role"] for row in podium.registry.tournaments(ben.id)] == ["owner"]


class Crash(Exception):
    """The machine goes down."""


@pytest.mark.parametrize("at", ["kept_copy", "records_of", "settle", "on_disk"])
def test_a_crash_on_the_way_leaves_the_old_file(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    before = old.read_bytes()

    def crash(*_: object) -> None:
        raise Crash

    with monkeypatch.context() as patched:
        patched.setattr(conversion, at, crash)
        with pytest.raises(Crash):
            convert_older(Config(str(old)))
    assert old.read_bytes() == before
    assert database_kind(old) is DatabaseKind.OLDER
    assert convert_older(Config(str(old))) is not None
    assert (tmp_path / "old.db.before-podium").read_bytes() == before
    assert database_kind(old) is DatabaseKind.PODIUM


def test_what_a_crash_left_behind_does_no_harm(old: Path, tmp_path: Path) -> None:
    (tmp_path / "old.db.converting").write_text("half a database")
    (tmp_path / "old.db.converting-wal").write_text("and its log")
    (tmp_path / "old.db.before-podium.partial").write_text("half a copy")
    assert convert_older(Config(str(old))) is not None
    assert database_kind(old) is DatabaseKind.PODIUM
    assert "old.db.converting-wal" not in names(tmp_path)


def test_a_copy_of_before_is_never_overwritten(old: Path, tmp_path: Path) -> None:
    (tmp_path / "old.db.before-podium").write_text("an earlier year")
    converted = convert_older(Config(str(old)))
    assert converted is not None
    assert converted.copy.name == "old.db.before-podium-2"
    assert (tmp_path / "old.db.before-podium").read_text() == "an earlier year"


def test_a_write_ahead_log_is_not_lost(old: Path, tmp_path: Path) -> None:
    writer = sqlite3.connect(old)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("PRAGMA wal_autocheckpoint=0")
    writer.execute("INSERT INTO pairings (id, tournament_id, round, white_player_id) VALUES ('w', 't1', 1, 'C')")
    writer.commit()
    for side in ("", "-wal"):  # as the files are when the old program dies
        (tmp_path / f"dead.db{side}").write_bytes((tmp_path / f"old.db{side}").read_bytes())
    writer.close()
    dead = tmp_path / "dead.db"
    converted = convert_older(Config(str(dead)))
    assert converted is not None
    assert len(converted.report.adopted[0].adoption.pairings) == 4
    assert not (tmp_path / "dead.db-wal").exists()
    assert table(converted.copy, "SELECT count(*) FROM pairings") == [(4,)]
    with opened(Config(str(dead))) as podium:
        assert podium.desk.stream_of("w") == "t1"


def test_a_link_stays_a_link(old: Path, tmp_path: Path) -> None:
    link = tmp_path / "current.db"
    link.symlink_to(old)
    assert convert_older(Config(str(link))) is not None
    assert link.is_symlink()
    assert database_kind(old) is DatabaseKind.PODIUM


def test_rows_that_arrive_while_it_is_copied_are_not_lost(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = conversion.kept_copy
    late = iter([True])

    def with_a_late_row(file: Path, ending: str) -> tuple[Path, bool]:
        found = copied(file, ending)
        if next(late, False):
            write(file, "INSERT INTO pairings (id, round, white_player_id) VALUES ('late', 1, 'Z')")
        return found

    monkeypatch.setattr(conversion, "kept_copy", with_a_late_row)
    seen: list[OlderRecords] = []

    def build(file: Path, records: OlderRecords) -> None:
        seen.append(records)
        write(file, "CREATE TABLE built (x)")

    copy = convert(old, build)
    assert copy is not None
    assert [len(each.pairings) for each in seen] == [4]
    assert table(copy, "SELECT count(*) FROM pairings") == [(4,)]


def test_nobody_can_write_to_the_old_file_meanwhile(old: Path) -> None:
    refusals: list[str] = []

    def build(file: Path, _records: OlderRecords) -> None:
        other = sqlite3.connect(old, timeout=0)
        try:
            other.execute("INSERT INTO pairings (id) VALUES ('lost')")
        except sqlite3.OperationalError as locked:
            refusals.append(str(locked))
        finally:
            other.close()
        write(file, "CREATE TABLE built (x)")

    convert(old, build)
    assert refusals == ["database is locked"]


def test_a_file_that_another_program_is_writing_to_is_left_alone(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "PATIENCE", 0)
    writer = sqlite3.connect(old, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable):
        convert_older(Config(str(old)))
    writer.execute("ROLLBACK")
    writer.close()
    assert database_kind(old) is DatabaseKind.OLDER


def test_two_that_start_together_convert_once(old: Path, tmp_path: Path) -> None:
    before = old.read_bytes()
    made = at_once([lambda: convert_older(Config(str(old)))] * 2)
    assert [each is None for each in made].count(True) == 1
    assert names(tmp_path) == ["old.db", "old.db.before-podium"]
    assert (tmp_path / "old.db.before-podium").read_bytes() == before


def test_a_fresh_place_and_a_podium_are_not_converted(tmp_path: Path) -> None:
    file = tmp_path / "podium.db"
    assert convert_older(Config(str(file))) is None
    assert database_kind(file) is DatabaseKind.EMPTY
    with opened(Config(str(file))):
        pass
    assert database_kind(file) is DatabaseKind.PODIUM
    assert convert_older(Config(str(file))) is None
    assert convert_older(Config("postgresql://nowhere/podium")) is None


def test_other_files_are_refused_and_untouched(tmp_path: Path, old: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("not a database " * 100)
    short = tmp_path / "short.db"
    short.write_bytes(old.read_bytes()[:4096])
    stub = tmp_path / "stub.db"
    stub.write_bytes(old.read_bytes()[:50])
    garbled = tmp_path / "garbled.db"
    write(garbled, "CREATE TABLE bookmarks (url)")
    garbled.write_bytes(
        garbled.read_bytes().replace(b"bookmarksbookmarks", b"bookmarksb\xcdokmarks").replace(b"CREATE", b"CR\xcdATE")
    )
    foreign = tmp_path / "foreign.db"
    write(foreign, "CREATE TABLE bookmarks (url)")
    bare = tmp_path / "bare.db"
    write(bare, "CREATE TABLE pairings (id, white)")
    ours = tmp_path / "ours.db"
    with opened(Config(str(ours))):
        pass
    cases: list[tuple[Path, type[PodiumError], str]] = [
        (text, FormatError, "not-a-database"),
        (short, FormatError, "database-damaged"),
        (stub, FormatError, "database-damaged"),
        (garbled, FormatError, "database-damaged"),
        (tmp_path, FormatError, "not-a-database"),
        (foreign, FormatError, "no-pairings-table"),
        (bare, FormatError, "columns-missing"),
        (ours, Refused, "database-is-podium"),
        (tmp_path / "none.db", Unknown, "unknown-file"),
    ]
    for file, kind, code in cases:
        before = file.read_bytes() if file.is_file() else b""
        with pytest.raises(kind) as caught:
            older_records(file)
        assert caught.value.code == code
        assert (file.read_bytes() if file.is_file() else b"") == before
    for file in (short, bare):
        before = file.read_bytes()
        with pytest.raises(FormatError):
            convert_older(Config(str(file)))
        assert file.read_bytes() == before
        assert [name for name in names(tmp_path) if name.startswith(file.name)] == [file.name]


def test_podium_opens_only_what_is_its_own(old: Path, tmp_path: Path) -> None:
    garbled = tmp_path / "garbled.db"
    write(garbled, "CREATE TABLE bookmarks (url)")
    garbled.write_bytes(
        garbled.read_bytes().replace(b"bookmarksbookmarks", b"bookmarksb\xcdokmarks").replace(b"CREATE", b"CR\xcdATE")
    )
    foreign = tmp_path / "foreign.db"
    write(foreign, "CREATE TABLE bookmarks (url)")
    before = old.read_bytes()
    with refused("database-is-older"):
        open_podium(Config(str(old)))
    with refused("database-is-foreign"):
        open_podium(Config(str(foreign)))
    assert old.read_bytes() == before


def test_a_database_of_a_newer_podium_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "podium.db"
    with opened(Config(str(file))):
        pass
    write(file, "UPDATE alembic_version SET version_num = '9999'")
    with refused("database-newer"):
        open_podium(Config(str(file)))


def test_a_database_that_is_away_is_said_to_be() -> None:
    with pytest.raises(Unavailable):
        open_podium(Config("postgresql://nobody@127.0.0.1:1/nothing"))


def test_a_file_with_an_unfinished_transaction_is_refused(old: Path, tmp_path: Path) -> None:
    writer = sqlite3.connect(old, isolation_level=None)
    writer.execute("PRAGMA cache_size=1")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE pairings SET result = '0-1'")
    writer.execute("CREATE TABLE filler AS WITH RECURSIVE n(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM n WHERE x < 9000) SELECT x, hex(randomblob(50)) FROM n")  # fmt: skip  # noqa: E501
    for side in ("", "-journal"):  # as the files are when the old program dies in the middle
        (tmp_path / f"dead.db{side}").write_bytes((tmp_path / f"old.db{side}").read_bytes())
    writer.execute("ROLLBACK")
    writer.close()
    with pytest.raises(PodiumError) as caught:
        older_records(tmp_path / "dead.db")
    assert caught.value.code in ("database-unfinished", "database-away")


def test_what_counts_as_older(tmp_path: Path, old: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    assert [database_kind(each) for each in (old, empty, tmp_path / "none")] == [
        DatabaseKind.OLDER,
        DatabaseKind.EMPTY,
        DatabaseKind.EMPTY,
    ]
    write(tmp_path / "half.db", SCHEMA, "CREATE TABLE alembic_version (version_num)")
    assert legacy.database_kind(tmp_path / "half.db") is DatabaseKind.FOREIGN


def test_what_podium_does_not_know_stays_readable_in_the_live_file(old: Path) -> None:
    write(
        old,
        'CREATE TABLE "spon""sors" (name TEXT, "a b" INTEGER)',
        """INSERT INTO "spon""sors" VALUES ('Rook & Co', 7)""",
        "CREATE TABLE players (id TEXT, name TEXT, shirt TEXT)",
        "INSERT INTO players VALUES ('A', 'Ann', 'XL')",
    )
    config = Config(database=f"sqlite:///{old}")
    assert convert_older(config) is not None
    assert table(old, 'SELECT name, "a b" FROM "older_spon""sors"') == [("Rook & Co", 7)]
    assert table(old, "SELECT shirt FROM older_players JOIN players USING (id, name)") == [("XL",)]
    assert table(old, "SELECT name FROM sqlite_master WHERE name = 'older_pairings'") == []  # nothing of it is unknown
    with opened(config) as podium, podium.database.read() as connection:
        assert schema_differences(connection) == []
