"""The clock of an event: one for all screens and phones, a countdown or the time of day.

It is kept as the moment at which it ends, or as the time that is left while it stands: every screen that
knows what time it is on the server shows the same. All times are milliseconds, moments since the epoch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC
from enum import Enum

from podium.app.server.steady_clock import iso, milliseconds
from podium.app.words.language import _
from podium.core.days import time_of
from podium.core.errors import Invalid, Refused

MINUTE = 60_000
MOST_MINUTES = 24 * 60


class ClockKind(Enum):
    """What the clock of an event shows."""

    NONE = "none"
    COUNTDOWN = "countdown"
    TIME = "time"


class ClockAction(Enum):
    """What a director does with the clock."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    ADD = "add"
    RESET = "reset"
    TIME = "time"
    HIDE = "hide"


@dataclass(frozen=True, slots=True)
class EventClock:
    """A clock. A countdown has a `length`; while it runs it `ends` at a moment, while it stands so much is `left`."""

    kind: ClockKind = ClockKind.NONE
    length: int = 0
    ends: int | None = None
    left: int = 0

    @property
    def running(self) -> bool:
        return self.ends is not None

    def left_at(self, now: int) -> int:
        """What is left at `now`; never less than nothing."""
        return max(0, self.ends - now) if self.ends is not None else self.left


@dataclass(frozen=True, slots=True)
class ClockOrder:
    """What a director wants: `minutes` to start with or to add, or `until` when it is to run (ISO, with its zone)."""

    action: ClockAction
    minutes: int | None = None
    until: str | None = None


def changed_clock(clock: EventClock, order: ClockOrder, now: int) -> EventClock:
    """The clock after `order` at `now`; the same where there is nothing to change. Raises Invalid and Refused."""
    match order.action:
        case ClockAction.START:
            return _started(order, now)
        case ClockAction.TIME:
            return EventClock(ClockKind.TIME)
        case ClockAction.HIDE:
            return EventClock()
    if clock.kind is not ClockKind.COUNTDOWN:
        raise Refused("clock-not-counting")
    left = clock.left_at(now)
    match order.action:
        case ClockAction.PAUSE:
            return replace(clock, ends=None, left=left)
        case ClockAction.RESUME:
            return clock if clock.running else replace(clock, ends=now + clock.left, left=0)
        case ClockAction.ADD:
            minutes = _minutes(order.minutes, least=-MOST_MINUTES)
            more = min(max(0, left + minutes * MINUTE), MOST_MINUTES * MINUTE)
            return replace(clock, ends=now + more) if clock.running else replace(clock, left=more)
        case ClockAction.RESET:
            return EventClock(ClockKind.COUNTDOWN, clock.length, None, clock.length)


def _started(order: ClockOrder, now: int) -> EventClock:
    if order.until is not None:
        ends = _moment(order.until)
        if ends <= now:
            raise Invalid("date-past", field="until", value=order.until)
        if ends > now + MOST_MINUTES * MINUTE:
            raise Invalid("clock-too-far", field="until", value=order.until)
        return EventClock(ClockKind.COUNTDOWN, ends - now, ends)
    length = _minutes(order.minutes, least=1) * MINUTE
    return EventClock(ClockKind.COUNTDOWN, length, now + length)


def _minutes(minutes: int | None, *, least: int) -> int:
    if minutes is None or not least <= minutes <= MOST_MINUTES:
        raise Invalid("count-out-of-range", field="minutes", value=minutes, least=least, most=MOST_MINUTES)
    return minutes


def _moment(text: str) -> int:
    try:
        moment = time_of(text)
        if moment.tzinfo is None:
            raise ValueError(text)
        return milliseconds(moment.astimezone(UTC))
    except (ValueError, OverflowError):
        raise Invalid("moment-malformed", field="until", value=text) from None


SECOND = 1000


def clock_text(clock: EventClock, now: int) -> str:
    """What the clock shows at `now`: until when it runs, or what is left while it stands; never what time it is."""
    match clock.kind:
        case ClockKind.NONE | ClockKind.TIME:
            return ""
        case ClockKind.COUNTDOWN if clock.ends is not None and clock.ends > now:
            return _("until %(time)s UTC", time=iso(clock.ends)[11:16])
        case ClockKind.COUNTDOWN:
            return time_left(clock.left_at(now))


def time_left(left: int) -> str:
    """Milliseconds as `1:02:03` or `9:59`; a second that has begun counts."""
    seconds = -(-left // SECOND)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
