"""When the rounds of an event are planned to begin."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from podium.app.event.progress import has_begun
from podium.core.days import LAST_YEAR
from podium.flow.state import Settings, Tournament


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round and when it is to begin: the day, the time in the hall (`14:00`), and the moment where that is known."""

    number: int
    day: date
    time: str = ""
    moment: datetime | None = None

    @property
    def start(self) -> date | datetime:
        """The moment, the time by the clock in the hall, or the day."""
        if self.moment is not None or not self.time:
            return self.moment or self.day
        return datetime.fromisoformat(f"{self.day} {self.time}")


def schedule(settings: Settings) -> tuple[PlannedRound, ...]:
    """The rounds whose time, or at least day, is planned; times come before the dates of the rounds."""
    count = max(len(settings.round_times), len(settings.round_dates))
    return tuple(_planned(settings, number) for number in range(1, count + 1))


def _planned(settings: Settings, number: int) -> PlannedRound:
    if number > len(settings.round_times):
        return PlannedRound(number, date.fromisoformat(settings.round_dates[number - 1]))
    local = datetime.fromisoformat(settings.round_times[number - 1])
    zone = settings.time_zone
    moment = local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC) if zone and local.year <= LAST_YEAR else None
    return PlannedRound(number, local.date(), f"{local:%H:%M}", moment)


def local_time(settings: Settings, moment: str) -> datetime:
    """A moment (ISO) by the clock of the event: in its own time zone, or in UTC where that is not said."""
    return datetime.fromisoformat(moment).astimezone(_zone(settings))


def moment_of(settings: Settings, local: str) -> str:
    """The moment of a time that was typed by the clock of the event, `2026-08-31T14:00`, with its offset; any other
    text as it is, to be refused."""
    try:
        typed = datetime.fromisoformat(local)
        return local if typed.tzinfo is not None else typed.replace(tzinfo=_zone(settings)).isoformat()
    except (ValueError, OverflowError):
        return local


def zone_name(settings: Settings) -> str:
    """The clock by which times of the event are typed and shown."""
    return settings.time_zone or "UTC"


def _zone(settings: Settings) -> ZoneInfo:
    return ZoneInfo(zone_name(settings))


def round_days(settings: Settings) -> tuple[str, ...]:
    """The dates of the rounds from round 1: as declared, else those of the times that are planned."""
    return settings.round_dates or tuple(each[:10] for each in settings.round_times)


def next_planned(state: Tournament) -> PlannedRound | None:
    """The first round of which no game is played yet, if it is planned."""
    begun = max((here.number for here in state.rounds if has_begun(here)), default=0)
    return next((each for each in schedule(state.settings) if each.number > begun), None)
