"""Which rating lists a database has, and who is in them: found by what is typed so far of a name, or by a number."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, Select, Table, or_, select

from podium.app.ratings.rating_lists import (
    LEAST_TYPED,
    MOST_FOUND,
    MOST_TYPED,
    USUALLY_FOUND,
    Found,
    ListStatus,
    RatingList,
)
from podium.app.server.steady_clock import utc_now
from podium.core.collation import search_words
from podium.core.errors import FormatError, PodiumError, Refused, Unknown
from podium.core.ratings.list_sequence import FIDE
from podium.core.ratings.rated_player import Layout, RatedPlayer
from podium.storage.ratings.rating_stores import StoreGone, stores_of
from podium.storage.sql.database import Database
from podium.storage.tables import rating_lists

LAST = "\U0010ffff"  # after every letter
MOST_WORDS = 6  # of what is typed
SILENCE = timedelta(minutes=2)  # after which a load is taken for ended
REMEMBERED = 1.0  # seconds
TRIES = 3  # looks at a list that is being replaced
BY_ID_AT_ONCE = 500


class ListSearch:
    """The rating lists of a database, as people look in them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._stores = stores_of(database)
        self._remembered: tuple[float, Sequence[Row[Any]]] | None = None

    def lists(self) -> list[RatingList]:
        """Every list by name: the months that are kept, the newest first, then what was begun since."""
        query = select(rating_lists).order_by(rating_lists.c.name, rating_lists.c.id)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        every = [list_of(row) for row in rows if row.status != ListStatus.READY or self._stores.has(row.store)]
        newest_first = sorted(every, key=lambda each: (each.month, each.id), reverse=True)
        return sorted(newest_first, key=lambda each: (each.name, each.status is not ListStatus.READY))

    def ready(self) -> list[RatingList]:
        """The lists that people look in, FIDE's first."""
        names = dict.fromkeys(row.name for row in self._ready())
        found = (self.current(name) for name in names)
        return [each for each in found if each is not None]

    def months(self, name: str) -> list[RatingList]:
        """The months that are kept of a list, the newest first."""
        return [list_of(row) for row in self._ready() if row.name == name and self._stores.has(row.store)]

    def current(self, name: str | None = None) -> RatingList | None:
        """The list that people look in: that of this name, else FIDE's, else the first."""
        row = self._current(name)
        return list_of(row) if row is not None else None

    def _current(self, name: str | None, month: str | None = None) -> Row[Any] | None:
        fitting = (row for row in self._ready() if name is None or row.name == name)
        if month is not None:
            fitting = (row for row in fitting if month_of(row) == month)
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
        rows = sorted(rows, key=month_of, reverse=True)
        rows.sort(key=lambda row: (row.name != FIDE, row.name))
        self._remembered = time.monotonic(), rows
        return rows

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
        is_fide = row is not None and has_fide_ids(list_of(row))
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
                return list_of(row), look(connection, players, names)
            self._remembered = None
        if name is not None:
            raise Unknown("rating-list", name)
        return None, []


def has_fide_ids(list_: RatingList) -> bool:
    """Whether the numbers of a list are FIDE ids."""
    return list_.layout in (Layout.FIDE_TEXT, Layout.FIDE_XML)


def is_number(typed: str) -> bool:
    """Whether it is the number of a player, or its beginning: it has figures, and no spaces."""
    return any(sign.isdigit() for sign in typed) and not any(sign.isspace() for sign in typed)


def by_number(typed: str, players: Table, most: int) -> Select[Any]:
    id, fide_id = players.c.id, players.c.fide_id
    begins = (id >= typed) & (id < typed + LAST)
    return select(players).where(or_(begins, fide_id == typed)).order_by(id).limit(most)


def by_words(typed: str, players: Table, names: Table, most: int) -> Select[Any] | None:
    """Those with words that begin like these: found by the longest, which leaves the fewest to look at."""
    words = search_words(typed)[:MOST_WORDS]
    longest = max(words, key=len, default="")
    if len(longest) < LEAST_TYPED:
        return None
    words.remove(longest)
    rotation = names.c.rotation
    fitting = [rotation >= longest, rotation < longest + LAST, *(rotation.like(f"% {word}%") for word in words)]
    # A name with two words that fit comes twice.
    best = (
        select(names.c.player, names.c.rank)
        .where(*fitting)
        .order_by(names.c.rank.desc(), names.c.player)
        .limit(2 * most)
        .subquery()
    )
    return select(players).join(best, best.c.player == players.c.number).order_by(best.c.rank.desc(), best.c.player)


def player_of(row: Row[Any], list_: RatingList | None) -> RatedPlayer:
    values = row._asdict()
    values.pop("number")
    values["active"] = bool(values["active"])
    if list_ is not None and has_fide_ids(list_):
        values["fide_id"] = values["id"]
    return RatedPlayer(**values)


def month_of(row: Row[Any]) -> str:
    """The month from which a list is in force (`RatingList.month`)."""
    return str(row.edition or (row.loaded_at or row.started_at)[:7])


def list_of(row: Row[Any]) -> RatingList:
    """The list that a row is."""
    status = ListStatus(row.status)
    silent = utc_now() - datetime.fromisoformat(row.heard_at) > SILENCE
    stored = {name: value for name, value in row._asdict().items() if name not in ("store", "heard_at")}
    read = {
        "status": status,
        "layout": Layout(row.layout) if row.layout else None,
        "problem": noted_problem(row.problem) if row.problem else None,
        "stopped": status is ListStatus.LOADING and silent,
    }
    return RatingList(**stored | read)


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
