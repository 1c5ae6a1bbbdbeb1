"""Rating lists at the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.kit.list_source import ListSource, list_source
from tests.kit.rating_lists import MAGNUS, combined_list, zipped


@pytest.fixture
def loaded(podium: Run, tmp_path: Path) -> Run:
    (tmp_path / "players_list_foa.zip").write_bytes(zipped(combined_list()))
    said = podium("ratings", "load", "players_list_foa.zip", "--edition", "2026-11")
    assert said.out == "FIDE, Nov 2026: 6 players.\n"
    return podium


def test_a_list_is_loaded_found_in_and_dropped(loaded: Run) -> None:
    (row,) = loaded("ratings", "status", "--json").json["lists"]
    assert (row["list"], row["status"], row["players"], row["edition"]) == ("fide", "ready", 6, "2026-11")
    assert loaded("ratings", "status").out.splitlines()[1].split()[:3] == ["fide", "2026-11", "ready"]
    lines = loaded("ratings", "find", "muller", "hans", "--kind", "rapid").out.splitlines()
    assert [line.split() for line in lines[1:]] == [["4600001", "Mueller,", "Hans", "GER", "1850", "1980"]]
    assert loaded("ratings", "find", "xyz").out == "Nobody is found.\n"
    loaded("ratings", "drop", "fide")
    loaded("ratings", "drop", "fide", code=4)
    assert loaded("ratings", "find", "muller", code=4).err
    assert loaded("ratings", "status").out == "No rating list is loaded yet.\n"


def test_what_is_no_list_is_refused_and_leaves_the_one_before(loaded: Run, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<html></html>")
    loaded("ratings", "load", "page.html", code=3)
    loaded("ratings", "load", "nowhere.txt", code=4)
    loaded("ratings", "load", ".", code=3)
    loaded("ratings", "load", "players_list_foa.zip", "--list", "No Name", code=2)
    loaded("ratings", "load", "players_list_foa.zip", "--edition", "soon", code=2)
    rows = loaded("ratings", "status", "--json").json["lists"]
    assert [row["status"] for row in rows] == ["ready", "failed"]
    assert loaded("ratings", "find", "carlsen", "--json").json["players"][0]["id"] == MAGNUS.id


def test_rows_that_are_left_out_are_counted(podium: Run, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_bytes(combined_list() + combined_list([MAGNUS._replace(id="x")]).split(b"\r\n")[1])
    assert podium("ratings", "load", "list.txt").err.strip() == "1 row has no name or number."


def test_players_are_compared_and_made_as_in_the_list(loaded: Run) -> None:
    loaded("tournament", "create", "Open", "--format", "swiss")
    loaded("players", "add", "Open", "Carlsen, M", "--fide-id", MAGNUS.id, "--rating", "2800")
    loaded("players", "add", "Open", "Hans Müller", "--rating", "1800")
    loaded("players", "add", "Open", "Nobody, Known")
    lines = loaded("ratings", "compare", "Open").out.splitlines()
    assert lines[0] == "Rating list FIDE, Nov 2026, standard"
    assert "Rating: 2800 → 2839" in lines[2]
    assert "perhaps 4600001 Mueller, Hans GER 1900 1980" in lines[3]
    assert lines[4].endswith("not in the list")
    loaded("ratings", "compare", "Open", "--take-over", "--field", "rating")
    loaded("ratings", "compare", "Open", "--take-over", "--player", "Hans=4600001")
    loaded("ratings", "compare", "Open", "--take-over", "--player", "Nobody", code=4)
    rows = {row["name"]: row["rating"] for row in loaded("players", "list", "Open", "--json").json["players"]}
    assert rows == {"Carlsen, M": 2839, "Mueller, Hans": 1900, "Nobody, Known": None}
    loaded("undo", "Open")
    names = [row["name"] for row in loaded("players", "list", "Open", "--json").json["players"]]
    assert "Hans Müller" in names


class TestUpdates:
    @pytest.fixture
    def source(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[ListSource]:
        with list_source(zipped(combined_list())) as source:
            monkeypatch.setenv("PODIUM_FIDE_LIST", source.url)
            yield source

    def test_are_fetched_when_somebody_asks(self, podium: Run, source: ListSource) -> None:
        assert podium("ratings", "update").out == "FIDE, Nov 2026: 6 players.\n"
        assert podium("ratings", "update").out == "The lists are the newest there are.\n"
        source.status, source.modified = 404, "Tue, 01 Dec 2026 08:00:00 GMT"
        assert "could not be fetched" in podium("ratings", "update", code=1).err
        assert podium("ratings", "find", "carlsen").out

    def test_are_daily_if_somebody_wants_that(self, podium: Run, source: ListSource) -> None:
        assert podium("ratings", "daily", "on", "--json").json["daily"] is True
        assert podium("ratings", "daily", "off").out == "The lists are updated only when you ask.\n"


def test_the_ratings_of_an_event_are_checked(loaded: Run) -> None:
    loaded("tournament", "create", "Open", "--format", "swiss", "--rounds", "3", "--start", "2026-11-10")
    loaded("players", "add", "Open", "Carlsen", "--fide-id", MAGNUS.id, "--rating", "2800")
    loaded("players", "add", "Open", "Hans", "--fide-id", "4600001")
    said = loaded("ratings", "check", "Open", "--anyway").out
    assert "rating: 2800 → 2839" in said
    assert "typed by hand" in said
    assert loaded("ratings", "check", "Open", "--anyway", "--take-over").out == "0 players are as in the lists.\n"
    taken = loaded("ratings", "check", "Open", "--anyway", "--take-over", "--player", "Carlsen").out
    assert taken == "1 player is as in the lists.\n"
    assert "Nothing differs." in loaded("ratings", "check", "Open", "--anyway").out
    loaded("tournament", "change", "Open", "--rating-list", "fide/rapid", "--rating-list", "dwz/standard")
    assert "is not loaded" in loaded("ratings", "check", "Open", code=1).err
