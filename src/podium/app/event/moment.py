"""The moment an event is in: what home, overview, wall and phones show follows from it."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum

from podium.app.event.progress import current_round, has_begun
from podium.app.event.schedule import schedule
from podium.app.queries import is_finished
from podium.flow.state import Round, Stage, Tournament

DOORS = timedelta(hours=1)
"""How long before the first round its players are expected in the hall."""


class Moment(Enum):
    """Where an event is between its announcement and its prizes."""

    SOON = "soon"
    DOORS_OPEN = "doors-open"
    PAIRINGS_OUT = "pairings-out"
    PLAYING = "playing"
    BETWEEN_ROUNDS = "between-rounds"
    FINALE = "finale"

    @property
    def live(self) -> bool:
        """Whether people are in the hall."""
        return self not in (Moment.SOON, Moment.FINALE)


def moment(state: Tournament, now: datetime, *, check_in_open: bool = False) -> Moment:
    """The moment at `now`, a time with its zone; `check_in_open` if players check in for the next round.

    Before the first round is out the doors open with the check-in, or an hour before its planned time. A round that is
    out is played from its first result, its planned time, or the start of its live games on.
    """
    if is_finished(state):
        return Moment.FINALE
    here = round_on_show(state)
    if here is None or here.stage is Stage.DRAFT:
        return Moment.DOORS_OPEN if check_in_open or _has_come(state, 1, now + DOORS) else Moment.SOON
    if here.stage is Stage.CLOSED or not here.unsettled:
        return Moment.BETWEEN_ROUNDS
    started = here.starts_at is not None and datetime.fromisoformat(here.starts_at) <= now
    begun = has_begun(here) or any(map(has_begun, state.rounds[here.number :]))
    return Moment.PLAYING if begun or started or _has_come(state, here.number, now) else Moment.PAIRINGS_OUT


def round_on_show(state: Tournament) -> Round | None:
    """The round being played; of those that run side by side, the first that is not over."""
    here = current_round(state)
    if here is not None or not state.rounds:
        return here
    return next((each for each in state.rounds if each.unsettled), state.rounds[-1])


def _has_come(state: Tournament, number: int, now: datetime) -> bool:
    """Whether the planned time of a round has come; never, where it is not known to the minute."""
    planned = (each.moment for each in schedule(state.settings) if each.number == number)
    return any(each is not None and each <= now for each in planned)
