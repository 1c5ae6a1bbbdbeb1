"""The live boards of a round: who sees what, what arbiters do there, and what other pages say of live games."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from podium.app.access import SYSTEM, Actor, Role
from podium.app.accounts.accounts import Link
from podium.chess import WHITE, Colour
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.result import Result
from podium.flow.commands import (
    ChangeSettings,
    HandPairing,
    PairByHand,
    PairRound,
    PublishRound,
    RecordResult,
    Revert,
    StartRound,
)
from podium.games.commands import BeReady, GameCommand, Interrupt, PlayMove
from podium.games.state import LiveGame
from podium.storage.accounts.registry import SqlRegistry
from podium.web.frame.visit import Site
from podium.web.hall.wall_contents import columns_of
from tests.kit.loops import every
from tests.kit.waiting import PATIENCE
from tests.web.conftest import Event, House
from tests.web.test_access import WHO, come, faults
from tests.web.visitor import Page, Visitor

MATE = ("f3", "e5", "g4", "Qh4")


@pytest.fixture
def event(house: House) -> Event:
    """Ann has White against Ben, Cid against Dan, and Eve against Fay, live."""
    return paired(house, ("Ann", "Ben"), ("Cid", "Dan"), ("Eve", "Fay"))


def paired(house: House, *pairs: tuple[str, str], delay: int = 0) -> Event:
    names = [name for pair in pairs for name in pair]
    event = house.event(*names, format="manual", live=True, timeControl="10+5", publicDelay=delay)
    event.do(PairByHand(tuple(HandPairing(event.player(white), event.player(black)) for white, black in pairs)))
    event.do(PublishRound(1))
    return event


def does(event: Event, board: int, colour: Colour | None, command: GameCommand) -> None:
    """What a player of a board does, or without a colour Podium itself."""
    podium, id = event.house.podium, event.board(1, board)
    actor = SYSTEM
    if colour is not None:
        actor = holder(event, game(event, board).player(colour))
    podium.desk.submit_game(actor, event.id, id, command, podium.journal.milliseconds()).result(PATIENCE)


@cache
def _link(registry: SqlRegistry, tournament: TournamentId, player: PlayerId) -> Link:
    return registry.add_link(tournament, Role.PLAYER, player, None)[0]


def holder(event: Event, player: PlayerId) -> Actor:
    """Whoever came by the personal link of a player."""
    return _link(event.house.podium.registry, event.id, player).actor


def game(event: Event, board: int) -> LiveGame:
    found = event.house.podium.journal.game(event.board(1, board)).state
    assert found is not None
    return found


def begin(event: Event, board: int, *moves: str) -> None:
    for colour in Colour:
        does(event, board, colour, BeReady())
    for ply, move in enumerate(moves):
        does(event, board, list(Colour)[ply % 2], PlayMove(move, ply))


def live(event: Event) -> str:
    return f"{event.url}/rounds/1/live"


def act(event: Event, board: int, name: str) -> str:
    return f"{event.url}/games/{event.board(1, board)}/live/{name}"


def boards(page: Page) -> list[int]:
    """The boards of the page in their order."""
    return [int(each.attributes["data-number"]) for each in page.all("li") if "data-game" in each.attributes]


def row(page: Page, event: Event, board: int) -> str:
    [found] = page.all("li", id=f"game-{event.board(1, board)}")
    return " ".join(found.text.split())


def asked(event: Event, arbiter: Visitor, board: int, name: str) -> Page:
    """The page with the question before an act."""
    return arbiter.get(f"{live(event)}?act={name}&game={event.board(1, board)}")


@pytest.fixture
def moving(event: Event) -> Event:
    """The event with a move on its first board."""
    begin(event, 1, "e4")
    return event


@every("who", WHO)
@every("path", ["/rounds/1/live", "/screen?show=boards", "/rounds/1", ""])
def test_everybody_sees_live_boards_and_only_arbiters_act_on_them(
    house: House, moving: Event, who: str, path: str
) -> None:
    visitor = come(house, moving, who)
    page = visitor.get(moving.url + path)
    assert visitor.status == 200
    assert faults(page) == []
    acts = [action for action in page.posts if "/live/" in action]
    assert bool(acts) is (who in ("owner", "arbiter") and path.endswith("/live"))


def test_a_spectator_sees_a_drawn_board_with_names_clocks_and_the_last_move(house: House, event: Event) -> None:
    begin(event, 1, "e4", "e5")
    page = house.visitor().get(live(event))
    assert boards(page) == [1, 2, 3]
    assert len(page.all("svg", class_="position")) == 3
    assert "1…e5" in row(page, event, 1)
    assert "Ann" in row(page, event, 1)
    assert "waiting for players" in row(page, event, 2)
    assert "not connected" not in page.text  # whose line is down is for the arbiter alone


def test_what_needs_the_arbiter_comes_first(house: House) -> None:
    """Not counted, paused, absent, not connected, over: each before the next."""
    event = paired(house, ("Ann", "Ben"), ("Cid", "Dan"), ("Eve", "Fay"), ("Gus", "Hal"), ("Ida", "Jon"))
    begin(event, 1, *MATE)
    begin(event, 2, "e4")
    begin(event, 4, "e4")
    begin(event, 5, *MATE)
    event.do(RecordResult(event.board(1, 5), None))  # undone, so that the game is not counted
    event.do(StartRound(1))
    does(event, 3, WHITE, BeReady())
    arbiter = house.visitor("arbiter")
    arbiter.get(live(event))
    arbiter.submit(act(event, 4, "pause"))
    page = arbiter.get(live(event))
    assert boards(page) == [5, 4, 3, 2, 1]
    assert "not counted: decide" in row(page, event, 5)
    assert "Paused by the arbiter." in row(page, event, 4)
    assert "Waiting for Black." in row(page, event, 3)
    assert "loses" in row(page, event, 3)
    assert "not connected" in row(page, event, 2)
    assert "Black wins: checkmate." in row(page, event, 1)


def test_who_has_the_page_open_is_connected(house: House, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(event, 1, "e4")
    site = house.app.parts["site"]
    assert isinstance(site, Site)
    here = replace(site, connected=lambda id: frozenset({event.player("Ann")}))
    monkeypatch.setitem(house.app.parts, "site", here)
    page = house.visitor("arbiter").get(live(event))
    marks = [each.text for each in page.all("small", class_="mark") if each.text == "not connected"]
    assert len(marks) == 1


def test_an_arbiter_pauses_and_resumes_on_the_row(house: House, event: Event) -> None:
    begin(event, 1, "e4")
    arbiter = house.visitor("arbiter")
    arbiter.get(live(event))
    page = arbiter.submit(act(event, 1, "pause"))
    assert page.status_lines[0].startswith("Board 1: paused.")
    assert game(event, 1).status.value == "PAUSED"
    page = arbiter.submit(act(event, 1, "resume"))
    assert game(event, 1).status.value == "RUNNING"
    assert arbiter.path == live(event)


def test_time_is_added_in_a_dialog_that_says_what_is_wrong(house: House, event: Event) -> None:
    begin(event, 1)
    arbiter = house.visitor("arbiter")
    page = asked(event, arbiter, 1, "time")
    assert faults(page) == []
    page = arbiter.submit(act(event, 1, "time"), white="5000", black="0")
    assert arbiter.status == 400
    assert "5000 seconds cannot be given" in page.problem
    before = game(event, 1).clocks
    arbiter.submit(act(event, 1, "time"), white="0", black="90", why="the phone fell")
    after = game(event, 1).clocks
    assert (after.white - before.white, after.black - before.black) == (0, 90_000)


@pytest.mark.parametrize("text", ["", "x", "-5", "1e3", "9" * 40])
def test_time_that_is_no_number_is_refused(house: House, event: Event, text: str) -> None:
    begin(event, 1)
    arbiter = house.visitor("arbiter")
    asked(event, arbiter, 1, "time")
    before = game(event, 1).clocks
    arbiter.submit(act(event, 1, "time"), white=text, black="")
    assert arbiter.status == 400
    assert game(event, 1).clocks == before


def test_an_arbiter_declares_a_result(house: House, event: Event) -> None:
    begin(event, 1, "e4")
    arbiter = house.visitor("arbiter")
    asked(event, arbiter, 1, "declare")
    page = arbiter.submit(act(event, 1, "declare"), result="BLACK_WIN", reason="STALEMATE")
    assert arbiter.status == 400  # nobody wins by stalemate
    assert page.problem
    arbiter.submit(act(event, 1, "declare"), result="BLACK_WIN", reason="RESIGNATION")
    assert event.games(1)[0].result is Result.BLACK_WINS


def test_a_game_is_annulled_and_its_board_free_for_a_result_by_hand(house: House, event: Event) -> None:
    begin(event, 1, *MATE)
    arbiter = house.visitor("arbiter")
    page = asked(event, arbiter, 1, "void")
    assert "counts for nothing" in page.text
    page = arbiter.submit(act(event, 1, "void"))
    assert event.games(1)[0].result is None
    assert "Enter a result by hand" in row(page, event, 1)
    asked(event, arbiter, 1, "result")
    arbiter.submit(act(event, 1, "result"), result="DRAW")
    assert event.games(1)[0].result is Result.DRAW


def test_a_game_is_played_anew(house: House, event: Event) -> None:
    begin(event, 1, *MATE)
    arbiter = house.visitor("arbiter")
    asked(event, arbiter, 1, "replay")
    arbiter.submit(act(event, 1, "replay"))
    assert (game(event, 1).attempt, game(event, 1).ply, event.games(1)[0].result) == (2, 0, None)


def test_a_game_that_is_not_counted_is_counted(house: House, event: Event) -> None:
    begin(event, 1, *MATE)
    event.do(RecordResult(event.board(1, 1), None))
    arbiter = house.visitor("arbiter")
    arbiter.get(live(event))
    arbiter.submit(act(event, 1, "count"))
    assert event.games(1)[0].result is Result.BLACK_WINS


def test_a_result_by_hand_ends_a_running_game(house: House, event: Event) -> None:
    begin(event, 1, "e4")
    arbiter = house.visitor("arbiter")
    page = asked(event, arbiter, 1, "result")
    assert "A game that is being played ends at once" in page.text
    arbiter.submit(act(event, 1, "result"), result="WHITE_WIN")
    assert event.games(1)[0].result is Result.WHITE_WINS
    assert game(event, 1).status.value == "FINISHED"


def test_a_refusal_stands_at_its_board(house: House, event: Event) -> None:
    begin(event, 1, "e4")
    arbiter = house.visitor("arbiter")
    page = arbiter.get(live(event))
    fields = page.form(act(event, 1, "pause")).fields
    asked(event, arbiter, 1, "declare")
    arbiter.submit(act(event, 1, "declare"), result="WHITE_WIN")
    page = arbiter.send(act(event, 1, "pause"), fields)  # from a page that was not loaded anew
    assert arbiter.status == 409
    assert "The game has ended." in row(page, event, 1)


def test_a_result_on_the_round_page_asks_before_it_ends_the_game(house: House, event: Event) -> None:
    """409 `game-running`, then `confirm`."""
    begin(event, 1, "e4")
    arbiter, scorer = house.visitor("arbiter"), house.visitor("scorer")
    action = f"{event.url}/games/{event.board(1, 1)}/result"
    arbiter.get(f"{event.url}/rounds/1")
    page = arbiter.submit(action, result="1-0")
    assert arbiter.status == 409
    assert "a result by hand would end it" in page.problem
    assert event.games(1)[0].result is None
    arbiter.submit(action)
    assert event.games(1)[0].result is Result.WHITE_WINS
    begin(event, 2, "e4")
    scorer.get(f"{event.url}/rounds/1")
    scorer.submit(f"{event.url}/games/{event.board(1, 2)}/result", result="1-0")
    assert scorer.status == 409
    assert event.games(1)[1].result is None


def test_a_player_sees_what_is_his_to_do_and_no_buttons_for_a_result(house: House, event: Event) -> None:
    ann = house.by_link(event, "Ann")
    ready = f"{event.url}/games/{event.board(1, 1)}/play/ready"
    for path in ("", "/rounds/1", f"/players/{event.player('Ann')}"):
        page = ann.get(event.url + path)
        assert "Your game: board 1, White against Ben" in page.text
        assert page.posts == [ready]
    ann.submit(ready)
    assert WHITE in game(event, 1).ready
    page = ann.get(event.url)
    assert [each.text for each in page.all("a", href=ready.removesuffix("/ready"))] == ["Play"]


def test_a_player_link_leads_to_the_game_that_is_to_be_played(house: House, event: Event) -> None:
    _, secret = house.podium.registry.add_link(event.id, Role.PLAYER, event.player("Ann"), None)
    phone = Visitor(house.app)
    phone.get(f"/l/{secret}")
    assert phone.path == f"{event.url}/games/{event.board(1, 1)}/play"
    begin(event, 1, *MATE)
    phone.get(f"/l/{secret}")
    assert phone.path == f"{event.url}/players/{event.player('Ann')}"


def test_slips_of_a_live_event_say_where_to_play(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    arbiter.get(f"{event.url}/people/players")
    page = arbiter.submit(f"{event.url}/people/players")
    assert "press “I am ready”" in page.text
    assert "buttons for your own result" not in page.text


def test_the_round_page_says_how_live_games_stand(house: House, event: Event) -> None:
    begin(event, 1, "e4")
    arbiter = house.visitor("arbiter")
    arbiter.get(live(event))
    arbiter.submit(act(event, 1, "pause"))
    begin(event, 2, *MATE)
    page = house.visitor().get(f"{event.url}/rounds/1")
    assert [each.text for each in page.all("span", class_="chip")][1:] == ["paused", "waiting for players"]
    assert live(event) in {each.attributes.get("href") for each in page.all("a")}
    page = arbiter.get(event.url)
    assert [each.text for each in page.all("a", class_="primary")] == ["Live boards"]


def test_the_history_tells_of_live_games(house: House, event: Event) -> None:
    begin(event, 1, "e4")
    arbiter = house.visitor("arbiter")
    asked(event, arbiter, 1, "time")
    arbiter.submit(act(event, 1, "time"), white="60", black="0", why="the phone fell")
    page = arbiter.get(f"{event.url}/history")
    assert "1:00 more for White Reason: the phone fell" in page.text
    assert "Round 1, board 1" in page.text
    assert faults(page) == []


def test_an_interruption_says_from_when_to_when(house: House, event: Event) -> None:
    begin(event, 1, "e4")
    since = house.podium.journal.milliseconds()
    stream: PairingId = event.board(1, 1)
    at = since + 65_000
    house.podium.desk.submit_game(SYSTEM, event.id, stream, Interrupt(since), at).result(PATIENCE)
    page = house.visitor("scorer").get(f"{event.url}/history")
    [line] = [each.text for each in page.all("td", data_label="What") if "interrupted" in each.text]
    start, end = line.split("from ")[1].split(" UTC")[0].split(" to ")
    assert start < end
    assert "no time charged" in line


def test_games_are_never_undone_with_their_result(house: House, event: Event) -> None:
    begin(event, 1, *MATE)
    event.do(Revert(event.version))
    page = house.visitor("arbiter").get(live(event))
    assert boards(page)[0] == 1
    assert "The tournament has not taken it" in row(page, event, 1)


def test_the_public_sees_games_late(house: House) -> None:
    event = paired(house, ("Ann", "Ben"), ("Cid", "Dan"), delay=2)
    begin(event, 1, "e4")
    for path in ("/rounds/1/live", "/screen?show=boards"):
        page = house.visitor().get(event.url + path)
        assert "1.e4" not in page.text
        assert "shown 2 minutes later" in page.text
        assert page.all("ol", class_="liveboards")[0].attributes.keys() >= {"data-delayed"}
    assert "1.e4" in house.visitor("arbiter").get(live(event)).text


def test_before_a_game_can_be_played_the_page_says_so(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss", live=True, timeControl="10+5")
    event.do(PairRound())
    page = house.visitor("arbiter").get(live(event))
    assert "No game of this round can be played yet." in page.text
    offline = house.event("Ann", "Ben", format="swiss")
    offline.do(PairRound())
    offline.do(PublishRound(1))
    assert "not played in Podium" in house.visitor().get(live(offline)).text


@every(("count", "columns"), [(0, 1), (1, 1), (2, 2), (8, 4), (20, 7), (40, 10)])
def test_the_wall_has_as_many_columns_as_make_its_boards_largest(count: int, columns: int) -> None:
    assert columns_of(count) == columns


def test_the_wall_of_a_knockout_shows_the_round_that_is_played(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="knockout", live=True, timeControl="10+5")
    event.do(PairRound())
    page = house.visitor().get(f"{event.url}/screen?show=boards")
    assert boards(page) == [1, 2]
    page = house.visitor("arbiter").get(f"{event.url}/bracket")
    assert live(event) in {each.attributes.get("href") for each in page.all("a")}
    assert "waiting for players" in page.text
    begin(event, 1, "e4")
    match = house.visitor("arbiter")
    match.get(f"{event.url}/matches/{event.board(1, 1)}")
    page = match.submit(f"{event.url}/matches/{event.board(1, 1)}/result", result="WHITE_WIN")
    assert match.status == 409
    assert "would end it" in page.problem


def control(event: Event) -> str:
    return f"{live(event)}/control"


def choose(event: Event, visitor: Visitor, **fields: str) -> Page:
    """The page after one act for the boards whose boxes are ticked."""
    form = visitor.get(live(event)).form(control(event))
    return visitor.send(control(event), {**form.fields, **fields})


def test_all_boards_are_paused_with_two_clicks_and_go_on_with_one(house: House, event: Event) -> None:
    for board in (1, 2, 3):
        begin(event, board, "e4")
    arbiter = house.visitor("arbiter")
    page = choose(event, arbiter, all="yes", act="pause")
    assert page.status_lines[0].startswith("3 boards changed, paused.")
    assert {game(event, board).status.value for board in (1, 2, 3)} == {"PAUSED"}
    [undo] = [action for action in page.posts if "?act=resume" in action]
    assert undo.endswith("&all=yes")  # as short for hundreds of boards
    arbiter.submit(undo)
    assert {game(event, board).status.value for board in (1, 2, 3)} == {"RUNNING"}


def test_chosen_boards_get_time_that_is_asked_for_and_undone(house: House, event: Event) -> None:
    begin(event, 1, "e4")
    begin(event, 2, *MATE)
    arbiter = house.visitor("arbiter")
    games = f"{event.board(1, 1)} {event.board(1, 2)}"
    page = choose(event, arbiter, act="time", games=games)
    assert arbiter.status == 409
    assert "Give time: 2 boards" in page.text
    before = game(event, 1).clocks
    answer = next(each.fields for each in page.forms if "asked" in each.fields)
    page = arbiter.send(control(event), {**answer, "white": "x"})
    assert (arbiter.status, game(event, 1).clocks) == (400, before)
    assert "seconds cannot be given" in page.problem
    page = arbiter.send(control(event), {**answer, "white": "0", "black": "120"})
    assert page.status_lines[0].startswith("1 board changed, 2:00 more for Black, board 2: The game has ended.")
    assert game(event, 1).clocks.black == before.black + 120_000
    [undo] = [action for action in page.posts if "?act=undo" in action]
    arbiter.submit(undo)
    assert game(event, 1).clocks == before
    asked(event, arbiter, 1, "time")
    arbiter.submit(act(event, 1, "time"), white="60")
    arbiter.get(event.url)
    arbiter.get(live(event))  # where nothing is said of it any more
    arbiter.submit(act(event, 1, "undo"))
    assert game(event, 1).clocks == before


def test_nothing_is_done_to_boards_that_are_not_chosen_or_not_there(house: House, event: Event) -> None:
    begin(event, 1, "e4")
    arbiter, scorer = house.visitor("arbiter"), house.visitor("scorer")
    before = game(event, 1)
    sent: tuple[tuple[dict[str, str], int], ...] = (
        ({"act": "pause"}, 400),
        ({"all": "yes", "act": "dance"}, 400),
        ({"games": "nobody", "act": "pause"}, 404),
    )
    for fields, status in sent:
        choose(event, arbiter, **fields)
        assert arbiter.status == status
    form = scorer.get(event.url).forms[0]
    scorer.send(control(event), {**form.fields, "all": "yes", "act": "pause"})
    assert (scorer.status, game(event, 1)) == (403, before)


def test_moves_are_taken_back_and_stand_again_by_the_button_beside_what_was_said(house: House, event: Event) -> None:
    begin(event, 1, "e4", "e5", "Nf3")
    arbiter = house.visitor("arbiter")
    page = asked(event, arbiter, 1, "takeback")
    assert faults(page) == []
    page = arbiter.submit(act(event, 1, "takeback"), plies="2", why="a wrong premove")
    assert (game(event, 1).ply, game(event, 1).status.value) == (1, "PAUSED")
    assert "taken back: it stands as after 1 half-move, paused" in page.status_lines[0]
    arbiter.submit(act(event, 1, "undo"))
    assert game(event, 1).ply == 3
    page = asked(event, arbiter, 1, "takeback")
    arbiter.submit(act(event, 1, "takeback"), plies="4")
    assert (arbiter.status, game(event, 1).ply) == (400, 3)


def test_the_end_of_a_game_is_taken_back_with_its_result(house: House, event: Event) -> None:
    begin(event, 1, *MATE)
    arbiter = house.visitor("arbiter")
    asked(event, arbiter, 1, "takeback")
    page = arbiter.submit(act(event, 1, "takeback"), plies="1")
    assert event.games(1)[0].result is None
    [undo] = {action for action in page.posts if action.endswith("/live/undo")}
    arbiter.submit(undo)
    assert event.games(1)[0].result is Result.BLACK_WINS


def test_one_game_is_started_held_and_waited_for_on_its_row(house: House, event: Event) -> None:
    arbiter = house.visitor("arbiter")
    arbiter.get(live(event))
    page = arbiter.submit(act(event, 1, "start"))
    assert page.status_lines[0].startswith("Board 1: has a start.")
    does(event, 1, WHITE, BeReady())
    asked(event, arbiter, 1, "wait")
    page = arbiter.submit(act(event, 1, "wait"), seconds="60")
    assert "absence decided 1:00 later" in page.status_lines[0]
    assert game(event, 1).extension == 60_000
    arbiter.submit(act(event, 1, "hold"))
    assert game(event, 1).terms.starts_at is None


def test_a_call_is_on_every_page_of_an_arbiter_and_its_answer_with_the_player(house: House, event: Event) -> None:
    begin(event, 1, "e4")
    begin(event, 2, "e4")
    ann, ben, arbiter = house.by_link(event, "Ann"), house.by_link(event, "Ben"), house.visitor("arbiter")
    game_page = f"{event.url}/games/{event.board(1, 1)}/play"
    assert faults(ann.get(game_page)) == []
    page = ann.submit(f"{game_page}/call", kind="technical", text="<b>no sound</b>")
    assert "You have called the arbiter." in page.text
    page = arbiter.get(f"{event.url}/standings")
    [mark] = [each.text for each in page.all("a") if "a technical problem" in each.text]
    assert mark == "Round 1, board 1 (White calls: a technical problem – <b>no sound</b>)"
    page = arbiter.get(live(event))
    assert faults(page) == []
    assert boards(page)[0] == 1
    for other in (ben.get(game_page), house.visitor().get(live(event)), house.visitor("scorer").get(event.url)):
        assert "no sound" not in other.text
    answer = page.form(act(event, 1, "answer")).fields
    page = arbiter.send(act(event, 1, "answer"), {**answer, "quick": "coming"})
    assert "(answered: coming)" in row(page, event, 1)
    assert "The arbiter is coming." in ann.get(game_page).text
    page = arbiter.send(
        act(event, 1, "answer"), {**page.form(act(event, 1, "answer")).fields, "text": "play on", "done": "yes"}
    )
    assert "technical problem" not in row(page, event, 1)
    assert "The arbiter: play on" in ann.get(game_page).text
    arbiter.send(act(event, 1, "answer"), {**answer, "text": "once more"})
    assert arbiter.status == 409


def test_what_devices_say_is_for_arbiters_who_can_let_another_one_in(house: House, moving: Event) -> None:
    ann = moving.player("Ann")
    registry, place = house.podium.registry, f"{moving.url}/games/{moving.board(1, 1)}/play"
    first, _second = house.by_link(moving, "Ann"), house.by_link(moving, "Ann")
    for away in (2_000, 3_000):
        registry.note_window_left(moving.id, moving.board(1, 1), ann, away)
    said = "White: 2 devices and window left 2 times (0:05.0)"
    assert said in row(house.visitor("arbiter").get(live(moving)), moving, 1)
    assert said not in first.get(live(moving)).text
    assert "Window left" not in first.get(place).text
    arbiter = house.visitor("arbiter")
    page = arbiter.get(place)
    assert page.text.count("Window left:") == 2
    assert "Time for a move" not in page.text
    assert "0:03.0, in move 1" in page.text
    done = arbiter.submit(f"{moving.url}/players/{ann}/devices")
    assert "2 browsers of Ann are signed out: the link lets the next one in." in " ".join(done.status_lines)
    assert registry.devices(moving.id) == {}
    does(moving, 1, Colour.BLACK, PlayMove("e5", 1))
    assert arbiter.get(place).text.count("Time for a move: 0:0") == 1
    assert "Time for a move" not in house.by_link(moving, "Ann").get(place).text


def test_a_second_device_reads_why_it_is_not_let_in(house: House, event: Event) -> None:
    event.do(ChangeSettings({"oneDevice": True}))
    _link, secret = house.podium.registry.add_link(event.id, Role.PLAYER, event.player("Ann"), None)
    first, second = house.visitor(), house.visitor()
    first.get(f"/l/{secret}")
    assert (first.status, "I am ready" in first.page.text) == (200, True)
    assert "Ask the arbiter to let another device in" in second.get(f"/l/{secret}").text
    assert second.status == 409
    assert "I am ready" in first.get(f"/l/{secret}").text  # the same browser again
