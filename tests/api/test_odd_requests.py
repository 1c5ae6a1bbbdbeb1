"""Odd values in every field, parameter and header of every route: refused in words, and never a fault of ours."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from litestar.testing import TestClient

from podium.bootstrap import application
from podium.bootstrap import opened as podium_at
from podium.config import Config
from tests.kit.http import PROBLEM, Caller, House
from tests.kit.odd_requests import OddRequests

COUNT = int(os.environ.get("PODIUM_ODD_REQUESTS", "400"))
SEED = int(os.environ.get("PODIUM_ODD_SEED", "16"))
ALLOWED = {503, 504}  # the database is away, a prize run takes too long
FORMATS = ("swiss", "round-robin", "manual", "doubles", "knockout")
A_WHILE = 40  # requests to one event
OF_THE_SENDER = ("/api/session", "/api/tokens", "/api/account", "/api/users")  # what would sign the sender out


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    config = Config(database=f"sqlite:///{tmp_path_factory.mktemp('odd') / 'podium.db'}")
    with podium_at(config) as podium, TestClient(application(podium), raise_server_exceptions=False) as client:
        yield House(podium, client)


@pytest.mark.parametrize("format", FORMATS)
def test_nothing_odd_is_a_fault(opened: House, format: str) -> None:
    chief = opened.user(f"chief of {format}")
    document: dict[str, Any] = chief.client.get("/openapi.json").json()
    document["paths"] = {path: each for path, each in document["paths"].items() if not path.startswith(OF_THE_SENDER)}
    faults = []
    for start in range(0, COUNT // len(FORMATS), A_WHILE):
        known = begun(chief, format, paired=start % (2 * A_WHILE) == 0)
        requests = OddRequests(document, known, SEED + start)
        for request in islice(requests, A_WHILE):
            headers = {**chief.credentials, "Content-Type": "application/json", **request.headers}
            answer = chief.client.request(
                request.method, request.address, content=request.content, headers=headers, follow_redirects=False
            )
            if answer.status_code >= 400 and answer.headers["content-type"] != PROBLEM:
                faults.append(f"{answer.status_code} {answer.headers['content-type']} {request}")
            if answer.status_code >= 500 and answer.status_code not in ALLOWED:
                faults.append(f"{answer.status_code} {request}")
    assert faults == []


def begun(chief: Caller, format: str, *, paired: bool) -> dict[str, list[str]]:
    """The values of parameters that lead to a new event, with a round or without: what is sent may delete it."""
    event = chief.event(format=format) if format == "knockout" else chief.event(format=format, rounds=3)
    event.players("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
    made: dict[str, Any] = {"pairings": []}
    if paired and format == "manual":
        made = event.pairs([("Ann", "Ben"), ("Cid", "Dan"), ("Eve", "Fay"), ("Gus", "Hal")])
    elif paired:
        made = event.pair()
    event("POST", "/publish").ok()
    players = list(event.ids.values())
    named = dict.fromkeys(("pid", "player_id", "white", "black", "one", "other", "white_player_id"), players)
    games = [row["id"] for row in made["pairings"]] or ["none"]
    return {**named, "id": [event.id], "game": games, "n": ["1"], "format": [format], "pairing": games}
