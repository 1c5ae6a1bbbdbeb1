"""Tables of players on web pages that somebody saved."""

from __future__ import annotations

import pytest

from podium.core.errors import FormatError, LimitExceeded
from podium.core.player import PlayerFields
from podium.files.players.columns import guess_columns
from podium.files.players.importplan import plan
from podium.files.players.listfile import read_list


def imported(page: str, encoding: str = "utf-8") -> list[PlayerFields]:
    sheet = read_list(page.encode(encoding))
    return list(plan(sheet, guess_columns(sheet)).additions)


TABLE = "<table><tr><th>No</th><th>Name</th><th>Rtg</th></tr><tr><td>1</td><td>Grün, Eva</td><td>1850</td></tr></table>"
EVA = [PlayerFields("Grün, Eva", 1850)]


def test_the_table_with_names_is_read_and_not_what_stands_around() -> None:
    menu = "<table><tr><td>Home<td>Results</table>"
    page = f"<!DOCTYPE html><html><head><title>Open</title></head><body>{menu}<p>1 player</p>{TABLE}</body></html>"
    assert imported(page) == EVA


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252", "utf-8"])
def test_it_is_in_the_encoding_that_it_names(encoding: str) -> None:
    assert imported(f'<html><meta charset="{encoding}">{TABLE}</html>', encoding) == EVA
    assert imported(f"<html>{TABLE}</html>", encoding) == EVA  # or in one that is told by its bytes


def test_cells_without_ends_entities_links_and_breaks() -> None:
    page = (
        "<html><TABLE BORDER=1><TR><TD>Name<TD>Elo<TD>Club\n"
        '<TR><TD><a href="/p?id=1&n=2">Gr&uuml;n,<br>Eva</a><TD> 1850 <TD>A &amp;\n B</TABLE>'
    )
    assert imported(page) == [PlayerFields("Grün, Eva", 1850, club="A & B")]


def test_a_cell_over_several_columns_takes_as_many() -> None:
    page = "<html><table><tr><th>Name<th colspan=2>Club<th>Elo<tr><td>Ann<td>A<td>(1)<td>1500</table>"
    assert imported(page) == [PlayerFields("Ann", 1500, club="A")]


def test_a_table_inside_another_is_one_of_its_own() -> None:
    assert imported(f"<html><table><tr><td>Players<td>{TABLE}</td></tr></table></html>") == EVA


def test_scripts_and_comments_are_not_read() -> None:
    assert imported(f"<html><SCRIPT>'<table><tr><td>Name'</SCRIPT><!-- <table> <tr> -->{TABLE}") == EVA


@pytest.mark.parametrize(
    "page",
    ["<html><p>Hello</p></html>", "<html><table><tr><td>Menu</table></html>", "<html>" + "<table>" * 100_000],
    ids=["no table", "no names", "tables in tables"],
)
def test_a_page_without_players_is_named(page: str) -> None:
    with pytest.raises(FormatError) as refused:
        read_list(page.encode())
    assert (refused.value.code, refused.value.facts["kind"]) == ("not-a-list", "html")


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ("<html><table><tr>" + "<td>x" * 600, "too-many-columns"),
        ("<html><table>" + "<tr><td>Name<td>x" * 300_000, "page-too-large"),
        ("<html><table>" + "<tr><td>Name" * 30_000, "too-many-rows"),
    ],
    ids=["columns", "tags", "rows"],
)
def test_what_would_hold_everybody_up_is_refused(page: str, code: str) -> None:
    with pytest.raises(LimitExceeded) as refused:
        read_list(page.encode())
    assert refused.value.code == code


BEGIN = "<html><table><tr><td>Name<tr><td>Ann"


@pytest.mark.parametrize("piece", ["<", "<!--", "<script>", "<a '", "&"])
def test_a_million_pieces_that_end_nowhere_cost_no_more_than_their_length(piece: str) -> None:
    assert len(read_list((BEGIN + piece * 1_000_000).encode()).rows) == 1


@pytest.mark.parametrize("piece", ["<SCRIPT></SCRIPT>", "a<b>"])
def test_a_million_tags_are_refused(piece: str) -> None:
    with pytest.raises(LimitExceeded):
        read_list((BEGIN + piece * 1_000_000).encode())
