"""What the reader takes from a good report file, and what it says of a damaged one."""

from pathlib import Path

import pytest

from podium.core.errors import FormatError
from podium.core.points import Points
from podium.core.result import FIDE, PRESETS, ByeType, scoring
from podium.files.trf import (
    Acceleration,
    Adjustment,
    Cell,
    Forbidden,
    RequestedBye,
    check,
    decode,
    read,
    write,
)
from tests.kit.loops import every

GOLDEN = Path(__file__).parents[2] / "golden" / "tiebreaks"

HEAD = """\
012 Town Open
022 Utrecht
032 NED
042 2026/03/07
052 2026/03/08
092 Individual: Swiss System
142 3
152 W
"""
PLAYERS = """\
001    1 mGM  Visser, Anna                      2401 NED     1012345 1990/05/01  2.0    1     3 w 1     4 b 1
001    2 m    Bakker, Bram                      2250 NED                         1.0    3     4 w 0  0000 - U
001    3 w    Smit, Clara                       2100                             0.5    4     1 b 0  0000 - H
001    4 m    Mulder, Daan                                                       1.0    2     2 b 1     1 w 0
"""
FILE = HEAD + PLAYERS


def test_a_player_line_gives_every_field() -> None:
    anna = read(FILE).entries[0]
    assert (anna.number, anna.sex, anna.title, anna.name) == (1, "m", "GM", "Visser, Anna")
    assert (anna.rating, anna.federation, anna.fide_id) == (2401, "NED", "1012345")
    assert (anna.birth, anna.points, anna.rank) == ("1990-05-01", Points.of(2), 1)
    assert anna.cells == (Cell(3, "w", "1"), Cell(4, "b", "1"))


def test_the_heading_gives_the_facts_of_the_tournament() -> None:
    report = read(FILE)
    assert (report.name, report.city, report.federation) == ("Town Open", "Utrecht", "NED")
    assert (report.start, report.end) == ("2026-03-07", "2026-03-08")
    assert (report.planned_rounds, report.initial_colour) == (3, "w")
    assert (report.paired_rounds, report.finished_rounds, report.rounds) == (2, 2, 3)
    assert report.scoring == FIDE
    assert report.round_robin is False


ODD = """\
012 Odd results
092 Individual: Swiss System
142 3
001    1      Ann                               2000                             0.5    1     2 w 0     3 b =     4 w D
001    2      Ben                               1900                             1.0    2     1 b 0     4 w L     3 b W
001    3      Cid                               1800                             0.0    3     4 w 0     1 w 0     2 w L
001    4      Dan                               1700                             1.0    4     3 b =     2 b L     1 b D
"""


def test_games_with_points_taken_away_and_games_that_are_not_rated_are_read_and_written_as_they_came() -> None:
    """0-0, 0-1/2, 1/2-0 over the board, and W, D and L, which are played games that no rating list counts."""
    text = ODD.replace("0.5    1", "1.0    1")
    assert check(text) == ()
    report = read(text)
    assert all(cell.played for entry in report.entries for cell in entry.cells)
    assert [str(report.score(entry)) for entry in report.entries] == ["1.0", "1.0", "0.0", "1.0"]
    assert [line for line in write(report).splitlines() if line.startswith("001")] == [
        line for line in text.splitlines() if line.startswith("001")
    ]


@every(
    ("white", "black"), [("1", "="), ("1", "1"), ("=", "1"), ("W", "0"), ("W", "D"), ("+", "0"), ("+", "+"), ("?", "1")]
)
def test_halves_that_make_no_result_are_damage(white: str, black: str) -> None:
    text = FILE.replace("3 w 1     4 b 1", f"3 w {white}     4 b 1").replace(
        "1 b 0  0000 - H", f"1 b {black}  0000 - H"
    )
    assert {error.code for error in check(text)} == {"results-disagree"}


def test_an_unrated_player_has_no_rating() -> None:
    assert [entry.rating for entry in read(FILE).entries] == [2401, 2250, 2100, None]


