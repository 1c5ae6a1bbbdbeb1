"""Whether a report is of a team event: its records, or what it calls itself."""

from __future__ import annotations

import re

from podium.core.errors import FormatError
from podium.files.trf.record import Line, Record

TEAM_RECORDS = frozenset({"013", "300", "310", "320", "330", "352", "362", "801", "802"})
"""The records that only reports of team events have: teams, line-ups, byes and forfeits of teams, their points."""
_TYPES = frozenset({"092", "192"})
_TEAM = re.compile(r"(?<![a-z])teams?(?![a-z])", re.IGNORECASE)


def team_event(record: Record) -> FormatError | None:
    """What says that this is a team event, as the error that the file is refused with; None for an individual one."""
    for line in record.lines:
        value = line.text[3:].strip()
        if value and _is_of_teams(line, value):
            return FormatError(line.number, 1, "team-event", tag=line.tag, value=value[:40])
    return None


def _is_of_teams(line: Line, value: str) -> bool:
    if line.tag in TEAM_RECORDS:
        return True
    if line.tag == "082":  # how many teams there are
        return value.isdecimal() and int(value) > 0
    return line.tag in _TYPES and _TEAM.search(value.replace("_", " ")) is not None
