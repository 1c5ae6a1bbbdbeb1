"""Lists as FIDE, Lichess, Chess-Results and US Chess write them: read as what they are, down to the players."""

from __future__ import annotations

import io
import json
from decimal import Decimal
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from podium.core.errors import FormatError, LimitExceeded
from podium.core.player import PlayerFields
from podium.files.dbf import Field, Value, write_table
from podium.files.players.columns import guess_columns
from podium.files.players.importplan import plan
from podium.files.players.json_list import read_json
from podium.files.players.listfile import read_fide_list, read_list
from podium.files.players.xml_list import read_xml
from podium.files.sheet import Sheet
from tests.kit.loops import every

COMBINED = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
    "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
OF_MONTH = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
    "NOV26 Gms K  B-day Flag"
)
OLD = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag"
OLDEST = "ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG"


def placed(header: str, **cells: str) -> str:
    """A line with each text below the word of the header that is its name; `_` stands for a blank."""
    line = [" "] * (len(header) + 10)
    for name, text in cells.items():
        at = header.index(name.replace("_", " ")) if name.replace("_", " ") in header else header.index(name)
        line[at : at + len(text)] = text
    return "".join(line).rstrip()


def players(content: bytes) -> list[PlayerFields]:
    """The players that a list brings into an empty event, without any choice by hand."""
    sheet = read_list(content)
    planned = plan(sheet, guess_columns(sheet))
    assert planned.problems == ()
    return list(planned.additions)


def test_the_combined_list_of_fide() -> None:
    rows = [
        placed(COMBINED, ID_Number="1000001", Name="Oak, Ann", Fed="ENG", Sex="F", Tit="WGM", WTit="WGM", SRtng="2301",
               SGm="9", SK="20", RRtng="2250", Rk="20", BRtng="2200", BK="20", **{"B-day": "1990"}),
        placed(COMBINED, ID_Number="1000002", Name="Elm, Ben", Fed="SUI", Sex="M", SRtng="0", SK="40", RRtng="1700",
               Rk="20", **{"B-day": "0000"}, Flag="i"),
    ]  # fmt: skip
    assert players("\n".join((COMBINED, *rows, "")).encode()) == [
        PlayerFields("Oak, Ann", 2301, "ENG", "1000001", "WGM", "f", "1990"),
        PlayerFields("Elm, Ben", None, "SUI", "1000002", None, "m"),
    ]


def test_the_list_of_a_month() -> None:
    row = placed(OF_MONTH, ID_Number="1000001", Name="Núñez, José", Fed="ESP", Sex="M", Tit="FM", NOV26="2301",
                 **{"B-day": "1990"})  # fmt: skip
    expected = [PlayerFields("Núñez, José", 2301, "ESP", "1000001", "FM", "m", "1990")]
    for encoding in ("latin-1", "utf-8"):
        assert players(f"{OF_MONTH}\r\n{row}\r\n".encode(encoding)) == expected


def test_the_list_of_before_2012_whose_headings_touch() -> None:
    rows = (
        " 4100001  Birch, Cas                        wg  RUS  2486    9  1990  w\n"
        "  100002  Ash, Dan                              GER  1800    0\n"
    )
    assert players(f"{OLD}\n{rows}".encode()) == [
        PlayerFields("Birch, Cas", 2486, "RUS", "4100001", "WGM", None, "1990"),
        PlayerFields("Ash, Dan", 1800, "GER", "100002"),
    ]


def test_the_list_of_2001() -> None:
    rows = (
        " \n"
        " 1700001  Birch, Anton                           SWE     2300    0   i   \n"
        " 1400001  Yew, Eva                         m     DEN     2374   18       \n"
    )
    assert players(f"{OLDEST}\n{rows}".encode()) == [
        PlayerFields("Birch, Anton", 2300, "SWE", "1700001"),
        PlayerFields("Yew, Eva", 2374, "DEN", "1400001", "IM"),
    ]


def test_a_line_that_has_slipped_is_refused_and_not_cut() -> None:
    row = " 4100001  Birch, Cas                        wg  RUS 2486    9  1990  w".replace("RUS 2486", "RUS 22486")
    with pytest.raises(FormatError) as refused:
        read_list(f"{OLD}\n{row}\n".encode())
    assert (refused.value.code, refused.value.line) == ("list-misaligned", 2)


