"""Devices of players over HTTP: what arbiters are told of them, and a second one that is refused."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

from podium.core.ids import PairingId, TournamentId
from podium.storage.accounts import device_tables
from tests.kit.http import Caller, Event, House
from tests.kit.live import live_pair


def browser(hall: House, secret: str, **headers: str) -> tuple[int, Caller]:
    """The status with which a browser without cookies opens a link, and the caller that it is then."""
    hall.client.cookies.clear()
    answer = hall.client.get(f"/l/{secret}", headers={"User-Agent": "Firefox/1", **headers}, follow_redirects=False)
    opened = hall.client.cookies.get("podium_session")
    hall.client.cookies.clear()
    caller = Caller(hall.client)
    if opened is not None:
        session = hall.podium.registry.by_session(opened)
        assert session is not None
        caller.credentials = {"Cookie": f"podium_session={opened}", "X-CSRF-Token": session.csrf}
    return answer.status_code, caller


def new_link(event: Event, player: str) -> str:
    url: str = event("POST", "/links", {"role": "player", "player_id": event.ids[player]}).ok(201)["url"]
    return url.rpartition("/")[2]


def test_arbiters_are_told_which_browsers_came_and_when_they_left_the_window(either_hall: House) -> None:
    board = live_pair(either_hall.user("chief"), timeControl="10+0")
    _status, first = browser(either_hall, new_link(board.event, "Ann"))
    _status, second = browser(either_hall, new_link(board.event, "Ann"))
    board.begin().plays("e4 e5")
    assert first("POST", f"{board.url}/away", {"ms": 41_000}).ok() == {"done": True}
    second("POST", f"{board.url}/away", {"ms": 700}).ok()
    facts = board.event.by.get(f"{board.url}/devices")
    assert [each["agent"] for each in facts["white"]["devices"]] == ["Firefox/1", "Firefox/1"]
    assert [each["ms"] for each in facts["white"]["away"]] == [41_000, 700]
    assert facts["black"] == {"id": board.game()["black"]["id"], "devices": [], "away": []}
    board.act(board.white, "resign").ok()
    first("POST", f"{board.url}/away", {"ms": 5_000}).ok()  # it began in the game


def test_a_second_device_is_refused_until_an_arbiter_lets_it_in(either_hall: House) -> None:
    board = live_pair(either_hall.user("chief"), oneDevice=True).begin()
    secret, another = new_link(board.event, "Ann"), new_link(board.event, "Ann")
    program = Caller(either_hall.client, secret)
    program("POST", f"{board.url}/moves", {"move": "e4", "ply": 0}).ok()
    status, first = browser(either_hall, secret)
    assert status == 303
    assert [browser(either_hall, each)[0] for each in (secret, another)] == [409, 409]
    board.move(board.black, "e5", 1).ok()
    program("POST", f"{board.url}/moves", {"move": "d4", "ply": 2}).refused(401, "credential-ended")
    first("POST", f"{board.url}/moves", {"move": "Nf3", "ply": 2}).ok()
    board.event("DELETE", f"/players/{board.event.ids['Ann']}/devices").ok()
    board.move(board.black, "Nc6", 3).ok()
    first("POST", f"{board.url}/moves", {"move": "Bb5", "ply": 4}).refused(401, "credentials-missing")
    status, second = browser(either_hall, another)
    assert status == 303
    second("POST", f"{board.url}/moves", {"move": "Bb5", "ply": 4}).ok()


def test_a_link_lets_nobody_move_once_it_has_expired(either_hall: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a program nor the browser that it let in; links without an end play on."""
    board = live_pair(either_hall.user("chief")).begin()
    ann = {"role": "player", "player_id": board.event.ids["Ann"]}
    day = (datetime.now(UTC) + timedelta(days=2)).date()
    secret = board.event("POST", "/links", {**ann, "expires": str(day)}).ok(201)["url"].rpartition("/")[2]
    program, (_status, opened) = Caller(either_hall.client, secret), browser(either_hall, secret)
    program("POST", f"{board.url}/moves", {"move": "e4", "ply": 0}).ok()
    board.move(board.black, "e5", 1).ok()
    opened("POST", f"{board.url}/moves", {"move": "Nf3", "ply": 2}).ok()
    board.move(board.black, "Nc6", 3).ok()
    registry, past = either_hall.podium.registry, datetime.combine(day, time.max, UTC) + timedelta(seconds=1)
    for clock in (registry, registry._cache):
        monkeypatch.setattr(clock, "_clock", lambda: past)
    for each in (program, opened):
        refused = each("POST", f"{board.url}/moves", {"move": "Bb5", "ply": 4})
        assert refused.status == 401
        assert refused.body["detail"]
    assert browser(either_hall, secret)[0] == 404
    assert board.game()["ply"] == 4
    board.move(board.white, "Bb5", 4).ok()


