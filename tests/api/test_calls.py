"""A player calls the arbiter over HTTP: who sees it where, and the answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.api.test_game_streams import messages
from tests.api.test_live import served
from tests.kit.http import Caller, House, house
from tests.kit.live import LiveBoard, live_pair
from tests.kit.waiting import PATIENCE

CALL = {"kind": "disturbance", "text": "a telephone rings"}


@pytest.fixture
def hall(ready_url: str) -> Iterator[House]:
    with house(ready_url) as opened:
        yield opened


@pytest.fixture
def board(hall: House) -> LiveBoard:
    return live_pair(hall.user("chief")).begin()


def test_a_call_is_seen_by_arbiters_and_its_player_alone_and_so_is_the_answer(hall: House, board: LiveBoard) -> None:
    own = board.act(board.white, "call", CALL).ok()["call"]
    assert (own["by"], own["kind"], own["text"], own["answer"], own["done"]) == (
        "white", "disturbance", "a telephone rings", None, False,
    )  # fmt: skip
    public = Caller(hall.client)
    rounds = f"{board.event.url}/rounds/1/games"
    assert board.game()["call"] == own
    assert board.event.by.get(rounds)["games"][0]["call"] == own
    assert [board.game(by)["call"] for by in (board.black, public)] == [None, None]
    assert public.get(rounds)["games"][0]["call"] is None
    assert board.arbiter("call/answer", {"text": "coming"}).ok()["call"]["answer"] == "coming"
    assert board.game(board.white)["call"]["answer"] == "coming"
    assert board.arbiter("call/answer", {"text": "it is off now", "done": True}).ok()["call"] is None
    answered = board.game(board.white)["call"]
    assert (answered["answer"], answered["done"]) == ("it is off now", True)
    said = [each["summary"] for each in board.event.by.get(f"{board.event.url}/games/history")["commits"]]
    assert said == [
        "the call of White is done, it is off now",
        "the call of White answered, coming",
        "White calls: a disturbance – a telephone rings",
    ]


def test_streams_carry_it_to_the_same_and_arbiters_of_the_event_are_told(hall: House, board: LiveBoard) -> None:
    chief = board.event.by
    readers = {"white": board.white, "black": board.black, "chief": chief, "public": Caller(hall.client)}
    with served(hall) as (address, _), ExitStack() as open_now:
        streams = {
            name: open_now.enter_context(messages(address, f"{board.url}/events", **each.credentials))
            for name, each in readers.items()
        }
        client = open_now.enter_context(httpx.Client(base_url=address, timeout=PATIENCE))
        event = f"{board.event.url}/events"
        for stream in streams.values():
            assert next(stream).data["call"] is None
        heard = open_now.enter_context(client.stream("GET", event, headers=chief.credentials)).iter_lines()
        next(heard)
        called = board.act(board.white, "call", CALL).ok()["version"]
        then = {name: next(each for each in stream if each.id >= called) for name, stream in streams.items()}
        seen = {name: each.data["call"] is not None for name, each in then.items()}
        assert seen == {"white": True, "black": False, "chief": True, "public": False}
        assert next(line for line in heard if line.startswith("event: ")) == "event: call"


def test_nonsense_a_wrong_role_or_moment_changes_nothing(hall: House, board: LiveBoard) -> None:
    before = board.game()["version"]
    for body in ({}, {"kind": "hunger"}, {"kind": 1}, {"kind": "other", "text": "x" * 201}, {**CALL, "more": 1}):
        assert board.act(board.white, "call", body).status == 400
    assert board.arbiter("call", CALL).status == 403
    assert board.act(Caller(hall.client), "call", CALL).status == 401
    assert board.act(board.white, "call/answer", {"done": True}).status == 403
    board.arbiter("call/answer", {"done": True}).refused(409, "no-call")
    assert board.game()["version"] == before
    board.act(board.white, "call", CALL).ok()
    board.act(board.white, "call", CALL).refused(409, "call-open")
    for body in ({}, {"text": " "}, {"text": 5}, {"done": "x"}, {"text": "x" * 201}):
        assert board.arbiter("call/answer", body).status == 400
    board.arbiter("call/answer", {"done": True}).ok()
    board.act(board.white, "call", CALL).refused(409, "calls-too-often")
