"""Crosstables, settings and read-me texts brought as lists: players are found, and what is none is named."""

from __future__ import annotations

import pytest

from podium.app.exports.file_words import remark
from podium.app.words.errors import sentence
from podium.core.errors import FormatError
from podium.files.dbf import Field, write_table
from podium.files.players.columns import guess_columns, is_no_name
from podium.files.players.importplan import ImportPlan, plan
from podium.files.players.listfile import read_list
from podium.files.players.names import read_pasted
from tests.kit.loops import every


def planned(text: str | bytes, *, pasted: bool = False) -> ImportPlan:
    content = text.encode() if isinstance(text, str) else text
    sheet = read_pasted(content) if pasted else read_list(content)
    return plan(sheet, guess_columns(sheet))


ALIGNED = """
                Club Championship 2023

No. Name              Rtg  1    2    3    4    Pts
--------------------------------------------------
 1. Adams, Ben        2100 +2w  +3b  -4w  =1   2.5
 2. Baker, Cy         2050 -1b  +4w  +3b  0    2.0
 3. Clark, Di         1900 +4b  -1w  -2w  1    1.0
"""
CROSSTABLES = {
    "CSV without ratings": 'No.,Name,1,2,3,4,Pts\n1,"Adams, Ben",2w1,3b1,4w0,-,2\n2,"Baker, Cy",1b0,4w1,3b1,-,2\n',
    "after one round": 'No.,Name,1,Pts\n1,"Adams, Ben",2w1,1\n2,"Baker, Cy",1b0,0\n',
    "rounds with letters": "Pl;Nom;R 1;R 2;Pts;Tr1\n1;Adams, Ben;+2B;+3N;2;5\n2;Baker, Cy;-1N;+4B;1;4\n",
    "German": "Nr.;Teilnehmer;1.Rd;2.Rd;Punkte;SoBerg\n1.;Adams, Ben;2w1;3s½;1,5;3,0\n2.;Baker, Cy;1s0;4w1;1;2,0\n",
    "all play all": '#,Player,1,2,3,Total\n1,"Adams, Ben",*,1,0.5,1.5\n2,"Baker, Cy",0,*,1,1\n',
    "below a title": 'Club Open\nRound 5\n\nNo,Name,1,2,Pts\n1,"Adams, Ben",1,0,1\n2,"Baker, Cy",0,1,1\nEnd\n',
    "tabs, as SwissPerfect writes": (
        "No\tName\tLoc Id\tTotal\t1  \t2  \r\n\r\n1\tAdams, Ben\t77\t1.5\t2:W\t3:D\r\n2\tBaker, Cy\t78\t1\t1:L\t4:W\r\n"
    ),
    "aligned": ALIGNED.replace("\n 3. Clark, Di         1900 +4b  -1w  -2w  1    1.0", ""),
    "aligned, all play all": (
        "     Name            1 2 3  Pts\n1  Adams, Ben        * 1 ½  1.5\n2  Baker, Cy         0 * 1  1\n"
    ),
    "aligned, without numbers": "Name         1 2 3 Pts\nAdams, Ben   1 0 1 2\nBaker, Cy    0 1 0 1\n",
    "a page with a drawing on it": (
        "<html><body><svg><path d=''/></svg><table><tr><th>No.</th><th>Name</th><th>1</th><th>2</th><th>Pts</th></tr>"
        "<tr><td>1</td><td>Adams, Ben</td><td>2w1</td><td>3b1</td><td>2</td></tr>"
        "<tr><td>2</td><td>Baker, Cy</td><td>1b0</td><td>4w1</td><td>1</td></tr></table></body></html>"
    ),
}


@every("name", CROSSTABLES)
def test_a_crosstable_brings_its_players_and_nobody_called_name(name: str) -> None:
    found = planned(CROSSTABLES[name])
    assert [player.name for player in found.additions] == ["Adams, Ben", "Baker, Cy"]
    assert found.problems == ()


def test_an_aligned_crosstable_can_be_pasted() -> None:
    found = planned(ALIGNED, pasted=True)
    assert [(player.name, player.rating) for player in found.additions] == [
        ("Adams, Ben", 2100), ("Baker, Cy", 2050), ("Clark, Di", 1900),
    ]  # fmt: skip


def test_titles_without_a_heading_stand_in_a_column_of_their_own() -> None:
    text = (
        "Rk. SNo     Name           Rtg   FED  1.Rd. Pts\n"
        "1   1   GM  Adams, Ben     2100  ENG  2w1   1\n"
        "2   3   FM  Baker, Cy      2050  USA  1b0   0\n"
    )
    assert [(player.name, player.title) for player in planned(text).additions] == [
        ("Adams, Ben", "GM"), ("Baker, Cy", "FM"),
    ]  # fmt: skip


