"""When FIDE's list was last fetched, whether that is done daily, and the fetching itself, by the worker of lists."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from podium.app.ratings.list_updates import UpdateState, checked_address, downloaded
from podium.app.ratings.rating_lists import ListToLoad, Progress, RatingList
from podium.app.server.steady_clock import utc_now, written
from podium.app.server.worker_pool import WorkerPool, WorkLimits
from podium.core.errors import PodiumError, Refused
from podium.core.ratings.list_sequence import FIDE
from podium.storage.ratings.rating_lists import SqlRatingLists, yield_to_others
from podium.storage.ratings.rating_search import noted_problem, problem_text
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import lock_rows
from podium.storage.tables import list_updates

log = logging.getLogger("podium.ratings")

LIMITS = WorkLimits(seconds=2700.0, memory=1_500_000_000)
DUE_AFTER = timedelta(hours=20)  # so that no list is a day old
TRIED_AGAIN_AFTER = timedelta(hours=1)  # what could not be fetched
LASTS_AT_MOST = timedelta(seconds=LIMITS.seconds)
FETCHING = 0.3  # of the work is fetching; the rest is loading
SCHEDULED = "Podium"  # who is said to have loaded a list that was fetched by itself
OWN = list_updates.c.name == FIDE


class SqlListUpdates:
    """The updates of lists from one address. Without a pool, only a caller that waits for it can fetch."""

    def __init__(
        self,
        database: Database,
        lists: SqlRatingLists,
        address: str,
        pool: WorkerPool | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self._database = database
        self._lists = lists
        self._address = address
        self._pool = pool
        self._now = now

    def state(self) -> UpdateState:
        """How it stands with the updates."""
        row = self._row()
        if row is None:
            return UpdateState(self._address)
        return UpdateState(
            address=self._address,
            daily=bool(row.daily),
            checked_at=row.checked_at,
            problem=noted_problem(row.problem) if row.problem else None,
            under_way=self._is_under_way(row),
        )

    def switch(self, *, daily: bool) -> None:
        """Have lists fetched daily, or not."""
        self._write(daily=daily)

    def update(self, by: str, progress: Progress | None = None) -> RatingList | None:
        """The list that was fetched and loaded; None where the source has nothing newer. What goes wrong is noted."""
        if not self._begin():
            raise Refused("list-update-under-way")
        return self.update_begun(by, progress)

    def update_begun(self, by: str, progress: Progress | None = None) -> RatingList | None:
        """The list, whose update was begun."""
        try:
            loaded = self._fetched(by, progress)
        except PodiumError as problem:
            with suppress(PodiumError):
                self._write(begun_at=None, checked_at=self._time(), problem=problem_text(problem))
            raise
        self._write(begun_at=None, checked_at=self._time(), problem=None)
        return loaded

    def start(self, by: str) -> bool:
        """Whether an update was begun, which a worker does: not while another is under way."""
        assert self._pool is not None  # who serves pages has one
        checked_address(self._address)
        if not self._begin():
            return False
        where = self._database.url.render_as_string(hide_password=False), self._address, by
        self._pool.submit(LIMITS, _update_in_worker, *where).add_done_callback(self._ended)
        return True

    def start_if_due(self) -> bool:
        """Whether an update was begun, because a day has passed since the last."""
        state = self.state()
        if not state.daily or not self._is_due(state):
            return False
        return self.start(SCHEDULED)

    def _is_due(self, state: UpdateState) -> bool:
        if state.checked_at is None:
            return True
        since = self._now() - datetime.fromisoformat(state.checked_at)
        return since >= (DUE_AFTER if state.problem is None else TRIED_AGAIN_AFTER)

    def _ended(self, done: Any) -> None:
        """Note what ended the worker itself; what went wrong inside is noted already."""
        problem = done.exception() if not done.cancelled() else None
        if problem is not None and not isinstance(problem, PodiumError):
            log.warning("lists-not-updated: %s", type(problem).__name__)
            with suppress(PodiumError):
                ended = problem_text(Refused("rating-list-stopped"))
                self._write(begun_at=None, checked_at=self._time(), problem=ended)

    def _fetched(self, by: str, progress: Progress | None) -> RatingList | None:
        row = self._row()
        known = row.modified if row is not None and self._lists.current(FIDE) is not None else None

        def fetching(part: float) -> None:
            if progress is not None:
                progress(FETCHING * part, 0)

        def loading(part: float, count: int) -> None:
            if progress is not None:
                progress(FETCHING + (1 - FETCHING) * part, count)

        fetched = downloaded(self._address, known, told=fetching)
        if fetched is None:
            return None
        try:
            month = fetched.month or self._now().strftime("%Y-%m")
            loaded = self._lists.load(ListToLoad(fetched.path, fetched.file, FIDE, by, edition=month), loading)
        finally:
            fetched.path.unlink(missing_ok=True)
        self._write(modified=fetched.modified)
        return loaded

    def _begin(self) -> bool:
        """Whether nobody else is at it: from now on it is this one."""
        with self._database.write() as connection:
            lock_rows(connection, list_updates.name, FIDE)
            row = connection.execute(select(list_updates).where(OWN)).one_or_none()
            if row is not None and self._is_under_way(row):
                return False
            # An administrator who has fetched a list wants no old one, until they say so.
            _put(connection, {"daily": True}, {"begun_at": self._time()})
        return True

    def _is_under_way(self, row: Row[Any]) -> bool:
        return bool(row.begun_at) and self._now() - datetime.fromisoformat(row.begun_at) < LASTS_AT_MOST

    def _write(self, **values: object) -> None:
        with self._database.write() as connection:
            lock_rows(connection, list_updates.name, FIDE)
            _put(connection, {"daily": False}, values)

    def _row(self) -> Row[Any] | None:
        with self._database.read() as connection:
            return connection.execute(select(list_updates).where(OWN)).one_or_none()

    def _time(self) -> str:
        return written(self._now())


def _put(connection: Connection, first: Mapping[str, object], values: Mapping[str, object]) -> None:
    """Change these values of the row; where there is none yet it has the `first` ones too."""
    if not connection.execute(update(list_updates).where(OWN).values(values)).rowcount:
        connection.execute(insert(list_updates), {"name": FIDE, **first, **values})


def _update_in_worker(database_address: str, address: str, by: str) -> None:
    """Fetch and load the list in a process that yields to all others, and can be ended."""
    yield_to_others()
    with closing(Database(database_address)) as database:
        SqlListUpdates(database, SqlRatingLists(database), address).update_begun(by)
