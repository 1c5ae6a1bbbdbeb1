"""The history: told, undone, redone, and the event as it was."""

from __future__ import annotations

import pytest

from podium.core.result import Result
from podium.flow.commands import CloseRound, PairRound, PublishRound, RecordResult, WithdrawPlayer
from tests.web.conftest import Event, House


@pytest.fixture
def event(house: House) -> Event:
    event = house.event("Ann", "Ben", "Cid", "Dan")
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.WHITE_WINS, Result.DRAW)
    return event


def told(house: House, event: Event, who: str = "arbiter") -> list[str]:
    page = house.visitor(who).get(f"{event.url}/history")
    return [" ".join(each.text.split()) for each in page.all("td", class_="lead")]


def test_the_newest_change_comes_first_with_who_and_when(house: House, event: Event) -> None:
    lines = told(house, event)
    assert lines[0].startswith("Round 1, board 2:")
    assert lines[-1] == "Spring Open created"
    page = house.visitor("arbiter").get(f"{event.url}/history")
    assert all(each.attributes["datetime"] for each in page.all("time"))
    assert "Owner" in page.text


def test_one_change_is_taken_back_and_done_again(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/history")
    page = arbiter.submit(f"{event.url}/history/{event.version - 1}/undo")
    assert [game.result for game in event.games(1)] == [None, Result.DRAW]
    assert arbiter.path == f"{event.url}/history"
    assert "undone" in page.text
    arbiter.submit(f"{event.url}/redo")
    assert [game.result for game in event.games(1)] == [Result.WHITE_WINS, Result.DRAW]


def test_undo_is_offered_only_where_it_would_be_taken(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{event.url}/history")
    offered = [line for line in page.posts if line.endswith("/undo")]
    assert f"{event.url}/history/4/undo" not in offered, "round 1 has results"
    for action in offered:
        token = page.form(action).fields["csrf"]
        assert arbiter.send(action, {"csrf": token, "back": f"{event.url}/history"}).status_lines, action
        arbiter.get(f"{event.url}/history")
        arbiter.submit(f"{event.url}/redo")


def test_what_something_depends_on_leads_to_where_it_is_corrected(house: House, event: Event) -> None:
    event.do(CloseRound(1))
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{event.url}/history")
    ways = {each.attributes["href"] for each in page.all("a", class_="quiet") if each.text.startswith("Correct…")}
    game = event.board(1, 1)
    assert {f"{event.url}/what-if?pairing={game}", f"{event.url}/rounds/1", f"{event.url}/players"} <= ways
    for way in ways:
        arbiter.get(way)
        assert arbiter.status == 200, way
    assert (
        not house.visitor("scorer").get(f"{event.url}/history").all("a", class_="quiet", href=f"{event.url}/settings")
    )


def test_what_something_depends_on_stays(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    token = arbiter.get(f"{event.url}/history").form("/logout").fields["csrf"]
    page = arbiter.send(f"{event.url}/history/4/undo", {"csrf": token})
    assert arbiter.status == 409
    assert "cannot be undone" in page.problem
    assert page.all("tr", id="version-4"), "the page it was on, once more"
    assert "change-depended-on" not in page.text


def test_a_scorer_takes_back_only_what_he_did(house: House, event: Event) -> None:
    scorer = house.visitor("scorer")
    scorer.get(f"{event.url}/rounds/1")
    scorer.submit(f"{event.url}/games/{event.board(1, 1)}/result", result="0-1")
    page = scorer.get(f"{event.url}/history")
    assert page.posts == [f"{event.url}/history/{event.version}/undo"]
    token = page.form("/logout").fields["csrf"]
    scorer.send(f"{event.url}/history/{event.version - 1}/undo", {"csrf": token})
    assert scorer.status == 403


def test_the_event_as_it_was(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{event.url}/history/{event.version - 1}")
    assert "As it was at version" in page.text
    assert "½-½" not in [each.text for each in page.all("b", class_="score")]
    assert page.posts == [f"{event.url}/history/{event.version - 1}/rewind"]
    arbiter.get(f"{event.url}/history/999")
    assert arbiter.status == 404


def test_going_back_lists_what_is_dropped_and_redo_brings_it_again(house: House, event: Event) -> None:
    event.do(WithdrawPlayer(event.player("Dan")))
    there = event.version
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{event.url}/history/{there - 2}")
    dropped = [each.text for each in page.all("li")]
    assert "Dan withdrawn" in dropped
    page = arbiter.submit(f"{event.url}/history/{there - 2}/rewind")
    assert not event.state.players[event.player("Dan")].withdrawn
    assert "2 changes were dropped" in page.status_lines[0]
    arbiter.submit(f"{event.url}/redo")
    assert event.state.players[event.player("Dan")].withdrawn


def test_going_back_is_refused_once_something_happened(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/history/3")
    event.do(RecordResult(event.board(1, 1), None))
    page = arbiter.submit(f"{event.url}/history/3/rewind")
    assert arbiter.status == 409
    assert "has moved on" in page.problem


def test_a_scorer_looks_at_the_past_and_leaves_it(house: House, event: Event) -> None:
    scorer = house.visitor("scorer")
    assert scorer.get(f"{event.url}/history/3").posts == []
    token = scorer.page.form("/logout").fields["csrf"]
    scorer.send(f"{event.url}/history/3/rewind", {"csrf": token, "version": str(event.version)})
    assert scorer.status == 403


def test_nothing_to_redo_is_said(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    token = arbiter.get(f"{event.url}/history").form("/logout").fields["csrf"]
    page = arbiter.send(f"{event.url}/redo", {"csrf": token})
    assert arbiter.status == 409
    assert page.problem == "There is nothing to redo."


def test_a_long_history_has_pages(house: House, event: Event) -> None:
    for at in range(55):
        event.do(WithdrawPlayer(event.player("Dan"), at % 2 == 0))
        event.do(WithdrawPlayer(event.player("Cid"), at % 2 == 0))
    page = house.visitor("arbiter").get(f"{event.url}/history?page=2")
    assert "Page 2 of 2" in page.text
    assert "Spring Open created" in page.text
