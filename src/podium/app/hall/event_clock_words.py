"""The clock of an event where no script runs: a page cannot count, so it says when."""

from __future__ import annotations

from podium.app.hall.event_clock import ClockKind, EventClock
from podium.app.server.steady_clock import iso
from podium.app.words.language import _

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