def test_without_the_option_every_device_is_let_in(hall: House, chief: Caller) -> None:
    board = live_pair(chief).begin()
    secret = new_link(board.event, "Ann")
    assert [browser(hall, secret)[0] for _again in range(3)] == [303] * 3
    Caller(hall.client, secret)("POST", f"{board.url}/moves", {"move": "e4", "ply": 0}).ok()


def test_what_was_kept_of_windows_goes_by_itself_and_with_the_person(
    hall: House, chief: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = live_pair(chief).begin()
    registry, event, games = hall.podium.registry, TournamentId(board.event.id), [PairingId(board.id)]
    for caller in (board.white, board.black):
        board.act(caller, "away", {"ms": 900}).ok()
    monkeypatch.setattr(device_tables, "KEPT", timedelta(seconds=-1))
    board.act(board.white, "away", {"ms": 901}).ok()
    left = [each.ms for some in registry.windows_left(event, games).values() for each in some]
    registry.drop_expired()
    kept = [each.ms for some in registry.windows_left(event, games).values() for each in some]
    assert (left, kept) == ([900, 901, 900], [900, 900])
    monkeypatch.setattr(device_tables, "MOST_OF_A_GAME", 1)
    board.act(board.white, "away", {"ms": 902}).ok()  # answered, and not kept
    assert [len(some) for some in registry.windows_left(event, games).values()] == [1, 1]
    board.act(board.white, "resign").ok()
    board.event("POST", f"/players/{board.event.ids['Ann']}/forget").ok()
    assert [player for _game, player in registry.windows_left(event, games)] == [board.event.ids["Ben"]]


def test_nonsense_a_wrong_role_or_moment_changes_nothing(hall: House, chief: Caller) -> None:
    board = live_pair(chief)
    ann = f"{board.event.url}/players/{board.event.ids['Ann']}/devices"
    nobody = Caller(hall.client)
    board.act(board.white, "away", {"ms": 900}).refused(409, "game-not-running")
    board.begin()
    for body in (
        {},
        {"ms": 0},
        {"ms": -1},
        {"ms": "x"},
        {"ms": 1.5},
        {"ms": None},
        {"ms": 10**12},
        {"ms": 9, "more": 1},
    ):
        assert board.act(board.white, "away", body).status == 400, body
    assert [board.act(by, "away", {"ms": 900}).status for by in (chief, nobody)] == [403, 401]
    assert [by("GET", f"{board.url}/devices").status for by in (board.white, nobody)] == [403, 401]
    assert [by("DELETE", ann).status for by in (board.white, nobody)] == [403, 401]
    assert chief("DELETE", f"{board.event.url}/players/nobody/devices").status == 404
    assert chief("GET", "/api/matches/nothing/devices").status == 404
    assert board.act(board.white, "draw/claim", {"move": "Ke7"}).status == 400
    for given in ({"oneDevice": "yes"}, {"oneDevice": 1}, {"drawConfig": {"claimPenalty": "yes"}}):
        assert board.event("PATCH", "", given).status == 400, given
    assert chief.get(f"{board.url}/devices")["white"]["away"] == []
    assert board.game()["status"] == "RUNNING"
