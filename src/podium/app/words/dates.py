"""Days as they stand in a list or a sentence: `1 – 9 Aug 2026`, in German `1.–9. Aug. 2026`."""

from __future__ import annotations

import re
from datetime import date

from podium.app.event.schedule import local_time, zone_name
from podium.app.words.language import SOURCE, language
from podium.flow.event.setting_values import Settings

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""In English; other languages have theirs from Babel, with the marks and the order that belong to them."""
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_DAY, _DAY_OF_WEEK, _WHOLE_DAY = "yMMMd", "yMMMEd", "medium"  # by the names that Unicode gives to formats
_FIRST_OF_MONTH = re.compile(r"\b1(?=(?:–\d+)? [a-zé])")  # which is a number of its own kind in French alone


def dates(start: object, end: object) -> str:
    """A day, or from when to when: `1 – 9 Aug 2026`; what is no day stands as it is."""
    try:
        days = [date.fromisoformat(str(day)) for day in (start, end) if day]
    except ValueError:
        return " – ".join(str(day) for day in (start, end) if day)
    if not days:
        return ""
    first, last = days[0], days[-1]
    if language() != SOURCE:
        return _interval(first, last)
    written = f"{last.day} {MONTHS[last.month - 1]} {last.year}"
    if first == last:
        return written
    parts = [str(first.day)]
    if (first.year, first.month) != (last.year, last.month):
        parts.append(MONTHS[first.month - 1])
    if first.year != last.year:
        parts.append(str(first.year))
    return f"{' '.join(parts)} – {written}"


def event_time(settings: Settings, moment: str) -> str:
    """A moment by the clock of an event, which is named: `31 Aug 2026 14:00 (Europe/Berlin)`."""
    local = local_time(settings, moment)
    return f"{dates(local.date(), None)} {local:%H:%M} ({zone_name(settings)})"


def day_of_week(day: date) -> str:
    """A day with its day of the week: `Mon 3 Aug 2026`."""
    if language() == SOURCE:
        return f"{WEEKDAYS[day.weekday()]} {dates(day, None)}"
    from babel.dates import format_skeleton  # loads with the first language that needs it

    return _with_ordinals(format_skeleton(_DAY_OF_WEEK, day, locale=language()))


def day_in_figures(day: str) -> str:
    """A day, written as 2026-08-31, in the fewest signs: so in English, elsewhere as people are used to."""
    if language() == SOURCE:
        return day
    from babel.dates import format_date

    return format_date(date.fromisoformat(day), _WHOLE_DAY, locale=language())


def _interval(first: date, last: date) -> str:
    from babel.dates import format_interval, format_skeleton

    if first == last:
        return _with_ordinals(format_skeleton(_DAY, first, locale=language()))
    return _with_ordinals(format_interval(first, last, _DAY, locale=language()))


def _with_ordinals(day: str) -> str:
    """The day with `1er` for the first of a month, where the language says so."""
    return _FIRST_OF_MONTH.sub("1er", day) if language().startswith("fr") else day
