"""Screens, messages and the clock over HTTP, and by the stream of the event."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest

from podium.api.resources import events
from podium.app.access import Role
from podium.app.hall.event_clock import ClockAction, ClockOrder
from podium.app.hall.screens import Content, ContentName, Theme, ThemeName
from podium.core.ids import TournamentId
from tests.api.test_live import served
from tests.kit.http import Event, House, Json, house
from tests.kit.loops import every
from tests.kit.waiting import PATIENCE

HALL = {"name": "Hall", "theme": "dark", "items": [{"show": "pairings", "seconds": 20}, {"show": "clock"}]}


def test_the_document_names_what_there_is() -> None:
    assert ContentName.__args__ == tuple(each.value for each in Content)  # type: ignore[attr-defined]  # of a Literal
    assert ThemeName.__args__ == tuple(each.value for each in Theme)  # type: ignore[attr-defined]  # of a Literal


def test_screens_are_composed_as_a_whole(event: Event) -> None:
    assert event("GET", "/screens").ok() == {"screens": []}
    made = event("PUT", "/screens", {"screens": [HALL]}).ok()
    [screen] = made["screens"]
    assert (screen["key"], screen["items"][1]) == ("hall", {"show": "clock", "seconds": 15})
    renamed = {**screen, "name": "Main hall"}
    assert event("PUT", "/screens", {"screens": [renamed]}).ok()["screens"] == [renamed]
    assert event("PUT", "/screens", {"screens": []}).ok() == {"screens": []}


@every(
    ("screens", "code"),
    [
        ([{**HALL, "items": []}], "count-out-of-range"),
        ([{**HALL, "items": [{"show": "weather"}]}], "malformed"),
        ([{**HALL, "items": [{"show": "clock", "minutes": 1}]}], "malformed"),
        ([{**HALL, "items": [{"show": "clock", "seconds": 1}]}], "count-out-of-range"),
        ([{**HALL, "key": "Hall 1"}], "screen-key-malformed"),
        ([{**HALL, "key": "a"}, {**HALL, "key": "a"}], "name-twice"),
        ([{**HALL, "name": " "}], "name-missing"),
    ],
)
def test_a_screen_that_is_none_is_refused(event: Event, screens: list[Json], code: str) -> None:
    event("PUT", "/screens", {"screens": screens}).refused(400, code)
    assert event("GET", "/screens").ok() == {"screens": []}


def test_the_clock_does_what_it_is_told(event: Event) -> None:
    assert event("GET", "/clock").ok()["kind"] == "none"
    event("POST", "/clock", {"action": "pause"}).refused(409, "clock-not-counting")
    clock = event("POST", "/clock", {"action": "start", "minutes": 60}).ok()
    assert (clock["kind"], clock["running"], clock["length"]) == ("countdown", True, 3_600_000)
    assert clock["now"] < clock["ends"]
    paused = event("POST", "/clock", {"action": "pause"}).ok()
    assert (paused["running"], paused["ends"]) == (False, None)
    assert 3_500_000 < paused["left"] <= 3_600_000
    assert event("POST", "/clock", {"action": "add", "minutes": 5}).ok()["left"] == paused["left"] + 300_000
    event("POST", "/clock", {"action": "start", "minutes": 0}).refused(400, "count-out-of-range")
    event("POST", "/clock", {"action": "start", "until": "noon"}).refused(400, "moment-malformed")
    event("POST", "/clock", {"action": "explode"}).refused(400, "malformed")
    assert event("POST", "/clock", {"action": "hide"}).ok()["kind"] == "none"


def test_messages_come_and_go(event: Event) -> None:
    event("POST", "/messages", {"text": " "}).refused(400, "message-empty")
    message = event("POST", "/messages", {"text": "Lunch", "minutes": 30}).ok(201)
    assert event("GET", "/messages").ok() == {"messages": [message]}
    assert event("DELETE", f"/messages/{message['id']}").ok() == {"done": True}
    event("DELETE", f"/messages/{message['id']}").refused(404, "unknown-message")
    event("DELETE", "/messages/x").refused(404, "unknown-message")


WRITES = [
    ("PUT", "/screens", {"screens": [HALL]}),
    ("POST", "/clock", {"action": "time"}),
    ("POST", "/messages", {"text": "Lunch"}),
    ("DELETE", "/messages/1", None),
]


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_arbiters_write_and_the_public_reads_what_is_published(
    hall: House, event: Event, method: str, path: str, body: Json | None
) -> None:
    event("POST", "/messages", {"text": "Welcome"}).ok(201)
    arbiter = hall.role(event, "arbiter", Role.ARBITER)
    scorer = hall.role(event, "scorer", Role.SCORER)
    for read in ("/screens", "/clock", "/messages"):
        hall.anyone("GET", f"{event.url}{read}").refused(404, "unknown-tournament")
    event("POST", "/publish").ok()
    for read in ("/screens", "/clock", "/messages"):
        hall.anyone("GET", f"{event.url}{read}").ok()
    hall.anyone(method, f"{event.url}{path}", body).refused(401, "credentials-missing")
    scorer(method, f"{event.url}{path}", body).refused(403, "forbidden")
    assert arbiter(method, f"{event.url}{path}", body).status in (200, 201)


class Displays:
    """The messages of the type `display` that a stream has."""

    def __init__(self, response: httpx.Response) -> None:
        self._lines = response.iter_lines()

    def __iter__(self) -> Iterator[Json]:
        kind = ""
        for line in self._lines:
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: ") and kind == "display":
                yield json.loads(line.removeprefix("data: "))
            elif not line:
                kind = ""


def test_a_clock_is_told_at_once_to_all_who_watch_whichever_process_it_was(ready_url: str) -> None:
    with house(ready_url) as hall:
        event = hall.user("chief").event()
        event("POST", "/publish").ok()
        with (
            served(hall) as (address, _),
            httpx.Client(base_url=address, timeout=PATIENCE) as client,
            client.stream("GET", f"{event.url}/events") as response,
        ):
            displays = iter(Displays(response))
            event("POST", "/clock", {"action": "start", "minutes": 60}).ok()
            assert next(displays)["clock"]["running"] is True
            event("POST", "/messages", {"text": "Lunch"}).ok(201)
            assert [each["text"] for each in next(displays)["messages"]] == ["Lunch"]
            with house(ready_url) as elsewhere:
                elsewhere.podium.screens.change_clock(TournamentId(event.id), ClockOrder(ClockAction.PAUSE))
                told = next(displays)
            assert told["clock"]["running"] is False
            assert told["display"] == 3


def test_who_comes_later_is_told_first_and_again_with_each_heartbeat(
    hall: House, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "HEARTBEAT", 0.05)
    event("POST", "/clock", {"action": "start", "minutes": 60}).ok()
    with (
        served(hall) as (address, _),
        httpx.Client(base_url=address, timeout=PATIENCE, headers=event.by.credentials) as client,
        client.stream("GET", f"{event.url}/events") as response,
    ):
        displays = iter(Displays(response))
        first, second = next(displays), next(displays)
        assert first["clock"]["ends"] == second["clock"]["ends"]
        assert first["clock"]["now"] < second["clock"]["now"]  # by which whoever shows it keeps time
