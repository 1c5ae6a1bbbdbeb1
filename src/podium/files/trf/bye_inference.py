"""Byes that a file of the oldest form leaves without a code, where the points of the player tell what they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, replace

from podium.files.trf.report import NOTHING, Cell, Entry, Report

HALF, FULL, ALLOCATED = "H", "F", "U"


@dataclass(frozen=True, slots=True)
class InferredByes:
    """The report with its byes, and each of them as (player, round, code)."""

    report: Report
    byes: tuple[tuple[int, int, str], ...]


def byes_by_points(report: Report, uncoded: Set[tuple[int, int]]) -> InferredByes | None:
    """The report with the byes that the points of players ask for; None where they can be read in two ways, or none.

    `uncoded` are the (player, round) that the file marks as without a game, but not why; a player who has such rounds
    has no byes in others, and of one whose game is not over the points tell nothing. The only full-point bye of a round
    is the one that the pairing gives.
    """
    wanted: dict[tuple[int, int], str] = {}
    for entry in report.entries:
        if entry.points is None or entry.points == report.score(entry) or entry.games_not_over:
            continue
        empty = [number for number in range(1, report.paired_rounds + 1) if entry.cell(number) == NOTHING]
        rounds = [number for number in empty if (entry.number, number) in uncoded] or empty
        code = _code_of_all(report, entry, len(rounds))
        if code is None:
            return None
        wanted |= {(entry.number, number): code for number in rounds}
    allocated = {number for entry in report.entries for number, cell in enumerate(entry.cells, 1) if cell.code == "U"}
    full = Counter(number for (_, number), code in wanted.items() if code == FULL)
    if report.scoring.bye == report.scoring.unpaired:
        wanted = {
            place: ALLOCATED if code == FULL and full[place[1]] == 1 and place[1] not in allocated else code
            for place, code in wanted.items()
        }
    entries = tuple(_with_byes(entry, wanted) for entry in report.entries)
    return InferredByes(replace(report, entries=entries), tuple((*place, code) for place, code in wanted.items()))


def _code_of_all(report: Report, entry: Entry, rounds: int) -> str | None:
    """The one kind of bye that as many rounds must have been to make up for the points that are missing."""
    missing = (entry.points.units if entry.points is not None else 0) - report.score(entry).units
    half, full = report.scoring.half_bye.units, report.scoring.unpaired.units
    if rounds == 1 and missing == half:
        return HALF
    return FULL if rounds and missing == rounds * full else None  # two halves may be a full one and an absence


def _with_byes(entry: Entry, wanted: dict[tuple[int, int], str]) -> Entry:
    here = {number: code for (player, number), code in wanted.items() if player == entry.number}
    if not here:
        return entry
    cells = [*entry.cells, *[NOTHING] * (max(here) - len(entry.cells))]
    for number, code in here.items():
        cells[number - 1] = Cell(0, "-", code)
    return replace(entry, cells=tuple(cells))
