"""The only place where parts are wired together."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from podium.app.accounts.accounts import Quotas
from podium.app.accounts.logins import LaunchKey, Logins
from podium.app.desk import Desk
from podium.app.exports.file_reader import FileReader, file_pool
from podium.app.forecast.forecasts import Forecasts, forecast_pool
from podium.app.prizes.prizegiving import PrizeAllocator
from podium.app.ratings.list_updates import DailyUpdates
from podium.app.rounds.pairing_pool import PairingPool
from podium.app.server.cluster import Workers
from podium.app.server.metrics import PROCESS_GAUGES, Metrics
from podium.app.server.readiness import Readiness
from podium.app.server.worker_pool import WorkerPool
from podium.app.services import Services
from podium.config import Config
from podium.documents.typesetting import Typesetter
from podium.storage.accounts.logins import SqlAttempts, SqlDevices
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.archives.archive_replay import read_archive as read_archive
from podium.storage.archives.event_archives import SqlEventArchives
from podium.storage.backups import backups as backups
from podium.storage.backups.conversion import convert as convert
from podium.storage.backups.legacy import older_records as older_records
from podium.storage.backups.legacy import refuse_others
from podium.storage.event.attachments import SqlAttachments
from podium.storage.hall.check_ins import SqlCheckIns
from podium.storage.hall.followers import SqlFollowers
from podium.storage.hall.screens import SqlScreens
from podium.storage.journal.journal import SqlJournal
from podium.storage.live.sweeper import Sweeper
from podium.storage.ratings.list_updates import SqlListUpdates
from podium.storage.ratings.rating_lists import SqlRatingLists, list_pool
from podium.storage.sql.database import Database
from podium.storage.sql.database import database_address as database_address
from podium.storage.sql.database import database_file as database_file
from podium.storage.sql.database_file import check_log
from podium.storage.upkeep.clean_up import CleanUp
from podium.storage.upkeep.readiness import DatabaseCheck, database_gauges

if TYPE_CHECKING:
    from litestar import Litestar

    from podium.api.application import Application
    from podium.app.hall.push_sender import Sender


@dataclass(frozen=True, slots=True, kw_only=True)
class Podium(Services):
    """A Podium that is open: its services, and what only the wiring and the command line ask for."""

    config: Config
    database: Database
    journal: SqlJournal
    registry: SqlRegistry
    followers: SqlFollowers
    pairing_pool: PairingPool
    file_workers: WorkerPool
    rating_workers: WorkerPool
    forecast_workers: Workers

    def close(self) -> None:
        """Finish what is queued, then let go of the database."""
        self.pairing_pool.close()
        self.file_workers.close()
        self.rating_workers.close()
        self.forecast_workers.close()
        self.journal.close()
        self.database.close()


def open_podium(config: Config) -> Podium:
    """Podium on the database of `config`, whose tables are brought up to date first.

    Raises Refused for an older database, which `convert_older` makes Podium's own, for another program's, and for one
    that lacks changes which were acknowledged.
    """
    file = database_file(config.database)
    if file is not None:
        check_log(file)
        refuse_others(file, config.database)
    database = Database(config.database)
    database.migrate()
    journal, registry, limits = SqlJournal(database), SqlRegistry(database), config.limits
    registry.quotas = Quotas(limits.events_per_account, limits.tokens_per_account, limits.links_per_event)
    pairing_pool, file_workers, rating_workers = PairingPool(), file_pool(), list_pool()
    forecast_workers = forecast_pool(config.cluster)
    rating_lists = SqlRatingLists(database, rating_workers)
    check_ins = SqlCheckIns(database)
    screens = SqlScreens(database)
    screens.on_change(journal.announce)
    desk = Desk(journal, registry, screens, pairing_pool, FileReader(file_workers), rating_lists, check_ins.present)
    return Podium(
        config=config,
        database=database,
        journal=journal,
        registry=registry,
        followers=SqlFollowers(database),
        pairing_pool=pairing_pool,
        file_workers=file_workers,
        rating_workers=rating_workers,
        forecast_workers=forecast_workers,
        desk=desk,
        logins=Logins(
            registry,
            SqlAttempts(database),
            SqlDevices(database),
            per_name=limits.sign_ins_per_name,
            per_address=limits.sign_ins_per_address,
        ),
        prize_allocator=PrizeAllocator(desk),
        check_ins=check_ins,
        screens=screens,
        attachments=SqlAttachments(database, screens),
        archives=SqlEventArchives(database, journal),
        typeset=Typesetter(),
        rating_lists=rating_lists,
        list_updates=SqlListUpdates(database, rating_lists, config.fide_list, rating_workers),
        forecasts=Forecasts(forecast_workers),
    )


def opened(config: Config) -> closing[Podium]:
    """Podium while the block lasts."""
    return closing(open_podium(config))


def application(podium: Podium) -> Application:
    """The whole of Podium over HTTP: the API and the pages."""
    from podium import api
    from podium.api.acts import Writer
    from podium.api.application import Application
    from podium.api.front.answer_cache import AnswerCache, Changes
    from podium.api.front.language import LanguageChoice
    from podium.api.front.limiter import Limiter
    from podium.api.front.queue import ActsInProgress
    from podium.api.front.refusals import Refusals
    from podium.api.front.request_log import RequestLog, front_gauges
    from podium.api.live import Live
    from podium.app.hall.followers import Followings
    from podium.documents.typesetting import ShareCards, board_picture
    from podium.web.frame.error_pages import refusal_page
    from podium.web.frame.templates import templates
    from podium.web.frame.visit import Site

    config, journal, registry = podium.config, podium.journal, podium.registry
    metrics, acts = Metrics(), ActsInProgress()
    changes = Changes(journal, podium.screens)  # first: a reader who is told of a change may ask at once
    live = Live(journal, podium.screens, podium.desk, acts, podium.forecasts)
    sender, push_key = _push(podium)
    journal.on_commit(metrics.count_commits)
    parts = api.Parts(
        services=podium,
        config=config,
        live=live,
        writer=Writer(podium.desk),
        followings=Followings(podium.desk, podium.followers, push_key, config.push_anywhere),
        readiness=Readiness(
            {"database": DatabaseCheck(podium.database), "workers": podium.desk.check_workers},
            faults=lambda: podium.database.faults.count,
        ),
        metrics=metrics,
    )
    pages = Site(
        services=podium,
        config=config,
        templates=templates(),
        connected=live.games.connected,
        draw_card=ShareCards(),
        draw_board=board_picture,
        push_key=push_key,
        launch=LaunchKey(config.launch_key) if config.launch_key else None,
    )
    limits, refuse = config.limits, Refusals(refusal_page)
    limiter = Limiter(LanguageChoice(site(), registry), podium.logins, registry, limits, refuse, acts)
    door = RequestLog(AnswerCache(limiter, journal, changes), metrics, log_requests=config.log_requests)
    work = {
        "pairing": podium.pairing_pool.unfinished,
        "files": podium.file_workers.unfinished,
        "ratings": podium.rating_workers.unfinished,
        "forecasts": podium.forecast_workers.unfinished,
        "commits": journal.waiting,
    }
    metrics.gauges.extend((*PROCESS_GAUGES, *database_gauges(podium.database), *front_gauges(limiter, door, work)))
    return Application(
        site=site(),
        answer=door,
        parts={"parts": parts, "site": pages},
        live=live,
        clock=journal.milliseconds,
        background=(
            Sweeper(podium.database, journal),
            CleanUp(registry, config.audit_days),
            DailyUpdates(podium.list_updates.start_if_due),
            *([sender] if sender is not None else []),
        ),
    )


def _push(podium: Podium) -> tuple[Sender | None, str | None]:
    """What tells followers, and the public key they know it by; neither where the server has no key."""
    config = podium.config
    if not config.push_key:
        return None, None
    from podium.app.hall.push_messages import ServerKey
    from podium.app.hall.push_sender import Sender

    key = ServerKey.parse(config.push_key, config.push_contact)
    heads = podium.desk.public_heads
    return Sender(podium.journal, podium.followers, key, heads.public_head, anywhere=config.push_anywhere), key.public


def compile_pages() -> None:
    """Compile the templates of all pages, which takes a second: so that no visitor waits for it."""
    from podium.web.frame.templates import compile_templates

    compile_templates()


@cache
def site() -> Litestar:
    """Every route of the API and of the pages, and the document about them; the same for every Podium of a process.

    What it is made of is loaded here and not above: it takes half a second, and most commands serve nothing.
    """
    from litestar import Litestar

    from podium import api
    from podium.api.application import add_headers
    from podium.api.documentation import openapi_config
    from podium.api.front.request_log import note_route
    from podium.api.problems import errors_by_address
    from podium.web.routes import ERROR_PAGES, page_router

    return Litestar(
        [*api.routes(), page_router()],
        before_send=[add_headers, note_route],
        exception_handlers=errors_by_address(ERROR_PAGES),
        logging_config=None,
        openapi_config=openapi_config(),
    )