@every(
    ("line", "field", "expected"),
    [
        ("XXR 3", "planned_rounds", 3),
        ("XXC black1 rank", "by_rank", True),
        ("XXC black1", "initial_colour", "b"),
        ("202 BH/C1, SB", "tiebreaks", ("BH/C1", "SB")),
        ("212 PTS,DE,BH", "tiebreaks", ("PTS", "DE", "BH")),
        ("XXP 1 3 4", "forbidden", (Forbidden((1, 3, 4)),)),
        ("260 002 003    1    4", "forbidden", (Forbidden((1, 4), 2, 3),)),
        ("250      01.0 001 002 0001 0002", "accelerations", (Acceleration(Points.of(1), 1, 2, 1, 2),)),
        ("XXA    2  0.0  1.0", "accelerations", (Acceleration(Points.of(1), 2, 2, 2, 2),)),
        ("240 H 003    1    4", "byes", (RequestedBye(3, ByeType.HALF, (1, 4)),)),
        ("XXZ 2, 3", "absent", (2, 3)),
        ("NRO    1 A line", "others", ("NRO    1 A line",)),
    ],
)  # fmt: skip
def test_each_record_has_its_field(line: str, field: str, expected: object) -> None:
    heading = FILE.replace("152 W\n", "")
    assert getattr(read(f"{heading}{line}\n"), field) == expected


@every(
    ("lines", "table"),
    [
        ("162  W 3.0    D 1.0", PRESETS["3-1-0"]),
        ("162  P 0.5", scoring({"bye": 0.5})),
        ("162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5", FIDE),
        ("XXS W=3 D=1 PAB=3", PRESETS["3-1-0"]),
        ("XXS PAB=.5", scoring({"bye": 0.5})),
        ("BBW  3.0\nBBD  1.0", PRESETS["3-1-0"]),
        ("BBU  0.5", scoring({"bye": 0.5})),
    ],
)
def test_every_spelling_of_a_scoring_table_is_read(lines: str, table: object) -> None:
    assert read(f"{lines}\n001    1      Solo\n").scoring == table


def test_without_a_scoring_record_the_points_show_the_value_of_the_bye() -> None:
    report = read(FILE.replace(" 1.0    3", " 0.5    3"))
    assert report.scoring.bye == Points.of("0.5")


def test_penalties_count_in_the_points() -> None:
    text = FILE.replace(" 2.0    1", " 1.5    1") + "299          -0.5    1    1\n"
    report = read(text)
    assert report.adjustments == (Adjustment(Points.of("-0.5"), (1,), "", 1),)
    assert report.score(report.entries[0]) == Points.of("1.5")


def test_an_announced_bye_fills_the_empty_cell_of_a_round_in_the_file() -> None:
    text = FILE.replace("  0000 - H", "") + "240 H   2    3\n"
    assert read(text).entries[2].cells[1] == Cell(0, "-", "H")


def test_a_game_without_a_result_is_pending() -> None:
    text = FILE.replace("4 b 1", "4 b  ").replace("1 w 0", "1 w  ")
    text = text.replace(" 2.0    1", " 1.0    1")
    report = read(text)
    assert report.entries[0].cells[1].pending
    assert (report.paired_rounds, report.finished_rounds) == (2, 1)


def test_byes_of_older_files_are_results_without_an_opponent() -> None:
    text = FILE.replace("0000 - U", "0000 - +").replace("0000 - H", "0000 - =")
    codes = [entry.cells[1].code for entry in read(text).entries]
    assert codes == ["1", "F", "H", "0"]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_any_line_ending_is_read(ending: str) -> None:
    assert read(FILE.replace("\n", ending)) == read(FILE)


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    assert read(decode(b"\xef\xbb\xbf" + FILE.encode())).name == "Town Open"


def test_text_that_is_not_utf8_is_latin1() -> None:
    assert read(decode(FILE.replace("Bram", "Brøm").encode("latin-1"))).entries[1].name.endswith("Brøm")


