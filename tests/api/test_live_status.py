"""Matches whose live games are under way, and the history of live games, over HTTP."""

from __future__ import annotations

from tests.api.test_live_cups import cup, match, matches
from tests.kit.http import Caller, House
from tests.kit.live import FOOLS_MATE, LiveBoard, live_pair


def test_a_match_whose_game_is_played_is_running_and_says_so_under_another_tag(chief: Caller) -> None:
    """The spec: the match is RUNNING meanwhile. Nothing is written to the tournament when a game starts."""
    event = cup(chief, "RAPID", players=4)
    first, second = matches(event)[:2]
    urls = (f"/api/matches/{first['id']}", f"{event.url}/matches", f"{event.url}/bracket", f"{event.url}/state")
    tags = {url: chief("GET", url).headers["etag"] for url in urls}
    board = LiveBoard.of(event, first["id"])
    assert match(event, first["id"])["status"] == "PENDING"  # nobody is there yet
    board.begin()
    for url in urls:
        answer = chief("GET", url, If_None_Match=tags[url])
        assert answer.status == 200
        assert answer.headers["etag"] != tags[url]
        assert chief("GET", url, If_None_Match=answer.headers["etag"]).status == 304
    assert match(event, first["id"])["status"] == "RUNNING"
    assert [each["status"] for each in matches(event)[:2]] == ["RUNNING", "PENDING"]
    rounds = chief.get(f"{event.url}/bracket")["rounds"]
    assert [each["status"] for each in rounds[0]["matches"]] == ["RUNNING", "PENDING"]
    assert [each["status"] for each in chief.get(f"{event.url}/state")["matches"]][:2] == ["RUNNING", "PENDING"]
    board.arbiter("pause").ok()
    assert match(event, first["id"])["status"] == "RUNNING"
    board.arbiter("resume").ok()
    board.plays(FOOLS_MATE)
    assert match(event, first["id"])["status"] == "FINISHED"
    assert match(event, second["id"])["status"] == "PENDING"


def test_the_history_of_games_has_acts_of_arbiters_in_words(chief: Caller) -> None:
    """Arbiters' acts are all in the history."""
    board = live_pair(chief, timeControl="10+5").begin()
    board.arbiter("pause").ok()
    board.arbiter("resume").ok()
    board.arbiter("time", {"white": 60, "black": 30}).ok()
    board.arbiter("declare", {"result": "WHITE_WIN", "resultReason": "RESIGNATION"}).ok()
    board.arbiter("replay").ok()
    board.arbiter("void").ok()
    answer = chief.get(f"{board.event.url}/games/history")
    said = [(each["type"], each["summary"]) for each in reversed(answer["commits"])]
    assert said == [
        ("PauseGame", "paused"),
        ("ResumeGame", "went on"),
        ("AddTime", "1:00 more for White, 0:30 more for Black"),
        ("DeclareResult", "White wins: resignation"),
        ("ReplayGame", "to be played anew, from the first move"),
        ("VoidGame", "The game was annulled"),
    ]
    assert {(each["game"], each["round"], each["board"], each["actor"]) for each in answer["commits"]} == {
        (board.id, 1, 1, "chief")
    }


def test_the_history_of_games_is_for_those_who_run_the_event(hall: House, chief: Caller) -> None:
    board = live_pair(chief)
    url = f"{board.event.url}/games/history"
    assert board.white("GET", url).status == 403
    assert Caller(hall.client)("GET", url).status in (401, 403)
