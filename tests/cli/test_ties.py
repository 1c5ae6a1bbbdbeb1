"""Ties at the command line: lots, an order by hand, typed values; and what stands for unrated players in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def level(podium: Run) -> Run:
    """Two draws: Ann, Ben, Cid and Dan share a place."""
    podium("tournament", "create", "Open", "--format", "swiss", "--rounds", "1", "--tiebreak", "EXT")
    podium("players", "add", "Open", "Ann", "Ben", "Cid", "Dan")
    podium("round", "pair", "Open")
    for board in ("1", "2"):
        podium("result", "Open", "1", board, "1/2-1/2")
    return podium


def names(answer: object) -> list[list[str]]:
    assert isinstance(answer, dict)
    return [[each["name"] for each in tie["players"]] for tie in answer["ties"]]


def test_players_are_ordered_and_share_their_place_again(level: Run) -> None:
    assert "1 to 4" in level("ties", "list", "Open").out
    ordered = level("ties", "order", "Open", "Dan", "Cid", "Ben", "Ann", "--json").json
    assert names(ordered) == [["Dan", "Cid", "Ben", "Ann"]]
    assert "decided by hand" in level("table", "Open").out
    level("ties", "share", "Open", "Ann", "Ben", "Cid", "Dan")
    assert "decided by hand" not in level("table", "Open").out


def test_lots_are_drawn_for_all_who_share_a_place_and_are_the_same_again(level: Run) -> None:
    first = level("ties", "lots", "Open", "--json").json
    assert first["ties"][0]["ordered_by"] == "lot"
    level("undo", "Open")
    again = level("ties", "lots", "Open", "Dan", "Cid", "Ben", "Ann", "--json").json
    assert names(again) == names(first)
    level("ties", "lots", "Open", "Ann", "Ben", code=1)


def test_values_are_typed_in(level: Run) -> None:
    out = level("ties", "values", "Open", "Ann=2.5", "Ben=3").out
    assert "2.5" in out
    rows = level("table", "Open", "--json").json["standings"]
    assert [(row["name"], row["rank"]) for row in rows][:2] == [("Ben", 1), ("Ann", 2)]
    assert level("ties", "values", "Open", "Ann=", "--json").json["values"][0]["value"] is None
    level("ties", "values", "Open", "Ann", code=2)
    level("ties", "values", "Open", "Ann=much", code=2)


def test_who_has_left_is_marked_in_the_table(level: Run) -> None:
    level("players", "withdraw", "Open", "Ann")
    assert "Ann (withdrawn)" in level("table", "Open").out


def test_the_field_stands_for_unrated_players_of_a_file(podium: Run, tmp_path: Path) -> None:
    file = tmp_path / "open.trf"
    file.write_text(
        "012 Open\n"
        "001    1      Ann                               2000                             1.0    1     2 w 1\n"
        "001    2      Ben                               1500                             0.0    2     1 b 0\n"
        "001    3      Cid                                  0                             1.0    1     4 w 1\n"
        "001    4      Dan                                  0                             0.0    2     3 b 0\n"
    )
    podium("tiebreaks", str(file), "ARO", code=1)
    for given, expected in (("lowest", "1500"), ("average", "1750"), ("1400", "1400")):
        players = podium("tiebreaks", str(file), "ARO", "--unrated", given, "--json").json["players"]
        assert players[2]["values"]["ARO"] == expected
    podium("standings", str(file), "ARO", "--unrated", "lowest")
    podium("standings", str(file), "ARO", "--unrated", "highest", code=2)


def test_the_report_of_ties_that_were_decided_has_no_differences(level: Run, tmp_path: Path) -> None:
    """Typed values have no place in the file: whom they order may have any of the places they share."""
    level("ties", "values", "Open", "Dan=1")
    level("ties", "order", "Open", "Cid", "Ben", "Ann")
    file = tmp_path / "open.trf"
    level("export", "--tournament", "Open", "--format", "trf", "-o", file)
    text = file.read_text("utf-8")
    assert "202 EXT" in text
    ranks = {line[14:47].strip(): int(line[85:89]) for line in text.splitlines() if line.startswith("001")}
    assert ranks == {"Dan": 1, "Cid": 2, "Ben": 3, "Ann": 4}
    assert "no differences. 1 thing could not be verified." in level("check", file, code=1).out


def test_the_report_of_an_event_with_unrated_players_passes_the_check(podium: Run, tmp_path: Path) -> None:
    """A file does not say what stands for their ratings, so that these tie-breaks cannot be counted again."""
    podium(
        *("tournament", "create", "Open", "--format", "swiss", "--rounds", "1", "--tiebreak", "ARO"),
        *("--unrated-method", "lowest"),
    )
    podium("players", "add", "Open", "Ann", "Ben", "Cid", "Dan")
    podium("players", "edit", "Open", "Ann", "--rating", "2000")
    podium("players", "edit", "Open", "Ben", "--rating", "1900")
    podium("round", "pair", "Open")
    for board in ("1", "2"):
        podium("result", "Open", "1", board, "1-0")
    file = tmp_path / "open.trf"
    podium("export", "--tournament", "Open", "--format", "trf", "-o", file)
    assert "no differences" in podium("check", file).out
