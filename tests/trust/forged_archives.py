"""Archives that somebody changed and sealed again, brought to a server that has a limit of memory.

Each is refused in words, or it is an event like any other: its pages open, and so do those of everybody else.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from podium.bootstrap import opened
from podium.config import Config
from tests.kit.forged import FORGERIES, HUGE, LONG_NAME, Change, Document, Forgery, forged
from tests.trust import databases
from tests.trust.served import Bystander, Served, served
from tests.trust.time_limit import NO_LIMIT, TimeLimit

SAMPLE = Path(__file__).parents[1] / "storage" / "archives" / "schema-1.podium.json"
MEMORY = 1500  # megabytes that the server may take
PATIENCE = 120.0
PAGES = ("", "/players", "/standings", "/crosstable", "/story", "/checkin", "/history", "/share.png", "/settings")
VALUES: tuple[Any, ...] = (
    *(HUGE, 10**9, 2**31, -1, 0, 1.5, True, None, [], {}),
    *("9999-99-99", "9999-12-31T23:59:59+00:00", "..", "import", "new", "", "\u202eevil", LONG_NAME, "admin"),
)
"""What is put in the place of something else."""


@dataclass(slots=True)
class Figures:
    """What came of them: answers by status, what was wrong, and for how long somebody else waited."""

    tried: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    megabytes: int = 0
    stall: float = 0.0


def attacked(count: int, seed: int, limit: TimeLimit = NO_LIMIT) -> Figures:
    """What came of all known forgeries, and of so many by chance."""
    figures = Figures()
    content = SAMPLE.read_bytes()
    with databases.folder() as folder:
        database = f"sqlite:///{folder / 'podium.db'}"
        headers = {"Authorization": f"Bearer {_token(database)}"}
        with served(database, memory=MEMORY) as server, Bystander(server.url, "/").asking() as other:
            with httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE) as client:
                for each in _forgeries(count, seed):
                    if limit.over:
                        break
                    _bring(client, each, content, figures)
            figures.megabytes = server.megabytes
            _check_alive(server, figures)
        figures.stall = other.longest
        figures.wrong += [f"the list of events answered {each} to others" for each in other.statuses - {200}]
    return figures


def _token(database: str) -> str:
    with opened(Config(database=database)) as podium:
        return podium.registry.add_token(podium.registry.add_user("mallory", "correct horse"), "forged")[1]


def _forgeries(count: int, seed: int) -> Iterator[Forgery]:
    yield from FORGERIES
    dice = random.Random(seed)
    for number in range(count):
        yield Forgery(f"by chance {number} of seed {seed}", _by_chance(dice))


def _by_chance(dice: random.Random) -> Change:
    """Another value somewhere in what happened."""

    def change(document: Document) -> None:
        streams = document["streams"]
        one = dice.choice(dice.choice(streams)["commits"])
        place: Any = dice.choice(one["events"])["body"] if one["events"] and dice.random() < 0.9 else one
        while True:
            key = dice.choice([*place] if isinstance(place, dict) else range(len(place)))
            if not place[key] or not isinstance(place[key], dict | list) or dice.random() < 0.1:
                place[key] = dice.choice(VALUES)
                return
            place = place[key]

    return change


def _bring(client: httpx.Client, forgery: Forgery, content: bytes, figures: Figures) -> None:
    """Send one, and look at the event that came of it, if one did."""
    figures.tried += 1
    known = forgery in FORGERIES
    answer = client.post(
        "/api/archives", params={} if known else {"copy": "true"}, content=forged(content, forgery.change)
    )
    figures.answers[answer.status_code] += 1
    if answer.status_code not in ((400,) if known else (201, 400, 409)):
        figures.wrong.append(f"{forgery.name}: {answer.status_code} {answer.text[:200]}")
    if answer.status_code == 201:
        id = json.loads(answer.content)["id"]
        for page in PAGES:
            status = client.get(f"/t/{id}{page}", follow_redirects=True).status_code
            if status >= 500:
                figures.wrong.append(f"{forgery.name}: {page or 'the overview'} of its event answered {status}")


def _check_alive(server: Served, figures: Figures) -> None:
    if server.process.poll() is not None:
        figures.wrong.append(f"the server ended with {server.process.returncode}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=16)
    asked = parser.parse_args()
    sys.stdout.write(f"{attacked(asked.count, asked.seed)}\n")