DAMAGE = {
    "a letter in a start number": ("001    2 m", "001   2x m", 10, 7, "start-number-malformed", "2x"),
    "no start number": ("001    2 m", "001      m", 10, 5, "start-number-missing", ""),
    "a start number given twice": ("001    2 m", "001    1 m", 10, 5, "start-number-duplicate", 1),
    "a line that slipped by one": ("001    2 m", "001    2  m", 10, 53, "column-misaligned", "0"),
    "a rating with a letter": ("2250", "22S0", 10, 49, "rating-malformed", "22S0"),
    "points with a comma": (" 1.0    3", " 1,0    3", 10, 82, "points-malformed", "1,0"),
    "a rank with a letter": (" 1.0    3", " 1.0    x", 10, 89, "rank-malformed", "x"),
    "an opponent with a letter": ("   3 w 1", "   z w 1", 9, 95, "opponent-malformed", "z"),
    "an unknown opponent": ("   3 w 1", "   9 w 1", 9, 92, "opponent-unknown", "9"),
    "a player against himself": ("   3 w 1", "   1 w 1", 9, 92, "opponent-self", "1"),
    "opponents who name others": ("   3 w 1", "   2 w 1", 9, 92, "opponents-disagree", "2"),
    "two winners": ("   1 b 0", "   1 b 1", 9, 99, "results-disagree", "1"),
    "a win and a draw": ("   1 b 0", "   1 b =", 9, 99, "results-disagree", "1"),
    "a win and a forfeit": ("   1 b 0", "   1 b -", 9, 99, "results-disagree", "1"),
    "two Whites": ("   1 b 0", "   1 w 0", 9, 97, "colours-disagree", "w"),
    "an unknown colour": ("   3 w 1", "   3 x 1", 9, 97, "colour-unknown", "x"),
    "no colour": ("   3 w 1", "   3 - 1", 9, 97, "colour-missing", "-"),
    "a bye with an opponent": ("   3 w 1", "   3 w H", 9, 99, "bye-with-opponent", "H"),
    "a win over nobody": ("0000 - U", "0000 - 1", 10, 109, "result-without-opponent", "1"),
    "points that do not add up": (" 2.0    1", " 2.5    1", 9, 81, "points-do-not-add-up", "2.5"),
    "a plan that is no number": ("142 3", "142 three", 7, 5, "rounds-malformed", "three"),
    "a plan of no rounds": ("142 3", "142 0", 7, 5, "rounds-malformed", 0),
    "more rounds than planned": ("142 3", "142 1", 9, 102, "round-not-planned", 2),
    "two plans": ("152 W", "XXR 4", 8, 5, "rounds-disagree", 4),
    "an initial colour that is none": ("152 W", "152 X", 8, 5, "initial-colour-unknown", "X"),
    "two initial colours": ("032 NED", "XXC black1", 8, 5, "initial-colours-disagree", "w"),
    "an unknown setting": ("032 NED", "XXC green1", 3, 5, "configuration-unknown", "green1"),
    "an unknown scoring code": ("032 NED", "162  Q 1.0", 3, 6, "scoring-code-unknown", "Q"),
    "scoring that is no pair": ("032 NED", "XXS W:1", 3, 4, "scoring-malformed", "W:1"),
    "scoring by colour": ("032 NED", "XXS WW=1 BW=2", 3, 10, "scoring-differs-by-colour", "2"),
    "scoring without a number": ("032 NED", "BBW x", 3, 5, "points-malformed", "x"),
    "a forbidden stranger": ("032 NED", "XXP 1 9", 3, 7, "player-unknown", 9),
    "an absent word": ("032 NED", "XXZ 1 b", 3, 7, "player-malformed", "b"),
    "a bye of an unknown kind": ("032 NED", "240 Q 003    1", 3, 5, "bye-unknown", "Q"),
    "a bye without a round": ("032 NED", "240 H        1", 3, 7, "round-missing", ""),
    "a bye against the record": ("032 NED", "240 H 001    1", 3, 11, "bye-contradicted", 1),
    "an acceleration for nobody": ("032 NED", "250      01.0 001 002", 3, 5, "acceleration-malformed", "01.0 001 002"),
    "a penalty for nobody": ("032 NED", "299          -0.5", 3, 20, "adjustment-unclear", "-0.5"),
}  # fmt: skip


@every("name", DAMAGE)
def test_damage_is_named_by_line_column_and_value(name: str) -> None:
    old, new, line, column, code, value = DAMAGE[name]
    assert FILE.count(old) == 1, "the damage must be one place"
    with pytest.raises(FormatError) as raised:
        read(FILE.replace(old, new))
    error = raised.value
    assert (error.line, error.column, error.code, error.facts["value"]) == (line, column, code, value)


def test_the_check_finds_everything_and_the_reader_the_first() -> None:
    text = FILE.replace("2250", "22S0").replace("2401", "24O1").replace("142 3", "142 x")
    found = check(text)
    assert [(error.line, error.code) for error in found] == [
        (7, "rounds-malformed"),
        (9, "rating-malformed"),
        (10, "rating-malformed"),
    ]
    with pytest.raises(FormatError) as raised:
        read(text)
    assert raised.value.line == 7


@pytest.mark.parametrize("text", ["", "hello", "012 An empty event\n"])
def test_a_file_without_players_is_no_tournament(text: str) -> None:
    assert [error.code for error in check(text)] == ["players-missing"]


@every("path", sorted(GOLDEN.rglob("*.trf")), ids=lambda path: path.name)
def test_the_known_tournaments_have_no_findings(path: Path) -> None:
    assert check(decode(path.read_bytes())) == ()
