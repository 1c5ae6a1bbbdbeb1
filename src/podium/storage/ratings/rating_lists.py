"""Rating lists in a database: which there are, who is in them, and newer ones in their place."""

from __future__ import annotations

import json
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, Table, delete, insert, select, update

from podium.app.ratings.rating_lists import (
    MOST_FOUND,
    MOST_TYPED,
    USUALLY_FOUND,
    Found,
    ListStatus,
    ListToLoad,
    OpenList,
    Progress,
    RatingList,
    opened_file,
)
from podium.app.server.worker_pool import Cause, WorkerPool, WorkLimits, WorkStopped
from podium.core.errors import FormatError, LimitExceeded, PodiumError, Refused, Unavailable, Unknown
from podium.core.ratings.list_sequence import FIDE
from podium.core.ratings.rated_player import Layout, RatedPlayer
from podium.storage.journal.journal import utc_now
from podium.storage.ratings.rating_search import by_number, by_words, has_fide_ids, is_number, player_of
from podium.storage.ratings.rating_stores import StoreGone, stores_of
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import lock_rows
from podium.storage.tables import rating_lists

WORKERS, WAITING = 1, 4
LIMITS = WorkLimits(seconds=1800.0, memory=1_500_000_000)  # of addresses, of which a third is memory
SILENCE = timedelta(minutes=2)  # after which a load is taken for ended
REMEMBERED = 1.0  # seconds
PACE = 1.0  # seconds between two notes of how far a load is
READING, STEPS = 0.8, 6  # of the work is reading and writing players; the rest is sorting, in so many steps
PATIENCE = 10  # who yields to everybody else: a nice value
TRIES = 3  # looks at a list that is being replaced
BY_ID_AT_ONCE = 500
MONTHS_KEPT = 3  # of each list: an event is checked against the one that was in force when it began


def list_pool() -> WorkerPool:
    """The worker that loads lists, one after another."""
    return WorkerPool("ratings", WORKERS, WAITING)


class SqlRatingLists:
    """The rating lists beside, or in, a database. Without a pool, only those who wait for it can load one."""

    def __init__(self, database: Database, pool: WorkerPool | None = None) -> None:
        self._database = database
        self._pool = pool
        self._stores = stores_of(database)
        self._remembered: tuple[float, Sequence[Row[Any]]] | None = None

    # --- which there are

    def lists(self) -> list[RatingList]:
        """Every list by name: the months that are kept, the newest first, then what was begun since."""
        query = select(rating_lists).order_by(rating_lists.c.name, rating_lists.c.id)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        now = utc_now()
        every = [_list_of(row, now) for row in rows if row.status != ListStatus.READY or self._stores.has(row.store)]
        newest_first = sorted(every, key=lambda each: (each.month, each.id), reverse=True)
        return sorted(newest_first, key=lambda each: (each.name, each.status is not ListStatus.READY))

    def ready(self) -> list[RatingList]:
        """The lists that people look in, FIDE's first."""
        names = dict.fromkeys(row.name for row in self._ready())
        found = (self.current(name) for name in names)
        return [each for each in found if each is not None]

    def months(self, name: str) -> list[RatingList]:
        """The months that are kept of a list, the newest first."""
        now = utc_now()
        return [_list_of(row, now) for row in self._ready() if row.name == name and self._stores.has(row.store)]

    def current(self, name: str | None = None) -> RatingList | None:
        """The list that people look in: that of this name, else FIDE's, else the first."""
        row = self._current(name)
        return _list_of(row, utc_now()) if row is not None else None

    def _current(self, name: str | None, month: str | None = None) -> Row[Any] | None:
        fitting = (row for row in self._ready() if name is None or row.name == name)
        if month is not None:
            fitting = (row for row in fitting if _month(row) == month)
        return next((row for row in fitting if self._stores.has(row.store)), None)

    def _ready(self) -> Sequence[Row[Any]]:
        """The lists that people look in, FIDE's first, of each the newest month first; remembered for a moment, for
        somebody types."""
        if self._remembered is not None and time.monotonic() - self._remembered[0] < REMEMBERED:
            return self._remembered[1]
        here = rating_lists.c
        query = select(rating_lists).where(here.status == ListStatus.READY)
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(here.id.desc())).all()
        rows = sorted(rows, key=_month, reverse=True)
        rows.sort(key=lambda row: (row.name != FIDE, row.name))
        self._remembered = time.monotonic(), rows
        return rows

    # --- who is in them

    def find(self, typed: str, name: str | None = None, most: int = USUALLY_FOUND) -> Found:
        """The players whom the words, or the number, typed so far fit; the strongest first, active ones before others.

        Raises Unknown for a list of that name that is not there.
        """
        typed, most = typed[:MOST_TYPED].strip(), max(1, min(most, MOST_FOUND))

        def look(connection: Connection, players: Table, names: Table) -> list[Row[Any]]:
            query = by_number(typed, players, most) if is_number(typed) else by_words(typed, players, names, most)
            if query is None:
                return []
            unique = {row.number: row for row in connection.execute(query)}
            return list(unique.values())[:most]

        found, rows = self._look(name, look)
        return Found(found, tuple(player_of(row, found) for row in rows))

    def by_fide_ids(
        self, ids: Sequence[str], name: str | None = None, month: str | None = None
    ) -> dict[str, RatedPlayer]:
        """Those of a list who have one of these FIDE ids, by it."""
        row = self._current(name, month)
        is_fide = row is not None and has_fide_ids(_list_of(row, utc_now()))
        listed = self._by_column("id" if is_fide else "fide_id", ids, name, month)
        return {player.fide_id: player for player in listed if player.fide_id is not None}

    def by_national_ids(self, ids: Sequence[str], name: str | None = None) -> dict[str, RatedPlayer]:
        """Those of a list who have one of these numbers of its own, by it; none of a list of FIDE's."""
        listed = self._by_column("id", ids, name)
        return {player.national_id: player for player in listed if player.national_id is not None}

    def _by_column(
        self, column: str, values: Sequence[str], name: str | None, month: str | None = None
    ) -> list[RatedPlayer]:
        """Those of a list who have one of these values."""

        def look(connection: Connection, players: Table, _names: Table) -> list[Row[Any]]:
            rows: list[Row[Any]] = []
            for at in range(0, len(values), BY_ID_AT_ONCE):
                some = values[at : at + BY_ID_AT_ONCE]
                rows += connection.execute(select(players).where(players.c[column].in_(some))).all()
            return rows

        found, rows = self._look(name, look, month)
        return [player_of(row, found) for row in rows]

    def by_id(self, id: str, name: str | None = None, month: str | None = None) -> RatedPlayer | None:
        """The one who has this number in a list."""

        def look(connection: Connection, players: Table, _names: Table) -> list[Row[Any]]:
            return list(connection.execute(select(players).where(players.c.id == id[:MOST_TYPED]).limit(1)))

        found, rows = self._look(name, look, month)
        return player_of(rows[0], found) if rows else None

    def _look(
        self, name: str | None, look: Callable[[Connection, Table, Table], list[Row[Any]]], month: str | None = None
    ) -> tuple[RatingList | None, list[Row[Any]]]:
        """What `look` finds in the list that is in use; one that is replaced meanwhile is looked for anew."""
        for _try in range(TRIES):
            row = self._current(name, month)
            if row is None:
                break
            with suppress(StoreGone), self._stores.reading(row.store) as (connection, players, names):
                return _list_of(row, utc_now()), look(connection, players, names)
            self._remembered = None
        if name is not None:
            raise Unknown("rating-list", name)
        return None, []

    # --- newer ones in their place

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
        return self._list(id)

    def load_begun(self, id: int, wanted: ListToLoad, progress: Progress | None = None) -> RatingList:
        """The list whose load was begun; what goes wrong is noted, and raised."""
        store = self._store(id)
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
        return self._list(id)

    def drop(self, name: str, month: str | None = None) -> None:
        """Keep no list of that name, or not that month of it, and stop loading one; raises Unknown if there is none."""
        with self._changing(name) as connection:
            rows = connection.execute(select(rating_lists).where(rating_lists.c.name == name)).all()
            dropped = [row for row in rows if month is None or _month(row) == month]
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

    def _store(self, id: int) -> str:
        with self._database.read() as connection:
            store: str | None = connection.scalar(select(rating_lists.c.store).where(rating_lists.c.id == id))
        if store is None:
            raise Refused("rating-list-superseded", value=id)
        return store

    def _list(self, id: int) -> RatingList:
        with self._database.read() as connection:
            row = connection.execute(select(rating_lists).where(rating_lists.c.id == id)).one_or_none()
        if row is None:
            raise Refused("rating-list-superseded", value=id)
        return _list_of(row, utc_now())


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
    database = Database(address)
    try:
        return SqlRatingLists(database).load_begun(id, wanted)
    finally:
        database.close()


