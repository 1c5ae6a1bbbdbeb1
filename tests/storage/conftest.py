"""A journal on a clean database of either kind."""

from collections.abc import Callable, Iterator

import pytest

from podium.storage.database import Database
from podium.storage.journal import SqlJournal

OpenJournal = Callable[[], SqlJournal]


@pytest.fixture
def database(ready_url: str) -> Iterator[Database]:
    """A database with its tables, empty."""
    database = Database(ready_url)
    yield database
    database.close()


@pytest.fixture
def open_journal(database: Database) -> Iterator[OpenJournal]:
    """Opens a journal on the database, as another process would: with nothing in memory."""
    opened: list[SqlJournal] = []

    def open_one() -> SqlJournal:
        opened.append(SqlJournal(database))
        return opened[-1]

    yield open_one
    for journal in opened:
        journal.close()


@pytest.fixture
def journal(open_journal: OpenJournal) -> SqlJournal:
    return open_journal()
