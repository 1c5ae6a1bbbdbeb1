"""Calendar files by the rules of RFC 5545."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from podium.files.calendar import LINE, CalendarEntry, escaped, folded, write_calendar

STAMP = datetime(2026, 8, 1, 10, 30, tzinfo=UTC)


def written(*entries: CalendarEntry) -> list[str]:
    """The lines of the file, unfolded."""
    text = write_calendar("Open", entries, STAMP)
    assert text.endswith("END:VCALENDAR\r\n")
    assert "\n" not in text.replace("\r\n", "")
    return text.replace("\r\n ", "").split("\r\n")


def test_a_calendar_has_what_the_standard_asks_for() -> None:
    lines = written(CalendarEntry("t1-1@podium", date(2026, 8, 31), "Open: round 1"))
    assert lines[:3] == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Podium//Podium//EN"]
    assert lines[lines.index("BEGIN:VEVENT") + 1 :][:5] == [
        "UID:t1-1@podium",
        "DTSTAMP:20260801T103000Z",
        "SEQUENCE:0",
        "DTSTART;VALUE=DATE:20260831",
        "SUMMARY:Open: round 1",
    ]


def test_a_time_of_a_known_zone_is_written_in_utc() -> None:
    berlin = datetime(2026, 8, 31, 14, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    assert "DTSTART:20260831T120000Z" in written(CalendarEntry("1", berlin, "Open"))


def test_a_time_without_a_zone_floats() -> None:
    assert "DTSTART:20260831T140000" in written(CalendarEntry("1", datetime(2026, 8, 31, 14, 0), "Open"))  # noqa: DTZ001 -- a time by the clock in the hall, whatever its zone


def test_marks_of_the_format_are_escaped() -> None:
    lines = written(CalendarEntry("1", date(2026, 8, 31), "A; B, C\\D", location="Hall\r\nEND:VEVENT"))
    assert r"SUMMARY:A\; B\, C\\D" in lines
    assert r"LOCATION:Hall\nEND:VEVENT" in lines
    assert lines.count("END:VEVENT") == 1


@given(st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\r\n"), min_size=60))
def test_long_lines_are_folded_between_characters(text: str) -> None:
    pieces = list(folded(f"SUMMARY:{escaped(text)}"))
    assert all(len(piece.encode()) <= LINE for piece in pieces)
    assert all(piece.startswith(" ") for piece in pieces[1:])
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == f"SUMMARY:{escaped(text)}"
