"""A peer that hangs on PostgreSQL while it holds events locked: scorers of other events go on.

PYTHONPATH=src python -m tests.trust.locked_events [--count 12] [--results 60]
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections import Counter

import httpx
from sqlalchemy import text

from podium.app.access import Role
from podium.bootstrap import opened
from podium.config import Config
from podium.storage.sql.database import Database
from tests.trust import databases
from tests.trust.anonymous_attacks import PASSWORD, Figures, event_of
from tests.trust.killed_servers import kept_keys
from tests.trust.served import served

PATIENCE = 60.0
RESULTS = ("1-0", "0-1", "1/2-1/2")


def locked(url: str, count: int = 12, results: int = 60) -> Figures:
    """What scorers of one event waited for while so many others were locked, with a result waiting in each."""
    with opened(Config(database=url)) as podium:
        user = podium.registry.add_user("Director", PASSWORD)
        _, token = podium.registry.add_token(user, "attacks")
        events = [event_of(podium.desk.perform, user.actor, 4) for _ in range(count + 1)]
        for id, _ in events:
            podium.registry.set_roles(id, {"Director": Role.OWNER})
    headers = {"Authorization": f"Bearer {token}"}
    (free, boards), others = events[0], events[1:]
    statuses: Counter[int] = Counter()
    entered: list[str] = []
    waits: list[float] = []
    database = Database(url)
    with served(url) as server, httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE) as client:

        def enter(board: str, key: str, result: str) -> None:
            answer = client.put(
                f"/api/pairings/{board}/result", json={"result": result}, headers={"Idempotency-Key": key}
            )
            statuses[answer.status_code] += 1
            if answer.status_code == 200:
                entered.append(key)

        waiting = [
            threading.Thread(target=enter, args=(games[0], f"locked-{at}", "1-0"), daemon=True)
            for at, (_, games) in enumerate(others)
        ]
        with database.writing.connect() as peer, peer.begin():
            names = [id for id, _ in others]
            peer.execute(text("SELECT * FROM head WHERE stream = ANY(:names) FOR UPDATE"), {"names": names})
            for each in waiting:
                each.start()
            for number in range(results):
                began = time.monotonic()
                enter(boards[number % len(boards)], f"free-{number}", RESULTS[number // len(boards) % 3])
                waits.append(time.monotonic() - began)
        for each in waiting:
            each.join(PATIENCE)
    database.close()
    keys = kept_keys(url)
    return {
        "locked": count,
        "event": free,
        "results": results,
        "acknowledged": len(entered),
        "lost": sum(keys[key] == 0 for key in entered),
        "doubled": sum(each > 1 for each in keys.values()),
        "answers": dict(statuses),
        "hung": sum(each.is_alive() for each in waiting),
        "longest_wait": round(max(waits), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--results", type=int, default=60)
    wanted = parser.parse_args()
    with databases.postgresql() as url:
        sys.stdout.write(json.dumps(locked(url, wanted.count, wanted.results)) + "\n")


if __name__ == "__main__":
    main()
