"""Report files of other programs on the command line: team events, what is said of a file, the number of rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def player(number: int, rest: str, sex: str = "m") -> str:
    name = f"Player {number}"
    person = f"001 {number:>4} {sex}    {name:<33} {2000 - number:>4}"
    return f"{person:<80}{rest}\n"


OPEN = "".join([
    "012 Open\n042 24/09/2010\n",
    player(1, " 1.0    1     3 w 1", "f"), player(2, " 0.0    3     4 b 0"),
    player(3, " 0.0    4     1 b 0"), player(7, " 0.5    5        "), player(4, " 1.0    2     2 w 1"),
])  # fmt: skip


def test_a_team_event_is_refused_by_that_name(podium: Run, tmp_path: Path) -> None:
    file = tmp_path / "league.trf"
    file.write_text(OPEN + "013 Rooks                            1    3\n")
    for words in (("import", file), ("pair", file), ("import", file, "--preview")):
        assert podium(*words, code=3).err.startswith("Line 8, column 1: this is a team event (record 013: ")
    assert "this is a team event" in podium("check", file, code=3).out


@pytest.mark.parametrize("content", [OPEN.encode(), b"\xef\xbb\xbf" + OPEN.replace("\n", "\r\n").encode()])
def test_what_was_converted_and_inferred_is_said_by_record_and_line(podium: Run, content: bytes) -> None:
    podium("user", "add", "ana")
    said = podium("import", "-", "--rounds", 5, input=content)
    assert 'Converted: Line 2, record 042: the date "24/09/2010" is read as 2010-09-24.' in said.err
    assert "Line 6, record 001: player 7 has no game and no code in round 1: the bye H, as the points tell." in said.err
    assert "how many rounds" not in said.err
    shown = podium("tournament", "show", "open", "--json").json
    assert shown["rounds"] == 5
    report = podium("export", "--tournament", "open", "--format", "trf16").out
    assert "XXR 5\n" in report
    assert "001    7 " in report
    assert "001    1 w " in report


def test_a_tab_file_without_a_number_of_rounds_is_checked_and_paired_with_one(podium: Run, tmp_path: Path) -> None:
    file = tmp_path / "OPEN.TAB"
    file.write_bytes(OPEN.replace("Player 2", "Zoë     ").encode("latin-1"))
    assert podium("import", file, "--preview", "--json").json["rounds_paired"] == 1
    assert "name them with --rounds" in podium("pair", file, code=2).err
    assert podium("pair", file, "--rounds", 5).out.startswith("3\n")
    assert podium("check", file, "--rounds", 5, "--json").json["remarks"][0]["file"] == str(file)
    assert "rounds" in podium("import", file, "--rounds", 0, code=3).err


def test_an_error_names_line_column_player_and_value(podium: Run, tmp_path: Path) -> None:
    file = tmp_path / "wrong.trf"
    file.write_text(OPEN.replace("1998", "19X8"))
    assert podium("import", file, code=3).err == 'Line 4, column 49, player 2: "19X8" is no rating.\n'


def test_points_that_the_results_do_not_explain_are_kept_if_that_is_asked_for(podium: Run, tmp_path: Path) -> None:
    podium("user", "add", "ana")
    file = tmp_path / "odd.trf"
    file.write_text(OPEN.replace(" 1.0    1 ", " 1.5    1 "))
    assert "bring the file with its points kept" in podium("import", file, code=3).err
    assert podium("import", file, "--keep-points", "--preview", "--json").json["players"] == 5
    assert "player 1 keeps 1.5 points" in podium("import", file, "--keep-points", "--rounds", 5).err


def test_a_report_of_another_system_is_named_and_not_judged_as_dutch(podium: Run, tmp_path: Path) -> None:
    file = tmp_path / "dubov.trf"
    file.write_text(OPEN.replace("042 ", "092 Swiss-System (Burstein)\n042 "))
    checked = podium("check", file, "--rounds", 5, code=1)
    assert "The rounds are not checked: Podium has no rules for Swiss-System (Burstein)." in checked.out
    assert "should be" not in checked.out
