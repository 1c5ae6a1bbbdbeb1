"""Round robins by the Berger tables of the FIDE Handbook (C.05, Annex 1).

A table knows seats, not players: seat 1 is the player who drew number 1. Who sits where is the
caller's business.

| article | function | test | status |
| --- | --- | --- | --- |
| Annex 1, the tables as printed | `berger` | `..._follows_the_printed_table` (4 to 12) | done |
| Annex 1, larger fields by the tables' rule | `berger` | `test_berger_properties.py` | ours |
| Annex 1, odd field: the last seat is a bye | `Round.free` | `..._last_seat_is_free` | done |
| Annex 1, second cycle, colours reversed | `berger` | `test_the_second_cycle_...` | done |
| Annex 1, advice to swap two rounds | `berger` | `test_the_swap_...` | option, off |
| Annex 1, the table that games already played belong to | `seating` | `test_seating.py` | ours |
| Annex 2, restricted drawing of lots | none | none | not here: seats arrive drawn |
"""

from podium.roundrobin.berger import Schedule, ScheduledRound, berger, rounds_needed
from podium.roundrobin.seating import seating

__all__ = ["Schedule", "ScheduledRound", "berger", "rounds_needed", "seating"]
