"""The games of a round in the browser: out, in from a file, and results that boards propose (live chess, point 9)."""

from __future__ import annotations

from podium.app.pgn.importing import import_games, preview_games
from podium.core.result import Result
from podium.flow.commands import PairRound, PublishRound
from tests.web.conftest import Event, House
from tests.web.visitor import Visitor

GAMES = """[Event "x"]
[Round "1.1"]
[White "?"]
[Black "?"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "x"]
[Round "1.2"]
[White "Nobody <b>"]
[Black "Somebody"]
[Result "0-1"]

1. d4 0-1
"""


def paired(house: House) -> Event:
    event = house.event("Alice", "Bob", "Carol", "Dave")
    event.do(PairRound())
    return event


def propose(event: Event) -> None:
    """Moves as electronic boards bring them: without entering a result."""
    desk = event.house.podium.desk
    seen = desk.see(event.owner, event.id)
    import_games(desk, event.owner, seen, preview_games(desk, seen, GAMES.encode(), 1), results=False)


def at_games(house: House, event: Event, who: str) -> Visitor:
    visitor = house.visitor(who)
    visitor.get(f"{event.url}/rounds/1/pgn")
    return visitor


def test_a_file_is_looked_at_and_then_imported(house: House) -> None:
    event = paired(house)
    arbiter = house.visitor("arbiter")
    assert f"{event.url}/rounds/1/pgn" in arbiter.get(f"{event.url}/rounds/1").html
    url = f"{event.url}/rounds/1/pgn"
    arbiter.get(url)
    page = arbiter.upload(url, GAMES.encode())
    assert "1 game to store" in page.text
    assert "1 result to enter" in page.text
    assert "1 game left out" in page.text
    assert "Nobody in the event is called" in page.text
    assert "Nobody &lt;b&gt;" in page.html
    assert event.games(1)[0].result is None
    page = arbiter.submit(f"{url}/import")
    assert page.status_lines == ["1 game stored, 1 result entered. ×"]
    assert event.games(1)[0].result is Result.WHITE_WINS
    assert "7 half-moves" in page.text
    assert arbiter.client.get(f"/api/matches/{event.board(1, 1)}/pgn").text.count("Qxf7#") == 1
    assert f'href="/api/tournaments/{event.id}/rounds/1/pgn"' in page.html


def test_what_is_no_pgn_is_said_under_the_field(house: House) -> None:
    event = paired(house)
    arbiter = at_games(house, event, "arbiter")
    page = arbiter.upload(f"{event.url}/rounds/1/pgn", b"Name;Rating\n")
    assert arbiter.status == 400
    assert "not a PGN file" in page.errors["file"]
    token = page.form(f"{event.url}/rounds/1/pgn").fields["csrf"]
    arbiter.send(f"{event.url}/rounds/1/pgn/import", {"csrf": token, "content": "!!!"})
    assert arbiter.status == 400


def test_a_scorer_confirms_what_a_board_proposes(house: House) -> None:
    event = paired(house)
    propose(event)
    scorer = house.visitor("scorer")
    page = scorer.get(f"{event.url}/rounds/1")
    assert page.text.count("Board says 1-0: confirm") == 1
    action = f"{event.url}/games/{event.board(1, 1)}/result"
    proposal = next(form for form in page.forms if form.action == action and form.fields.get("result") == "1-0")
    scorer.send(action, proposal.fields)
    assert scorer.path == f"{event.url}/rounds/1"
    assert event.games(1)[0].result is Result.WHITE_WINS
    assert "Board says" not in scorer.get(f"{event.url}/rounds/1").text


def test_records_are_not_told_one_by_one_in_the_history(house: House) -> None:
    event = paired(house)
    propose(event)
    desk = house.podium.desk
    assert desk.game_history(desk.see(event.owner, event.id)) == []


def test_the_page_of_the_games_has_the_proposal_too(house: House) -> None:
    event = paired(house)
    event.do(PublishRound(1))
    propose(event)
    page = at_games(house, event, "scorer").page
    assert "Board says 1-0: confirm" in page.text
    public = at_games(house, event, "public").page
    assert "The record says 1-0" in public.text
    assert public.posts == []


def test_a_file_whose_games_are_stored_can_still_bring_results(house: House) -> None:
    event = paired(house)
    propose(event)
    arbiter = at_games(house, event, "arbiter")
    page = arbiter.upload(f"{event.url}/rounds/1/pgn", GAMES.encode())
    assert "Enter 1 result" in page.text
    arbiter.submit(f"{event.url}/rounds/1/pgn/import")
    assert event.games(1)[0].result is Result.WHITE_WINS
    page = arbiter.upload(f"{event.url}/rounds/1/pgn", GAMES.encode())
    assert "0 games to store" in page.text
    assert not any(each.text.strip().startswith(("Import", "Enter")) for each in page.all("button"))


def test_another_result_settles_the_proposal(house: House) -> None:
    event = paired(house)
    propose(event)
    event.record(1, Result.DRAW)
    assert "Board says" not in house.visitor("scorer").get(f"{event.url}/rounds/1").text


def test_a_card_of_the_bracket_has_the_proposal_too(house: House) -> None:
    event = house.event("Alice", "Bob", "Carol", "Dave", format="knockout")
    event.do(PairRound())
    propose(event)
    assert "Board says" not in house.visitor("public").get(f"{event.url}/bracket").text
    scorer = house.visitor("scorer")
    page = scorer.get(f"{event.url}/bracket?q=alice")
    assert page.text.count("Board says 1-0: confirm") == 1
    action = f"{event.url}/matches/{event.board(1, 1)}/result"
    proposal = next(form for form in page.forms if form.action == action and form.fields.get("result"))
    scorer.send(action, proposal.fields)
    assert scorer.path.startswith(f"{event.url}/bracket")
    assert event.games(1)[0].result is Result.WHITE_WINS
    assert "Board says" not in scorer.page.text


def test_a_knockout_has_the_page_as_well(house: House) -> None:
    event = house.event("Alice", "Bob", "Carol", "Dave", format="knockout")
    event.do(PairRound())
    propose(event)
    scorer = house.visitor("scorer")
    assert f"{event.url}/rounds/1/pgn" in scorer.get(f"{event.url}/bracket").html
    page = scorer.get(f"{event.url}/rounds/1/pgn")
    action = f"{event.url}/games/{event.board(1, 1)}/result"
    scorer.send(action, page.form(action).fields)
    assert event.games(1)[0].result is Result.WHITE_WINS
