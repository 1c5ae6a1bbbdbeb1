"""The page with all that can be printed, and the ways to it."""

from __future__ import annotations

import re

import pytest

from podium.app.access import Role
from podium.app.documents.document import Table, Wish
from podium.app.documents.kinds import kind_named
from podium.app.words.language import speaking
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, PairRound, PublishRound
from tests.web.conftest import Event, House
from tests.web.visitor import Page


def test_each_document_is_offered_as_pdf_and_by_the_browser(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3)
    event.do(PairRound())
    event.do(PublishRound(1))
    text = house.visitor("arbiter").get(f"{event.url}/print?round=1&paper=letter").html
    api = f"/api/tournaments/{event.id}/documents"
    assert f'href="{api}/pairings?round=1&amp;paper=letter"' in text
    assert f'href="{event.url}/rounds/1/print"' in text
    assert f'href="{api}/result-slips?round=1&amp;paper=letter"' in text
    public = house.visitor().get(f"{event.url}/print").html
    assert f'href="{api}/standings"' in public
    assert "result-slips" not in public


def test_lists_and_sheets_for_the_browser_lead_to_their_pdf(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3)
    event.do(PairRound())
    event.do(PublishRound(1))
    api = f"/api/tournaments/{event.id}/documents"
    for address, document in (
        ("/players", "start-list"),
        ("/standings", "standings"),
        ("/crosstable", "crosstable"),
        ("/rounds/1/print", "pairings?round=1"),
        ("/rounds/1/print?by=name", "pairings-by-name?round=1"),
    ):
        assert f'href="{api}/{document}"' in house.visitor().get(event.url + address).html, address


def test_an_unknown_paper_or_round_is_not_found(house: House) -> None:
    event = house.event("Ann", "Ben")
    visitor = house.visitor("arbiter")
    visitor.get(f"{event.url}/print?paper=a5")
    assert visitor.status == 404
    event.do(PairRound())
    visitor.get(f"{event.url}/print?round=99")
    assert visitor.status == 404


def test_tables_are_offered_as_spreadsheets(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3)
    api = f"/api/tournaments/{event.id}/export"
    before = house.visitor().get(f"{event.url}/print").html
    assert f'href="{api}/xlsx?table=players"' in before
    assert "table=pairings" not in before
    event.do(PairRound())
    event.do(PublishRound(1))
    text = house.visitor().get(f"{event.url}/print").html
    for table in ("players", "pairings", "standings", "crosstable"):
        for format in ("xlsx", "csv"):
            assert f'href="{api}/{format}?table={table}' in text
    assert f'href="{api}/xlsx?table=pairings&amp;round=1"' in text
    assert f'href="{api}/xlsx?table=standings"' in house.visitor().get(f"{event.url}/standings").html


def test_a_file_that_is_no_list_is_named_on_the_form(house: House) -> None:
    event = house.event("Ann")
    owner = house.visitor("owner")
    owner.get(f"{event.url}/players/import")
    page = owner.upload(f"{event.url}/players/import", b'[Event "Club"]\n[White "Ames, Dean"]\n')
    assert owner.status == 400
    assert "This is a file of games (PGN), not a list. Bring it under Games of a round." in page.text
    assert [player.name for player in event.state.players.values()] == ["Ann"]


@pytest.fixture
def played(house: House) -> Event:
    """Two rounds with draws and a bye, and players of whom everything is known."""
    event = house.event(format="swiss", rounds=3, tiebreaks=["PTS", "BH", "SB"])
    fields = (PlayerFields(name, rating=2000, title="FM", federation="GER", club="Club") for name in ("A", "B", "C"))
    event.do(AddPlayers((*fields, PlayerFields("D", rating=1900), PlayerFields("E", rating=1800))))
    for number in (1, 2):
        event.do(PairRound())
        event.do(PublishRound(number))
        event.record(number, Result.DRAW, Result.WHITE_WINS)
    return event


def papers(event: Event, name: str) -> tuple[Table, ...]:
    kind = kind_named(event.state, Role.OWNER, name)
    tables = kind.content(event.state, Wish(round=2 if name == "pairings" else None)).parts["tables"]
    assert isinstance(tables, tuple)
    return tables


def headings(page: Page) -> list[str]:
    return [each.text for each in page.all("th", scope="col") if each.text not in ("More", "")]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("standings", "/standings"),
        ("crosstable", "/crosstable"),
        ("pairings", "/rounds/2"),
        ("pairings", "/rounds/2/print"),
        ("pairings-by-name", "/rounds/2/print?by=name"),
        ("start-list", "/players"),
    ],
)
def test_paper_has_the_columns_of_the_page(house: House, played: Event, name: str, path: str) -> None:
    (table,) = papers(played, name)
    shown = [label.split()[-1] for label in headings(house.visitor().get(f"{played.url}{path}"))]
    assert shown == [column.label for column in table.columns if column.label]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_figures_have_one_decimal_sign_on_every_page_and_paper(house: House, played: Event, language: str) -> None:
    visitor = house.visitor("owner")
    visitor.get(f"/language/{language}?back=/")
    pages = (
        "/standings",
        "/crosstable",
        "/rounds/2",
        "/rounds/2/print",
        "/rating-report",
        "/screen?show=standings",
        "",
    )
    cells = [
        (path, each.text)
        for path in (*pages, f"/players/{played.player('A')}")
        for tag in ("td", "dd", "option", "b")
        for each in visitor.get(f"{played.url}{path}").all(tag)
    ]
    with speaking(language):
        for name in ("standings", "crosstable", "pairings", "start-list"):
            cells += [(name, text) for table in papers(played, name) for row in table.rows for text in row]
    assert any(re.fullmatch(r"\d½", text) for _where, text in cells)
    assert [(where, text) for where, text in cells if re.search(r"^[+−]?\d+\.\d+$|\d[.,][05]$|, \d\.\d", text)] == []
