"""Results: entered, replaced, reported by players, corrected afterwards."""

from __future__ import annotations

import pytest

from podium.core.result import AS_OFFERED, Result
from podium.flow.commands import CloseRound, PairRound, PublishRound, RecordResult
from podium.flow.state import Stage
from tests.kit.loops import every
from tests.web.conftest import Event, House

FOUR = ("Ann", "Ben", "Cid", "Dan")


@pytest.fixture
def event(house: House) -> Event:
    """A tournament whose first round is being played."""
    event = house.event(*FOUR)
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


def result_of(event: Event, board: int, round: int = 1) -> Result | None:
    return event.games(round)[board - 1].result


@every(
    ("who", "result"),
    [*(("scorer", result) for result in Result), ("owner", Result.DRAW), ("arbiter", Result.BLACK_WINS)],
)
def test_every_result_can_be_entered_and_cleared(house: House, event: Event, who: str, result: Result) -> None:
    visitor = house.visitor(who)
    action = f"{event.url}/games/{event.board(1, 1)}/result"
    visitor.get(f"{event.url}/rounds/1")
    page = visitor.submit(action, result=result.value)
    assert result_of(event, 1) is result
    shown = result.value.replace("1/2", "½")  # as on the button
    assert (visitor.path, f" {shown} " in page.status_lines[0]) == (f"{event.url}/rounds/1", True)
    visitor.submit(action, result="")
    assert result_of(event, 1) is None


def test_the_usual_results_are_one_click_and_the_others_behind_more(house: House, event: Event) -> None:
    scorer = house.visitor("scorer")
    page = scorer.get(f"{event.url}/rounds/1")
    usual = [result for result in AS_OFFERED if result.usual]
    others = [(result.value, result.key) for result in AS_OFFERED if not result.usual] + [("", "0")]
    buttons = [(each.attributes["value"], each.attributes["data-key"]) for each in page.all("button", name="result")]
    boards = [(result.value, result.key) for result in usual] * 2
    assert sorted(buttons) == sorted([*others, *boards]), "the others are there once for all boards"
    assert [each.attributes["href"] for each in page.all("a") if "menu=" in each.attributes.get("href", "")] == [
        f"{event.url}/rounds/1?menu=1#board-1",
        f"{event.url}/rounds/1?menu=2#board-2",
    ]
    event.do(RecordResult(event.board(1, 1), Result.WHITE_DRAWS_UNRATED))
    page = scorer.get(f"{event.url}/rounds/1")
    assert [each.text for each in page.all("summary", **{"class": "chosen"})] == ["½-0U"]


def test_without_scripts_all_results_of_a_board_are_one_link_away(house: House, event: Event) -> None:
    event.do(RecordResult(event.board(1, 2), Result.WHITE_DRAWS_UNRATED))
    scorer = house.visitor("scorer")
    page = scorer.get(f"{event.url}/rounds/1?menu=2")
    pressed = [each.attributes["value"] for each in page.all("button", **{"aria-pressed": "true"})]
    assert pressed == ["1/2-0U"]
    assert ["open" in each.attributes for each in page.all("details", **{"class": "more"})] == [False, True]
    scorer.submit(f"{event.url}/games/{event.board(1, 2)}/result", result="")
    assert result_of(event, 2) is None


def test_the_status_line_takes_back_exactly_what_it_tells_of(house: House, event: Event) -> None:
    scorer = house.visitor("scorer")
    scorer.get(f"{event.url}/rounds/1")
    page = scorer.submit(f"{event.url}/games/{event.board(1, 1)}/result", result="1-0")
    undo = next(form.action for form in page.forms if form.action.endswith("/undo"))
    event.do(RecordResult(event.board(1, 2), Result.DRAW))  # somebody else, meanwhile
    page = scorer.submit(undo)
    assert (result_of(event, 1), result_of(event, 2)) == (None, Result.DRAW)
    assert scorer.path == f"{event.url}/rounds/1"
    assert "Taken back" in page.status_lines[0]


