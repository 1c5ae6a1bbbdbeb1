"""`podium clock`: the clock of an event, on all its screens and pages."""

from __future__ import annotations

import click

from podium.app.access import SCREENS_BY
from podium.app.desk import Seen
from podium.app.hall.event_clock import ClockAction, ClockKind, ClockOrder, EventClock, clock_text, time_left
from podium.app.hall.screens import clock_answer
from podium.app.words.language import _
from podium.cli.frame import Console
from podium.cli.naming import on_tournament
from podium.core.errors import Forbidden

ACTIONS = [action.value for action in ClockAction]


@click.command("clock")
@on_tournament
@click.argument("action", type=click.Choice(ACTIONS), required=False)
@click.argument("minutes", type=int, required=False)
@click.option("--until", metavar="TIME", help="Start a countdown to this time, such as 2026-08-31T14:30+02:00.")
def verb(here: Console, seen: Seen, action: str | None, minutes: int | None, until: str | None) -> None:
    """Show or keep the clock of TOURNAMENT, which is the same on all screens and phones.

    `start` a countdown of so many MINUTES or `--until` a time, `pause` it, `resume` it, `add` MINUTES (after `--`, less
    than nothing takes some), `reset` it to its whole length, show the `time` of day, or `hide` it. Without an action it
    is only shown.
    """
    seen, screens = seen, here.podium.screens
    if action is None:
        display = screens.display(seen.state.id)
    elif seen.role < SCREENS_BY:
        raise Forbidden("keep the clock")
    else:
        display = screens.change_clock(seen.state.id, ClockOrder(ClockAction(action), minutes, until))
    clock, now = display.clock, screens.milliseconds()
    here.answer(clock_answer(clock, now), _text(clock, now))


def _text(clock: EventClock, now: int) -> str:
    match clock.kind:
        case ClockKind.NONE:
            return _("There is no clock.")
        case ClockKind.TIME:
            return _("The clock shows the time of day.")
        case ClockKind.COUNTDOWN if clock.running:
            return _("%(left)s, %(until)s", left=time_left(clock.left_at(now)), until=clock_text(clock, now))
        case ClockKind.COUNTDOWN:
            return clock_text(clock, now)