def test_a_line_that_does_not_fit_the_columns_is_named() -> None:
    with pytest.raises(FormatError) as refused:
        planned(f"{ALIGNED}\nPrinted by SwissSys version 11\n")
    assert (refused.value.code, refused.value.line) == ("list-misaligned", 10)
    assert '"Printed by SwissSys version 11"' in sentence(refused.value)


NO_LISTS = {
    "settings": "Name = Adams, Ben\nRating = 2100\n\nName = Baker, Cy\nRating = 2050\n",
    "settings with colons": "Name: Ben Adams\nRating: 2100\nClub: Foo\nName: Cy Baker\nRating: 1999\n",
    "sections of settings": "[Tournament]\nName=Club Open\n\n[Players]\nPlayer1=Adams, Ben\nPlayer2=Baker, Cy\n",
    "a read-me": (
        "Read me\n\nThis program pairs tournaments. It was written by John Smith in 1999.\nTo install it, unpack the "
        "archive and run setup.\n\n1. Start the program.\nCopyright (c) 1999, all rights reserved.\n"
    ),
    "prose without a comma": "About\nUsage notes\nThis tool pairs tournaments\nIt keeps players in a file\nLicence\n",
    "a letter": "Dear all\n\nthe cup starts on Friday.\nPlease bring your own clocks.\n\nBest regards\nJohn Smith\n",
    "a program": 'import os\ndef main():\n    print("hello")\nmain()\n',
    "a licence": "GENERAL LICENCE\nVersion 3, 29 June 2007\n\nEveryone may copy and distribute copies of this text.\n",
}


@every("pasted", [False, True], ids=["file", "pasted"])
@every("name", NO_LISTS)
def test_a_text_that_is_no_list_brings_no_players_and_says_why(name: str, *, pasted: bool) -> None:
    found = planned(NO_LISTS[name], pasted=pasted)
    if pasted:  # shown line by line before anything is done
        assert found.problems
    else:
        assert found.additions == ()
        assert {finding.code for finding in found.problems} <= {"no-players", "no-name-column", "not-a-player"}
    assert all(remark(finding) for finding in found.problems)


@every(
    "row",
    [
        "No;Name;Rtg",
        "2;č. Jméno 1 2;",
        "3;Page 2 of 7;",
        "4;Total players: 24;",
        "5;http://example.org;",
        "5;By Swiss-Manager, www.example.org;",
        "6;[End];",
        "6;Average;1850",
        "6;Total;2",
        "6;Bye;",
        "6;spielfrei;0",
        "6;Exempt;",
        "Board;White;Black",
    ],
)
def test_a_row_that_is_no_player_is_named_and_left_out(row: str) -> None:
    found = planned(f"No;Name;Rtg\n1;Adams, Ben;2100\n{row}\n7;Baker, Cy;\n")
    assert [player.name for player in found.additions] == ["Adams, Ben", "Baker, Cy"]
    [problem] = [each for each in found.problems if each.code == "not-a-player"]
    assert (problem.line, problem.blocks) == (3, True)
    assert "does not look like a player; the row is left out" in remark(problem)


def test_headings_in_words_that_are_not_known_are_no_player() -> None:
    found = planned('č.;Jméno;1;2;3;Body\n1;"Adams, Ben";2w1;3b1;4w0;2\n2;"Baker, Cy";1b0;4w1;3b1;2\n')
    assert [player.name for player in found.additions] == ["Adams, Ben", "Baker, Cy"]
    assert [finding.value for finding in found.problems] == ["Jméno"]


PAIRINGS = {
    "with a header": "Bo.,White,Rtg,Pts,Result,Pts,Black,Rtg\n1,Ben Adams,2000,0,1 - 0,0,Cy Baker,1999\n",
    "with the same header twice": "Name;Rtg;;Name;Rtg\nBen Adams;2000;;Cy Baker;1999\n",
    "in other words": "Brett;Weiß;Ergebnis;Schwarz\n1;Adams;1-0;Baker\n2;Clark;;Davis\n",
    "with results": "1;Ben Adams;1-0;Cy Baker\n2;Di Clark;½-½;Ed Davis\n",
    "with boards": "Board 1, Di Clark, Cy Baker\nBoard 2, Ben Adams, Ed Davis\n",
    "with boards and names in parts": "Tisch 1, Adams, Ben, Baker, Cy\nTisch 2, Clark, Di, Davis, Ed\n",
    "with figures alone": "1, Ben Adams, Cy Baker\n2, Di Clark, Ed Davis\n",
    "with tabs": "1\tBen Adams\tCy Baker\n2\tDi Clark\tEd Davis\n",
    "below a line with the round": "Round 1\nBoard 1, Ben Adams, Cy Baker\nBoard 2, Di Clark, Ed Davis\n",
    "with both ratings": "1, Ben Adams, 1800, Cy Baker, 1700\n2, Di Clark, 1900, Ed Davis, 1650\n",
    "with commas": '1,"Adams, Ben","Baker, Cy"\n2,"Clark, Di","Davis, Ed"\n',
}


