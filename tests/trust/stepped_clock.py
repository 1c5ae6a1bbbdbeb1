"""A system clock that is set back and forward under a running server.

    PYTHONPATH=src python -m tests.trust.stepped_clock [--count 6] [--seed 16]

The server is started by this module with a clock of its own, whose error it reads from a file. What ended has ended,
the journal's times never go back, and results are entered all the while.
"""

from __future__ import annotations

import argparse
import datetime as clocks
import json
import os
import random
import sys
import time
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import httpx
from sqlalchemy import select

from podium.storage import tables
from podium.storage.sql.database import Database
from tests.trust import databases
from tests.trust.anonymous_attacks import PASSWORD, Figures, Hall, hall
from tests.trust.killed_servers import kept_keys
from tests.trust.time_limit import NO_LIMIT, TimeLimit

ERROR = "PODIUM_CLOCK_ERROR"  # names the file with the seconds by which the clock is wrong
DAY = 86_400
STEPS = (-DAY, DAY, -400 * DAY, -3_600, 3_600, -30 * DAY)
PATIENCE = 60.0
BETWEEN = 8  # results between two steps
GUESSES = 4  # passwords for one account, with as many allowed less one
WINDOW = 60  # seconds for which attempts count
ANYWHERE = {"sign_ins_per_address": 100_000}


def wrong_by() -> float:
    """The seconds by which the clock is wrong now."""
    return float(Path(os.environ[ERROR]).read_text() or 0)


class SteppedClock(clocks.datetime):
    """The time of day as a machine tells it whose clock is wrong."""

    @classmethod
    def now(cls, tz: clocks.tzinfo | None = None) -> SteppedClock:
        return super().now(tz) + clocks.timedelta(seconds=wrong_by())


def serve() -> None:
    """Be `podium`, with the stepped clock."""
    true = time.time
    with patch("datetime.datetime", SteppedClock), patch("time.time", lambda: true() + wrong_by()):
        from podium.__main__ import main  # only now, so that all of it knows no other clock

        main()


def stepped(folder: Path, count: int = 6, seed: int = 16, limit: TimeLimit = NO_LIMIT) -> Figures:
    """What came of a clock that was set so many times, or as often as time allows."""
    error, dice = folder / "error", random.Random(seed)
    entered: list[str] = []
    revived = stuck = faults = 0
    steps: list[float] = []
    with patch.dict(os.environ, {ERROR: str(error)}):
        error.write_text("0")
        with (
            hall(folder, launcher="tests.trust.stepped_clock", sign_ins_per_name=GUESSES - 1, **ANYWHERE) as place,
            httpx.Client(base_url=place.server.url, headers=place.staff, timeout=PATIENCE) as client,
        ):
            for turn in range(count):
                if limit.over:
                    break
                gone = [_ended_token(client), _ended_link(client, place), _ended_session(place)]
                stuck += _longest_wait(place, f"nobody {turn}") > WINDOW
                steps.append(dice.choice(STEPS))
                error.write_text(str(steps[-1]))
                for headers in gone:
                    answer = httpx.get(f"{place.server.url}/api/tokens", headers=headers, timeout=PATIENCE)
                    revived += answer.status_code != 401
                stuck += _longest_wait(place, f"nobody {turn}") > WINDOW
                for number in range(BETWEEN):
                    key = f"{turn}-{number}"
                    result = ("1-0", "0-1", "1/2-1/2")[(turn * BETWEEN + number) // len(place.boards) % 3]
                    answer = client.put(
                        f"/api/pairings/{place.boards[number % len(place.boards)]}/result",
                        json={"result": result},
                        headers={"Idempotency-Key": key},
                    )
                    faults += answer.status_code >= 500
                    if answer.status_code == 200:
                        entered.append(key)
    url = f"sqlite:///{folder / 'podium.db'}"
    keys = kept_keys(url)
    return {
        "steps": steps,
        "entered": len(entered),
        "asked": len(steps) * BETWEEN,
        "lost": sum(keys[key] == 0 for key in entered),
        "doubled": sum(each > 1 for each in keys.values()),
        "faults": faults,
        "revived": revived,
        "limits_that_stick": stuck,
        "times_that_go_back": backwards(url),
    }


def _ended_token(client: httpx.Client) -> dict[str, str]:
    """The headers of somebody whose token was revoked."""
    made = client.post("/api/tokens", json={"label": "for a moment"}).raise_for_status().json()
    client.delete(f"/api/tokens/{made['id']}").raise_for_status()
    return {"Authorization": f"Bearer {made['token']}"}


def _ended_link(client: httpx.Client, place: Hall) -> dict[str, str]:
    """The headers of somebody whose link was ended."""
    links = f"/api/tournaments/{place.event}/links"
    made = client.post(links, json={"role": "scorer"}).raise_for_status().json()
    client.delete(f"{links}/{made['id']}").raise_for_status()
    return {"Authorization": f"Bearer {made['url'].rpartition('/')[2]}"}


def _ended_session(place: Hall) -> dict[str, str]:
    """The headers of a browser that has signed out."""
    with httpx.Client(base_url=place.server.url, timeout=PATIENCE) as browser:
        signed_in = browser.post("/api/session", json={"name": "Director", "password": PASSWORD}).raise_for_status()
        cookies = {"Cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())}
        browser.delete("/api/session", headers={"X-CSRF-Token": signed_in.json()["csrf"]}).raise_for_status()
    return cookies


def _longest_wait(place: Hall, name: str) -> float:
    """How long somebody is told to wait, in seconds, after more wrong passwords than are allowed."""
    longest = 0.0
    for _ in range(GUESSES):
        guess = {"name": name, "password": "a guess, and wrong"}
        answer = httpx.post(f"{place.server.url}/api/session", json=guess, timeout=PATIENCE)
        longest = max(longest, float(answer.headers.get("Retry-After", 0)))
        if answer.status_code == 429:
            break
    return longest


def backwards(url: str) -> int:
    """How many commits are dated before the one that they follow."""
    database = Database(url)
    with database.reading.connect() as connection:
        here = tables.commit.c
        rows = connection.execute(select(here.stream, here.version, here.at).order_by(here.stream, here.version)).all()
    database.close()
    return sum(one.stream == other.stream and other.at < one.at for one, other in pairwise(rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--seed", type=int, default=16)
    wanted = parser.parse_args()
    with databases.folder() as folder:
        sys.stdout.write(json.dumps(stepped(folder, wanted.count, wanted.seed)) + "\n")


if __name__ == "__main__":
    if ERROR in os.environ:
        serve()
    else:
        main()
