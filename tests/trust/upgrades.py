"""Upgrades that are killed: at which statement ever, the next start ends right.

    python -m tests.trust.upgrades URL [--revision 0001] [--every 1] [--most 10]

empties the database at URL, again and again, and prints how many statements an upgrade has and after how many of them a
process was killed. It ends with an error where an upgrade did not end right.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sqlalchemy import event, inspect, select
from sqlalchemy.engine import make_url

from podium.core.ids import TournamentId
from podium.storage import tables
from podium.storage.journal.journal import SqlJournal
from podium.storage.journal.projection import rebuild
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.kit import services
from tests.trust.old_databases import load, written
from tests.trust.time_limit import NO_LIMIT, TimeLimit

KILLED = 9


def upgraded(url: str, *, die_at: int | None = None) -> int:
    """How many statements an upgrade has; the process ends without a word before the one that is named."""
    database = Database(url)
    count = 0

    def look(*_: object) -> None:
        nonlocal count
        count += 1
        if count == die_at:
            os._exit(KILLED)

    event.listen(database.writing, "before_cursor_execute", look)
    event.listen(database.writing, "commit", look)
    database.migrate()
    database.close()
    return count


def check(url: str, revision: str) -> None:
    """Raise where an upgraded database is not what the old one was, with today's tables."""
    database = Database(url)
    journal = SqlJournal(database)
    old = written(revision)
    with database.read(EVERY_TOURNAMENT) as connection:
        assert set(inspect(connection).get_table_names()) == {*tables.metadata.tables, "alembic_version"}
    heads = {row["stream"]: row["version"] for row in old["head"]}
    assert {stream: journal.head(TournamentId(stream)).version for stream in heads} == heads
    before = _content(database)
    with database.write(EVERY_TOURNAMENT) as connection:
        assert rebuild(connection) == len(heads)
    assert _content(database) == before, "the read model is not what it is when it is written anew"
    for name in ("commit", "event", "users", "tokens"):
        assert len(before[name]) == len(old[name])
    journal.close()
    database.close()


def _content(database: Database) -> dict[str, list[str]]:
    with database.read(EVERY_TOURNAMENT) as connection:
        return {
            table.name: sorted(str(tuple(row)) for row in connection.execute(select(table)))
            for table in tables.metadata.sorted_tables
        }


def reset(url: str, revision: str) -> None:
    """Make the database at `url` an old one."""
    if (file := make_url(url)).drivername == "sqlite":
        for ending in ("", "-wal", "-shm"):
            Path(f"{file.database}{ending}").unlink(missing_ok=True)
    else:
        services.wipe(url)
    load(url, revision)


def killed_at_each(
    url: str, revision: str, every: int, *, limit: TimeLimit = NO_LIMIT, most: int | None = None
) -> tuple[int, int]:
    """How many statements an upgrade has, and how often one was killed; each was started again, and ended right.

    Where time is short, those are left out that are named last: they lie between the others.
    """
    reset(url, revision)
    statements = upgraded(url)
    check(url, revision)
    kills = 0
    chosen = range(1, statements + 1, every)
    for at in (*chosen[::3], *chosen[1::3], *chosen[2::3]):
        if limit.over or kills == most:
            break
        reset(url, revision)
        _in_child(partial(upgraded, url, die_at=at), KILLED)
        _in_child(partial(check_after_start, url, revision), 0)
        kills += 1
    return statements, kills


def check_after_start(url: str, revision: str) -> None:
    """Upgrade, and look whether it is right."""
    upgraded(url)
    check(url, revision)


def _in_child(act: Callable[[], object], expected: int) -> None:
    """Run `act` in a process of its own, which must end with the code that is expected."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            act()
            code = 0
        except BaseException as problem:  # noqa: BLE001  # whatever it is, this process ends here
            sys.stderr.write(f"{problem!r}\n")
            sys.stderr.flush()
        os._exit(code)
    _, status = os.waitpid(child, 0)
    if (found := os.waitstatus_to_exitcode(status)) != expected:
        raise SystemExit(f"ended with {found}, not {expected}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--revision", default="0001")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--most", type=int, default=None, help="how often a process is killed at most")
    given = parser.parse_args()
    statements, kills = killed_at_each(given.url, given.revision, given.every, most=given.most)
    sys.stdout.write(json.dumps({"revision": given.revision, "statements": statements, "kills": kills}) + "\n")


if __name__ == "__main__":
    main()
