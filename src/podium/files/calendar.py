"""Calendar files (iCalendar, RFC 5545): entries in, text out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

LINE = 75
"""Octets of a line before it is folded (section 3.1)."""
PRODUCT = "-//Podium//Podium//EN"


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """Something planned. `start` is a day, a moment with its zone, or a time by the clock of wherever it is read.

    `revision` grows with every change, so that calendars take the newer one.
    """

    uid: str
    start: date | datetime
    summary: str
    location: str = ""
    url: str = ""
    revision: int = 0


def write_calendar(name: str, entries: Iterable[CalendarEntry], stamp: datetime) -> str:
    """The calendar `name` with its entries, written at `stamp`: lines end in CR LF, the last one too."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    lines.append(f"X-WR-CALNAME:{escaped(name)}")
    for entry in entries:
        lines += _entry(entry, stamp)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _entry(entry: CalendarEntry, stamp: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{entry.uid}"
    yield f"DTSTAMP:{_moment(stamp)}"
    yield f"SEQUENCE:{entry.revision}"
    if isinstance(entry.start, datetime):
        yield f"DTSTART:{_moment(entry.start)}"
    else:
        yield f"DTSTART;VALUE=DATE:{entry.start:%Y%m%d}"
    yield f"SUMMARY:{escaped(entry.summary)}"
    if entry.location:
        yield f"LOCATION:{escaped(entry.location)}"
    if entry.url:
        yield f"URL:{entry.url}"
    yield "END:VEVENT"


def _moment(at: datetime) -> str:
    """UTC where the zone is known; else a time that floats, as section 3.3.5 calls it."""
    return f"{at:%Y%m%dT%H%M%S}" if at.tzinfo is None else f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    r"""The text as a value has it (section 3.3.11).

    >>> escaped("Hall, 2nd floor; left\nside")
    'Hall\\, 2nd floor\\; left\\nside'
    """
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\r\n", "\n").replace("\n", "\\n")


def folded(line: str) -> Iterator[str]:
    """The line in pieces of at most 75 octets; all but the first begin with a space. No character is cut in two."""
    piece, size = "", 0
    for sign in line:
        length = len(sign.encode())
        if size + length > LINE:
            yield piece
            piece, size = " ", 1
        piece += sign
        size += length
    yield piece
