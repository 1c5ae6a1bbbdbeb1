"""Rating lists in a database: newer ones are loaded in the place of those that `rating_search` looks in."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from podium.app.ratings.rating_lists import ListStatus, ListToLoad, Progress, RatingList, opened_file
from podium.app.server.steady_clock import utc_now, written
from podium.app.server.worker_pool import Cause, WorkerPool, WorkLimits, WorkStopped
from podium.core.errors import LimitExceeded, PodiumError, Refused, Unavailable, Unknown
from podium.core.ratings.rated_player import RatedPlayer
from podium.storage.ratings.rating_search import ListSearch, list_of, month_of, problem_text
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import lock_rows
from podium.storage.tables import rating_lists

if TYPE_CHECKING:
    from podium.app.ratings.rating_lists import OpenList

WORKERS, WAITING = 1, 4
LIMITS = WorkLimits(seconds=1800.0, memory=1_500_000_000)  # of addresses, of which a third is memory
PACE = 1.0  # seconds between two notes of how far a load is
READING, STEPS = 0.8, 6  # of the work is reading and writing players; the rest is sorting, in so many steps
PATIENCE = 10  # who yields to everybody else: a nice value
MONTHS_KEPT = 3  # of each list: an event is checked against the one that was in force when it began


def list_pool() -> WorkerPool:
    """The worker that loads lists, one after another."""
    return WorkerPool("ratings", WORKERS, WAITING)


class SqlRatingLists(ListSearch):
    """The rating lists beside, or in, a database. Without a pool, only a caller that waits for it can load one."""

    def __init__(self, database: Database, pool: WorkerPool | None = None) -> None:
        super().__init__(database)
        self._pool = pool

    def load(self, wanted: ListToLoad, progress: Progress | None = None) -> RatingList:
        """The list, loaded here and now; raises FormatError, and Refused where a later load of it was begun."""
        id = self._begin(wanted)
        return self.load_begun(id, wanted, progress)

    def start(self, wanted: ListToLoad) -> RatingList:
        """The list, which a worker loads from now on; how far it is stands in `lists`."""
        assert self._pool is not None  # who serves pages has one
        id = self._begin(wanted)
        address = self._database.url.render_as_string(hide_password=False)
        work = self._pool.submit(LIMITS, _load_in_worker, address, id, wanted)

        def ended(done: Future[RatingList]) -> None:
            problem = done.exception() if not done.cancelled() else WorkStopped(Cause.NO_WORKER)
            if isinstance(problem, WorkStopped):
                with suppress(PodiumError):
                    self._fail(id, _refusal(problem.cause))
            if wanted.temporary:
                wanted.path.unlink(missing_ok=True)

        work.add_done_callback(ended)
        return list_of(self._row(id))

    def load_begun(self, id: int, wanted: ListToLoad, progress: Progress | None = None) -> RatingList:
        """The list whose load was begun; what goes wrong is noted, and raised."""
        store: str = self._row(id).store
        try:
            with opened_file(wanted) as file:
                course = _Course(file, progress, lambda part, count: self._note(id, part, count))
                count = self._stores.write(store, course.players(), course.check)
                facts = {
                    "layout": file.layout.value,
                    "edition": wanted.edition or file.edition,
                    "left_out": file.oddities.rows,
                    "players": count,
                }
            self._finish(id, wanted.name, store, facts)
            if progress is not None:
                progress(1.0, count)
        except PodiumError as problem:
            with suppress(PodiumError):
                self._fail(id, problem)
            raise
        return list_of(self._row(id))

    def drop(self, name: str, month: str | None = None) -> None:
        """Keep no list of that name, or not that month of it, and stop loading one; raises Unknown if there is none."""
        with self._changing(name) as connection:
            rows = connection.execute(select(rating_lists).where(rating_lists.c.name == name)).all()
            dropped = [row for row in rows if month is None or month_of(row) == month]
            if not dropped:
                raise Unknown("rating-list", name)
            connection.execute(delete(rating_lists).where(rating_lists.c.id.in_([row.id for row in dropped])))
        for row in dropped:
            self._stores.drop(row.store)

    @contextmanager
    def _changing(self, name: str) -> Iterator[Connection]:
        with self._database.write() as connection:
            lock_rows(connection, rating_lists.name, name)
            yield connection
        self._remembered = None

    def _begin(self, wanted: ListToLoad) -> int:
        """The number of a load that begins now; one of the same list that is under way is given up."""
        here, now = rating_lists.c, _now()
        row = {
            "name": wanted.name,
            "store": secrets.token_hex(8),
            "file": wanted.file[:200],
            "status": ListStatus.LOADING.value,
            "edition": wanted.edition,
            "players": 0,
            "left_out": 0,
            "part": 0.0,
            "loaded_by": wanted.by[:100],
            "started_at": now,
            "heard_at": now,
        }
        with self._changing(wanted.name) as connection:
            unfinished = delete(rating_lists).where(here.name == wanted.name, here.status != ListStatus.READY)
            connection.execute(unfinished)
            key = connection.execute(insert(rating_lists), row).inserted_primary_key
            kept = set(connection.scalars(select(here.store)))
        self._stores.sweep(kept)
        assert key is not None
        return int(key[0])

    def _note(self, id: int, part: float, count: int) -> None:
        """Note how far a load is; raises Refused where a later one, or nobody, has taken its place."""
        try:
            self._update(id, part=part, players=count, heard_at=_now())
        except Unavailable:  # the database is busy with more important things
            return

    def _finish(self, id: int, name: str, store: str, facts: Mapping[str, object]) -> None:
        """Have everybody look in the new list from now on; the one of the same month goes, and months long past."""
        here = rating_lists.c
        done = {"status": ListStatus.READY.value, "part": 1.0, "loaded_at": _now(), "heard_at": _now(), **facts}
        try:
            with self._changing(name) as connection:
                changed = connection.execute(
                    update(rating_lists).where(here.id == id, here.status == ListStatus.LOADING).values(done)
                )
                if not changed.rowcount:
                    raise Refused("rating-list-superseded", value=name)
                ready = here.name == name, here.status == ListStatus.READY
                old = _outdated(connection.execute(select(rating_lists).where(*ready)).all(), id)
                connection.execute(delete(rating_lists).where(here.id.in_([row.id for row in old])))
        except PodiumError:
            self._stores.drop(store)
            raise
        for row in old:
            self._stores.drop(row.store)

    def _fail(self, id: int, problem: PodiumError) -> None:
        self._update(id, status=ListStatus.FAILED.value, problem=problem_text(problem), heard_at=_now())

    def _update(self, id: int, **values: object) -> None:
        with self._database.write() as connection:
            loading = rating_lists.c.id == id, rating_lists.c.status == ListStatus.LOADING
            changed = connection.execute(update(rating_lists).where(*loading).values(values))
            if not changed.rowcount:
                raise Refused("rating-list-superseded", value=id)

    def _row(self, id: int) -> Row[Any]:
        """The row of a list; raises Refused where a later load has taken its place."""
        with self._database.read() as connection:
            row = connection.execute(select(rating_lists).where(rating_lists.c.id == id)).one_or_none()
        if row is None:
            raise Refused("rating-list-superseded", value=id)
        return row


class _Course:
    """How far a list is: told to who waits at every step, and noted for others about once a second."""

    def __init__(self, file: OpenList, progress: Progress | None, note: Progress) -> None:
        self._file = file
        self._progress = progress
        self._note = note
        self._noted = time.monotonic()
        self._sorted: int | None = None  # steps after the last player was read

    def players(self) -> Iterator[RatedPlayer]:
        yield from self._file.players
        self._sorted = 0

    def check(self, count: int) -> None:
        """Say how far it is; raises Refused where nobody wants the list any more."""
        part = READING * self._file.part
        if self._sorted is not None:
            self._sorted += 1
            part = READING + (1 - READING) * min(self._sorted / STEPS, 1.0)
        if self._progress is not None:
            self._progress(part, count)
        if time.monotonic() - self._noted >= PACE:
            self._note(part, count)
            self._noted = time.monotonic()


def yield_to_others() -> None:
    """Have this process run when no other wants to."""
    if sys.platform != "win32":
        import os

        os.setpriority(os.PRIO_PROCESS, 0, PATIENCE)


def _load_in_worker(address: str, id: int, wanted: ListToLoad) -> RatingList:
    """The list, loaded in a process that yields to all others."""
    yield_to_others()
    with closing(Database(address)) as database:
        return SqlRatingLists(database).load_begun(id, wanted)


def _refusal(cause: Cause) -> PodiumError:
    """Why a worker came to nothing."""
    if cause is Cause.QUEUE:
        return Refused("ratings-busy")
    if cause is Cause.TIME:
        return LimitExceeded(0, 0, "file-too-slow", value=0, most=LIMITS.seconds)
    if cause is Cause.MEMORY:
        return LimitExceeded(0, 0, "file-too-much-memory", value=0, most=(LIMITS.memory or 0) // 1_000_000)
    return Refused("rating-list-stopped")


def _outdated(rows: Sequence[Row[Any]], newest: int) -> list[Row[Any]]:
    """Those of a list's months that are not needed once `newest` is loaded: the same month, and long past ones."""
    this = next(row for row in rows if row.id == newest)
    others = [row for row in rows if row is not this]
    same = [row for row in others if month_of(row) == month_of(this)]
    kept = sorted((row for row in others if month_of(row) != month_of(this)), key=month_of, reverse=True)
    return [*same, *kept[MONTHS_KEPT - 1 :]]


def _now() -> str:
    return written(utc_now())
