"""What pages say, and offer, while a game is not over."""

from __future__ import annotations

import pytest

from podium.core.result import Result
from podium.flow.commands import CloseRound, PairRound, PublishRound, WithdrawPlayer
from podium.web.documents.documents import report_files
from podium.web.formats.registry import pages_of
from tests.kit.events import Director
from tests.kit.open_games import OPEN, played
from tests.web.conftest import House


@pytest.mark.parametrize(
    ("event", "names"),
    [
        (played(*OPEN[1]), ["Intermediate report (ITDX)"]),
        (played(*OPEN[1], rounds=3), ["Report file (TRF)", "Intermediate report (ITDX)"]),
        (played(*OPEN[1], rules="club"), ["Report file (TRF)"]),
        (played("1-0", "0-1", "1-0"), ["Report file (TRF)"]),
    ],
)
def test_pages_offer_the_report_that_can_be_made(event: Director, names: list[str]) -> None:
    assert [name for name, _url in report_files(event.state)] == names


@pytest.mark.parametrize(
    ("results", "note"),
    [
        (OPEN[1], "After round 1; not final: 1 game is not over"),
        (OPEN[2], "After round 1, 1 of its results still missing; not final: 2 games are not over"),
        (("1-0", "1-0", "1-0"), "After round 1"),
    ],
)
def test_the_standings_are_called_not_final(results: tuple[str, ...], note: str) -> None:
    event = played(*results)
    assert pages_of(event.state).standings_note(event.state, None) == note


def test_every_page_with_results_shows_that_a_game_is_adjourned(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3, rules="fide")
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.ADJOURNED)
    ann = event.player("Ann")
    shown = {
        "/rounds/1": "Ann 2000 adjourned Cid",
        "/rounds/1/print": "Ann 2000 adjourned Cid",
        f"/players/{ann}": "white Cid 1980 adjourned ½",
        f"/me/line?player={ann}": "Round 1: adjourned, with White against Cid",
        "/crosstable": "3w?",
        "/screen?show=pairings": "adjourned",
        "": "0 of 2",
    }
    anybody = house.visitor()
    for path, words in shown.items():
        assert words in anybody.get(f"{event.url}{path}").text, path
    history = house.visitor("owner").get(f"{event.url}/history").text
    assert "Ann adjourned Cid" in history


def test_the_card_of_a_player_can_be_found_where_the_standings_have_no_place(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3)
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.WHITE_WINS, Result.WHITE_WINS)
    event.do(WithdrawPlayer(event.player("Ann"), expelled=True))
    event.do(WithdrawPlayer(event.player("Dan")))
    anybody = house.visitor()
    standings = anybody.get(f"{event.url}/standings")
    rows = [each.text for each in standings.all("tr") if each.attributes.get("id", "").startswith("rank-")]
    assert not any("Ann" in row for row in rows)
    assert [row for row in rows if "Dan" in row and "withdrawn" in row]
    crosstable = anybody.get(f"{event.url}/crosstable").text
    assert "Ann expelled" in crosstable
    assert "Dan withdrawn" in crosstable
    assert "No place in the standings, 1 point" in anybody.get(f"{event.url}/players/{event.player('Ann')}").text


def test_the_next_step_is_to_end_what_is_adjourned(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss", rounds=1)
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.ADJOURNED)
    event.do(CloseRound(1))
    text = house.visitor("arbiter").get(event.url).text
    assert "The standings are not final 1 game of round 1 is adjourned: enter its result when it is over." in text


def test_an_adjourned_game_is_no_result(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3)
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.WHITE_WINS, Result.ADJOURNED)
    director = house.visitor("owner")
    page = director.get(f"{event.url}/rounds/1")
    assert "1 of 2 results; 1 adjourned" in page.text
    assert "results are in" not in page.text
    overview = director.get(event.url).text
    assert "1 of 2 results; 1 adjourned. Closed, nothing in it changes by accident." in overview
    for path in ("/rounds/1", "/screen?show=pairings"):
        assert "1 of 2 results; 1 adjourned" in house.visitor().get(f"{event.url}{path}").text
