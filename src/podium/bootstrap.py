"""The only place where parts are wired together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from podium.app.accounts import Quotas
from podium.app.desk import Desk
from podium.app.documents.document import Typeset
from podium.app.file_reader import FileReader, file_pool
from podium.app.list_updates import DailyUpdates
from podium.app.logins import Logins
from podium.app.metrics import PROCESS_GAUGES, Gauge, Metrics
from podium.app.older.adopt import Report, adopt
from podium.app.older.records import OlderRecords
from podium.app.pairing_pool import PairingPool
from podium.app.ports import GameReceipt, Receipt
from podium.app.prizegiving import PrizeAllocator
from podium.app.readiness import Readiness
from podium.app.words.language import available
from podium.app.worker_pool import WorkerPool
from podium.config import Config
from podium.core.errors import Refused
from podium.documents.typesetting import Typesetter
from podium.storage import tables
from podium.storage.archive_replay import read_archive as read_archive
from podium.storage.attempts import SqlAttempts
from podium.storage.backups import accept_loss as accept_loss
from podium.storage.backups import back_up as back_up
from podium.storage.backups import copy_database as copy_database
from podium.storage.backups import database_findings as database_findings
from podium.storage.backups import repair_read_model as repair_read_model
from podium.storage.backups import restore as restore
from podium.storage.check_ins import SqlCheckIns
from podium.storage.clean_up import CleanUp
from podium.storage.conversion import convert
from podium.storage.database import Database, location
from podium.storage.database_file import readable_by_others
from podium.storage.devices import SqlDevices
from podium.storage.event_archives import SqlEventArchives
from podium.storage.event_pictures import SqlEventPictures
from podium.storage.faults import address
from podium.storage.followers import SqlFollowers
from podium.storage.gauges import database_gauges
from podium.storage.journal import SqlJournal
from podium.storage.legacy import DatabaseKind, database_kind
from podium.storage.legacy import older_records as older_records
from podium.storage.list_updates import SqlListUpdates
from podium.storage.photos import SqlPhotos
from podium.storage.rating_lists import SqlRatingLists, list_pool
from podium.storage.readiness import DatabaseCheck
from podium.storage.registry import SqlRegistry
from podium.storage.screens import SqlScreens
from podium.storage.sweeper import Sweeper
from podium.storage.write_ahead_log import check_log

if TYPE_CHECKING:
    from litestar import Litestar

    from podium.api.foreign_pages import OwnPages
    from podium.api.live import Live
    from podium.api.queues import Queues
    from podium.app.push.sender import Sender


Scope = Any  # of ASGI, where each kind of connection has a type of its own
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

THREADS = 40  # for handlers that ask the database


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
    check_ins: SqlCheckIns
    screens: SqlScreens
    logos: SqlEventPictures
    photos: SqlPhotos
    certificate_backgrounds: SqlEventPictures
    followers: SqlFollowers
    archives: SqlEventArchives
    file_workers: WorkerPool
    typeset: Typeset
    rating_workers: WorkerPool
    rating_lists: SqlRatingLists
    list_updates: SqlListUpdates

    def close(self) -> None:
        """Finish what is queued, then let go of the database."""
        self.pairing_pool.close()
        self.file_workers.close()
        self.rating_workers.close()
        self.journal.close()
        self.database.close()


def database_file(config: Config) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL."""
    url = location(config.database)
    return Path(url.database) if url.drivername == "sqlite" and url.database else None


def database_address(config: Config) -> str:
    """Where the database is, without its password."""
    return address(location(config.database))


def files_readable_by_others(podium: Podium) -> list[Path]:
    """The files of a SQLite database that others on this machine can read."""
    file = podium.database.file
    return readable_by_others(file.path) if file is not None else []


