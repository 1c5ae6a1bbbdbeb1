"""Starting live games over HTTP: nobody loses by silence."""

from __future__ import annotations

from podium.core.ids import PairingId, PlayerId
from tests.api.test_live_cups import cup, match, matches
from tests.kit.http import Caller, House
from tests.kit.live import THREEFOLD, LiveBoard, live_pair

HOUR = "2126-12-01T19:30:00+01:00"
UTC = "2126-12-01T18:30:00.000+00:00"
NOBODY = {"white": None, "black": None}


def test_before_the_start_nobody_is_absent(chief: Caller) -> None:
    board = live_pair(chief, noShowWait=0)
    game = board.act(board.white, "ready").ok()
    assert (game["status"], game["startsAt"], game["absent"], game["attention"]) == ("WAITING", None, NOBODY, None)
    assert board.act(board.black, "ready").ok()["status"] == "RUNNING"


def test_a_round_starts_now_or_at_an_hour_and_is_held(chief: Caller) -> None:
    board = live_pair(chief)
    event = board.event
    assert event("POST", "/rounds/1/start", {"startsAt": HOUR}).ok()["startsAt"] == UTC
    board.act(board.white, "ready").ok()
    waiting = board.act(board.black, "ready").ok()
    assert (waiting["status"], waiting["startsAt"], waiting["absent"]) == ("WAITING", UTC, NOBODY)  # not before it
    assert event("POST", "/rounds/1/hold").ok()["startsAt"] is None
    started = event("POST", "/rounds/1/start").ok()["startsAt"]
    assert (board.game()["status"], board.game()["startsAt"]) == ("RUNNING", started)
    refused = event("POST", "/rounds/1/start", {"startsAt": HOUR}).refused(409, "round-begun")
    assert refused["board"] == 1
    event("POST", "/rounds/1/hold").ok()
    event("POST", "/rounds/1/start").ok()


def test_who_may(hall: House, chief: Caller) -> None:
    board = live_pair(chief)
    for caller, status in ((hall.anyone, 401), (board.white, 403)):
        for act in ("start", "hold"):
            assert caller("POST", f"{board.event.url}/rounds/1/{act}", {}).status == status


def test_only_live_games_start(chief: Caller) -> None:
    event = chief.event()
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    event("POST", "/rounds/1/start").refused(409, "games-not-live")


def test_what_if_and_undo(chief: Caller) -> None:
    board = live_pair(chief)
    event = board.event
    asked = {"method": "POST", "path": f"{event.url}/rounds/1/start", "body": {}}
    assert event("POST", "/what-if", asked).ok()["refused"] is None
    assert board.game()["startsAt"] is None
    event("POST", "/rounds/1/start").ok()
    event("POST", "/undo").ok()
    assert board.game()["startsAt"] is None
    event("POST", "/redo").ok()
    assert board.game()["startsAt"] is not None


def test_the_rounds_of_a_bracket_are_started_one_by_one_also_ahead(chief: Caller) -> None:
    event = cup(chief, "RAPID", players=4)
    assert event("POST", "/rounds/2/start", {"startsAt": HOUR}).ok()["startsAt"] == UTC
    event("POST", "/rounds/1/start").ok()
    for each in matches(event)[:2]:
        event.by("PUT", f"/api/matches/{each['id']}/result", {"result": "WHITE_WIN"}).ok()
    final = next(each for each in matches(event) if each["roundNumber"] == 2)
    assert event.by.get(f"/api/matches/{final['id']}/game")["startsAt"] == UTC
    event("POST", "/rounds/3/start").refused(404, "unknown-round")


def test_whoever_has_the_match_open_is_there_for_its_tie_break(hall: House, chief: Caller) -> None:
    event = cup(chief, "BEST_OF_3")
    event("POST", "/rounds/1/start").ok()
    parent = LiveBoard.of(event, matches(event)[0]["id"]).begin()
    white = parent.plays(THREEFOLD)["white"]["id"]
    first, second, _ = match(event, parent.id)["tieBreakMatches"]
    hall.podium.journal.tell_connected({(PairingId(parent.id), PlayerId(white))})
    game = event.by.get(f"/api/matches/{first}/game")
    assert game["absent"] == NOBODY  # the pause is not over
    assert game["noShowAt"] > game["pauseUntil"] > game["now"]
    assert len(hall.podium.journal.game(PairingId(first)).state.present) == 1  # type: ignore[union-attr]  # it is open
    hall.podium.journal.tell_connected(())
    assert event.by.get(f"/api/matches/{first}/game")["noShowAt"] is None
    refused = event.by("GET", f"/api/matches/{second}/game").refused(409, "earlier-game-first")
    assert refused["first"] == first
    parent.white("POST", f"/api/matches/{second}/ready", {}).refused(409, "earlier-game-first")
    hall.anyone("GET", f"/api/matches/{second}/game").refused(409, "earlier-game-first")


def test_resign_and_accept_again_are_the_same_answer(chief: Caller) -> None:
    board = live_pair(chief).begin()
    board.plays("e4 e5")
    board.act(board.white, "draw/offer").ok()
    first = board.act(board.black, "draw/accept").ok()
    assert board.act(board.black, "draw/accept").ok()["version"] == first["version"]
    other = live_pair(chief).begin()
    other.arbiter("pause").ok()
    first = other.act(other.white, "resign").ok()
    assert (first["result"], first["resultReason"]) == ("BLACK_WIN", "RESIGNATION")
    assert other.act(other.white, "resign").ok()["version"] == first["version"]
    other.act(other.black, "resign").refused(409, "game-not-running")


def test_a_no_show_that_is_undone_makes_the_game_playable_in_one_step(chief: Caller) -> None:
    board = live_pair(chief)
    board.event("POST", "/rounds/1/start").ok()
    board.arbiter("declare", {"result": "WHITE_WIN", "resultReason": "NO_SHOW"}).ok()
    board.event("POST", "/undo").ok()
    assert board.game()["status"] == "WAITING"
    board.begin().plays("e4")


def test_who_is_expelled_moves_no_more(chief: Caller) -> None:
    board = live_pair(chief).begin()
    board.plays("e4 e5")
    white = board.game()["white"]["id"]
    board.event("POST", f"/players/{white}/expel").ok()
    assert board.game()["status"] == "PAUSED"
    board.move(board.white, "d4", 2).refused(409, "player-expelled")
    board.arbiter("resume").ok()
    board.move(board.white, "d4", 2).refused(409, "player-expelled")
    board.act(board.white, "resign").ok()