def test_the_list_of_fide_in_xml() -> None:
    text = """<?xml version="1.0" encoding="utf-8"?>
    <playerslist>
      <player><fideid>1000001</fideid><name>Núñez &amp; Oak, Ann</name><country>ESP</country><sex>F</sex>
        <title>WIM</title><w_title>WIM</w_title><o_title></o_title><foa_title></foa_title><rating>2201</rating>
        <games>3</games><k>20</k><rapid_rating>2150</rapid_rating><rapid_games>0</rapid_games><rapid_k>20</rapid_k>
        <birthday>1991</birthday><flag>w</flag></player>
      <player><fideid>1000002</fideid><name>Elm, Ben</name><country>SUI</country><sex>M</sex><rating/>
        <rapid_rating>1700</rapid_rating><birthday>0000</birthday><flag>i</flag></player>
    </playerslist>"""
    assert players(text.encode()) == [
        PlayerFields("Núñez & Oak, Ann", 2201, "ESP", "1000001", "WIM", "f", "1991"),
        PlayerFields("Elm, Ben", None, "SUI", "1000002", None, "m"),
    ]


def test_xml_without_players_is_named() -> None:
    with pytest.raises(FormatError) as refused:
        read_list(b"<Workbook><Worksheet/></Workbook>")
    assert (refused.value.code, refused.value.facts["kind"]) == ("not-a-list", "xml")


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE l [<!ENTITY a "aaaa">]><l><player><name>&a;</name></player></l>',
        "<playerslist><player><name>Ann</name></playerslist>",
        "<a>" * 60,
        '<?xml version="1.0" encoding="klingon"?><l/>',
    ],
    ids=["entities", "crossed", "deep", "encoding"],
)
def test_xml_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(FormatError) as refused:
        read_list(text.encode())
    assert refused.value.code == "xml-damaged"


def lines(*objects: dict[str, Any]) -> bytes:
    return "".join(f"{json.dumps(each)}\n" for each in objects).encode()


def test_the_results_of_a_swiss_on_lichess_are_a_final_ranking() -> None:
    content = lines(
        {"rank": 1, "points": 4.5, "tieBreak": 15.25, "rating": 2301, "username": "AnnOak", "title": "WGM",
         "performance": 2400},
        {"rank": 2, "points": 4, "tieBreak": 12, "rating": 1800, "username": "benelm", "performance": 1900,
         "absent": True},
    )  # fmt: skip
    assert players(content) == [
        PlayerFields("AnnOak", 2301, title="WGM", rank=1),
        PlayerFields("benelm", 1800, rank=2),
    ]


def test_the_results_of_an_arena_on_lichess() -> None:
    content = lines(
        {"rank": 1, "score": 35, "rating": 2301, "username": "AnnOak", "performance": 2400, "team": "oaks",
         "sheet": {"scores": "4422"}},
    )  # fmt: skip
    assert players(content) == [PlayerFields("AnnOak", 2301, club="oaks", rank=1)]


def test_the_members_of_a_team_on_lichess() -> None:
    content = lines(
        {"id": "annoak", "username": "AnnOak", "title": "WGM", "joinedTeamAt": 1700000000000,
         "perfs": {"blitz": {"games": 10, "rating": 2100}, "classical": {"games": 0, "rating": 1500, "prov": True},
                   "rapid": {"games": 5, "rating": 2000}}, "profile": {"location": "Bern", "links": ["x"]}},
        {"id": "benelm", "username": "benelm", "perfs": {"blitz": {"games": 3, "rating": 1400}}},
    )  # fmt: skip
    assert players(content) == [PlayerFields("AnnOak", 2000, title="WGM"), PlayerFields("benelm", None)]


def test_the_members_as_lichess_names_them_shortly() -> None:
    content = lines({"id": "annoak", "name": "AnnOak", "title": "IM", "joinedTeamAt": 1}, {"id": "ben", "name": "Ben"})
    assert players(content) == [PlayerFields("AnnOak", title="IM"), PlayerFields("Ben")]


def test_the_results_of_lichess_as_csv() -> None:
    header = b"Rank,Title,Username,Rating,Points,Tie Break,Performance\n"
    content = header + b"1,WGM,AnnOak,2301,4.5,15.25,2400\n2,,benelm,1800,4,12,1900\n"
    assert players(content) == [
        PlayerFields("AnnOak", 2301, title="WGM", rank=1),
        PlayerFields("benelm", 1800, rank=2),
    ]


