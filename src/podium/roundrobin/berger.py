"""The Berger tables: who meets whom in which round, and with which colour."""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from podium.core.errors import Invalid, Refused
from podium.core.matching.weighted import HeaviestMatching

FEWEST_SEATS = 2
MOST_SEATS = 1000  # an event has at most 999 rounds
MOST_CYCLES = 2


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """One row of a table: its boards in printed order, as (white seat, black seat)."""

    number: int
    cycle: int
    boards: tuple[tuple[int, int], ...]
    free: int | None = None
    """The seat without a game when the number of seats is odd."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """A whole round robin, first round first."""

    seats: int
    cycles: int
    rounds: tuple[ScheduledRound, ...]

    def round(self, number: int) -> ScheduledRound:
        """The round of that number, counted from 1; `Refused` if the schedule has no such round."""
        if not 1 <= number <= len(self.rounds):
            raise Refused("no-such-round", round=number, rounds=len(self.rounds))
        return self.rounds[number - 1]


def rounds_needed(seats: int, cycles: int = 1) -> int:
    """The number of rounds in which everybody meets everybody `cycles` times.

    >>> rounds_needed(9), rounds_needed(10), rounds_needed(10, cycles=2)
    (9, 9, 18)
    """
    _check(seats, cycles)
    return cycles * (_even(seats) - 1)


def berger(seats: int, cycles: int = 1, *, swap_last_two: bool = False) -> Schedule:
    """The schedule of a round robin with one or two cycles.

    `swap_last_two` follows FIDE's advice for two cycles: the last two rounds of the first cycle
    change places, so that nobody has the same colour three times in a row where the cycles meet.
    With two seats a cycle has one round, and there is nothing to swap.

    Raises `Refused` for fewer than two seats, and `Invalid` for more than 1,000, for anything but one or two cycles and
    for a swap without a second cycle.

    >>> [r.boards for r in berger(4).rounds]
    [((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1))]
    """
    _check(seats, cycles)
    if swap_last_two and cycles == 1:
        raise Invalid("swap-needs-two-cycles", field="cycles", value=cycles)
    rows = range(1, _even(seats))
    order = [*rows[:-2], *reversed(rows[-2:])] if swap_last_two else [*rows]
    first = [_row(seats, row, number, cycle=1) for number, row in enumerate(order, start=1)]
    second = [_reversed(_row(seats, row, len(rows) + row, cycle=2)) for row in rows]
    return Schedule(seats, cycles, tuple(first + second if cycles == 2 else first))


def without_meetings(schedule: Schedule, met: Set[frozenset[int]]) -> Schedule:
    """The schedule without the games of seats that have `met`, in fewer rounds where that can be.

    Round by round those play who have most games left (a heaviest matching); of two boards of the same weight either.
    Nobody has a free day in it: whoever has no game in a round has played the others.

    >>> met = {frozenset((1, 2)), frozenset((3, 4))}
    >>> [r.boards for r in without_meetings(berger(4), met).rounds]
    [((2, 4), (3, 1)), ((1, 4), (2, 3))]
    """
    left = [board for row in schedule.rounds for board in row.boards if frozenset(board) not in met]
    rows: list[ScheduledRound] = []
    while left:
        boards = _busiest(schedule.seats, left)
        rows.append(ScheduledRound(len(rows) + 1, 1, tuple(boards)))
        left = [board for board in left if board not in boards]
    return replace(schedule, rounds=tuple(rows))


def _busiest(seats: int, left: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """A round of games that are `left`, for those who have most of them before all others."""
    vertices = _even(seats)
    games = Counter(seat for board in left for seat in board)
    weight = {seat: (vertices + 1) ** count for seat, count in games.items()}
    edges = [{other: 0 for other in range(vertices) if other != one} for one in range(vertices)]
    for white, black in left:
        edges[white - 1][black - 1] = edges[black - 1][white - 1] = weight[white] + weight[black]
    mate = HeaviestMatching(edges).mate
    chosen = {frozenset(board): board for board in reversed(left) if mate[board[0] - 1] == board[1] - 1}
    return [board for board in left if chosen.get(frozenset(board)) == board]  # of two cycles the first


def _row(seats: int, row: int, number: int, cycle: int) -> ScheduledRound:
    """Row `row` of the table, played as round `number`.

    All seats but the last stand in a circle. One of them, the pivot, meets the last seat; the
    others meet across the pivot, and the one ahead of it has White. From row to row the pivot moves
    half a circle on, and the last seat changes its colour.
    """
    last = _even(seats)
    circle = last - 1
    pivot = (row - 1) * (last // 2) % circle
    first = (pivot + 1, last) if row % 2 else (last, pivot + 1)
    across = tuple(((pivot + step) % circle + 1, (pivot - step) % circle + 1) for step in range(1, last // 2))
    if last == seats:
        return ScheduledRound(number, cycle, (first, *across))
    return ScheduledRound(number, cycle, across, free=pivot + 1)


def _reversed(played: ScheduledRound) -> ScheduledRound:
    """The same games with the colours exchanged."""
    boards = tuple((black, white) for white, black in played.boards)
    return ScheduledRound(played.number, played.cycle, boards, played.free)


def _even(seats: int) -> int:
    """The seats of the table to use: an odd field takes the next larger one."""
    return seats + seats % 2


def _check(seats: int, cycles: int) -> None:
    if seats < FEWEST_SEATS:
        raise Refused("too-few-seats", seats=seats, fewest=FEWEST_SEATS)
    if seats > MOST_SEATS:
        raise Invalid("count-out-of-range", field="seats", value=seats, least=FEWEST_SEATS, most=MOST_SEATS)
    if not 1 <= cycles <= MOST_CYCLES:
        raise Invalid("cycles-out-of-range", field="cycles", value=cycles, most=MOST_CYCLES)
