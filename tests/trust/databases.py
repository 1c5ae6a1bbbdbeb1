"""Databases for attacks: a file of SQLite, or a PostgreSQL of our own that ends with the block."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.kit import services


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="podium-trust-", dir=services.quick_folder()) as name:
        yield Path(name)


@contextmanager
def sqlite() -> Iterator[str]:
    """The address of a file that does not exist yet."""
    with folder() as place:
        yield f"sqlite:///{place / 'podium.db'}"


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty database; raises where the machine has no PostgreSQL."""
    cluster = services.Cluster.prepare()
    try:
        with services.temporary_database(cluster.url()) as url:
            yield url
    finally:
        cluster.end()
