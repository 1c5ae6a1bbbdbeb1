"""Screens, messages and the clocks of events, as plain tables: nobody will ever undo them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, func, insert, or_, select, text, update

from podium.app.hall.event_clock import ClockKind, ClockOrder, EventClock, changed_clock
from podium.app.hall.screens import (
    MOST_MESSAGES,
    NO_PLACE,
    NOTHING_DISPLAYED,
    Content,
    Display,
    Message,
    Screen,
    ScreenItem,
    Theme,
    checked_message,
    checked_screens,
)
from podium.app.server.steady_clock import milliseconds, utc_now, written
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import TournamentId
from podium.storage import tables
from podium.storage.sql.database import Database

# The row is locked from here to the end of the transaction: others that change the same event wait.
_COUNT = text(
    "INSERT INTO displays (tournament_id, version, clock, clock_length, clock_left) VALUES (:id, 1, :clock, 0, 0) "
    "ON CONFLICT (tournament_id) DO UPDATE SET version = displays.version + 1"
)

Listener = Callable[[Sequence[TournamentId]], None]


class SqlScreens:
    """The screens of all events in a database. Clocks go by the time of the machine, which survives a restart."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        self._database = database
        self._clock = clock
        self._listeners: list[Listener] = []

    def on_change(self, listener: Listener) -> None:
        """Tell `listener` of every change that this process made, on the thread that made it."""
        self._listeners.append(listener)

    def milliseconds(self) -> int:
        """What time it is, in milliseconds since the epoch."""
        return milliseconds(self._clock())

    # --- asking ---------------------------------------------------------------------------

    def screens(self, tournament: TournamentId) -> tuple[Screen, ...]:
        """The screens of an event, in the director's order."""
        with self._database.read([tournament]) as connection:
            return _screens(connection, tournament)

    def display(self, tournament: TournamentId) -> Display:
        """The clock, and the messages that have not expired, newest first."""
        with self._database.read([tournament]) as connection:
            return self._display(connection, tournament)

    def versions(self, tournaments: Sequence[TournamentId]) -> dict[TournamentId, int]:
        """How often each of these was changed; those that never were are left out."""
        here = tables.displays.c
        with self._database.read(tournaments) as connection:
            rows = connection.execute(
                select(here.tournament_id, here.version).where(here.tournament_id.in_(list(tournaments)))
            )
            return {TournamentId(row.tournament_id): row.version for row in rows}

    # --- changing -------------------------------------------------------------------------

    def change_screens(
        self, tournament: TournamentId, change: Callable[[tuple[Screen, ...]], tuple[Screen, ...]]
    ) -> tuple[Screen, ...]:
        """The screens that `change` makes of those there are; nobody else changes them meanwhile."""
        with self.changing(tournament) as connection:
            screens = checked_screens(change(_screens(connection, tournament)))
            connection.execute(delete(tables.screens).where(tables.screens.c.tournament_id == tournament))
            rows = [_screen_row(tournament, place, each) for place, each in enumerate(screens)]
            if rows:
                connection.execute(insert(tables.screens), rows)
        return screens

    def change_clock(self, tournament: TournamentId, order: ClockOrder) -> Display:
        """What is displayed once the clock has done what was ordered; raises Invalid and Refused."""
        here = tables.displays
        with self.changing(tournament) as connection:
            clock = changed_clock(self._display(connection, tournament).clock, order, self.milliseconds())
            columns = {
                "clock": clock.kind.value,
                "clock_length": clock.length,
                "clock_ends": clock.ends,
                "clock_left": clock.left,
            }
            connection.execute(update(here).where(here.c.tournament_id == tournament), columns)
            return self._display(connection, tournament)

    def add_message(self, tournament: TournamentId, text: str, minutes: int | None) -> Message:
        """A new message, for so many minutes or until it is taken down; raises Invalid, and Refused for too many."""
        checked = checked_message(text, minutes)
        now = self._clock()
        row = {
            "tournament_id": tournament,
            "text": checked,
            "created_at": written(now),
            "expires_at": written(now + timedelta(minutes=minutes)) if minutes is not None else None,
        }
        here = tables.messages.c
        with self.changing(tournament) as connection:
            expired = here.expires_at <= written(now)
            connection.execute(delete(tables.messages).where(here.tournament_id == tournament, expired))
            there = connection.scalar(
                select(func.count()).select_from(tables.messages).where(here.tournament_id == tournament)
            )
            if there is not None and there >= MOST_MESSAGES:
                raise Refused("messages-too-many", value=there)
            key = connection.execute(insert(tables.messages), row).inserted_primary_key
            assert key is not None
        return Message(int(key[0]), checked, str(row["created_at"]), row["expires_at"])

    def drop_message(self, tournament: TournamentId, id: int) -> None:
        """Take a message down; raises Unknown."""
        here = tables.messages.c
        with self.changing(tournament) as connection:
            gone = connection.execute(delete(tables.messages).where(here.id == id, here.tournament_id == tournament))
            if not gone.rowcount:
                raise Unknown("message", id)

    def reveal(self, tournament: TournamentId, place: int | None) -> None:
        """Show the places from the last of the podium up to `place` and no better one; all of them for None."""
        if place is not None and not 1 <= place <= NO_PLACE:
            raise Invalid("count-out-of-range", field="place", value=place, least=1, most=NO_PLACE)
        with self.changing(tournament) as connection:
            here = tables.displays
            connection.execute(update(here).where(here.c.tournament_id == tournament), {"revealed": place})

    # --- inside ---------------------------------------------------------------------------

    def _display(self, connection: Connection, tournament: TournamentId) -> Display:
        here, message = tables.displays, tables.messages.c
        row = connection.execute(select(here).where(here.c.tournament_id == tournament)).first()
        if row is None:
            return NOTHING_DISPLAYED
        in_force = or_(message.expires_at.is_(None), message.expires_at > written(self._clock()))
        messages = connection.execute(
            select(message.id, message.text, message.created_at, message.expires_at)
            .where(message.tournament_id == tournament, in_force)
            .order_by(message.id.desc())
        )
        clock = EventClock(ClockKind(row.clock), row.clock_length, row.clock_ends, row.clock_left)
        return Display(row.version, clock, tuple(Message(*each) for each in messages), row.revealed)

    @contextmanager
    def changing(self, tournament: TournamentId) -> Iterator[Connection]:
        """A transaction that counts as a change of what the event displays; everybody is told once it is written."""
        with self._database.write([tournament]) as connection:
            connection.execute(_COUNT, {"id": tournament, "clock": ClockKind.NONE.value})
            yield connection
        for listener in self._listeners:
            listener([tournament])


def _screens(connection: Connection, tournament: TournamentId) -> tuple[Screen, ...]:
    here = tables.screens
    rows = connection.execute(select(here).where(here.c.tournament_id == tournament).order_by(here.c.place))
    return tuple(screen_of(row.key, row.name, row.theme, row.items) for row in rows)


def screen_of(key: str, name: str, theme: str, items: str) -> Screen:
    """The screen in the columns of a row."""
    shown = tuple(ScreenItem(Content(content), seconds) for content, seconds in json.loads(items))
    return Screen(key, name, Theme(theme), shown)


def _screen_row(tournament: TournamentId, place: int, screen: Screen) -> dict[str, object]:
    items = json.dumps([[item.content.value, item.seconds] for item in screen.items])
    return {
        "tournament_id": tournament,
        "key": screen.key,
        "place": place,
        "name": screen.name,
        "theme": screen.theme.value,
        "items": items,
    }
