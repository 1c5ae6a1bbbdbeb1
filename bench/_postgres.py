"""A PostgreSQL of our own for benchmarks, where the machine has one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from sqlalchemy import create_engine, text  # noqa: E402

from tests.kit import services  # noqa: E402  # needs the path above

LASTING = ("fsync = on", "synchronous_commit = on", "full_page_writes = on")
"""What the tests do without: a result that is acknowledged survives a power cut."""


@contextmanager
def postgres(*, lasting: bool = False) -> Iterator[str | None]:
    """An empty database while the block lasts; None where there is no PostgreSQL, which is said."""
    if services.missing("postgres"):
        print(services.HOW_TO_GET["postgres"])
        yield None
        return
    cluster = services.Cluster.prepare()
    try:
        server = cluster.url()
        if lasting:
            _set(server, *LASTING)
        with services.temporary_database(server) as url:
            yield url
    finally:
        cluster.end()


def _set(server: str, *settings: str) -> None:
    """Give the server these settings, at once and for all who connect."""
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for setting in settings:
            connection.execute(text(f"ALTER SYSTEM SET {setting}"))
        connection.execute(text("SELECT pg_reload_conf()"))
    engine.dispose()
