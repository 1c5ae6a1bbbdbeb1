"""Chess960 on the pages: the start position of a round for readers, on paper, on the wall, and for those who draw."""

from __future__ import annotations

import pytest

from podium.app.documents.document import Wish
from podium.app.documents.pairings import pairings, result_slips
from podium.flow.commands import PairRound, PublishRound, SetStartPosition
from podium.flow.rounds.kept_values import StartPosition
from tests.web.conftest import Event, House

PIECES = "BBQNNRKR"
FEN = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"


@pytest.fixture
def freestyle(house: House) -> Event:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3, chess960=True)
    event.do(PairRound())
    event.do(SetStartPosition(1, 0))
    event.do(PublishRound(1))
    return event


@pytest.mark.parametrize("who", ["public", "arbiter"])
@pytest.mark.parametrize("path", ["/rounds/1", "/rounds/1/print", "/rounds/1/print?by=name"])
def test_it_stands_at_the_round_and_on_its_sheet(house: House, freestyle: Event, who: str, path: str) -> None:
    page = house.visitor(who).get(freestyle.url + path)
    assert "Start position 0" in page.text
    assert PIECES in page.text
    assert FEN in page.text
    row = [each for each in page.all("use") if "pieces.svg#" in each.attributes.get("href", "")]
    assert [each.attributes["href"][-1].upper() for each in row] == list(PIECES)


def test_it_stands_on_the_wall_and_in_documents(house: House, freestyle: Event) -> None:
    assert f"Start position 0: {PIECES}" in house.visitor().get(f"{freestyle.url}/screen").text
    for make in (pairings, result_slips):
        assert f"Start position 0: {PIECES}" in make(freestyle.state, Wish(round=1)).note


def test_the_arbiter_sets_what_was_drawn_in_the_hall_or_draws_another(house: House, freestyle: Event) -> None:
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{freestyle.url}/rounds/1")
    page = arbiter.submit(f"{freestyle.url}/rounds/1/position", number="518")
    assert "RNBQKBNR" in page.text
    assert freestyle.state.start_positions[1] == StartPosition(518)
    csrf = page.form(f"{freestyle.url}/rounds/1/position").fields["csrf"]
    arbiter.send(f"{freestyle.url}/rounds/1/position", {"csrf": csrf, "draw": "yes"})
    assert freestyle.state.start_positions[1].seed is not None
    page = arbiter.send(f"{freestyle.url}/rounds/1/position", {"csrf": csrf, "number": "many"})
    assert page.problem == 'There is no start position "many": use 0 to 959.'
    public = house.visitor()
    assert "/position" not in "".join(public.get(f"{freestyle.url}/rounds/1").posts)


def test_usual_chess_speaks_of_none(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss", rounds=3)
    event.do(PairRound())
    assert "Start position" not in house.visitor("arbiter").get(f"{event.url}/rounds/1").text


def test_a_knockout_names_it_with_the_round(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="knockout", chess960=True)
    event.do(PairRound())
    event.do(SetStartPosition(1, 0))
    assert f"Start position 0: {PIECES}" in house.visitor("arbiter").get(f"{event.url}/bracket").text
