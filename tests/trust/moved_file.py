"""The file of SQLite is moved away, removed or replaced under a running server, and put back.

    PYTHONPATH=src python -m tests.trust.moved_file [--count 3]

Results are refused in words and `/ready` says so; nothing goes into a file that nobody will find; once the file is back
all goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import count as count_from
from pathlib import Path

import httpx

from tests.trust import databases
from tests.trust.anonymous_attacks import Figures, Hall, hall
from tests.trust.killed_servers import kept_keys
from tests.trust.time_limit import NO_LIMIT, TimeLimit

PATIENCE = 60.0
RESULTS = ("1-0", "0-1", "1/2-1/2")


def _remove(file: Path, kept: Path) -> None:
    os.link(file, kept)
    file.unlink()


def _replace(file: Path, kept: Path) -> None:
    file.rename(kept)
    shutil.copy(kept, file)


WAYS: dict[str, tuple[Callable[[Path, Path], object], str]] = {
    "renamed": (lambda file, kept: file.rename(kept), "database-gone"),
    "removed": (_remove, "database-gone"),
    "replaced": (_replace, "database-replaced"),
}
"""How the file goes, leaving itself under another name, and the code that whoever writes is told."""


def moved(folder: Path, count: int = 3, limit: TimeLimit = NO_LIMIT) -> Figures:
    """What came of a file that was gone so many times, or as often as time allows, each time in another way."""
    file, kept = folder / "podium.db", folder / "kept.db"
    entered: list[str] = []
    refused: list[str] = []
    codes: Counter[str] = Counter()
    wrong: list[str] = []
    numbers = count_from(0)
    with (
        hall(folder) as place,
        httpx.Client(base_url=place.server.url, headers=place.staff, timeout=PATIENCE) as client,
    ):
        for turn in range(count):
            if limit.over:
                break
            how, (go, expected) = list(WAYS.items())[turn % len(WAYS)]
            entered.append(_enter(client, place, next(numbers), wrong, 200, ""))
            go(file, kept)
            refused.append(_enter(client, place, next(numbers), wrong, 503, expected))
            codes[f"{how}: {expected}"] += 1
            ready = client.get("/ready")
            if (ready.status_code, ready.json().get("code")) != (503, expected):
                wrong.append(f"{how}: /ready answered {ready.status_code} {ready.json().get('code')}")
            kept.replace(file)
            if not _ready_again(client):
                wrong.append(f"{how}: not ready with the file in its place")
            entered.append(_enter(client, place, next(numbers), wrong, 200, ""))
    keys = kept_keys(f"sqlite:///{file}")
    return {
        "times": codes.total(),
        "acknowledged": len(entered),
        "codes": dict(codes),
        "lost": sum(keys[key] == 0 for key in entered),
        "doubled": sum(each > 1 for each in keys.values()),
        "refused_and_there": sum(keys[key] > 0 for key in refused),
        "wrong": wrong,
    }


def _enter(client: httpx.Client, place: Hall, number: int, wrong: list[str], status: int, code: str) -> str:
    """The key of a result; another answer than is right is noted."""
    board, result = place.boards[number % len(place.boards)], RESULTS[number // len(place.boards) % 3]
    key = f"{number}"
    answer = client.put(f"/api/pairings/{board}/result", json={"result": result}, headers={"Idempotency-Key": key})
    if (answer.status_code, answer.json().get("code", "")) != (status, code):
        wrong.append(f"result {number}: {answer.status_code} {answer.json().get('code', '')}, and not {status} {code}")
    return key


def _ready_again(client: httpx.Client) -> bool:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if client.get("/ready").status_code == 200:
            return True
        time.sleep(0.1)
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=3)
    wanted = parser.parse_args()
    with databases.folder() as folder:
        sys.stdout.write(json.dumps(moved(folder, wanted.count)) + "\n")


if __name__ == "__main__":
    main()
