"""Races over HTTP against a real server: one wins, or both do; beside each the control that shows the race happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import httpx
import pytest

from podium.app.access import Role
from podium.bootstrap import Podium, application, opened
from podium.config import Config
from tests.kit import waiting
from tests.kit.server import serving
from tests.kit.waiting import PATIENCE


@pytest.fixture
def podium(ready_url: str) -> Iterator[Podium]:
    """Podium on either database."""
    with opened(Config(database=ready_url)) as open:
        yield open


@pytest.fixture
def address(podium: Podium) -> Iterator[str]:
    """Where a server of its own listens."""
    with serving(application(podium)) as server:
        yield server.url


@pytest.fixture
def directors(podium: Podium, address: str) -> Iterator[tuple[httpx.Client, httpx.Client, str]]:
    """Two directors of one event of four, each with a client."""
    users = [podium.registry.add_user(name, "correct horse") for name in ("ann", "ben")]
    headers = [{"Authorization": f"Bearer {podium.registry.add_token(user, 'race')[1]}"} for user in users]
    with (
        httpx.Client(base_url=address, headers=headers[0], timeout=PATIENCE) as one,
        httpx.Client(base_url=address, headers=headers[1], timeout=PATIENCE) as other,
    ):
        made = one.post("/api/tournaments", json={"name": "Race", "format": "round-robin"}).json()
        event = f"/api/tournaments/{made['id']}"
        podium.registry.set_roles(made["id"], {"ann": Role.OWNER, "ben": Role.ARBITER})
        one.post(f"{event}/players", json={"players": [{"name": name} for name in "ABCDEFGH"]}).raise_for_status()
        yield one, other, event


def at_once(*requests: httpx.Request, clients: Sequence[httpx.Client]) -> list[httpx.Response]:
    """The answers to requests that leave together."""
    return [
        answer
        for answer in waiting.at_once(
            [partial(each.send, request) for each, request in zip(clients, requests, strict=True)]
        )
        if isinstance(answer, httpx.Response)
    ]


def test_two_directors_pair_the_same_round_once(directors: tuple[httpx.Client, httpx.Client, str]) -> None:
    one, other, event = directors
    for number in range(1, 8):
        requests = [client.build_request("POST", f"{event}/rounds", json={"round": number}) for client in (one, other)]
        answers = at_once(*requests, clients=(one, other))
        assert sorted(answer.status_code for answer in answers) == [201, 409]
        [loser] = [answer.json() for answer in answers if answer.status_code == 409]
        assert loser["code"] == "round-exists"
        rounds = one.get(f"{event}/rounds").json()["rounds"]
        assert [row["round"] for row in rounds] == list(range(1, number + 1))


def test_control_without_the_round_both_pair(directors: tuple[httpx.Client, httpx.Client, str]) -> None:
    """The two requests do meet: asked only for the next round, each gets one."""
    one, other, event = directors
    requests = [client.build_request("POST", f"{event}/rounds", json={}) for client in (one, other)]
    answers = at_once(*requests, clients=(one, other))
    assert sorted(answer.json()["round"] for answer in answers) == [1, 2]


def test_two_phones_enter_two_results(directors: tuple[httpx.Client, httpx.Client, str]) -> None:
    one, other, event = directors
    for number in range(1, 4):
        games = one.post(f"{event}/rounds", json={"round": number}).json()["pairings"]
        paths = [f"/api/pairings/{game['id']}/result" for game in games[:2]]
        requests = [
            client.build_request("PUT", path, json={"result": "1-0"})
            for client, path in zip((one, other), paths, strict=True)
        ]
        answers = at_once(*requests, clients=(one, other))
        assert [answer.status_code for answer in answers] == [200, 200]
        assert len({answer.json()["version"] for answer in answers}) == 2
        stored = one.get(f"{event}/rounds/{number}").json()["pairings"]
        assert [game["result"] for game in stored[:2]] == ["1-0", "1-0"]


def test_control_with_a_version_one_phone_loses(directors: tuple[httpx.Client, httpx.Client, str]) -> None:
    """The two results do meet: if each insists on the version it saw, one is told that somebody was faster."""
    one, other, event = directors
    made = one.post(f"{event}/rounds", json={"round": 1}).json()
    seen = {"If-Match": f'"{made["version"]}"'}
    requests = [
        client.build_request("PUT", f"/api/pairings/{game['id']}/result", json={"result": "1-0"}, headers=seen)
        for client, game in zip((one, other), made["pairings"][:2], strict=True)
    ]
    answers = at_once(*requests, clients=(one, other))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


def test_the_same_key_at_once_writes_once(directors: tuple[httpx.Client, httpx.Client, str]) -> None:
    one, other, event = directors
    other.headers["Authorization"] = one.headers["Authorization"]
    before = one.get(event).json()["version"]
    for turn in range(5):
        headers = {"Idempotency-Key": f"once-{turn}"}
        given = {"players": [{"name": f"Late {turn}"}]}
        requests = [
            client.build_request("POST", f"{event}/players", json=given, headers=headers) for client in (one, other)
        ]
        answers = at_once(*requests, clients=(one, other))
        assert answers[0].json() == answers[1].json()
        assert {answer.status_code for answer in answers} == {201}
        assert one.get(event).json()["version"] == before + turn + 1


def test_control_with_two_keys_both_write(directors: tuple[httpx.Client, httpx.Client, str]) -> None:
    one, other, event = directors
    before = one.get(event).json()["version"]
    given = {"players": [{"name": "Late"}]}
    requests = [
        client.build_request("POST", f"{event}/players", json=given, headers={"Idempotency-Key": key})
        for client, key in ((one, "a"), (other, "b"))
    ]
    at_once(*requests, clients=(one, other))
    assert one.get(event).json()["version"] == before + 2
