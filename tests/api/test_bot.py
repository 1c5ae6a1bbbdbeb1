"""The program of the manual that plays: four of it play a whole event, over a port that goes away in the middle."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import httpx

from podium.bootstrap import application, opened
from podium.config import Config
from tests.kit.http import House
from tests.kit.live import player
from tests.kit.server import start_server
from tests.kit.waiting import until, until_ended

CHAPTER = Path(__file__).parents[2] / "docs" / "reference" / "programs-as-players.md"
LONGEST = 60
OPENING = ("d8h4", "f2f3", "g2g4", "e7e5")  # that leads to the fool's mate


def bot(**put_in_place: Any) -> Callable[..., None]:
    """What plays an event in the program of the chapter."""
    [text] = re.findall(r"^```python\n(.*?)^```", CHAPTER.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert text.count("\n") <= LONGEST
    defined: dict[str, Any] = {"__name__": "bot"}
    exec(compile(text, str(CHAPTER), "exec"), defined)
    defined |= put_in_place
    play_event: Callable[..., None] = defined["play_event"]
    return play_event


def choose(legal: list[str]) -> str:
    return next((move for move in OPENING if move in legal), legal[0])


def test_the_bot_of_the_manual_plays_a_whole_event(ready_sqlite_url: str) -> None:
    with opened(Config(database=ready_sqlite_url)) as podium:
        server = start_server(application(podium))
        with httpx.Client(base_url=server.url) as client:
            event = House(podium, client).user("chief").event("Bots", "knockout", live=True, timeControl="1d2")  # type: ignore[arg-type]  # a client of the same kind, over a port
            added = event.players("Ann", "Ben", "Cid", "Dan")
            event("POST", "/publish").ok()
            secrets = [player(event, each["id"]).credentials["Authorization"].split()[1] for each in added]
            event.pair()
            play_event = bot(choose=choose, WAIT=0.02)
            bots = [
                Thread(target=play_event, args=(server.url, event.id, secret), name=f"bot {at}", daemon=True)
                for at, secret in enumerate(secrets)
            ]
            for each in bots[:2]:  # of different matches: they wait when the server goes away
                each.start()
            url = f"{event.url}/rounds/1/games"
            until(lambda: all(one["white"]["ready"] or one["black"]["ready"] for one in event.by.get(url)["games"]))
        server.stop()
        server = start_server(application(podium), server.port)
        for each in bots[2:]:
            each.start()
        until_ended(*bots)
        with httpx.Client(base_url=server.url) as client:
            bracket = client.get(f"/api/tournaments/{event.id}/bracket").json()
        server.stop()
    assert bracket["status"] == "FINISHED"
    assert len(bracket["champions"]) == 1
