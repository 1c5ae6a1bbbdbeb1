"""Rating lists in a database of either kind: found as one types, replaced without a gap, whatever ends a load."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect

from podium.app.ratings.rating_lists import ListStatus, ListToLoad
from podium.core.errors import FormatError, Refused, Unavailable, Unknown
from podium.core.ratings.rated_player import Layout, RatedPlayer
from podium.storage.backups.table_rows import check_tables
from podium.storage.ratings import rating_stores
from podium.storage.ratings.rating_lists import SqlRatingLists
from podium.storage.sql.database import Database
from tests.kit.loops import every
from tests.kit.rating_lists import MAGNUS, PLAYERS, combined_list, many, to_load
from tests.kit.waiting import PATIENCE

KILLED = """
import sys
from pathlib import Path
from podium.app.ratings.rating_lists import ListToLoad
from podium.storage.ratings import rating_stores
from podium.storage.sql.database import Database
from podium.storage.ratings.rating_lists import SqlRatingLists

rating_stores.AT_ONCE = 10

def wait(part, count):
    print("half", flush=True)
    sys.stdin.read()  # until somebody ends us

SqlRatingLists(Database(sys.argv[1])).load(ListToLoad(Path(sys.argv[2]), "new.txt", "fide", "Ben"), wait)
"""


@pytest.fixture
def lists(database: Database) -> Iterator[SqlRatingLists]:
    """Rating lists, of which none is left in the end."""
    lists = SqlRatingLists(database)
    yield lists
    for name in {each.name for each in lists.lists()}:
        lists.drop(name)
    rating_stores.stores_of(database).sweep(set())


@pytest.fixture
def loaded(lists: SqlRatingLists, tmp_path: Path) -> SqlRatingLists:
    lists.load(to_load(tmp_path))
    return lists


def names(lists: SqlRatingLists, typed: str) -> list[str]:
    return [player.name for player in lists.find(typed).players]


class TestSomebodyWhoIsLookedFor:
    @every("typed", ["Muller", "Müller", "mueller", "MUL", "Mue"])
    def test_is_found_whatever_the_spelling_the_strongest_first_and_who_plays_no_more_last(
        self, loaded: SqlRatingLists, typed: str
    ) -> None:
        assert names(loaded, typed) == ["Müller, Hanna", "Mueller, Hans", "Muller, Jean"]

    @every(
        ("typed", "found"),
        [
            ("Garcia Marquez, G", ["Garcia Marquez, Gabriel"]),
            ("Gabriel Garcia", ["Garcia Marquez, Gabriel", "Garcia, Gabriela"]),
            ("marq", ["Garcia Marquez, Gabriel"]),
            ("garc gabriela", ["Garcia, Gabriela"]),
            ("carl magnus", ["Carlsen, Magnus"]),
            ("carlsen xaver", []),
            ("c", []),
            ("%", []),
            ("' OR 1=1 --", []),
            ("", []),
        ],
    )
    def test_is_found_by_the_beginnings_of_words_in_any_order(
        self, loaded: SqlRatingLists, typed: str, found: list[str]
    ) -> None:
        assert names(loaded, typed) == found

    def test_is_found_by_number_whole_or_begun(self, loaded: SqlRatingLists) -> None:
        assert loaded.find("1503014").players == (MAGNUS._replace(fide_id="1503014"),)
        assert names(loaded, "46000") == ["Mueller, Hans", "Müller, Hanna", "Muller, Jean"]
        assert names(loaded, "9999999") == []

    def test_is_told_with_everything_that_the_list_says(self, loaded: SqlRatingLists) -> None:
        by_id = {player.id: player for player in PLAYERS}
        for player in PLAYERS:
            assert loaded.by_id(player.id) == by_id[player.id]._replace(fide_id=player.id)
        assert loaded.by_id("4") is None
        assert set(loaded.by_fide_ids(["1503014", "4600002", "5"])) == {"1503014", "4600002"}

    def test_comes_once_though_two_words_fit(self, lists: SqlRatingLists, tmp_path: Path) -> None:
        lists.load(to_load(tmp_path, [RatedPlayer("1", "Ali Ali, Alim"), RatedPlayer("2", "Alimov, Ali")]))
        assert sorted(names(lists, "ali")) == ["Ali Ali, Alim", "Alimov, Ali"]

    def test_is_one_of_so_many_at_most(self, lists: SqlRatingLists, tmp_path: Path) -> None:
        lists.load(to_load(tmp_path, many(80)))
        assert len(lists.find("nobody", most=7).players) == 7
        assert len(lists.find("nobody", most=1000).players) == 50

    def test_is_nowhere_without_a_list(self, lists: SqlRatingLists) -> None:
        assert lists.find("muller") == lists.find("1")
        assert lists.find("muller").list is None
        with pytest.raises(Unknown):
            lists.find("muller", "ger")


class TestAListOfAFederation:
    def test_stands_beside_that_of_fide_which_is_asked_first(self, loaded: SqlRatingLists, tmp_path: Path) -> None:
        file = tmp_path / "dwz.csv"
        file.write_text("Mitgliedsnummer;Name;DWZ;FIDE-ID\n1001;Müller, Kurt;1777;77\n")
        loaded.load(ListToLoad(file, file.name, "dwz", "Ana"))
        assert [each.name for each in loaded.ready()] == ["fide", "dwz"]
        assert names(loaded, "kurt") == []
        kurt = RatedPlayer("1001", "Müller, Kurt", standard=1777, fide_id="77")
        assert loaded.find("kurt", "dwz").players == (kurt,)
        assert loaded.find("77", "dwz").players == (kurt,)
        assert loaded.by_fide_ids(["77"], "dwz") == {"77": kurt}
        assert loaded.by_national_ids(["1001", "77"], "dwz") == {"1001": kurt}
        assert loaded.by_national_ids(["1503014"]) == {}  # a number of FIDE's own list is no national one
        assert loaded.current("dwz") != loaded.current()


class TestANewerList:
    def test_takes_the_place_of_the_one_before_in_which_people_look_until_then(
        self, loaded: SqlRatingLists, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rating_stores, "AT_ONCE", 10)
        told: list[float] = []

        def progress(part: float, _count: int) -> None:
            told.append(part)
            if part == 1.0:
                return
            assert names(loaded, "carlsen") == ["Carlsen, Magnus"]
            assert loaded.lists()[-1].status is ListStatus.LOADING

        new = loaded.load(to_load(tmp_path, [RatedPlayer("1503014", "Carlsen, Ellen"), *many(40)]), progress)
        assert names(loaded, "carlsen") == ["Carlsen, Ellen"]
        assert told == sorted(told)
        assert told[-1] == 1.0
        assert [each.id for each in loaded.lists()] == [new.id]
        assert (new.status, new.players, new.layout, new.loaded_by) == (ListStatus.READY, 41, Layout.FIDE_TEXT, "Ana")

    def test_that_cannot_be_read_leaves_the_one_before_and_says_why(
        self, loaded: SqlRatingLists, tmp_path: Path
    ) -> None:
        file = tmp_path / "page.html"
        file.write_text("<html><body>404</body></html>")
        with pytest.raises(FormatError):
            loaded.load(ListToLoad(file, file.name, "fide", "Ana"))
        failed = loaded.lists()[-1]
        assert failed.status is ListStatus.FAILED
        assert failed.problem is not None
        assert failed.problem.code == "rating-list-unknown"
        assert names(loaded, "carlsen") == ["Carlsen, Magnus"]
        loaded.load(to_load(tmp_path))
        assert [each.status for each in loaded.lists()] == [ListStatus.READY]

    def test_that_breaks_off_in_the_middle_leaves_the_one_before(self, loaded: SqlRatingLists, tmp_path: Path) -> None:
        file = tmp_path / "long.txt"
        file.write_bytes(combined_list(many(30)) + b"x" * 2000)
        with pytest.raises(FormatError):
            loaded.load(ListToLoad(file, file.name, "fide", "Ana"))
        assert names(loaded, "nobody") == []
        assert names(loaded, "carlsen") == ["Carlsen, Magnus"]

    def test_that_is_killed_leaves_the_one_before_and_no_rubbish_after_the_next(
        self, loaded: SqlRatingLists, database: Database, tmp_path: Path
    ) -> None:
        file = tmp_path / "new.txt"
        file.write_bytes(combined_list(many(50)))
        address = database.url.render_as_string(hide_password=False)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, address, str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"half\n"
            process.send_signal(signal.SIGKILL)
            process.wait(timeout=PATIENCE)
        assert names(loaded, "carlsen") == ["Carlsen, Magnus"]
        assert loaded.lists()[-1].status is ListStatus.LOADING
        loaded.load(to_load(tmp_path, many(5)))
        assert names(loaded, "carlsen") == []
        assert [each.status for each in loaded.lists()] == [ListStatus.READY]
        assert len(kept(database)) == 1

    def test_that_is_begun_while_another_is_loaded_ends_that_one(self, loaded: SqlRatingLists, tmp_path: Path) -> None:
        begun: list[bool] = []

        def again(_part: float, _count: int) -> None:
            if not begun:
                begun.append(True)
                loaded.load(to_load(tmp_path, [MAGNUS, *many(3)]))

        with pytest.raises(Refused) as refused:
            loaded.load(to_load(tmp_path, many(9)), again)
        assert refused.value.code == "rating-list-superseded"
        assert names(loaded, "carlsen") == ["Carlsen, Magnus"]
        assert [each.players for each in loaded.lists()] == [4]


class TestAListThatIsDropped:
    def test_is_gone_with_its_players(self, loaded: SqlRatingLists, database: Database) -> None:
        loaded.drop("fide")
        assert loaded.lists() == []
        assert kept(database) == set()
        with pytest.raises(Unknown):
            loaded.drop("fide")

    def test_while_somebody_looks_is_looked_for_anew(self, loaded: SqlRatingLists, database: Database) -> None:
        other = SqlRatingLists(database)
        assert names(other, "carlsen")  # from here on it knows where the list is
        loaded.drop("fide")
        assert names(other, "carlsen") == []


def test_a_list_whose_file_is_damaged_is_said_to_be(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "podium.db"))
    database.migrate()
    lists = SqlRatingLists(database)
    lists.load(to_load(tmp_path))
    [file] = (tmp_path / "podium.db.ratings").iterdir()
    content = file.read_bytes()
    file.write_bytes(content.replace(b"CREATE TABLE names (rotation", b"CREATE TABLE names (rot\xe9tion"))
    with pytest.raises(Unavailable, match="rating-list-damaged"):
        lists.find("Muller")
    file.write_bytes(content)
    assert names(lists, "Jean") == ["Muller, Jean"]
    database.close()


def test_the_players_of_lists_are_no_part_of_the_schema(loaded: SqlRatingLists, database: Database) -> None:
    with database.read() as connection:
        check_tables(connection, "podium")  # raises where a table is not known


def kept(database: Database) -> set[str]:
    """What there is of lists: files beside the database, or tables."""
    if database.file is not None:
        folder = database.file.path.with_name(database.file.path.name + rating_stores.FOLDER)
        return {path.name for path in folder.iterdir()}
    with database.read() as connection:
        tables = filter(rating_stores.is_of_a_list, inspect(connection).get_table_names())
        return {name.split("_")[1] for name in tables}


class TestMonthsOfAList:
    def load(self, lists: SqlRatingLists, folder: Path, month: str, rating: int) -> None:
        wanted = to_load(folder, [MAGNUS._replace(standard=rating)])
        lists.load(ListToLoad(wanted.path, wanted.file, wanted.name, wanted.by, edition=month))

    def test_are_kept_beside_one_another_and_people_look_in_the_newest(
        self, lists: SqlRatingLists, tmp_path: Path
    ) -> None:
        self.load(lists, tmp_path, "2026-11", 2839)
        self.load(lists, tmp_path, "2026-10", 2830)
        assert [each.month for each in lists.months("fide")] == ["2026-11", "2026-10"]
        assert [each.month for each in lists.ready()] == ["2026-11"]
        found = {month: lists.by_id(MAGNUS.id, "fide", month) for month in ("2026-11", "2026-10")}
        assert {month: each.standard for month, each in found.items() if each} == {"2026-11": 2839, "2026-10": 2830}
        assert lists.by_fide_ids([MAGNUS.id], "fide", "2026-10")[MAGNUS.id].standard == 2830
        assert lists.find("carlsen").players[0].standard == 2839

    def test_are_replaced_by_the_same_month_and_three_are_kept(self, lists: SqlRatingLists, tmp_path: Path) -> None:
        for month in ("2026-08", "2026-09", "2026-10", "2026-11"):
            self.load(lists, tmp_path, month, 2800)
        self.load(lists, tmp_path, "2026-11", 2839)
        assert [each.month for each in lists.months("fide")] == ["2026-11", "2026-10", "2026-09"]
        assert lists.find("carlsen").players[0].standard == 2839

    def test_are_dropped_one_by_one_or_together(self, lists: SqlRatingLists, tmp_path: Path) -> None:
        for month in ("2026-10", "2026-11"):
            self.load(lists, tmp_path, month, 2800)
        lists.drop("fide", "2026-11")
        assert [each.month for each in lists.months("fide")] == ["2026-10"]
        with pytest.raises(Unknown):
            lists.drop("fide", "2026-11")
        lists.drop("fide")
        assert lists.months("fide") == []
