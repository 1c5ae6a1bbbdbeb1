"""The only place where parts are wired together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from podium.app.desk import Desk
from podium.app.doors import FrontDoor
from podium.app.older.adopt import Report, adopt
from podium.app.older.records import OlderRecords
from podium.app.pairing_pool import Workshop
from podium.app.prizegiving import Clerk
from podium.config import Config
from podium.core.errors import Refused
from podium.storage.conversion import convert
from podium.storage.database import Database, location
from podium.storage.journal import SqlJournal
from podium.storage.legacy import Nature, nature
from podium.storage.legacy import older_records as older_records
from podium.storage.registry import SqlRegistry

if TYPE_CHECKING:
    from litestar import Litestar


THREADS = 40  # for handlers that ask the database


@dataclass(frozen=True, slots=True)
class Podium:
    """A Podium that is open: its database, its journal, its registry, and the desk in front of them."""

    config: Config
    database: Database
    journal: SqlJournal
    registry: SqlRegistry
    desk: Desk
    clerk: Clerk
    workshop: Workshop

    def close(self) -> None:
        """Finish what is queued, then let go of the database."""
        self.workshop.close()
        self.journal.close()
        self.database.close()


def database_file(config: Config) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL."""
    url = location(config.database)
    return Path(url.database) if url.drivername == "sqlite" and url.database else None


def open_podium(config: Config) -> Podium:
    """Podium on the database of `config`, whose tables are brought up to date first.

    Raises Refused for an older database, which `convert_older` makes Podium's own, and for another program's.
    """
    file = database_file(config)
    match nature(file) if file is not None else Nature.PODIUM:
        case Nature.OLDER:
            raise Refused("database-is-older", value=config.database)
        case Nature.FOREIGN:
            raise Refused("database-is-foreign", value=config.database)
    database = Database(config.database)
    database.migrate()
    journal = SqlJournal(database)
    registry = SqlRegistry(database)
    workshop = Workshop()
    desk = Desk(journal, registry, workshop)
    return Podium(config, database, journal, registry, desk, Clerk(desk), workshop)


@dataclass(frozen=True, slots=True)
class Converted:
    """What became of an older database: a copy of what it was, and what was found in it."""

    copy: Path
    report: Report


def convert_older(config: Config) -> Converted | None:
    """What became of an older database at the place of `config`; None where there is none.

    Its tournaments belong to nobody until there is a user.
    """
    reports: list[Report] = []

    def build(file: Path, records: OlderRecords) -> None:
        with opened(replace(config, database=str(file))) as podium:
            reports.append(adopt(podium.desk, records, None))

    file = database_file(config)
    copy = convert(file, build) if file is not None else None
    return Converted(copy, reports[-1]) if copy is not None else None


@contextmanager
def opened(config: Config) -> Iterator[Podium]:
    """Podium while the block lasts."""
    podium = open_podium(config)
    try:
        yield podium
    finally:
        podium.close()


def application(podium: Podium) -> Litestar:
    """The whole of Podium over HTTP: the API, and the pages at every other address.

    What it is made of is loaded here and not above: it takes half a second, and most commands serve nothing.
    """
    from litestar import Litestar, route
    from litestar.enums import HttpMethod
    from litestar.types import ASGIApp

    from podium import api
    from podium.api.documentation import openapi_config
    from podium.api.headers import add_headers
    from podium.api.live import Live
    from podium.api.problems import EXCEPTION_HANDLERS
    from podium.web.site import site

    live = Live(podium.journal)
    door = FrontDoor(podium.registry)
    pages = site(podium.desk, podium.config, door, podium.clerk)

    @route(["/", "/{rest:path}"], http_method=list(HttpMethod), include_in_schema=False)
    async def page() -> ASGIApp:
        return pages  # type: ignore[return-value]  # two frameworks' words for the same

    @asynccontextmanager
    async def running(_app: Litestar) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "podium"))
        async with live.while_running():
            yield

    return Litestar(
        [
            *api.routes(api.Parts(podium.desk, door, podium.config, live, podium.clerk)),
            page,
        ],
        before_send=[add_headers],
        exception_handlers=EXCEPTION_HANDLERS,
        lifespan=[running],
        logging_config=None,
        openapi_config=openapi_config(),
    )
