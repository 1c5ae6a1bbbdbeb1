"""Rounds as they were paired, against the Berger tables."""

from collections.abc import Sequence
from dataclasses import dataclass

from podium.roundrobin.berger import Schedule, berger

Pair = tuple[int, int]
"""White's seat and Black's."""


@dataclass(frozen=True, slots=True)
class RoundDifference:
    """Where a round departs from the table: the boards it lacks, by number, and the games that are there instead."""

    round: int
    missing: tuple[tuple[int, Pair], ...]
    extra: tuple[Pair, ...]

    @property
    def colours_only(self) -> bool:
        """Whether the right players meet, and only colours are exchanged."""
        return {frozenset(pair) for _, pair in self.missing} == {frozenset(pair) for pair in self.extra}


def differing_rounds(seats: int, cycles: int, played: Sequence[frozenset[Pair]]) -> list[RoundDifference]:
    """Every round of `played` that is not as in the table for so many seats and cycles.

    Of two cycles the last two rounds of the first may be exchanged or not: whichever fits better is the table. A game
    that is missing is no difference where neither of the two has another one: somebody had a bye. Rounds beyond the
    table differ in every game.

    >>> differing_rounds(4, 1, [frozenset({(1, 4), (3, 2)})])
    [RoundDifference(round=1, missing=((2, (2, 3)),), extra=((3, 2),))]
    """
    tables = [berger(seats, cycles, swap_last_two=swapped) for swapped in ((False, True) if cycles > 1 else (False,))]
    return min((differences_from(table, played) for table in tables), key=len)


def differences_from(table: Schedule, played: Sequence[frozenset[Pair]]) -> list[RoundDifference]:
    """Every round of `played` that is not as in one table."""
    found, rows = [], table.rounds
    for number, pairs in enumerate(played, start=1):
        boards = rows[number - 1].boards if number <= len(rows) else ()
        busy = {seat for pair in pairs for seat in pair}
        missing = tuple(
            (board, pair) for board, pair in enumerate(boards, 1) if pair not in pairs and not busy.isdisjoint(pair)
        )
        extra = tuple(sorted(pairs - set(boards)))
        if missing or extra:
            found.append(RoundDifference(number, missing, extra))
    return found
