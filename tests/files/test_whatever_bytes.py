"""Every reader of a file: whatever bytes come, there is an answer or a declared error."""

from __future__ import annotations

import importlib
import inspect
import io
import pkgutil
import zipfile
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import podium.files
from podium.chess import pgn
from podium.core.errors import PodiumError
from podium.core.player import PlayerFields
from podium.files.dbf import Field, TableStream, read_table, write_table
from podium.files.livechess import read_game, read_index
from podium.files.players.csvfile import read_csv
from podium.files.players.html_list import read_html
from podium.files.players.json_list import read_json
from podium.files.players.listfile import read_dbf, read_fide_list, read_list
from podium.files.players.names import read_pasted
from podium.files.players.ods import read_ods
from podium.files.players.xlsx import read_xlsx
from podium.files.players.xml_list import read_xml
from podium.files.prizelist import read_prize_list
from podium.files.raster import read_raster
from podium.files.rating_lists.opening import opened_list
from podium.files.trf import read_report_file, with_planned_rounds
from tests.files.test_lists_of_others import COMBINED, placed
from tests.files.test_reading_ods import HEADER, cell, row, spreadsheet
from tests.kit.loops import every
from tests.kit.pictures import jpeg, png
from tests.kit.player_files import write_csv, write_xlsx

Reader = Callable[[bytes], object]
ANN = [PlayerFields("Oak, Ann", 1500, "GER", "4600001", "FM", "f", "1990-05-12", "SK")]
REPORT = (
    b"012 Open\n001    1 m    Oak, Ann                          1500 GER     4600001 1990/05/12  1.0    1     2 w 1\n"
    b"001    2 m    Elm, Ben                          1400 GER     4600002 1990/05/12  0.0    2     1 b 0\n"
)
TABLE = write_table([Field("NAME", "C", 20), Field("RATING", "N", 4)], [("Oak, Ann", 1500), ("Elm, Ben", None)])
PAGE = b"<html><table><tr><th>Name<th colspan=2>Elo<tr><td>Oak, Ann<td>1500</table></html>"
FIDE = f"{COMBINED}\n{placed(COMBINED, ID_Number='4600001', Name='Oak, Ann')}\n".encode()


def rated_players(content: bytes) -> object:
    with opened_list(io.BytesIO(content), "list") as opened:
        return list(opened.players)


def streamed(content: bytes) -> object:
    stream = TableStream(io.BytesIO(content))
    return list(stream.rows(range(len(stream.fields))))


READERS: dict[str, tuple[Reader, bytes]] = {
    "read_list": (read_list, write_csv(ANN)),
    "read_csv": (read_csv, write_csv(ANN)),
    "read_xlsx": (read_xlsx, write_xlsx(ANN)),
    "read_ods": (read_ods, spreadsheet(List=HEADER + row(cell("Oak, Ann"), cell("1500")))),
    "read_html": (read_html, PAGE),
    "read_dbf": (read_dbf, TABLE),
    "read_table": (read_table, TABLE),
    "a table as a stream": (streamed, TABLE),
    "read_fide_list": (read_fide_list, FIDE),
    "read_json": (read_json, b'[{"name":"Ann","rating":1500},{"name":"Ben"}]'),
    "read_xml": (read_xml, b"<list><player><name>Ann</name><rating>1500</rating></player></list>"),
    "read_pasted": (read_pasted, b"1. Oak, Ann, 1500\n2. Ben Elm 1400\n"),
    "read_prize_list": (read_prize_list, b"category,place,cash\nOpen,1,100.50\n"),
    "read_raster": (read_raster, png()),
    "read_raster, JPEG": (read_raster, jpeg()),
    "read_index": (read_index, b'{"pairings":[{"white":{"lname":"A"},"black":{"fname":"B"},"result":"1-0"}]}'),
    "read_game": (read_game, b'{"moves":["e4 5399+12","e5 5300"],"result":"WHITEWIN","live":false}'),
    "read_report_file": (read_report_file, REPORT),
    "with_planned_rounds": (lambda content: with_planned_rounds(content, 9), REPORT),
    "rating list": (rated_players, FIDE),
    "rating list, DBF": (rated_players, TABLE),
    "rating list, CSV": (rated_players, b"ID;Name;Rating\n1;Oak, Ann;1500\n"),
    "games": (lambda content: pgn.read(pgn.decoded(content)), b'[Event "Open"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'),
}
NOT_OF_BYTES = {"read_cell", "read_names", "read_prizes"}
"""Readers of text or of a sheet that another one has made of bytes."""


def test_every_reader_is_asked() -> None:
    found = {
        name
        for module in pkgutil.walk_packages(podium.files.__path__, "podium.files.")
        for name, value in vars(importlib.import_module(module.name)).items()
        if name.startswith("read_") and inspect.isfunction(value)
    }
    assert found - NOT_OF_BYTES <= {name.partition(",")[0] for name in READERS}


def answer(reader: Reader, content: bytes) -> None:
    """Ask a reader: anything that it raises, but for what it declares, fails the test."""
    with suppress(PodiumError):
        reader(content)


def repacked(content: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """An archive with another part, so that what is damaged is not its wrapping alone."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(file, "w") as after:
        for name in before.namelist():
            after.writestr(name, change(before.read(name)) if name == part else before.read(name))
    return file.getvalue()


damages = st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 9), st.binary(max_size=6)), min_size=1, max_size=6)


def damaged(content: bytes, by: list[tuple[int, int, bytes]]) -> bytes:
    """The content with some bytes replaced, taken out and put in."""
    for at, length, put in by:
        place = at % (len(content) + 1)
        content = content[:place] + put + content[place + length :]
    return content


@every("name", READERS)
def test_a_good_file_is_read(name: str) -> None:
    reader, sample = READERS[name]
    assert reader(sample)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=40)
@given(content=st.binary(max_size=300))
def test_any_bytes_are_answered(name: str, content: bytes) -> None:
    answer(READERS[name][0], content)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=60)
@given(by=damages)
def test_a_damaged_file_is_answered(name: str, by: list[tuple[int, int, bytes]]) -> None:
    reader, sample = READERS[name]
    answer(reader, damaged(sample, by))


@pytest.mark.parametrize(("name", "part"), [("read_ods", "content.xml"), ("read_xlsx", "xl/worksheets/sheet1.xml")])
@settings(max_examples=60)
@given(by=damages)
def test_a_spreadsheet_with_a_damaged_part_is_answered(name: str, part: str, by: list[tuple[int, int, bytes]]) -> None:
    reader, sample = READERS[name]
    answer(reader, repacked(sample, part, lambda content: damaged(content, by)))