def open_podium(config: Config) -> Podium:
    """Podium on the database of `config`, whose tables are brought up to date first.

    Raises Refused for an older database, which `convert_older` makes Podium's own, for another program's, and for one
    that lacks changes which were acknowledged.
    """
    file = database_file(config)
    if file is not None:
        check_log(file)
    match database_kind(file) if file is not None else DatabaseKind.PODIUM:
        case DatabaseKind.OLDER:
            raise Refused("database-is-older", value=config.database)
        case DatabaseKind.FOREIGN:
            raise Refused("database-is-foreign", value=config.database)
    database = Database(config.database)
    database.migrate()
    journal = SqlJournal(database)
    registry, limits = SqlRegistry(database), config.limits
    registry.quotas = Quotas(limits.events_per_account, limits.tokens_per_account, limits.links_per_event)
    pairing_pool, file_workers = PairingPool(), file_pool()
    rating_workers = list_pool()
    rating_lists = SqlRatingLists(database, rating_workers)
    desk = Desk(journal, registry, pairing_pool, FileReader(file_workers), rating_lists)
    screens = SqlScreens(database)
    screens.on_change(journal.announce)
    pictures = (
        SqlEventPictures(database, screens, tables.logos, "logo"),
        SqlPhotos(database, screens),
        SqlEventPictures(database, screens, tables.certificate_backgrounds, "background"),
    )
    plain = SqlCheckIns(database), screens, *pictures, SqlFollowers(database), SqlEventArchives(database, journal)
    list_updates = SqlListUpdates(database, rating_lists, config.fide_list, rating_workers)
    last = file_workers, Typesetter(), rating_workers, rating_lists, list_updates
    return Podium(config, database, journal, registry, desk, PrizeAllocator(desk), pairing_pool, *plain, *last)


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


@dataclass(frozen=True, slots=True)
class Application:
    """One Podium over HTTP: the site of all, whose requests bring the parts of this one."""

    site: Litestar
    answer: Callable[[Any, Any, Any], Awaitable[None]]
    live: Live
    parts: Mapping[str, object]
    clock: Callable[[], int]
    sweeper: Sweeper
    clean_up: CleanUp
    sender: Sender | None
    """Tells followers of rounds, where the server has a key for that."""
    daily_updates: DailyUpdates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or the server's start and stop."""
        if scope["type"] == "lifespan":
            await self._run(receive, send)
        else:
            scope["state"] = {**scope.get("state", {}), **self.parts, "arrived": self.clock()}
            await self.answer(scope, receive, send)

    async def _run(self, receive: Receive, send: Send) -> None:
        """Be ready for requests from the server's start to its stop."""
        from podium.api.page_limits import LimitedThreads

        await receive()
        phase = "startup"
        try:
            asyncio.get_running_loop().set_default_executor(LimitedThreads(THREADS))
            await asyncio.to_thread(self.sweeper.start)
            self.clean_up.start()
            self.daily_updates.start()
            if self.sender is not None:
                self.sender.start()
            async with self.live.while_running():
                await send({"type": "lifespan.startup.complete"})
                phase = "shutdown"
                await receive()
            if self.sender is not None:
                await asyncio.to_thread(self.sender.close)
            await asyncio.to_thread(self.daily_updates.close)
            await asyncio.to_thread(self.clean_up.close)
            await asyncio.to_thread(self.sweeper.close)
        except BaseException as problem:
            await send({"type": f"lifespan.{phase}.failed", "message": repr(problem)})
            raise
        await send({"type": "lifespan.shutdown.complete"})


def application(podium: Podium) -> Application:
    """The whole of Podium over HTTP: the API and the pages."""
    from podium import api
    from podium.api.crowds import Crowds
    from podium.api.language import LanguageChoice
    from podium.api.last_resort import LastResort
    from podium.api.live import Live
    from podium.api.observed import Observed
    from podium.api.page_limits import PageLimits
    from podium.api.public_answers import PublicAnswers
    from podium.api.refusing import Refusing
    from podium.api.writes import Writes
    from podium.api.writing import Writer
    from podium.app.followings import Followings
    from podium.documents.share_card import ShareCards
    from podium.web.frame.error_pages import refusal_page
    from podium.web.frame.responses import templates
    from podium.web.frame.visit import Services

    writes = Writes()
    live, logins = Live(podium.journal, podium.screens, podium.desk, writes), _logins(podium)
    desk, config, prize_allocator = podium.desk, podium.config, podium.prize_allocator
    sender, push_key = _push(podium)
    metrics = _metrics(podium)
    followings = Followings(desk, podium.followers, push_key, config.push_anywhere)
    others = podium.certificate_backgrounds, podium.archives
    plain = podium.check_ins, podium.screens, podium.logos, podium.photos, *others
    last = followings, _readiness(podium), metrics, podium.typeset
    lists = podium.rating_lists, podium.list_updates
    parts = api.Parts(desk, logins, config, live, prize_allocator, Writer(desk), *plain, *last, *lists)
    services = Services(
        desk,
        logins,
        config,
        templates(),
        prize_allocator,
        live.games.connected,
        *plain,
        ShareCards(),
        push_key,
        *lists,
    )
    app = site()
    limited = _limited(app, podium, logins, metrics)
    translated = LanguageChoice(limited, podium.registry) if len(available()) > 1 else limited
    crowds = Crowds(translated, podium.registry, Refusing(refusal_page), writes, config.limits.connections)
    kept = PublicAnswers(crowds, podium.journal, podium.screens)
    sweeper = Sweeper(podium.database, podium.journal)
    clean_up = CleanUp(podium.registry, config.audit_days)
    daily = DailyUpdates(podium.list_updates.start_if_due)
    parts_of_all = {"parts": parts, "services": services}
    timed = PageLimits(LastResort(kept), config.limits.page_seconds)
    door = Observed(timed, kept, metrics, log_requests=config.log_requests)
    metrics.gauges.append(Gauge("podium_crowd", "Requests to read that wait for their turn.", crowds.waiting))
    metrics.gauges.append(Gauge("podium_open_streams", "Live streams that are open.", lambda: door.streams))
    return Application(app, door, live, parts_of_all, podium.journal.milliseconds, sweeper, clean_up, sender, daily)


