"""What other programs write: other dates, older byes, other letters, rounds that were never played, teams."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podium.app.exports.file_words import remarks_on_report
from podium.app.words.errors import sentence
from podium.core.errors import FormatError, PodiumError
from podium.core.points import Points
from podium.files.trf import Adjustment, Report, check, decode, read, write
from podium.files.trf.days import day_of, day_of_round
from podium.files.trf.record import TEAM_RECORDS
from tests.kit.loops import every


def player(number: int, points: str, *cells: str, sex: str = "", title: str = "", birth: str = "") -> str:
    """A line of record 001, by the table of the format."""
    start = f"001 {number:>4} {sex:1}{title:>3} {f'Player {number}':<33} {2000 - number:>4} {'':3} {'':>11} {birth:<10}"
    return f"{start} {points:>4} {number:>4}" + "".join(f"  {cell:<8}" for cell in cells) + "\n"


TWO = player(1, "1.0", "   2 w 1") + player(2, "0.0", "   1 b 0")


@every(
    "line",
    ["013 Rooks                               1    2", "310   1 Rooks", "320  1.0", "082 4", "092 Team: Swiss System",
     "192 FIDE_TEAM_ROUNDROBIN", *(f"{tag} 1" for tag in sorted(TEAM_RECORDS))],
)  # fmt: skip
def test_a_team_event_is_named_and_refused_before_anything_else(line: str) -> None:
    with pytest.raises(FormatError) as raised:
        read(f"012 League\n{line}\n001    x\n")
    assert (raised.value.code, raised.value.line, raised.value.facts["tag"]) == ("team-event", 2, line[:3])
    assert "this is a team event" in sentence(raised.value)


@pytest.mark.parametrize("line", ["082 0", "082", "013", "092 Individual: Swiss, Steamboat Open", "012 Team of one"])
def test_what_only_sounds_like_teams_is_none(line: str) -> None:
    assert check(f"{line}\n{TWO}") == ()


@every(
    ("text", "day", "converted"),
    [
        ("2010/09/24", "2010-09-24", False),
        ("2010.9.4", "2010-09-04", False),
        ("24/09/2010", "2010-09-24", True),
        ("25.02.2011", "2011-02-25", True),
        ("10.09.13", "2013-09-10", True),
        ("09/24/2010", "2010-09-24", True),
        ("31.12.98", "1998-12-31", True),
        ("0000/00/00", "", False),
        ("30.02.2011", "30.02.2011", False),
        ("24/09-2010", "24/09-2010", False),
    ],
)
def test_days_of_all_forms_are_read(text: str, day: str, converted: bool) -> None:
    assert day_of(text) == (day, converted)
    report = read(f"042 {text}\n{TWO}")
    assert report.start == day
    expected = [f'Line 1, record 042: the date "{text}" is read as {day}.'] if converted else []
    assert remarks_on_report(report.remarks) == expected


@given(st.text("0123456789/.- ", max_size=11))
def test_whatever_stands_for_a_day_is_one_or_stays(text: str) -> None:
    for read_day in (day_of, day_of_round):
        day, converted = read_day(text)
        assert not converted or (len(day) == 10 and read_day(day) == (day, False))


def test_days_of_rounds_and_of_birth() -> None:
    dates = "132".ljust(91) + "25.02.11  26/02/2011"
    lines = player(1, "1.0", "   2 w 1", birth="1990/00/00") + player(2, "0.0", "   1 b 0", birth="31.12.45")
    report = read(f"{dates}\n{lines}")
    assert report.dates == ("2011-02-25", "2011-02-26")
    assert [entry.birth for entry in report.entries] == ["1990-00-00", "1945-12-31"]


def test_letters_of_other_programs_are_converted_and_said_once() -> None:
    lines = player(1, "1.0", "   2 w 1", sex="f", title="wg") + player(2, "0.0", "   1 s 0", sex="f")
    report = read(lines)
    assert [(entry.sex, entry.title) for entry in report.entries] == [("w", "WGM"), ("w", "")]
    assert report.entries[1].cells[0].colour == "b"
    assert remarks_on_report(report.remarks) == [
        'Lines 1-2, record 001: the sex "f" is read as w.',
        'Line 1, record 001: the title "wg" is read as WGM.',
        'Line 2, record 001: the colour "s" of player 2 in round 1 is read as b.',
    ]
    assert "001    1 wWGM Player 1" in write(report)


@every(("points", "code"), [("1.0", "U"), ("0.5", "H"), ("0.0", " ")], ids=["full", "half", "nothing"])
@every("cell", ["0000 -", ""], ids=["without a code", "empty"])
def test_the_points_tell_what_a_bye_without_a_code_was(points: str, code: str, cell: str) -> None:
    lines = player(1, "1.0", "   2 w 1") + player(2, "0.0", "   1 b 0") + player(3, points, cell)
    report = read(lines)
    assert report.entries[2].cell(1).code == code
    said = [f"Line 3, record 001: player 3 has no game and no code in round 1: the bye {code}, as the points tell."]
    assert remarks_on_report(report.remarks) == (said if code != " " else [])
    assert read(write(report)) == report


def test_two_full_byes_in_a_round_were_asked_for_and_what_can_be_read_in_two_ways_is_an_error() -> None:
    games = player(1, "1.0", "   2 w 1") + player(2, "0.0", "   1 b 0")
    report = read(games + player(3, "1.0", "0000 -") + player(4, "1.0", "0000 -"))
    assert [entry.cell(1).code for entry in report.entries[2:]] == ["F", "F"]
    twice = player(1, "2.0", "   2 w 1", "   2 b 1") + player(2, "0.0", "   1 b 0", "   1 w 0")
    (found,) = check(twice + player(3, "1.0", "0000 -", "0000 -"))
    assert (found.code, found.line, found.facts["player"]) == ("points-do-not-add-up", 3, 3)


def test_open_games_are_read_in_the_spellings_of_all_programs() -> None:
    assert read(player(1, "0.0", "   2 w *") + player(2, "0.0", "   1 b *")).entries[0].cells[0].pending
    assert read(player(1, "0.5", "   2 w X") + player(2, "0.5", "   1 b X")).adjourned


@every(("first", "second"), [("?", "?"), ("!", "!"), ("7", "0"), ("1", "7"), ("7", " ")])
@every("points", ["0.0", "0.5", "1.0"])
def test_a_result_that_is_not_known_is_a_game_that_is_not_over(first: str, second: str, points: str) -> None:
    report = read(player(1, points, f"   2 w {first}") + player(2, "0.5", f"   1 b {second}"))
    assert [entry.cell(1).code for entry in report.entries] == ["?", "?"]
    written = write(report)
    assert write(read(written)) == written


def test_every_result_that_is_not_known_is_listed_by_line() -> None:
    report = read(player(1, "1.0", "   2 w 7") + player(2, "0.0", "   1 b 0") + player(3, "0.5", "0000 - Q"))
    found = [text.split(": ", 1) for text in remarks_on_report(report.remarks)]
    assert [place for place, _text in found] == [f"Line {line}, record 001" for line in (1, 2, 3, 3)]
    assert [text for _place, text in found] == [
        'the result "7" of player 1 in round 1 is none of the format: an unknown result, kept as an adjourned game.',
        'the result "0" of player 2 in round 1 is unknown on the opponent’s line: kept as an adjourned game.',
        'the code "Q" of player 3 in round 1 is none of the format, and there is no opponent: taken as no code.',
        "player 3 has no game and no code in round 1: the bye H, as the points tell.",
    ]


def test_points_beyond_what_an_open_game_can_bring_are_an_error() -> None:
    [found] = check("162  W 1.0    D 0.5    L 0.0\n" + player(1, "1.5", "   2 w ?") + player(2, "0.5", "   1 b ?"))
    assert found.code == "points-do-not-add-up"


@every("plan", ["", "XXR 1\n", "XXR 2\n"])
@every("cell", ["0000 - Z", "0000 -"])
def test_a_last_round_in_which_everybody_is_absent_is_left_out_and_said(cell: str, plan: str) -> None:
    report = read(plan + player(1, "1.0", "   2 w 1", cell) + player(2, "0.0", "   1 b 0", cell))
    assert [len(entry.cells) for entry in report.entries] == [1, 1]
    [said] = remarks_on_report(report.remarks)
    assert "round 2, in which everybody is absent, is left out" in said


def test_gaps_in_start_numbers_stay() -> None:
    report = read(player(3, "1.0", "  17 w 1") + player(17, "0.0", "   3 b 0"))
    assert [entry.number for entry in report.entries] == [3, 17]
    assert read(write(report, "trf16")) == report


def test_the_dates_of_the_rounds_give_their_number() -> None:
    report = read("132".ljust(91) + "26/04/01  26/04/02  26/04/03\n" + TWO)
    assert report.planned_rounds == 3
    assert remarks_on_report(report.remarks) == ["Line 1, record 132: the number of rounds, 3, is that of their dates."]


@every("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@every("ending", ["\n", "\r\n", "\r"])
def test_any_encoding_and_line_ending_is_read(encoding: str, ending: str) -> None:
    text = ("012 Zürich\n" + TWO).replace("\n", ending)
    assert read(decode(text.encode(encoding))).name == "Zürich"


CELLS = st.sampled_from(
    ["", "0000 -", "0000 - Z", "0000 - U", "0000 - =", "   2 w 1", "   1 b 0", "   1 s *", "   2 w X"]
)
LINES = st.one_of(
    st.builds(
        lambda number, points, cells, birth: player(number, points, *cells, birth=birth),
        st.integers(1, 4), st.sampled_from(["", "0.0", "0.5", "1.0", "1.5"]), st.lists(CELLS, max_size=3),
        st.sampled_from(["", "1990/00/00", "10.09.13", "x"]),
    ),
    st.sampled_from(["XXR 2\n", "XXZ 1\n", "132" + " " * 88 + "26/04/01  25.02.11\n", "240 H 002    1\n", "082 0\n",
                     "### TRF26 240 Z   2    1\n", "### ADJOURNED   1    1    2\n", "### ADJOURNED 0 9 9\n",
                     "042 1.1.11\n"]),
    st.text(max_size=40),
)  # fmt: skip


def report_or_sentence(text: str) -> Report | str:
    """What is read from a text, or the sentence of the declared error; any other error is one."""
    try:
        return read(text)
    except PodiumError as error:
        return sentence(error)


@given(st.lists(LINES, max_size=8))
def test_whatever_lines_come_are_an_error_or_a_report_that_is_read_again(lines: list[str]) -> None:
    report = report_or_sentence("".join(lines))
    assert report
    if isinstance(report, Report):
        assert len(remarks_on_report(report.remarks)) <= len(report.remarks)
        assert read(write(report)).entries == report.entries
        assert read(write(report, "trf16")).entries == report.entries


@given(st.binary(max_size=200))
def test_whatever_bytes_come_are_an_error_or_a_report(content: bytes) -> None:
    assert report_or_sentence(decode(b"001    1      A\n" + content))


@pytest.mark.parametrize("ruler", ["012345678901234567890", "123456789012345678901", "012 4567 9012 456 890 234"])
def test_a_line_that_counts_columns_is_no_second_name(ruler: str) -> None:
    for text in (f"012 Open\n{ruler}\n{TWO}", f"{ruler}\n012 Open\n{TWO}"):
        report = read(text)
        assert (report.name, report.others) == ("Open", (f"### {ruler}",))
        assert read(write(report)) == report


def test_a_name_in_figures_is_a_name() -> None:
    assert read(f"012 4567 Open of 1972\n{TWO}").name == "4567 Open of 1972"


def test_points_that_the_results_do_not_explain_can_be_kept_as_adjustments() -> None:
    text = player(1, "1.5", "   2 w 1") + player(2, "0.0", "   1 b 0")
    with pytest.raises(FormatError) as refused:
        read(text)
    assert "bring the file with its points kept" in sentence(refused.value)
    report = read(text, keep_points=True)
    assert report.adjustments == (Adjustment(Points.of("0.5"), (1,), round=1),)
    assert str(report.score(report.entries[0])) == "1.5"
    assert remarks_on_report(report.remarks) == [
        "Line 1, record 001: player 1 keeps 1.5 points, though the results add up to 1.0: the difference is adjusted."
    ]
    assert read(write(report)) == report  # nothing is to be kept any more


def test_points_that_add_up_are_not_touched_by_keeping_them() -> None:
    assert read(TWO, keep_points=True) == read(TWO)


@every(
    ("words", "family"),
    [("Individual: Swiss-System (Dubov)", "Swiss"), ("Burstein", "Swiss"), ("SWISS LIM SYSTEM", "Swiss"),
     ("Keizer", "other"), ("Knock-out", "other"), ("Swiss Dutch", None), ("Individual: Swiss-System", None)],
)  # fmt: skip
def test_the_system_is_told_in_words_where_there_is_no_code(words: str, family: str | None) -> None:
    told = read(f"012 Open\n092 {words}\n{TWO}").system
    assert (told.family if told else None) == family
    coded = read(f"012 Open\n092 {words}\n192 FIDE_DUTCH_2026\n{TWO}").system
    assert coded is not None
    assert coded.family == "Dutch"
