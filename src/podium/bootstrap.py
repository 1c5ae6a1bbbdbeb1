"""The only place where parts are wired together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from podium.app.desk import Desk
from podium.app.logins import Logins
from podium.app.older.adopt import Report, adopt
from podium.app.older.records import OlderRecords
from podium.app.pairing_pool import PairingPool
from podium.app.prizegiving import PrizeAllocator
from podium.config import Config
from podium.core.errors import PodiumError, Refused
from podium.storage.conversion import convert
from podium.storage.database import Database, location
from podium.storage.journal import SqlJournal
from podium.storage.legacy import DatabaseKind, database_kind
from podium.storage.legacy import older_records as older_records
from podium.storage.registry import SqlRegistry

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.types import ASGIApp, Receive, Scope, Send


@dataclass(frozen=True, slots=True)
class Podium:
    """A Podium that is open: its database, its journal, its registry, and the desk in front of them."""

    config: Config
    database: Database
    journal: SqlJournal
    registry: SqlRegistry
    desk: Desk
    prize_allocator: PrizeAllocator
    pairing_pool: PairingPool

    def close(self) -> None:
        """Finish what is queued, then let go of the database."""
        self.pairing_pool.close()
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
    match database_kind(file) if file is not None else DatabaseKind.PODIUM:
        case DatabaseKind.OLDER:
            raise Refused("database-is-older", value=config.database)
        case DatabaseKind.FOREIGN:
            raise Refused("database-is-foreign", value=config.database)
    database = Database(config.database)
    database.migrate()
    journal = SqlJournal(database)
    registry = SqlRegistry(database)
    pairing_pool = PairingPool()
    desk = Desk(journal, registry, pairing_pool)
    return Podium(config, database, journal, registry, desk, PrizeAllocator(desk), pairing_pool)


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


def application(podium: Podium) -> FastAPI:
    """The whole of Podium over HTTP: the API first, then the pages.

    What it is made of is loaded here and not above: it takes half a second, and most commands serve nothing.
    """
    from fastapi import FastAPI
    from starlette.exceptions import HTTPException
    from starlette.requests import ClientDisconnect

    from podium import api
    from podium.api.language import AcceptLanguage
    from podium.api.live import Live
    from podium.api.middleware import Surroundings
    from podium.api.problems import on_client_gone, on_http_error, on_podium_error
    from podium.web.frame.responses import templates
    from podium.web.frame.visit import Services
    from podium.web.routes import page_application

    live = Live(podium.journal)

    @asynccontextmanager
    async def running(_app: FastAPI) -> AsyncIterator[None]:
        async with live.while_running():
            yield

    app = FastAPI(docs_url=None, redoc_url=None, redirect_slashes=False, lifespan=running)
    app.add_middleware(Surroundings)
    app.add_middleware(AcceptLanguage)
    app.add_exception_handler(PodiumError, on_podium_error)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(ClientDisconnect, on_client_gone)
    logins = Logins(podium.registry)
    api.include(app, api.Parts(podium.desk, logins, podium.config, live, podium.prize_allocator))
    services = Services(podium.desk, logins, podium.config, templates(), podium.prize_allocator)
    with_pages(app, page_application(services))  # type: ignore[arg-type]  # each library has its own types of ASGI
    return app


def with_pages(app: FastAPI, pages: ASGIApp) -> None:
    """Let the pages have every address that the API does not know; mounted, they would hide its 405."""
    nothing = app.router.default

    async def otherwise(scope: Scope, receive: Receive, send: Send) -> None:
        for_a_page = scope["type"] == "http" and not scope["path"].startswith("/api/")
        await (pages if for_a_page else nothing)(scope, receive, send)

    app.router.default = otherwise
