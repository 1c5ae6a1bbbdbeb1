"""A disk without room while results are entered: refused in words, read on, nothing lost, and well again with room.

    PYTHONPATH=src python -m tests.trust.disk_full [--count 5]

The room is taken from the server's process, and given back, by the system's limit on the size of its files.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections import Counter
from itertools import count as count_from
from itertools import islice
from pathlib import Path

import httpx

from tests.trust import databases
from tests.trust.anonymous_attacks import Figures, Hall, hall
from tests.trust.killed_servers import kept_keys
from tests.trust.time_limit import NO_LIMIT, TimeLimit

PATIENCE = 60.0
RESULTS = ("1-0", "0-1", "1/2-1/2")
MOST = 3_000  # results until there is no room


def disk_full(folder: Path, count: int = 5, limit: TimeLimit = NO_LIMIT) -> Figures:
    """What came of a disk that was full so many times, or as often as time allows."""
    statuses: Counter[int] = Counter()
    codes: Counter[str] = Counter()
    entered: list[str] = []
    refused: list[str] = []
    reads: Counter[int] = Counter()
    numbers = count_from(0)
    times = ready_when_full = not_well = 0
    with (
        hall(folder) as place,
        httpx.Client(base_url=place.server.url, headers=place.staff, timeout=PATIENCE) as client,
    ):
        while times < count and not limit.over:
            times += 1
            room(place, _size(folder) + 40_000)
            for number in islice(numbers, MOST):
                key = f"{number}"
                answer = _enter(client, place, key, number)
                statuses[answer.status_code] += 1
                (entered if answer.status_code == 200 else refused).append(key)
                if answer.status_code >= 400:
                    codes[answer.json().get("code", "")] += 1
                    break
            reads[client.get(f"/api/tournaments/{place.event}/rounds/1").status_code] += 1
            reads[client.get("/health").status_code] += 1
            ready_when_full += client.get("/ready").status_code != 503
            room(place, resource.RLIM_INFINITY)
            not_well += not _well_again(client, place, next(numbers))
    keys = kept_keys(f"sqlite:///{folder / 'podium.db'}")
    return {
        "times": times,
        "acknowledged": len(entered),
        "lost": sum(keys[key] == 0 for key in entered),
        "doubled": sum(each > 1 for each in keys.values()),
        "refused_and_there": sum(keys[key] > 0 for key in refused),
        "answers": dict(statuses),
        "codes": dict(codes),
        "reads": dict(reads),
        "ready_when_full": ready_when_full,
        "not_well_again": not_well,
    }


def _enter(client: httpx.Client, place: Hall, key: str, number: int) -> httpx.Response:
    board, result = place.boards[number % len(place.boards)], RESULTS[number // len(place.boards) % 3]
    headers = {"Idempotency-Key": key}
    return client.put(f"/api/pairings/{board}/result", json={"result": result}, headers=headers)


def room(place: Hall, size: int) -> None:
    """Let the server's files have so many bytes each, and no more."""
    _, most = resource.prlimit(place.server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(place.server.process.pid, resource.RLIMIT_FSIZE, (size, most))


def _size(folder: Path) -> int:
    return max(each.stat().st_size for each in folder.iterdir())


def _well_again(client: httpx.Client, place: Hall, number: int) -> bool:
    """Whether a result is taken, and the server says it is ready, once there is room."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if _enter(client, place, f"{number}", number).status_code == 200 and client.get("/ready").status_code == 200:
            return True
        time.sleep(0.1)
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=5)
    wanted = parser.parse_args()
    with databases.folder() as folder:
        sys.stdout.write(json.dumps(disk_full(folder, wanted.count)) + "\n")


if __name__ == "__main__":
    main()