def _refusal(cause: Cause) -> PodiumError:
    """Why a worker came to nothing."""
    if cause is Cause.QUEUE:
        return Refused("ratings-busy")
    if cause is Cause.TIME:
        return LimitExceeded(0, 0, "file-too-slow", value=0, most=LIMITS.seconds)
    if cause is Cause.MEMORY:
        return LimitExceeded(0, 0, "file-too-much-memory", value=0, most=(LIMITS.memory or 0) // 1_000_000)
    return Refused("rating-list-stopped")


def _month(row: Row[Any]) -> str:
    """The month from which a list is in force (`RatingList.month`)."""
    return str(row.edition or (row.loaded_at or row.started_at)[:7])


def _outdated(rows: Sequence[Row[Any]], newest: int) -> list[Row[Any]]:
    """Those of a list's months that are not needed once `newest` is loaded: the same month, and long past ones."""
    this = next(row for row in rows if row.id == newest)
    others = [row for row in rows if row is not this]
    same = [row for row in others if _month(row) == _month(this)]
    kept = sorted((row for row in others if _month(row) != _month(this)), key=_month, reverse=True)
    return [*same, *kept[MONTHS_KEPT - 1 :]]


def _list_of(row: Row[Any], now: datetime) -> RatingList:
    status = ListStatus(row.status)
    silent = now - datetime.fromisoformat(row.heard_at) > SILENCE
    return RatingList(
        id=row.id,
        name=row.name,
        file=row.file,
        status=status,
        started_at=row.started_at,
        loaded_by=row.loaded_by,
        layout=Layout(row.layout) if row.layout else None,
        edition=row.edition,
        players=row.players,
        left_out=row.left_out,
        part=row.part,
        loaded_at=row.loaded_at,
        problem=noted_problem(row.problem) if row.problem else None,
        stopped=status is ListStatus.LOADING and silent,
    )


def problem_text(problem: PodiumError) -> str:
    """An error as it is noted."""
    return json.dumps({"code": problem.code, "facts": problem.facts}, default=str)


def noted_problem(text: str) -> PodiumError:
    """The error that was noted: what it says rests on its code and its facts."""
    noted = json.loads(text)
    in_file = "line" in noted["facts"]
    problem = FormatError(0, 0, "rating-list-unknown") if in_file else Refused("rating-list-stopped")
    problem.code, problem.facts = noted["code"], noted["facts"]
    return problem


def _now() -> str:
    return utc_now().isoformat(timespec="milliseconds")
