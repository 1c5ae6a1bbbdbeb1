"""What arbiters do about clocks, waits and moves of live games over HTTP: of one, and of many at once."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.kit.http import Caller, House
from tests.kit.live import LiveBoard, live_pair


def two_boards(chief: Caller) -> tuple[LiveBoard, LiveBoard]:
    event = chief.event("Open", "manual", live=True, timeControl="10+0")
    event.players("Ann", "Ben", "Cid", "Dan")
    made = event.pairs([("Ann", "Ben"), ("Cid", "Dan")])
    event("POST", "/publish").ok()
    event("POST", "/rounds/1/publish").ok()
    first, second = (LiveBoard.of(event, each["id"]) for each in made["pairings"])
    return first.begin(), second.begin()


def test_moves_are_taken_back_with_the_clocks_of_then_and_stand_again(chief: Caller) -> None:
    board = live_pair(chief, timeControl="10+0").begin()
    first = board.plays("e4 e5")
    board.plays("Nf3 Nc6")
    taken = board.arbiter("takeback", {"ply": 2}).ok()
    assert (taken["ply"], taken["status"], taken["pause"]["cause"]) == (2, "PAUSED", "arbiter")
    assert [each["clock"] for each in first["moves"]] == [taken["clocks"]["white"], taken["clocks"]["black"]]
    assert [each["san"] for each in board.arbiter("undo").ok()["moves"]] == ["e4", "e5", "Nf3", "Nc6"]
    board.arbiter("undo").refused(409, "nothing-to-undo")
    board.arbiter("takeback", {"ply": 0}).ok()
    assert board.arbiter("resume").ok()["turn"] == "white"
    assert board.plays("d4")["ply"] == 1


def test_a_result_that_is_taken_back_with_its_last_move_comes_again(chief: Caller) -> None:
    board = live_pair(chief).begin()
    board.plays("f3 e5 g4 Qh4")
    url = f"{board.event.url}/rounds/1"
    assert chief.get(url)["pairings"][0]["result"] == "0-1"
    board.arbiter("takeback", {"ply": 4}).ok()
    assert chief.get(url)["pairings"][0]["result"] is None
    board.arbiter("undo").ok()
    assert chief.get(url)["pairings"][0]["result"] == "0-1"


def test_clocks_are_set(chief: Caller) -> None:
    board = live_pair(chief, timeControl="10+0").begin()
    board.arbiter("pause").ok()
    assert board.arbiter("time", {"white": 5400, "set": True}).ok()["clocks"]["white"] == 5_400_000
    clocks = board.arbiter("time", {"black": 30, "set": True}).ok()["clocks"]
    assert (clocks["white"], clocks["black"], clocks["running"]) == (5_400_000, 30_000, None)
    assert board.arbiter("undo").ok()["clocks"]["black"] == 600_000


def test_one_game_starts_and_its_wait_is_extended(chief: Caller) -> None:
    board = live_pair(chief, timeControl="10+0")
    board.act(board.white, "ready").ok()
    assert board.arbiter("start").ok()["startsAt"] is not None
    limit = board.game()["noShowAt"]
    assert board.arbiter("wait", {"seconds": 60}).ok()["noShowAt"] > limit
    assert board.arbiter("undo").ok()["noShowAt"] == limit
    assert board.arbiter("hold").ok()["noShowAt"] is None
    board.arbiter("wait", {"seconds": 60}).refused(409, "nobody-awaited")


def test_one_act_for_many_games_answers_for_each(chief: Caller) -> None:
    first, second = two_boards(chief)
    second.act(second.white, "resign").ok()
    url = f"{first.event.url}/rounds/1/games/control"
    done = chief("POST", url, {"act": "pause", "games": [first.id, second.id]}).ok()["games"]
    assert [(each["board"], each["done"], each["code"], each["detail"]) for each in done] == [
        (1, True, None, "paused"),
        (2, False, "game-not-running", "The game has ended."),
    ]
    assert [each["id"] for each in chief("POST", url, {"act": "resume", "games": "all"}).ok()["games"]] == [first.id]
    time = {"act": "time", "games": "all", "white": 60}
    once = [chief("POST", url, time, Idempotency_Key="once").ok() for _again in range(2)]
    assert [each["games"][0]["done"] for each in once] == [True, True]
    assert 650_000 < first.game()["clocks"]["white"] <= 660_000
    first.plays("e4 e5 Nf3")
    chief("POST", url, {"act": "takeback", "games": [first.id], "plies": 2}).ok()
    assert first.game()["ply"] == 1


def test_nonsense_a_wrong_role_or_moment_changes_nothing(hall: House, chief: Caller) -> None:
    board = live_pair(chief).begin()
    url = f"{board.event.url}/rounds/1/games/control"
    before = board.game()["version"]
    everything = {"games": "all"}
    nonsense: tuple[dict[str, object], ...] = (
        {},
        {"act": "pause"},
        {"act": "dance", **everything},
        {"act": "pause", "games": []},
        {"act": "pause", "games": "some"},
        {"act": "pause", "games": [1]},
        {"act": "time", **everything},
        {"act": "time", "white": -5, **everything},
        {"act": "wait", "seconds": 10**9, **everything},
        {"act": "takeback", "plies": 7, **everything},
        {"act": "declare", **everything},
        {"act": "pause", "more": 1, **everything},
    )
    for body in nonsense:
        assert chief("POST", url, body).status == 400, body
    chief("POST", url, {"act": "pause", "games": ["nobody"]}).refused(404, "unknown-match")
    assert chief("POST", f"{board.event.url}/rounds/9/games/control", {"act": "pause", **everything}).status == 404
    acts: tuple[tuple[str, dict[str, object], int], ...] = (
        ("takeback", {"ply": 0}, 400),
        ("takeback", {"ply": -1}, 400),
        ("takeback", {"ply": "x"}, 400),
        ("wait", {}, 400),
        ("wait", {"seconds": 5}, 409),
        ("undo", {}, 409),
        ("start", {}, 409),
        ("hold", {}, 409),
    )
    for act, sent, status in acts:
        assert board.arbiter(act, sent).status == status, act
        assert board.act(board.white, act, sent).status in (400, 403), act
        assert board.act(Caller(hall.client), act, sent).status in (400, 401), act
    assert board.white("POST", url, {"act": "pause", **everything}).status == 403
    assert Caller(hall.client)("POST", url, {"act": "pause", **everything}).status == 401
    assert board.game()["version"] == before


def test_the_manual_shows_answers_as_they_are(chief: Caller) -> None:
    text = (Path(__file__).parents[2] / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    found = [json.loads(each) for each in re.findall(r"^```json\n(.*?)^```", text, re.MULTILINE | re.DOTALL)]
    whole, brief, many = (each for each in found if "ply" in each or "games" in each)
    board = live_pair(chief, timeControl="40/90+30 : 30d5", drawConfig={"claimPenalty": True}).begin()
    board.plays("e4 e5")
    game = board.act(board.white, "draw/claim", {"move": "Nf3"}).ok()
    resigned = board.white("POST", f"{board.url}/resign", {}, Prefer="return=minimal").ok()
    control = {"act": "pause", "games": [board.id]}
    done = chief("POST", f"{board.event.url}/rounds/1/games/control", control).ok()
    assert (whole.keys(), brief.keys(), many["games"][0].keys()) == (
        game.keys(),
        resigned.keys(),
        done["games"][0].keys(),
    )
    assert whole["clocks"].keys() == game["clocks"].keys()
    assert [whole[name] for name in ("fen", "timeControl", "falseClaim", "ply", "absent")] == [
        game[name] for name in ("fen", "timeControl", "falseClaim", "ply", "absent")
    ]
    assert many["games"][0]["detail"] == done["games"][0]["detail"]


def test_every_act_on_a_game_is_refused_at_the_wrong_moment(chief: Caller) -> None:
    """By players and arbiters: in words, and nothing is changed."""
    waiting, running, over = (live_pair(chief, timeControl="10+0") for _ in range(3))
    running.begin().plays("e4 e5")
    over.begin().act(over.white, "resign").ok()
    by_arbiter = ("pause", "time", "start", "hold", "wait", "takeback", "undo", "declare", "count")
    bodies: dict[str, dict[str, object]] = {
        "moves": {"move": "d4", "ply": 4},
        "away": {"ms": 900},
        "time": {"white": 60},
        "wait": {"seconds": 60},
        "takeback": {"ply": 1},
        "declare": {"result": "DRAW"},
    }
    moments = ((waiting, "resign moves draw/offer draw/accept draw/claim away takeback undo wait count"),
               (running, "draw/accept draw/decline draw/withdraw draw/claim start hold wait undo count"),
               (over, "ready moves draw/offer draw/claim pause time start hold wait undo declare"))  # fmt: skip
    for board, acts in moments:
        before = board.game()["version"]
        for act in acts.split():
            answer = board.act(chief if act in by_arbiter else board.white, act, bodies.get(act, {}))
            assert (answer.status, bool(answer.body["detail"])) == (409, True), (act, answer.status)
        assert board.game()["version"] == before