@pytest.mark.parametrize("content", [b'[{"name": "Ann"}]', b'{"players": [{"name": "Ann"}], "version": 3}',
                                     b'{"standing": {"page": 1, "players": [{"name": "Ann"}]}}',
                                     b'\xef\xbb\xbf{"name": "Ann", "rating": null}'])  # fmt: skip
def test_json_in_one_piece(content: bytes) -> None:
    assert players(content) == [PlayerFields("Ann")]


@every(
    ("content", "code", "line"),
    [
        (b'{"name": "Ann"}\n{"name": "Be', "json-damaged", 2),
        (b'{"name": "Ann"', "json-damaged", 1),
        (b'[\n{"name": "Ann"},\n{"name": }\n]', "json-damaged", 3),
        (b'[["Ann"]]', "json-without-list", 0),
        (b'{"name": "Ann"}\n[1]\n', "json-without-list", 2),
        (b"[" * 100_000, "json-damaged", 1),
        (b'[{"rating": ' + b"9" * 5000 + b"}]", "json-damaged", 1),
        (b'[{"rating": NaN}]', "json-damaged", 1),
        (b"[]", "list-empty", 0),
        (b'{"id": "x", "name": "Swiss Open", "nbRounds": 7}', "json-without-list", 0),
        (b'{"id": "x", "name": "Oaks", "leaders": [{"name": "ann"}]}', "json-without-list", 0),
    ],
    ids=[
        "second line",
        "one line",
        "in one piece",
        "lists",
        "a list",
        "deep",
        "endless number",
        "no number",
        "nothing",
        "an event",
        "a team",
    ],
)
def test_json_without_players_says_why(content: bytes, code: str, line: int) -> None:
    with pytest.raises(FormatError) as refused:
        read_list(content)
    assert (refused.value.code, refused.value.line) == (code, line)


CHESS_RESULTS = {
    "English": ("No.", "", "Name", "FideID", "FED", "Rtg", "RtgI", "RtgN", "Typ", "sex", "Club/City"),
    "German": ("Nr.", "", "Name", "FideID", "Land", "Elo", "EloI", "EloN", "Typ", "Geschl.", "Verein/Ort"),
    "French": ("No.", "", "Nom", "Code FIDE", "FED", "Elo", "Elo I", "Elo N", "Type", "Sexe", "Club/Ville"),
    "Spanish": ("No.", "", "Nombre", "Código FIDE", "FED", "Elo", "EloI", "EloN", "Tipo", "sexo", "Club/Ciudad"),
}


@pytest.mark.parametrize("language", CHESS_RESULTS)
def test_the_players_of_chess_results(language: str) -> None:
    rows: list[tuple[str | int | None, ...]] = [
        ("From the Tournament-Database of Chess-Results",),
        ("Open 2026",),
        (),
        ("Starting rank list",),
        CHESS_RESULTS[language],
        (1, "WGM", "Oak, Ann", 1000001, "ENG", 2301, 2301, 0, "", "w", "Oaks London"),
        (2, None, "Elm, Ben", 0, "SUI", 1750, 0, 1750, "U18", "", "Bern"),
        (),
        ("Program and data by somebody else", None, None),
    ]
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    as_text = "\n".join(";".join("" if cell is None else str(cell) for cell in row) for row in rows)
    expected = [
        PlayerFields("Oak, Ann", 2301, "ENG", "1000001", "WGM", "f", club="Oaks London"),
        PlayerFields("Elm, Ben", None, "SUI", club="Bern"),
    ]
    for content in (file.getvalue(), as_text.encode("utf-8-sig")):
        assert players(content) == expected


def test_a_column_of_ratings_in_which_nobody_has_one_gives_way_to_the_next() -> None:
    assert players(b"No.;Name;Rtg;RtgI;RtgN\n1;Ann;1500;0;1500\n2;Ben;1400;0;1400\n") == [
        PlayerFields("Ann", 1500),
        PlayerFields("Ben", 1400),
    ]


def test_a_column_of_places_is_a_ranking_if_figures_stand_in_it() -> None:
    assert players(b"Place,Name\n1.,Ann\n2,Ben\n") == [PlayerFields("Ann", rank=1), PlayerFields("Ben", rank=2)]
    assert players(b"Place,Name\nBern,Ann\nBonn,Ben\n") == [
        PlayerFields("Ann", city="Bern"),
        PlayerFields("Ben", city="Bonn"),
    ]


