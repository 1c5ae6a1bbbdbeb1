"""Screens, messages and the clock of an event, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from podium.app.hall.event_clock import ClockAction, ClockKind, ClockOrder, EventClock
from podium.app.hall.screens import MOST_MESSAGES, NOTHING_DISPLAYED, Content, Screen, ScreenItem, Theme
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import TournamentId
from podium.storage.hall.screens import SqlScreens
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from tests.kit.loops import every
from tests.kit.waiting import at_once

OPEN, CUP = TournamentId("open"), TournamentId("cup")
MINUTE = 60_000
HALL = Screen("hall", "Hall", Theme.DARK, (ScreenItem(Content.PAIRINGS, 20), ScreenItem(Content.CLOCK, 5)))
DOOR = Screen("door", "Door", Theme.LIGHT, (ScreenItem(Content.NAMES),))


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def after(self, **time: int) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def screens(database: Database, clock: Clock) -> SqlScreens:
    return SqlScreens(database, clock)


def order(screens: SqlScreens, action: ClockAction, minutes: int | None = None, until: str | None = None) -> EventClock:
    return screens.change_clock(OPEN, ClockOrder(action, minutes, until)).clock


class TestTheClock:
    def test_before_anybody_touches_it_there_is_none(self, screens: SqlScreens) -> None:
        assert screens.display(OPEN) == NOTHING_DISPLAYED
        assert screens.versions([OPEN]) == {}

    def test_it_runs_stands_goes_on_and_is_set_back(self, screens: SqlScreens, clock: Clock) -> None:
        started = order(screens, ClockAction.START, 60)
        assert (started.kind, started.running) == (ClockKind.COUNTDOWN, True)
        clock.after(minutes=20)
        assert screens.display(OPEN).clock.left_at(screens.milliseconds()) == 40 * MINUTE
        assert order(screens, ClockAction.PAUSE).left == 40 * MINUTE
        clock.after(hours=5)
        assert order(screens, ClockAction.PAUSE).left == 40 * MINUTE
        assert order(screens, ClockAction.ADD, -5).left == 35 * MINUTE
        resumed = order(screens, ClockAction.RESUME)
        clock.after(minutes=10)
        assert order(screens, ClockAction.RESUME) == resumed
        added = order(screens, ClockAction.ADD, 2)
        assert added.left_at(screens.milliseconds()) == 27 * MINUTE
        assert order(screens, ClockAction.RESET) == EventClock(ClockKind.COUNTDOWN, 60 * MINUTE, None, 60 * MINUTE)

    def test_time_can_be_added_after_the_end(self, screens: SqlScreens, clock: Clock) -> None:
        order(screens, ClockAction.START, 1)
        clock.after(minutes=30)
        assert screens.display(OPEN).clock.left_at(screens.milliseconds()) == 0
        assert order(screens, ClockAction.ADD, 5).left_at(screens.milliseconds()) == 5 * MINUTE

    def test_it_runs_until_a_time_of_day(self, screens: SqlScreens) -> None:
        started = order(screens, ClockAction.START, until="2026-05-01T16:30+02:00")
        assert started.left_at(screens.milliseconds()) == 150 * MINUTE

    @every(
        ("minutes", "until", "code"),
        [
            (None, None, "count-out-of-range"),
            (0, None, "count-out-of-range"),
            (1441, None, "count-out-of-range"),
            (None, "2026-05-01T13:30", "moment-malformed"),
            (None, "soon", "moment-malformed"),
            (None, "2026-05-01T11:00Z", "date-past"),
            (None, "2026-05-03T11:00Z", "clock-too-far"),
        ],
    )
    def test_a_time_that_is_none_is_refused(
        self, screens: SqlScreens, minutes: int | None, until: str | None, code: str
    ) -> None:
        with pytest.raises(Invalid) as refused:
            order(screens, ClockAction.START, minutes, until)
        assert refused.value.code == code
        assert screens.display(OPEN) == NOTHING_DISPLAYED

    @every(
        "action",
        [ClockAction.PAUSE, ClockAction.RESUME, ClockAction.ADD, ClockAction.RESET],
        ids=lambda each: each.value,
    )
    def test_only_a_countdown_can_be_paused(self, screens: SqlScreens, action: ClockAction) -> None:
        order(screens, ClockAction.TIME)
        before = screens.versions([OPEN])
        with pytest.raises(Refused) as refused:
            order(screens, action, 5)
        assert refused.value.code == "clock-not-counting"
        assert screens.versions([OPEN]) == before

    def test_it_survives_a_restart_and_is_gone_when_hidden(
        self, screens: SqlScreens, database: Database, clock: Clock
    ) -> None:
        started = order(screens, ClockAction.START, 60)
        assert SqlScreens(database, clock).display(OPEN).clock == started
        assert order(screens, ClockAction.TIME) == EventClock(ClockKind.TIME)
        assert order(screens, ClockAction.HIDE) == EventClock()

    def test_two_directors_at_once_both_count(self, screens: SqlScreens) -> None:
        order(screens, ClockAction.START, 60)
        order(screens, ClockAction.PAUSE)
        at_once([lambda: [order(screens, ClockAction.ADD, 1) for _ in range(5)]] * 4)
        assert screens.display(OPEN).clock.left == 80 * MINUTE
        assert screens.versions([OPEN, CUP]) == {OPEN: 22}


class TestMessages:
    def test_they_are_shown_newest_first_until_they_expire_or_are_taken_down(
        self, screens: SqlScreens, clock: Clock
    ) -> None:
        lunch = screens.add_message(OPEN, "  Lunch   is served. ", 30)
        lasting = screens.add_message(OPEN, "Phones off!", None)
        screens.add_message(CUP, "Elsewhere", None)
        assert lunch.text == "Lunch is served."
        assert screens.display(OPEN).messages == (lasting, lunch)
        clock.after(minutes=31)
        assert screens.display(OPEN).messages == (lasting,)
        screens.drop_message(OPEN, lasting.id)
        assert screens.display(OPEN).messages == ()

    @every(("text", "minutes"), [("", None), ("x" * 301, None), ("x", 0), ("a\x07b", None)])
    def test_what_nobody_can_read_is_refused(self, screens: SqlScreens, text: str, minutes: int | None) -> None:
        with pytest.raises(Invalid):
            screens.add_message(OPEN, text, minutes)
        assert screens.versions([OPEN]) == {}

    def test_they_do_not_pile_up(self, screens: SqlScreens, clock: Clock) -> None:
        for number in range(MOST_MESSAGES):
            screens.add_message(OPEN, f"Message {number}", 10)
        with pytest.raises(Refused):
            screens.add_message(OPEN, "One more", None)
        clock.after(minutes=11)
        assert screens.add_message(OPEN, "One more", None).text == "One more"

    def test_one_of_another_event_is_not_there_to_take_down(self, screens: SqlScreens) -> None:
        message = screens.add_message(CUP, "Elsewhere", None)
        with pytest.raises(Unknown):
            screens.drop_message(OPEN, message.id)


class TestScreens:
    def test_they_are_kept_in_their_order(self, screens: SqlScreens, database: Database) -> None:
        screens.change_screens(OPEN, lambda _: (HALL, DOOR))
        screens.change_screens(CUP, lambda _: (DOOR,))
        assert SqlScreens(database).screens(OPEN) == (HALL, DOOR)
        assert screens.change_screens(OPEN, lambda now: now[::-1]) == (DOOR, HALL)
        assert screens.screens(CUP) == (DOOR,)

    def test_a_new_one_gets_a_key_of_its_own(self, screens: SqlScreens) -> None:
        new = [Screen("", name, items=DOOR.items) for name in ("Große Halle", "Grosse Halle!", "大厅", "Hall")]
        made = screens.change_screens(OPEN, lambda _: (HALL, *new))
        assert [each.key for each in made] == ["hall", "groe-halle", "grosse-halle", "screen", "hall-2"]

    @every(
        "wrong",
        [
            (HALL, HALL),
            (Screen("hall", "", items=DOOR.items),),
            (Screen("hall", "Hall"),),
            (Screen("Hall/1", "Hall", items=DOOR.items),),
            (Screen("hall", "Hall", items=(ScreenItem(Content.CLOCK, 4),)),),
            (Screen("hall", "Hall", items=(ScreenItem(Content.CLOCK, 601),)),),
            (Screen("hall", "Hall", items=DOOR.items * 13),),
            tuple(Screen("", "Hall", items=DOOR.items) for _ in range(21)),
        ],
    )
    def test_what_cannot_hang_on_a_wall_is_refused(self, screens: SqlScreens, wrong: tuple[Screen, ...]) -> None:
        screens.change_screens(OPEN, lambda _: (DOOR,))
        with pytest.raises(Invalid):
            screens.change_screens(OPEN, lambda _: wrong)
        assert screens.screens(OPEN) == (DOOR,)


def test_every_change_is_told_to_those_who_watch(screens: SqlScreens) -> None:
    told: list[list[TournamentId]] = []
    screens.on_change(lambda streams: told.append(list(streams)))
    order(screens, ClockAction.START, 60)
    message = screens.add_message(CUP, "Lunch", None)
    screens.drop_message(CUP, message.id)
    screens.change_screens(OPEN, lambda _: (HALL,))
    with pytest.raises(Unknown):
        screens.drop_message(CUP, message.id)
    assert told == [[OPEN], [CUP], [CUP], [OPEN]]


def test_writing_the_read_model_anew_leaves_them_alone(screens: SqlScreens, journal: SqlJournal) -> None:
    screens.change_screens(OPEN, lambda _: (HALL,))
    order(screens, ClockAction.START, 60)
    before = screens.display(OPEN)
    journal.rebuild()
    assert (screens.screens(OPEN), screens.display(OPEN)) == ((HALL,), before)
