"""Days as they stand in a list or a sentence."""

from __future__ import annotations

from datetime import date

from podium.app.words.language import N_, _

MONTHS = (
    N_("Jan"),
    N_("Feb"),
    N_("Mar"),
    N_("Apr"),
    N_("May"),
    N_("Jun"),
    N_("Jul"),
    N_("Aug"),
    N_("Sep"),
    N_("Oct"),
    N_("Nov"),
    N_("Dec"),
)


def dates(start: object, end: object) -> str:
    """A day, or from when to when: `1 – 9 Aug 2026`."""
    days = [date.fromisoformat(str(day)) for day in (start, end) if day]
    if not days:
        return ""
    first, last = days[0], days[-1]
    written = f"{last.day} {_(MONTHS[last.month - 1])} {last.year}"
    if first == last:
        return written
    parts = [str(first.day)]
    if (first.year, first.month) != (last.year, last.month):
        parts.append(_(MONTHS[first.month - 1]))
    if first.year != last.year:
        parts.append(str(first.year))
    return f"{' '.join(parts)} – {written}"