@every("pasted", [False, True], ids=["file", "pasted"])
@every("name", PAIRINGS)
def test_a_list_of_pairings_says_whose_names_are_left_out(name: str, *, pasted: bool) -> None:
    [warning] = planned(PAIRINGS[name], pasted=pasted).warnings
    assert (warning.code, warning.value in ("Cy Baker", "Ed Davis", "Davis", "Davis, Ed")) == ("names-left-out", True)
    assert "is this a list of pairings?" in remark(warning)


@every(
    "line",
    [
        "Ben Adams - Cy Baker",
        "1. Ben Adams — Cy Baker",
        "Di Clark 1-0 Ed Davis",
        "Di Clark 1:0 Ed Davis",
        "Di Clark 1/2-1/2 Ed Davis",
        "Di Clark +:- Ed Davis",
        "1. Ben Adams (1800) - Cy Baker (1700)",
        "Board 1, Ben Adams, Cy Baker",
        "Brett 1 Ben Adams Cy Baker",
        "Ben Adams gegen Cy Baker",
        "Ben Adams contre Cy Baker",
        "Ben Adams beat Cy Baker",
        "Fay Evans, bye",
        "Round 3",
        "Ben Adams 3.5",
        "1. Ben Adams 3/5",
        "1, Ben Adams, 3",
    ],
)
def test_a_game_or_a_score_in_a_line_is_no_player(line: str) -> None:
    found = planned(f"Gus Frost\n{line}\nHal Green\nIan Hill\n", pasted=True)
    assert [each.name for each in found.additions] == ["Gus Frost", "Hal Green", "Ian Hill"]
    assert [(each.line, each.code) for each in found.problems] == [(2, "not-a-player")]


@every("between", [", ", "-", " / "])
def test_names_of_two_in_every_line_are_asked_about(between: str) -> None:
    found = planned(f"Ben Adams{between}Cy Baker\nDi Clark{between}Ed Davis\n", pasted=True)
    assert [(each.code, each.value) for each in found.warnings] == [("maybe-pairings", f"Di Clark{between}Ed Davis")]
    assert "is this a list of pairings?" in remark(found.warnings[0])
    assert planned("van den Berg, Anna Maria\nOak, Ben\n", pasted=True).warnings == ()


def test_a_pasted_table_with_commas_is_a_table() -> None:
    found = planned("1, Adams, Ben, 1800\n2, Baker, Cy, 1700\n", pasted=True)
    assert [(each.name, each.rating) for each in found.additions] == [("Adams, Ben", 1800), ("Baker, Cy", 1700)]


def test_a_column_that_is_not_known_is_no_list_of_pairings() -> None:
    assert planned("Name;School\nBen Adams;Old Town\nCy Baker;Hill Road\n").warnings == ()
    assert [each.name for each in planned("Name;FIDE ID\nBye;400123\n").additions] == ["Bye"]


def test_whoever_has_more_than_an_odd_name_is_a_player() -> None:
    assert [each.name for each in planned("Name;Rating\nX = Y;1800\n").additions] == ["X = Y"]


@every(
    "name",
    ["Magnus", "hans müller", "Ludwig van Beethoven jun.", "Maria del Carmen de la Cruz", "AnnOak7", "O’Neil, J. R.",
     "Maria del Carmen de la C.", "John van de Berg (jun)",
     "[GER] Ann Oak", "Player 1", "Anna de boer", "Smith jr.", "李雷", "Max van der Berg"],
)  # fmt: skip
def test_names_are_names(name: str) -> None:
    assert not is_no_name(name)


def test_the_players_of_swissperfect_are_a_list() -> None:
    fields = [Field("SURNAME", "C", 10), Field("FIRSTNAME", "C", 10), Field("INTL_RTG", "C", 4), Field("FEDER", "C", 3)]
    [player] = planned(write_table(fields, [("Adams", "Ben", "2100", "ENG")])).additions
    assert (player.name, player.rating, player.federation) == ("Adams, Ben", 2100, "ENG")


def test_players_who_are_called_by_numbers_are_no_header() -> None:
    names = [f"Player {number}" for number in range(1, 13)]
    assert [each.name for each in planned("\n".join(names), pasted=True).additions] == names
