"""Round robins by the Berger tables of the FIDE Handbook (C.05, Annex 1).

A table knows seats, not players: seat 1 is the player who drew number 1. Who sits where is the
caller's business.

| article | function | test | status |
| --- | --- | --- | --- |
| Annex 1, the tables as printed | `berger` | `..._follows_the_printed_table` (4 to 12) | done |
| Annex 1, larger fields by the tables' rule | `berger` | `test_berger_properties.py` | ours |
| Annex 1, odd field: the last seat is a bye | `Round.free` | `..._last_seat_is_free` | done |
| Annex 1, second cycle, colours reversed | `berger` | `test_the_second_cycle_...` | done |
| Annex 1, advice to swap two rounds | `berger` | `test_the_swap_...` | option |
| Annex 1, the table that games already played belong to | `seating` | `test_seating.py` | ours |
| 6.6, who leaves before half of the games | `counts_after` | `test_withdrawal.py` | done |
| games played before are left out | `without_meetings` | `test_without_meetings.py` | ours |
| everybody meets once a cycle, by hand | `second_meetings`, `short_of_opponents` | `test_meetings.py` | done |
| two cycles without the table, no third colour | `third_colours` | `test_meetings.py` | done |
| a round as it was paired, against the table | `differing_rounds` | `test_checker.py` | done |
| Annex 2, restricted drawing of lots | none | none | not here: seats arrive drawn |
"""

from podium.core.arguments import guard
from podium.roundrobin.berger import (
    MOST_CYCLES,
    Schedule,
    ScheduledRound,
    berger,
    rounds_needed,
    without_meetings,
)
from podium.roundrobin.checker import RoundDifference, differing_rounds
from podium.roundrobin.meetings import Plan, counts_after, second_meetings, short_of_opponents, third_colours
from podium.roundrobin.seating import seating

__all__ = [
    "MOST_CYCLES",
    "Plan",
    "RoundDifference",
    "Schedule",
    "ScheduledRound",
    "berger",
    "counts_after",
    "differing_rounds",
    "rounds_needed",
    "seating",
    "second_meetings",
    "short_of_opponents",
    "third_colours",
    "without_meetings",
]

guard(globals())
