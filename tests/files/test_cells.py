"""What a cell means, in the spellings that lists use."""

import pytest

from podium.files.players.cells import Cell, Habits, habits, read_cell
from podium.files.players.headers import Column
from tests.kit.loops import every


@every(
    ("text", "cell"),
    [
        ("1850", Cell(1850)),
        ("2013.0", Cell(2013)),
        ("1850,00", Cell(1850)),
        ("1850-93", Cell(1850)),
        ("4000", Cell(4000)),
        ("0", Cell(None)),
        ("-", Cell(None)),
        ("unrated", Cell(None)),
        ("4001", Cell(None, "rating-out-of-range")),
        ("-5", Cell(None, "rating-out-of-range")),
        ("1850.5", Cell(None, "rating-malformed")),
        ("about 1800", Cell(None, "rating-malformed")),
        ("9" * 5000, Cell(None, "rating-malformed")),
        ("#N/A", Cell(None, "cell-error")),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else "",
)
def test_rating(text: str, cell: Cell) -> None:
    assert read_cell(Column.RATING, text) == cell


@every(
    ("text", "cell"),
    [
        ("1990-05-12", Cell("1990-05-12")),
        ("1990/5/2", Cell("1990-05-02")),
        ("1990.05.12", Cell("1990-05-12")),
        ("12.05.1990", Cell("1990-05-12")),
        ("2. 5. 1990", Cell("1990-05-02")),
        ("12-05-1990", Cell("1990-05-12")),
        ("12/05/1990", Cell("1990-05-12")),
        ("05/31/1990", Cell("1990-05-31")),
        ("1990-05-12 00:00:00", Cell("1990-05-12")),
        ("1990", Cell("1990")),
        ("1990/00/00", Cell("1990")),
        ("00.00.1990", Cell("1990")),
        ("29.02.2004", Cell("2004-02-29")),
        ("29.02.2003", Cell(None, "birth-malformed")),
        ("31.13.1990", Cell(None, "birth-malformed")),
        ("12.05.90", Cell(None, "birth-malformed")),
        ("1899", Cell(None, "birth-malformed")),
        ("May 1990", Cell(None, "birth-malformed")),
        ("-", Cell(None)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_birth(text: str, cell: Cell) -> None:
    assert read_cell(Column.BIRTH, text) == cell


@every(
    ("dates", "text", "birth", "assumed"),
    [
        pytest.param(["05/31/1990"], "04/05/1990", "1990-04-05", False, id="month first"),
        pytest.param(["31/05/1990"], "04/05/1990", "1990-05-04", False, id="day first"),
        pytest.param([], "04/05/1990", "1990-05-04", True, id="nothing to tell by"),
        pytest.param(["31/05/1990", "05/31/1990"], "04/05/1990", "1990-05-04", True, id="both"),
        pytest.param([], "04.05.1990", "1990-05-04", False, id="with full stops: the day first"),
        pytest.param([], "05/05/1990", "1990-05-05", False, id="the same either way"),
    ],
)
def test_the_column_tells_which_way_round_its_dates_are(dates: list[str], text: str, birth: str, assumed: bool) -> None:
    way = habits(Column.BIRTH, [*dates, text])
    assert read_cell(Column.BIRTH, text, way) == Cell(birth)
    assert way.order_assumed is assumed


@every(
    ("text", "gender"),
    [
        *[(text, "m") for text in ("m", "M", "male", "männlich", "H", "Homme", "hombre", "man")],
        *[(text, "f") for text in ("f", "F", "w", "W", "weiblich", "Femme", "mujer", "vrouw", "v")],
        *[(text, "x") for text in ("x", "d", "divers", "non-binary", "autre")],
        ("-", None),
    ],
)
def test_gender(text: str, gender: str | None) -> None:
    assert read_cell(Column.GENDER, text) == Cell(gender)


def test_an_unknown_gender_is_left_out() -> None:
    assert read_cell(Column.GENDER, "knight") == Cell(None, "gender-unknown")


@pytest.mark.parametrize(("column", "gender"), [("HMH", "f"), ("MFM", "m"), ("HFM", "m")], ids=["H/M", "M/F", "mixed"])
def test_m_is_mujer_in_a_column_that_writes_h_and_never_f(column: str, gender: str) -> None:
    assert read_cell(Column.GENDER, "M", habits(Column.GENDER, column)) == Cell(gender)


@every(
    ("text", "cell"),
    [
        ("GM", Cell("GM")),
        ("wgm", Cell("WGM")),
        ("g", Cell("GM")),
        ("wf", Cell("WFM")),
        ("CM.", Cell("CM")),
        ("-", Cell(None)),
        ("None", Cell(None)),
        ("NM", Cell("NM", "title-not-fide")),
        ("Dr.", Cell("DR", "title-not-fide")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_title(text: str, cell: Cell) -> None:
    assert read_cell(Column.TITLE, text) == cell


@every(
    ("column", "text", "cell"),
    [
        (Column.FEDERATION, "ger", Cell("GER")),
        (Column.FEDERATION, "UNR", Cell("UNR")),
        (Column.FEDERATION, "Germany", Cell(None, "federation-malformed")),
        (Column.FEDERATION, "G1R", Cell(None, "federation-malformed")),
        (Column.FIDE_ID, "1503014", Cell("1503014")),
        (Column.FIDE_ID, "0", Cell(None)),
        (Column.FIDE_ID, "15O3014", Cell(None, "fide-id-malformed")),
        (Column.CLUB, "  SC   Köln ", Cell("SC Köln")),
        (Column.CLUB, "-", Cell("-")),
        (Column.CLUB, "x" * 201, Cell(None, "text-too-long")),
        (Column.CLUB, "bell\x07", Cell(None, "text-malformed")),
        (Column.NAME, "", Cell(None, "name-missing")),
    ],
)
def test_other_fields(column: Column, text: str, cell: Cell) -> None:
    assert read_cell(column, text, Habits()) == cell


@every(("text", "rank"), [("1", 1), ("2.", 2), ("3.0", 3), ("=4", 4), ("4=", 4), ("T5", 5), ("6-8", 6), ("6 – 8", 6)])
def test_a_final_rank_is_read_as_tables_print_it(text: str, rank: int) -> None:
    """Prizes, specification, Inputs 2: the final rank of a player, by a column of a list."""
    assert read_cell(Column.RANK, text) == Cell(rank)


@pytest.mark.parametrize(("text", "odd"), [("first", "rank-malformed"), ("0.5", "rank-malformed")])
def test_a_rank_that_is_none_is_left_out(text: str, odd: str) -> None:
    assert read_cell(Column.RANK, text) == Cell(None, odd)
