"""The planned rounds of an event as a calendar file."""

from __future__ import annotations

from datetime import UTC, datetime

from podium.app.event.schedule import schedule
from podium.app.words.language import _
from podium.files.calendar import CalendarEntry, write_calendar
from podium.flow.state import Tournament


def calendar_of(state: Tournament, url: str = "", revision: int = 0) -> bytes:
    """One entry for each round that is planned; `url` is where the event's page is, `revision` its version."""
    name = state.settings.name
    entries = (
        CalendarEntry(
            uid=f"{state.id}-{each.number}@podium",
            start=each.start,
            summary=_("%(tournament)s: round %(round)s", tournament=name, round=each.number),
            location=state.settings.place or "",
            url=url,
            revision=revision,
        )
        for each in schedule(state.settings)
    )
    return write_calendar(name, entries, datetime.now(UTC)).encode()
