"""Server-sent events from a real server: every version once, also those missed, also those of another process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn

from podium.api.resources import events
from podium.bootstrap import application
from tests.kit.http import House, house
from tests.kit.server import serving
from tests.kit.waiting import PATIENCE, program


@contextmanager
def served(hall: House) -> Iterator[tuple[str, uvicorn.Server]]:
    """A server of our own in a thread; its address, and itself."""
    with serving(application(hall.podium), streams_end_within=5) as running:
        yield running.url, running.server


class Watcher:
    """Somebody who reads the stream of a tournament."""

    def __init__(self, response: httpx.Response) -> None:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        self._lines = response.iter_lines()

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        id = None
        for line in self._lines:
            if line.startswith("id: "):
                id = int(line.removeprefix("id: "))
            elif line.startswith("data: "):
                told = json.loads(line.removeprefix("data: "))
                assert told["version"] == id
                yield told["version"], told["parts"]

    def comment(self) -> str:
        """The next heartbeat."""
        return next(line for line in self._lines if line.startswith(":"))

    def take(self, count: int) -> list[tuple[int, list[str]]]:
        messages = iter(self)
        return [next(messages) for _ in range(count)]


@contextmanager
def watching(address: str, path: str, headers: dict[str, str]) -> Iterator[Watcher]:
    with (
        httpx.Client(base_url=address, headers=headers, timeout=PATIENCE) as client,
        client.stream("GET", path) as response,
    ):
        watcher = Watcher(response)
        assert next(watcher._lines) == "retry: 2000"
        yield watcher


@pytest.fixture
def hall(ready_url: str) -> Iterator[House]:
    with house(ready_url) as opened:
        yield opened


def test_one_message_per_version_with_its_parts(hall: House) -> None:
    event = hall.user("chief").event()
    with served(hall) as (address, _), watching(address, f"{event.url}/events", event.by.credentials) as watcher:
        event.players("Ann", "Ben")
        event.pairs([("Ann", "Ben")])
        event.result("Ann", "1-0").ok()
        event("POST", "/undo", {"to": 2}, If_Match='"4"').ok()
        assert watcher.take(4) == [
            (2, ["players", "rounds", "standings", "history"]),
            (3, ["players", "rounds", "results", "standings", "history"]),
            (4, ["results", "standings", "history"]),
            (5, ["settings", "players", "rounds", "results", "standings", "prizes", "history"]),
        ]


def test_who_was_away_is_told_what_they_missed(hall: House) -> None:
    event = hall.user("chief").event()
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    with served(hall) as (address, _):
        headers = {**event.by.credentials, "Last-Event-ID": "1"}
        with watching(address, f"{event.url}/events", headers) as watcher:
            event.result("Ann", "1-0").ok()
            assert [version for version, _ in watcher.take(3)] == [2, 3, 4]
        with watching(address, f"{event.url}/events?since=3", event.by.credentials) as watcher:
            assert [version for version, _ in watcher.take(1)] == [4]


def test_who_was_away_for_long_looks_at_everything(hall: House) -> None:
    event = hall.user("chief").event()
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    for turn in range(110):
        event.result("Ann", ("1-0", "0-1")[turn % 2]).ok()
    with (
        served(hall) as (address, _),
        watching(address, f"{event.url}/events?since=1", event.by.credentials) as watcher,
    ):
        [(version, parts)] = watcher.take(1)
        assert version == 113
        assert "settings" in parts


def test_what_another_process_writes_is_seen(hall: House) -> None:
    """The other one is another Podium on the same database: it shares nothing else with the server."""
    event = hall.user("chief").event()
    event.players("Ann", "Ben")
    with (
        served(hall) as (address, _),
        watching(address, f"{event.url}/events", event.by.credentials) as watcher,
        house(hall.podium.config.database) as elsewhere,
    ):
        theirs = event.as_seen_by(event.by)
        theirs.by = type(event.by)(elsewhere.client)
        theirs.by.credentials = event.by.credentials
        theirs.pairs([("Ann", "Ben")])
        theirs.result("Ann", "1-0").ok()
        assert [version for version, _ in watcher.take(2)] == [3, 4]


def test_the_public_watches_what_is_published(hall: House) -> None:
    event = hall.user("chief").event()
    with served(hall) as (address, _):
        hidden = httpx.get(f"{address}{event.url}/events", timeout=PATIENCE)
        assert (hidden.status_code, hidden.json()["code"]) == (404, "unknown-tournament")
        event("POST", "/publish").ok()
        with watching(address, f"{event.url}/events", {}) as watcher:
            event.players("Ann")
            assert [version for version, _ in watcher.take(1)] == [3]


def test_a_stream_ends_when_the_event_is_hidden_again(hall: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "HEARTBEAT", 0.05)
    event = hall.user("chief").event()
    event("POST", "/publish").ok()
    with served(hall) as (address, _), watching(address, f"{event.url}/events", {}) as watcher:
        assert watcher.comment() == ": still here"
        event("POST", "/publish", {"published": False}).ok()
        told = [version for version, _ in watcher]  # it is over, told or not: a heartbeat may have come first
        assert told in ([3], [])


def test_a_stream_ends_cleanly_when_the_server_is_told_to_stop(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'podium.db'}"
    with house(database) as hall:
        event = hall.user("chief").event()
    start = "from podium.cli import main; main()"
    command = [sys.executable, "-c", start, "serve", "--port", "0", "--db", database, "--json"]
    with program(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["url"]
        with watching(address, f"{event.url}/events", event.by.credentials) as watcher:
            process.terminate()
            assert list(watcher) == []  # a stream that is cut off raises here
        assert process.wait(PATIENCE) == 0


def test_what_is_no_version(hall: House) -> None:
    event = hall.user("chief").event()
    for given in ("x", "-1", "1.5", "9" * 20, ""):
        event("GET", "/events", Last_Event_ID=given).refused(400, "malformed")
        event("GET", f"/events?since={given}").refused(400, "malformed")


def test_a_version_from_another_life(hall: House) -> None:
    event = hall.user("chief").event()
    with (
        served(hall) as (address, _),
        watching(address, f"{event.url}/events?since=99", event.by.credentials) as watcher,
    ):
        [(version, parts)] = watcher.take(1)
        assert (version, "players" in parts) == (1, True)


def test_many_watch_one_event(hall: House) -> None:
    event = hall.user("chief").event()
    event("POST", "/publish").ok()
    with served(hall) as (address, _), ExitStack() as streams:
        watchers = [streams.enter_context(watching(address, f"{event.url}/events", {})) for _ in range(10)]
        for name in ("Ann", "Ben", "Cid"):
            event.players(name)
        heard = [[version for version, _ in watcher.take(3)] for watcher in watchers]
    assert heard == [[3, 4, 5]] * 10
