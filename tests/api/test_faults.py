"""What is wrong with Podium itself: a problem document or a page of ours, an id that is in the log, and no details."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest
from litestar.testing import TestClient

from podium.api.front.answer_cache import AnswerCache
from podium.app.desk import Desk
from podium.bootstrap import application
from podium.bootstrap import opened as podium_at
from podium.config import Config
from tests.kit.http import PROBLEM, House

SECRET = "the password is in this sentence"
FAULT = re.compile(r"F-[0-9a-f]{8}")


@pytest.fixture
def broken(ready_sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A Podium that cannot show any tournament, for a reason nobody thought of."""

    def fail(*_args: object) -> None:
        raise RuntimeError(SECRET)

    with (
        podium_at(Config(database=ready_sqlite_url)) as podium,
        TestClient(application(podium), raise_server_exceptions=False) as client,
    ):
        monkeypatch.setattr(Desk, "see", fail)
        yield House(podium, client)


def test_the_api_answers_with_a_problem_and_an_id(broken: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        answer = broken.client.get("/api/tournaments/open")
    assert (answer.status_code, answer.headers["content-type"]) == (500, PROBLEM)
    problem = answer.json()
    assert (problem["code"], problem["status"]) == ("fault", 500)
    assert FAULT.fullmatch(problem["fault"])
    assert problem["fault"] in caplog.text
    assert SECRET not in answer.text
    assert SECRET in caplog.text


def test_a_page_says_so_in_our_frame_with_an_id(broken: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        answer = broken.client.get("/t/open")
    assert answer.status_code == 500
    assert "Something broke" in answer.text
    [fault] = set(FAULT.findall(answer.text))
    assert fault in caplog.text
    assert SECRET not in answer.text


@pytest.mark.parametrize(("path", "kind"), [("/api/tournaments", PROBLEM), ("/", "text/html; charset=utf-8")])
def test_what_breaks_around_the_framework_is_answered_too(
    hall: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str, kind: str
) -> None:
    async def fail(*_args: object) -> None:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(AnswerCache, "__call__", fail)
    with caplog.at_level(logging.ERROR):
        answer = hall.client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (500, kind)
    [fault] = set(FAULT.findall(answer.text))
    assert fault in caplog.text
    assert SECRET not in answer.text


@pytest.mark.parametrize("line", [{"white": ""}, {"white": "", "black": ""}, {"white": "x", "black": ""}])
def test_a_pairing_of_nobody_is_refused(chief_event: tuple[House, str, dict[str, str]], line: dict[str, str]) -> None:
    house, url, headers = chief_event
    answer = house.client.post(f"{url}/rounds", json={"pairings": [line]}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-player")


@pytest.fixture
def chief_event(hall: House) -> tuple[House, str, dict[str, str]]:
    chief = hall.user("chief")
    event = chief.event()
    event.players("Ann", "Ben")
    return hall, event.url, chief.credentials
