"""Entering results: rows in place of pages, what comes after the last one, places changed, results entered twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from podium.core.result import Result
from podium.flow.commands import CloseRound, PairAllRounds, PairRound, PublishRound, RecordResult
from tests.web.conftest import Event, House
from tests.web.visitor import Page, Visitor

STATIC = Path(__file__).parents[2] / "src/podium/web/static"
ROWS = {"Podium-Rows": "sent"}
NEWS = {"Podium-Rows": "news"}


@pytest.fixture
def event(house: House) -> Event:
    """A Swiss of three boards in its first round."""
    event = house.event("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", format="swiss", rounds=3)
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


def rows(page: Page) -> list[str]:
    return [each.attributes["id"] for each in page.all("tr") if "data-board" in each.attributes]


def send_row(visitor: Visitor, action: str, **fields: str) -> Page:
    """The answer to a form that the script of a page sends."""
    token = visitor.page.form("/logout").fields["csrf"]
    return Page(visitor.client.post(action, data={"csrf": token, **fields}, headers=ROWS).text)


def news(visitor: Visitor, event: Event, since: int) -> Page:
    answer = visitor.client.get(f"{event.url}/rounds/1/changes?since={since}", headers=NEWS)
    return Page(answer.text)


def test_a_result_is_answered_with_its_row_and_what_is_said_of_the_round(house: House, event: Event) -> None:
    scorer = house.visitor("scorer")
    scorer.get(f"{event.url}/rounds/1")
    page = send_row(scorer, f"{event.url}/games/{event.board(1, 2)}/result", result="1-0", was="")
    assert rows(page) == ["board-2"]
    assert page.all("tr", id="board-2")[0].attributes["data-result"] == "1-0"
    assert page.all("div", id="changes")[0].attributes["data-version"] == str(event.version)
    assert "1 of 3 results" in page.text
    assert page.status_lines[0].endswith("Undo ×")
    assert not page.all("html"), "no page around it"


def test_undo_is_answered_with_the_row_too(house: House, event: Event) -> None:
    scorer = house.visitor("scorer")
    scorer.get(f"{event.url}/rounds/1")
    send_row(scorer, f"{event.url}/games/{event.board(1, 2)}/result", result="1-0", was="")
    undo = f"{event.url}/history/{event.version}/undo"
    page = send_row(scorer, undo, back=f"{event.url}/rounds/1")
    assert rows(page) == ["board-2"]
    assert "Taken back" in page.status_lines[0]


def test_a_refused_result_comes_with_the_reason_and_the_row_as_it_is(house: House, event: Event) -> None:
    scorer = house.visitor("scorer")
    scorer.get(f"{event.url}/rounds/1")
    event.do(RecordResult(event.board(1, 1), Result.DRAW))
    page = send_row(scorer, f"{event.url}/games/{event.board(1, 1)}/result", result="1-0", was="")
    assert "½-½" in page.problem
    assert page.all("tr", id="board-1")[0].attributes["data-result"] == "1/2-1/2"


def test_news_are_the_rows_that_others_changed(house: House, event: Event) -> None:
    reader, since = house.visitor(), event.version
    event.record(1, Result.WHITE_WINS)
    event.do(RecordResult(event.board(1, 3), Result.DRAW))
    page = news(reader, event, since)
    assert rows(page) == ["board-1", "board-3"]
    assert not page.all("form", class_="results"), "a reader enters nothing"
    assert rows(news(reader, event, event.version)) == []


@pytest.mark.parametrize("since", ["", "0", "999999", "x"])
def test_whoever_missed_more_than_results_gets_the_whole_round(house: House, event: Event, since: str) -> None:
    visitor = house.visitor("arbiter")
    page = visitor.get(f"{event.url}/rounds/1/changes?since={since}")
    assert visitor.path == f"{event.url}/rounds/1"
    assert page.all("div", id="round")


def test_news_never_take_the_sentence_that_waits_for_the_next_page(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    arbiter.client.follow_redirects = False
    arbiter.get(f"{event.url}/rounds/1")
    arbiter.submit(f"{event.url}/games/{event.board(1, 1)}/result", result="1-0")
    news(arbiter, event, event.version)
    assert arbiter.get(f"{event.url}/rounds/1").status_lines


def test_all_results_in_lead_to_the_draft_of_the_next_round_and_then_to_its_publication(
    house: House, event: Event
) -> None:
    arbiter = house.visitor("arbiter")
    finish = f"{event.url}/rounds/1/finish"
    assert finish not in arbiter.get(f"{event.url}/rounds/1").posts
    event.record(1, Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
    page = arbiter.get(f"{event.url}/rounds/1")
    assert "All 3 results are in." in page.text
    assert "Close, pair and look at round 2" in page.text
    page = arbiter.submit(finish)
    assert (arbiter.path, len(event.state.rounds)) == (f"{event.url}/rounds/2", 2)
    assert "Round 2 is a draft: only you can see it." in page.text
    assert page.status_lines[0].startswith("Round 1 closed. Round 2 paired")
    assert house.visitor().get(f"{event.url}/rounds/2").problem
    arbiter.submit(f"{event.url}/rounds/2/publish")
    assert not house.visitor().get(f"{event.url}/rounds/2").problem


def test_the_last_round_leads_to_the_final_standings(house: House) -> None:
    event = house.event("Ann", "Ben", format="round-robin")
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.DRAW)
    arbiter = house.visitor("arbiter")
    assert "Close and see the final standings" in arbiter.get(f"{event.url}/rounds/1").text
    arbiter.submit(f"{event.url}/rounds/1/finish")
    assert arbiter.path == f"{event.url}/standings"


def test_a_round_that_is_paired_already_is_gone_to(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="round-robin")
    event.do(PairAllRounds())
    event.do(PublishRound(1))
    event.record(1, Result.DRAW, Result.DRAW)
    arbiter = house.visitor("arbiter")
    assert "Close and go to round 2" in arbiter.get(f"{event.url}/rounds/1").text
    arbiter.submit(f"{event.url}/rounds/1/finish")
    assert arbiter.path == f"{event.url}/rounds/2"


def test_a_round_written_by_hand_leads_to_its_sheet(house: House) -> None:
    event = house.event("Ann", "Ben", format="manual")
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/rounds/pair")
    arbiter.submit(f"{event.url}/rounds/pair", **{"w-0-1": "1", "b-0-1": "2"})
    event.do(PublishRound(1))
    event.record(1, Result.DRAW)
    assert "Close and write round 2" in arbiter.get(f"{event.url}/rounds/1").text
    arbiter.submit(f"{event.url}/rounds/1/finish")
    assert arbiter.path == f"{event.url}/rounds/pair"


def test_a_refused_form_is_explained_at_the_form_on_the_page_it_was_on(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    page = arbiter.get(f"{event.url}/rounds/1?edit=yes")
    game = event.board(1, 1)
    event.do(RecordResult(event.board(1, 2), Result.DRAW))
    page = arbiter.submit(f"{event.url}/games/{game}/turn")  # by what one sees, and that has changed
    assert arbiter.status == 409
    said = next(each for each in page.all("p", class_="refusal"))
    assert (said.attributes["role"], "autofocus" in said.attributes) == ("alert", True)
    form = page.html[page.html.index(f'action="{event.url}/games/{game}/turn"') :]
    assert form.index("data-sentence") < form.index("</form>")
    assert "Code:" not in page.text
    assert arbiter.submit(f"{event.url}/games/{game}/turn").status_lines, "the page is new, so the form works now"


def test_a_refused_form_whose_page_nobody_names_is_explained_on_the_page_above(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    token = arbiter.get("/").form("/logout").fields["csrf"]
    arbiter.answer = None
    page = arbiter.send(f"{event.url}/rounds/1/reopen", {"csrf": token})
    assert arbiter.status == 409
    assert (page.problem, len(rows(page))) == ("Round 1 is not closed.", 3)


def edited(house: House, event: Event) -> Visitor:
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/rounds/1")
    arbiter.submit(f"{event.url}/rounds/1/edit", open="yes")
    return arbiter


def links(page: Page) -> dict[str, str]:
    return {each.text: each.attributes["href"] for each in page.all("a") if "one=" in each.attributes.get("href", "")}


def test_two_players_change_places_by_two_clicks_and_a_word(house: House, event: Event) -> None:
    arbiter = edited(house, event)
    first, second = event.games(1)[:2]
    names = {player.id: player.name for player in event.state.players.values()}
    page = arbiter.get(links(arbiter.page)[names[first.white]])
    assert f"{names[first.white]} is chosen" in page.text
    page = arbiter.get(links(page)[names[second.black]])
    assert f"{names[first.white]} and {names[second.black]} change places" in page.text
    assert event.games(1)[0].white == first.white, "nothing is done yet"
    arbiter.submit(f"{event.url}/rounds/1/swap")
    assert event.games(1)[0].white == second.black
    assert event.games(1)[1].black == first.white


def test_what_speaks_against_changing_places_is_said_before(house: House, event: Event) -> None:
    event.record(1, Result.WHITE_WINS, Result.WHITE_WINS, Result.WHITE_WINS)
    met = event.games(1)[0]
    event.do(CloseRound(1))
    event.do(PairRound())
    here = event.state.rounds[1]
    seat = here.pairing_of(met.white)
    assert seat is not None
    rival = next(player for player in seat.players if player != met.white)
    page = house.visitor("arbiter").get(f"{event.url}/rounds/2/swap?one={rival}&other={met.black}")
    against = [each.text for each in page.all("p", class_="against")]
    assert any("met in round 1" in each for each in against)


def test_players_of_one_board_change_colours_and_nobody_changes_with_himself(house: House, event: Event) -> None:
    arbiter = edited(house, event)
    game = event.games(1)[0]
    arbiter.get(f"{event.url}/rounds/1/swap?one={game.white}&other={game.black}")
    arbiter.submit(f"{event.url}/rounds/1/swap")
    assert event.games(1)[0].players == (game.black, game.white)
    page = arbiter.get(f"{event.url}/rounds/1/swap?one={game.white}&other={game.white}")
    assert "Choose two players" in page.text


def test_the_second_entry_shows_nothing_of_the_first(house: House, event: Event) -> None:
    event.record(1, Result.WHITE_WINS, Result.DRAW)
    scorer = house.by_link(event)
    page = scorer.get(f"{event.url}/rounds/1/second")
    assert not [each for each in page.all("button") if each.attributes.get("aria-pressed") == "true"]
    assert not [each for each in page.all("tr") if "data-result" in each.attributes]
    assert not [form for form in page.forms if form.fields.get("was")]


def test_two_entries_are_compared_and_the_right_one_is_chosen(house: House, event: Event) -> None:
    event.record(1, Result.WHITE_WINS, Result.DRAW, Result.WHITE_WINS)
    scorer = house.visitor("scorer")
    for board, result in ((1, "1-0"), (2, "0-1"), (3, "0-1")):
        scorer.get(f"{event.url}/rounds/1/second")
        scorer.submit(f"{event.url}/games/{event.board(1, board)}/second", result=result)
    assert "All 3 results are entered twice." in scorer.page.text
    page = scorer.get(f"{event.url}/rounds/1/second?compare=yes")
    assert [each.attributes["id"] for each in page.all("tr") if "id" in each.attributes] == ["differs-2", "differs-3"]
    assert "1 board has the same result in both entries." in page.text
    assert [game.result for game in event.games(1)] == [Result.WHITE_WINS, Result.DRAW, Result.WHITE_WINS]
    scorer.send(
        f"{event.url}/games/{event.board(1, 2)}/second/right", {**_csrf(page), "was": "1/2-1/2", "right": "0-1"}
    )
    scorer.send(f"{event.url}/games/{event.board(1, 3)}/second/right", {**_csrf(page), "was": "1-0", "right": "1-0"})
    assert "No board differs." in scorer.page.text
    assert [game.result for game in event.games(1)] == [Result.WHITE_WINS, Result.BLACK_WINS, Result.WHITE_WINS]


def test_a_choice_between_entries_that_have_changed_is_refused(house: House, event: Event) -> None:
    event.record(1, Result.WHITE_WINS)
    scorer = house.visitor("scorer")
    page = scorer.get(f"{event.url}/rounds/1/second")
    scorer.send(
        f"{event.url}/games/{event.board(1, 1)}/second/right", {**_csrf(page), "was": "1-0", "right": "1/2-1/2"}
    )
    assert scorer.status == 409
    assert event.games(1)[0].result is Result.WHITE_WINS


def test_the_second_entry_is_answered_with_its_row(house: House, event: Event) -> None:
    scorer = house.visitor("scorer")
    scorer.get(f"{event.url}/rounds/1/second")
    page = send_row(scorer, f"{event.url}/games/{event.board(1, 2)}/second", result="1-0")
    assert rows(page) == ["board-2"]
    assert "1 of 3 entered a second time" in page.text


def _csrf(page: Page) -> dict[str, str]:
    return {"csrf": page.form("/logout").fields["csrf"]}


def test_no_style_asks_the_whole_page_what_is_in_it() -> None:
    """`body:has(...)` is asked anew with every row that changes: 150 ms for each key, with 500 boards."""
    asking = [
        f"{sheet.name}: {found[0]}"
        for sheet in (STATIC / "podium.css", STATIC / "entry.css")
        for found in re.finditer(r"(?:html|body|main|:root)[\w.#-]*:has\([^{]*", sheet.read_text())
    ]
    assert asking == []