def _metrics(podium: Podium) -> Metrics:
    """What the server counts, beside what its requests tell."""
    metrics = Metrics()
    metrics.gauges.extend((*PROCESS_GAUGES, *database_gauges(podium.database)))

    def written(receipts: Sequence[Receipt | GameReceipt]) -> None:
        for each in receipts:
            if each.written and each.events:
                metrics.commits.add(type(each.events[0]).__name__)

    podium.journal.on_commit(written)
    return metrics


def _logins(podium: Podium) -> Logins:
    limits = podium.config.limits
    return Logins(
        podium.registry,
        SqlAttempts(podium.database),
        SqlDevices(podium.database),
        per_name=limits.sign_ins_per_name,
        per_address=limits.sign_ins_per_address,
    )


def _limited(app: Litestar, podium: Podium, logins: Logins, metrics: Metrics) -> OwnPages:
    """The site behind what keeps strangers from asking too much of it, and other sites from using its cookies."""
    from podium.api.body_limits import BodyLimits
    from podium.api.foreign_pages import OwnPages
    from podium.api.queues import Queues
    from podium.api.refusing import Refusing
    from podium.api.watcher_limits import WatcherLimits
    from podium.web.frame.error_pages import refusal_page

    limits, registry, refuse = podium.config.limits, podium.registry, Refusing(refusal_page)
    read = BodyLimits(app, registry, limits.stranger_bytes)
    queued = Queues(read, logins, registry, limits, refuse)
    metrics.gauges.append(_queue_lengths(podium, queued))
    return OwnPages(WatcherLimits(queued, registry, limits, refuse), refuse)


def _queue_lengths(podium: Podium, queues: Queues) -> Gauge:
    def lengths() -> dict[str, float]:
        work = {"pairing": podium.pairing_pool.unfinished(), "files": podium.file_workers.unfinished()}
        work["ratings"] = podium.rating_workers.unfinished()
        return {**queues.lengths(), **work, "commits": podium.journal.waiting()}

    return Gauge("podium_waiting", "What waits or is being worked on, by queue.", lengths, label="queue")


def _readiness(podium: Podium) -> Readiness:
    """What `/ready` asks: each part that can fail by itself, and the function that finds out."""
    return Readiness(
        {"database": DatabaseCheck(podium.database), "workers": podium.desk.check_workers},
        faults=lambda: podium.database.faults.count,
    )


def _push(podium: Podium) -> tuple[Sender | None, str | None]:
    """What tells followers, and the public key they know it by; neither where the server has no key."""
    config = podium.config
    if not config.push_key:
        return None, None
    from podium.app.push.sender import Sender
    from podium.app.push.vapid import ServerKey

    key = ServerKey.of(config.push_key, config.push_contact)
    public = podium.desk.public_heads.of
    return Sender(podium.journal, podium.followers, key, public, anywhere=config.push_anywhere), key.public


def compile_pages() -> None:
    """Compile the templates of all pages, which takes a second: so that no visitor waits for it."""
    from podium.web.frame.responses import compile_templates

    compile_templates()


@cache
def site() -> Litestar:
    """Every route of the API and of the pages, and the document about them; the same for every Podium of a process.

    What it is made of is loaded here and not above: it takes half a second, and most commands serve nothing.
    """
    from litestar import Litestar

    from podium import api
    from podium.api.documentation import openapi_config
    from podium.api.headers import add_headers
    from podium.api.observed import note_route
    from podium.api.problems import errors_by_address
    from podium.web.routes import ERROR_PAGES, page_router

    return Litestar(
        [*api.routes(), page_router()],
        before_send=[add_headers, note_route],
        exception_handlers=errors_by_address(ERROR_PAGES),
        logging_config=None,
        openapi_config=openapi_config(),
    )
