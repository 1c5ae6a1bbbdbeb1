"""The page with all that can be printed, and the ways to it."""

from __future__ import annotations

from podium.flow.commands import PairRound, PublishRound
from tests.web.conftest import House


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
