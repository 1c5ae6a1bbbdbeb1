"""From a tournament report to the view that the tie-breaks are asked with."""

from __future__ import annotations

import re
from dataclasses import replace
from operator import attrgetter

from podium.app.trf.round_robin import all_met, left_early
from podium.core.arguments import guarded
from podium.core.errors import Unknown
from podium.core.result import Worth
from podium.files.trf import Entry, Report
from podium.files.trf.report import CODES
from podium.tiebreaks import Colour, Entrant, Record, Rules, UnratedMethod, View

COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK, "-": None}
_FIELDS = attrgetter("opponent", "colour", "code")
UNRATED = "### Unrated in tie-breaks: "
NOT_USED = "### Tie-breaks not used in the ranks: "
"""How the line begins that says what stands for players without a rating, for which the format has no record."""
EXPELLED = "### Expelled: "
"""How the line begins that says who has no rank because of that, by start number."""
_STANDS_FOR_UNRATED = re.compile(rf"{UNRATED}(?:(?P<rating>\d{{1,4}})|(?P<method>lowest|average))\s*", re.ASCII)
IN_FORCE = ((2026, "2026-03-01"),)  # an older tournament keeps the edition before


@guarded
def view_of(
    report: Report,
    *,
    after: int | None = None,
    edition: int | None = None,
    round_robin: bool | None = None,
    unrated: int | None = None,
    unrated_method: UnratedMethod = UnratedMethod.FIXED,
) -> View:
    """The view of a report after a round, or after all that are finished.

    Where they are not given, the edition follows from the date of the tournament, what stands for players without a
    rating from what the file says, and whether it is a round robin from what it says of that, or from everybody having
    met everybody. Who left one before half of the games is not in the view.
    """
    last = report.finished_rounds
    if after is not None and not 0 <= after <= last:
        raise Unknown("round", after)
    if round_robin is None:
        round_robin = report.round_robin if report.round_robin is not None else all_met(report)
    if unrated is None and unrated_method is UnratedMethod.FIXED:
        unrated, unrated_method = stands_for_unrated(report)
    rules = Rules(edition or edition_of(report), round_robin, unrated, unrated_method)
    left_out = left_early(report) if round_robin else frozenset()
    entrants = tuple(
        without_games(entrant_of(report, entry, last), left_out)
        for entry in report.entries
        if entry.number not in left_out
    )
    return View(entrants, report.scoring, rules, after=after, planned=report.rounds)


def stands_for_unrated(report: Report) -> tuple[int | None, UnratedMethod]:
    """The rating that stands for players without one, or whose does, where the file says so."""
    found = next(filter(None, map(_STANDS_FOR_UNRATED.fullmatch, report.others)), None)
    if found is None or found["rating"]:
        return int(found["rating"]) if found else None, UnratedMethod.FIXED
    return None, UnratedMethod(found["method"])


def expelled_in(report: Report) -> frozenset[int]:
    """The start numbers of players who have no rank because they were expelled, where the file says so."""
    lines = (line.removeprefix(EXPELLED) for line in report.others if line.startswith(EXPELLED))
    return frozenset(int(number) for line in lines for number in line.split() if number.isdecimal())


def entrant_of(report: Report, entry: Entry, rounds: int) -> Entrant:
    """One player after `rounds`; a round without a record is a zero-point bye."""
    cells = entry.cells[:rounds]
    records = [
        Record(CODES.get(code, Worth.ZERO_BYE), opponent or None, COLOURS[colour])
        for opponent, colour, code in map(_FIELDS, cells)
    ]
    records += [Record(Worth.ZERO_BYE)] * (rounds - len(records))
    for (number, played), points in report.overruled.items():
        if number == entry.number and played <= rounds:
            records[played - 1] = records[played - 1]._replace(points=points)
    return Entrant(entry.number, tuple(records), entry.number, entry.rating, report.bonus(entry.number, rounds))


def without_games(entrant: Entrant, left_out: frozenset[int]) -> Entrant:
    """The player without the games against players who are left out."""
    if not left_out:
        return entrant
    records = tuple(None if record and record.opponent in left_out else record for record in entrant.records)
    return replace(entrant, records=records)


def edition_of(report: Report) -> int:
    """The edition of C.07 in force when the tournament began; the present one without a date."""
    if report.start[:4].isdigit():
        return next((year for year, since in IN_FORCE if report.start >= since), 2024)
    return IN_FORCE[0][0]