US_CHESS = (
    Field("MEM_ID", "C", 8),
    Field("MEM_NAME", "C", 30),
    Field("STATE", "C", 2),
    Field("EXPIRED", "D", 8),
    Field("R_LPB_RAT", "C", 7),
    Field("Q_LPB_RAT", "C", 7),
    Field("GENDER", "C", 1),
    Field("BYEAR", "N", 4),
)


def test_the_list_of_us_chess() -> None:
    rows: list[tuple[Value, ...]] = [
        ("12345678", "OAK,ANN", "NY", None, "2101", "1990", "F", 1990),
        ("12345679", "ELM,BEN", "CA", None, "1532P10", "", "M", None),
        ("12345680", "ASH,CAS", "TX", None, "UNR", "", "", None),
    ]
    assert players(write_table(US_CHESS, rows)) == [
        PlayerFields("OAK,ANN", 2101, gender="f", birth="1990", state="NY", national_id="12345678"),
        PlayerFields("ELM,BEN", 1532, gender="m", state="CA", national_id="12345679"),
        PlayerFields("ASH,CAS", state="TX", national_id="12345680"),
    ]


def test_a_dbase_table_with_ranks_and_points() -> None:
    fields = (Field("NAME", "C", 10), Field("RATING", "N", 4), Field("SCORE", "N", 4, 1), Field("RANK", "N", 3))
    assert players(write_table(fields, [("Ann", 1500, Decimal("2.5"), 1)])) == [PlayerFields("Ann", 1500, rank=1)]


def test_an_empty_dbase_table_is_an_empty_list() -> None:
    with pytest.raises(FormatError) as refused:
        read_list(write_table(US_CHESS, []))
    assert refused.value.code == "list-empty"


def test_a_whole_rating_list_is_more_than_a_list_of_players() -> None:
    line = placed(COMBINED, ID_Number="1000001", Name="Oak, Ann")
    with pytest.raises(LimitExceeded):
        read_list("\n".join((COMBINED, *[line] * 20_001)).encode())
    with pytest.raises(LimitExceeded):
        read_list(b"<l>" + b"<player><name>Ann</name></player>" * 20_001 + b"</l>")


def _answer(read: Any, content: bytes) -> Sheet | FormatError:
    try:
        answer = read(content)
    except FormatError as refused:
        return refused
    assert isinstance(answer, Sheet)
    plan(answer, guess_columns(answer))
    return answer


_tags = st.sampled_from(
    ["<p>", "</p>", "<player>", "</player>", "<name>", "</name>", "<!--", "-->", "&amp;", "<?x ?>", "Ann"]
)
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["name", "perfs", "rating", "x"]), inner)
    ),
    max_leaves=20,
)


@settings(deadline=None)
@given(st.binary(max_size=200) | st.lists(_tags, max_size=20).map(lambda tags: "".join(tags).encode()))
def test_any_xml_is_read_or_refused(content: bytes) -> None:
    assert _answer(read_xml, content) is not None


@settings(deadline=None)
@given(
    st.binary(max_size=200) | st.lists(_json, max_size=4).map(lambda some: "\n".join(map(json.dumps, some)).encode())
)
def test_any_json_is_read_or_refused(content: bytes) -> None:
    assert _answer(read_json, content) is not None


@settings(deadline=None)
@given(st.sampled_from([COMBINED, OF_MONTH, OLD, OLDEST, "", "ID number"]), st.lists(st.text(max_size=160), max_size=5))
def test_any_text_below_the_header_of_fide_is_read_or_refused(header: str, below: list[str]) -> None:
    content = "\n".join((header, *below)).encode(errors="replace")
    assert _answer(read_fide_list, content) is not None


_name = st.text(st.characters(min_codepoint=65, max_codepoint=122, categories=["L"]), min_size=1, max_size=20)


@given(st.lists(st.tuples(_name, st.integers(1, 99_999_999), st.integers(1, 3000)), min_size=1, max_size=5))
def test_what_is_written_in_fides_columns_is_read_from_them(rows: list[tuple[str, int, int]]) -> None:
    text = [placed(OF_MONTH, ID_Number=str(id), Name=name, Fed="GER", NOV26=str(rating)) for name, id, rating in rows]
    sheet = read_list("\n".join((OF_MONTH, *text)).encode())
    found = [(row.cell(1), row.cell(0), row.cell(8)) for row in sheet.rows]
    assert found == [(name, str(id), str(rating)) for name, id, rating in rows]
