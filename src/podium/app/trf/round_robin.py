"""A round robin as a report file tells it: its table, and who left before half of the games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from podium import roundrobin
from podium.app.trf.swiss_field import paired_in, pairing_order, start_numbers
from podium.core.points import Points
from podium.core.result import Worth
from podium.files.trf import Cell, Entry, Report
from podium.files.trf_systems import ROUND_ROBIN
from podium.roundrobin.checker import differences_from

NO_TABLE = ("CUSTOM", "BY HAND")
"""What the type says of a round robin whose pairings came from elsewhere, as a code and in words."""


@dataclass(frozen=True, slots=True)
class BergerTable:
    """The table that every round follows: the start numbers by seat, and which of the tables it is."""

    seats: tuple[int, ...]
    cycles: int
    exchanged: bool


def berger_table(report: Report) -> BergerTable | None:
    """The Berger table that a report was paired by, found from its rounds; None where there is none.

    Everybody has a seat, in the order of the numbers. A file that calls itself a Swiss, or nothing, is a round robin if
    all have met, one that says nothing also if two rounds are as in the table and its plan fits.
    """
    if not report.paired_rounds or not _may_be_by_table(report):
        return None
    order = pairing_order(report)
    seats = tuple(sorted(order, key=lambda number: order[number]))
    if len(seats) <= 2 and not report.round_robin:
        return None
    seat = {order[number]: place for place, number in enumerate(seats, start=1)}
    played = _rounds(report, seat)
    for cycles in range(1, roundrobin.MOST_CYCLES + 1):
        if report.rounds > roundrobin.rounds_needed(len(seats), cycles):
            continue
        for exchanged in (False, True) if cycles == roundrobin.MOST_CYCLES else (False,):
            table = roundrobin.berger(len(seats), cycles, swap_last_two=exchanged)
            if not differences_from(table, played):
                return BergerTable(seats, cycles, exchanged)
    return None


def cycles_met(report: Report) -> int:
    """How many cycles a round robin without a table has: two where somebody met the same opponent twice."""
    for entry in report.entries:
        opponents = [cell.opponent for cell in entry.cells if cell.paired]
        if len(opponents) > len(set(opponents)):
            return roundrobin.MOST_CYCLES
    return 1


def _rounds(report: Report, names: dict[int, int]) -> list[frozenset[tuple[int, int]]]:
    """The pairs of every round, White first, by what `names` has for each pairing number."""
    return [
        frozenset((names[white], names[black]) for white, black in paired_in(report, number)[0])
        for number in range(1, report.paired_rounds + 1)
    ]


def _says_no_table(report: Report) -> bool:
    words = f"{report.type_code} {report.kind}".upper()
    return any(each in words for each in NO_TABLE)


def _may_be_by_table(report: Report) -> bool:
    """Whether what the file says, or that all have met, allows for a table."""
    if _says_no_table(report):
        return False
    if report.system is not None:
        return report.system.family == ROUND_ROBIN
    if report.round_robin or all_met(report):
        return True
    needed = (
        {roundrobin.rounds_needed(len(report.entries), cycles) for cycles in (1, roundrobin.MOST_CYCLES)}
        if report.entries
        else set()
    )
    return report.round_robin is None and report.paired_rounds > 1 and report.planned_rounds in {None, *needed}


def table_differences(report: Report) -> list[roundrobin.RoundDifference] | None:
    """Every round that is not as in the Berger table, by start number; None for what was not paired by one.

    A file that does not say what it is was, if everybody met everybody and every round is as in the table.
    """
    if berger_table(report) is not None:
        return []
    if report.round_robin is False or _says_no_table(report):
        return None
    if report.round_robin is None and not all_met(report):
        return None
    found = _differences(report)
    return found if report.round_robin or not found else None


def _differences(report: Report) -> list[roundrobin.RoundDifference]:
    """The differences from the table that fits best: players who never sat at it have the last numbers."""
    order = sorted(pairing_order(report).values())
    seat = {number: place for place, number in enumerate(order, start=1)}
    played = _rounds(report, seat)
    last = max((place for pairs in played for pair in pairs for place in pair), default=0)
    sizes = range(max(last, 2), max(len(order), 2) + 1)
    found = min((roundrobin.differing_rounds(size, _cycles(report, size), played) for size in sizes), key=len)
    start = start_numbers(report)

    def numbers(pair: tuple[int, int]) -> tuple[int, int]:
        white, black = (start[order[place - 1]] if place <= len(order) else place for place in pair)
        return white, black

    return [
        roundrobin.RoundDifference(
            each.round,
            tuple((board, numbers(pair)) for board, pair in each.missing),
            tuple(numbers(pair) for pair in each.extra),
        )
        for each in found
    ]


def repeated_meetings(report: Report) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """The games of a round robin without a table whose players met before in the same cycle, by round and start
    number."""
    start = start_numbers(report)
    rounds = _rounds(report, start)
    seats = max(len(start), 2)
    plan = roundrobin.Plan(tuple(rounds), roundrobin.rounds_needed(seats), _cycles(report, seats))
    for number in range(1, len(rounds) + 1):
        again = sorted(pair for pair, other in roundrobin.second_meetings(plan, number) if other < number)
        if again:
            yield number, again


def _cycles(report: Report, seats: int) -> int:
    return 2 if "DOUBLE" in report.type_code.upper() or report.rounds > roundrobin.rounds_needed(seats) else 1


def left_early(report: Report) -> frozenset[int]:
    """The start numbers of players whose games count for nobody (C.05, article 6.6).

    They completed less than half of their games, did not play their last one, are withdrawn or forfeited more than half
    of all, and record 299 takes whatever their games brought away from both players.
    """
    if not report.overruled or report.round_robin is False:
        return frozenset()
    return frozenset(entry.number for entry in report.entries if _is_left_out(report, entry))


def _is_left_out(report: Report, entry: Entry) -> bool:
    games = [(number, cell) for number, cell in enumerate(entry.cells, 1) if cell.paired]
    seats = len(report.entries)
    total = (seats - 1) * _cycles(report, seats)
    forfeits = sum(cell.worth is Worth.FORFEIT_LOSS for _, cell in games)
    left = entry.number in report.absent or not roundrobin.counts_after(total - forfeits, total)
    if not games or not (left or not games[-1][1].played):
        return False
    completed = sum(cell.played or cell.worth is Worth.FORFEIT_WIN for _, cell in games)
    return not roundrobin.counts_after(completed, total) and all(_is_taken_away(report, entry, *game) for game in games)


def _is_taken_away(report: Report, entry: Entry, number: int, cell: Cell) -> bool:
    both = ((entry.number, cell), (cell.opponent, report.by_number[cell.opponent].cell(number)))
    return all(report.cell_points(each, number, told) == Points(0) for each, told in both)


def all_met(report: Report) -> bool:
    """Whether everybody was paired with everybody else, equally often, and nobody was left over."""
    meetings: dict[tuple[int, int], int] = {}
    for entry in report.entries:
        for cell in entry.cells:
            if cell.opponent:
                pair = (entry.number, cell.opponent)
                meetings[pair] = meetings.get(pair, 0) + 1
    players = len(report.entries)
    return players > 2 and len(meetings) == players * (players - 1) and len(set(meetings.values())) == 1