def test_what_is_taken_back_is_done_again_and_taken_back_once_more(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/rounds/1")
    page = arbiter.submit(f"{event.url}/games/{event.board(1, 1)}/result", result="1-0")
    arbiter.submit(next(form.action for form in page.forms if form.action.endswith("/undo")))
    page = arbiter.submit(f"{event.url}/redo")
    assert result_of(event, 1) is Result.WHITE_WINS
    assert page.status_lines[0].startswith("Done again: Round 1, board 1")
    page = arbiter.submit(next(form.action for form in page.forms if form.action.endswith("/undo")))
    assert result_of(event, 1) is None
    assert page.status_lines[0].startswith("Taken back")


def test_who_looks_at_an_old_page_does_not_overwrite_a_result(house: House, event: Event) -> None:
    scorer = house.visitor("scorer")
    scorer.get(f"{event.url}/rounds/1")
    event.do(RecordResult(event.board(1, 1), Result.BLACK_WINS))
    page = scorer.submit(f"{event.url}/games/{event.board(1, 1)}/result", result="1-0")
    assert scorer.status == 409
    assert "0-1" in page.problem
    assert result_of(event, 1) is Result.BLACK_WINS


def test_two_phones_enter_two_boards_from_the_same_page(house: House, event: Event) -> None:
    one, other = house.visitor("scorer"), house.by_link(event)
    one.get(f"{event.url}/rounds/1")
    other.get(f"{event.url}/rounds/1")
    one.submit(f"{event.url}/games/{event.board(1, 1)}/result", result="1-0")
    other.submit(f"{event.url}/games/{event.board(1, 2)}/result", result="0-1")
    assert (result_of(event, 1), result_of(event, 2)) == (Result.WHITE_WINS, Result.BLACK_WINS)


@pytest.mark.parametrize("given", ["2-0", "1-1", "½", "1-0 ; drop"])
def test_a_result_that_does_not_exist_is_named(house: House, event: Event, given: str) -> None:
    scorer = house.visitor("scorer")
    scorer.get(f"{event.url}/rounds/1")
    page = scorer.submit(f"{event.url}/games/{event.board(1, 1)}/result", result=given)
    assert scorer.status == 400
    assert given in page.problem


def test_an_unknown_game_is_a_404(house: House, event: Event) -> None:
    scorer = house.visitor("scorer")
    token = scorer.get(event.url).form("/logout").fields["csrf"]
    scorer.send(f"{event.url}/games/nonsense/result", {"csrf": token, "result": "1-0"})
    assert scorer.status == 404


def test_a_scorer_cannot_pair_by_asking_nicely(house: House, event: Event) -> None:
    scorer = house.visitor("scorer")
    token = scorer.get(event.url).form("/logout").fields["csrf"]
    for path in ("/rounds", "/rounds/1/close", "/publish", "/players", "/rounds/1/unpair", "/rounds/pair"):
        scorer.send(event.url + path, {"csrf": token, "name": "Zoe", "version": str(event.version)})
        assert scorer.status == 403, path


def test_a_player_reports_his_own_result_once(house: House, event: Event) -> None:
    ann = house.by_link(event, "Ann")
    card = f"{event.url}/players/{event.player('Ann')}"
    board = next(game for game in event.games(1) if event.player("Ann") in game.players)
    action, report = (f"{event.url}/games/{board.id}/{act}" for act in ("result", "report"))
    round_page = f"{event.url}/rounds/1"
    for url in (round_page, card):
        page = ann.get(url)
        assert page.posts == [report]
        values = [each.attributes["value"] for each in page.all("button", name="result")]
        assert sorted(values) == ["0-1", "1-0", "1/2-1/2"]  # what was played: forfeits are for the arbiter
    page = ann.submit(report, result="1-0")
    assert ann.path == card
    assert event.state.pairing(board.id).result is Result.WHITE_WINS
    assert page.posts == [f"{report}/withdraw"]
    token = page.form("/logout").fields["csrf"]
    assert ann.get(round_page).posts == [f"{report}/withdraw"]
    ann.send(action, {"csrf": token, "result": "0-1", "was": "1-0"})
    assert ann.status == 403
    other = next(game for game in event.games(1) if game.id != board.id)
    ann.send(f"{event.url}/games/{other.id}/result", {"csrf": token, "result": "0-1"})
    assert ann.status == 403


@pytest.fixture
def later(event: Event) -> Event:
    """The same tournament with its second round paired upon the first."""
    event.record(1, Result.WHITE_WINS, Result.WHITE_WINS)
    event.do(PairRound())
    event.do(PublishRound(2))
    return event


def test_once_the_next_round_is_paired_a_result_is_looked_into_first(house: House, later: Event) -> None:
    arbiter = house.visitor("arbiter")
    game = later.board(1, 1)
    page = arbiter.get(f"{later.url}/rounds/1")
    assert f"{later.url}/games/{game}/result" in page.posts  # the tables ask for no results
    later.record(2, Result.DRAW)
    page = arbiter.get(f"{later.url}/rounds/1")
    assert not [action for action in page.posts if action.endswith("/result")]
    assert f"{later.url}/what-if?pairing={game}" in page.html
    before = later.version
    page = arbiter.get(f"{later.url}/what-if?pairing={game}&result=0-1")
    assert "Round 2 was paired with the present result and stays as it is." in page.text
    assert [each.text for each in page.all("td", class_="lead")]
    assert later.version == before
    arbiter.submit(f"{later.url}/what-if")
    assert result_of(later, 1) is Result.BLACK_WINS
    assert "(was 1-0)" in arbiter.page.status_lines[0]


def test_a_closed_round_is_reopened_to_be_corrected(house: House, later: Event) -> None:
    later.do(CloseRound(1))
    arbiter = house.visitor("arbiter")
    game = later.board(1, 1)
    page = arbiter.get(f"{later.url}/what-if?pairing={game}&result=1/2-1/2")
    assert "Reopen round 1 and record: Draw (½-½)" in page.text
    version, fields = later.version, page.form(f"{later.url}/what-if").fields
    page = arbiter.submit(f"{later.url}/what-if")
    assert "Round 1 is open again: close it when you are done." in page.status_lines[0]
    assert (result_of(later, 1), later.state.rounds[0].stage) == (Result.DRAW, Stage.PUBLISHED)
    assert later.version == version + 1
    page = arbiter.send(f"{later.url}/what-if", fields)
    assert "Nothing had to be changed." in page.status_lines[0]
    assert later.version == version + 1
    first = later.games(1)[0]
    white, black = (later.state.players[id].name for id in first.players)
    page = arbiter.get(f"{later.url}/history")
    assert f"Round 1 reopened, board 1 corrected: {white} ½-½ {black} (was 1-0)" in page.text
    arbiter.submit(f"{later.url}/history/{later.version}/undo")
    assert (result_of(later, 1), later.state.rounds[0].stage) == (Result.WHITE_WINS, Stage.CLOSED)


def test_a_correction_looked_at_too_long_ago_is_looked_at_again(house: House, later: Event) -> None:
    arbiter = house.visitor("arbiter")
    game = later.board(1, 1)
    arbiter.get(f"{later.url}/what-if?pairing={game}&result=open")
    later.record(2, Result.DRAW)
    page = arbiter.submit(f"{later.url}/what-if")
    assert arbiter.status == 409
    assert "has moved on" in page.problem
    assert result_of(later, 1) is Result.WHITE_WINS


def test_a_scorer_corrects_no_closed_round(house: House, later: Event) -> None:
    later.do(CloseRound(1))
    scorer = house.visitor("scorer")
    assert "what-if" not in scorer.get(f"{later.url}/rounds/1").html
    token = scorer.page.form("/logout").fields["csrf"]
    wish = {"csrf": token, "pairing": later.board(1, 1), "result": "0-1", "was": "1-0", "version": str(later.version)}
    scorer.send(f"{later.url}/what-if", wish)
    assert scorer.status == 403
    assert later.state.rounds[0].stage is Stage.CLOSED


def test_what_if_of_nothing_is_a_404(house: House, later: Event) -> None:
    arbiter = house.visitor("arbiter")
    for query in ("", "?pairing=nonsense"):
        arbiter.get(f"{later.url}/what-if{query}")
        assert arbiter.status == 404
    arbiter.get(f"{later.url}/what-if?pairing={later.board(1, 1)}&result=9-9")
    assert arbiter.status == 400


def test_a_correction_shows_first_whose_points_change_and_says_results_by_words(house: House) -> None:
    event = house.event(*(f"Player {n:02}" for n in range(1, 13)), format="swiss", rounds=3)
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, *[Result.WHITE_WINS] * 6)
    event.do(PairRound())
    event.record(2, Result.DRAW)
    game = event.games(1)[5]
    page = house.visitor("arbiter").get(f"{event.url}/what-if?pairing={game.id}&result=0-1")
    moved = [each.text for each in page.all("td", class_="lead")]
    assert len(moved) > 2
    assert set(moved[:2]) == {event.state.players[id].name for id in game.players}
    assert "It stands as: White wins (1-0)" in page.text
    assert "Black wins (0-1): this would change" in page.text
    assert {"White wins (1-0)", "Draw (½-½)", "No result"} <= {each.text for each in page.all("button", name="result")}
