"""Tie-breaks: Podium beside gacrux on the same file in one run, and how Podium grows.

    python bench/tiebreaks.py

Processor time, the best of seven for Podium. gacrux gets one engine for each code, because only
then are its values right (a Fore Buchholz changes a Buchholz computed after it), and reads the file
once. Ends with 1 if a limit is missed.

A hundred times was an aim and is not reached. No one function is to blame: 29,000 values take 3 microseconds each, a
quarter of it reading the rounds of each player. Twice as fast would mean to write every tie-break over columns instead
of players, for 0.04 s that nobody waits for.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from podium.app.trf.tiebreak_view import view_of  # noqa: E402  # needs the path above
from podium.files.trf import Report, read, write  # noqa: E402
from podium.tiebreaks import standings, values  # noqa: E402
from tests.kit.judge import judged, loaded  # noqa: E402
from tests.kit.tournaments import swiss  # noqa: E402

CODES = [
    "PTS", "DE", "WIN", "WON", "BPG", "BWG", "PS", "REP", "STD", "TPN", "RTNG", "BH", "AOB", "FB", "SB", "KS",
    "ARO", "TPR", "PTP", "APRO", "APPO", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB/C1", "FB/C1", "PS/C1", "ARO/C1",
]  # fmt: skip
ROUNDS = 11
FASTER = 50  # times faster than gacrux, at least
GROWTH = 5  # what four times the players may cost, at most


def seconds(act: Callable[[], object], times: int = 7) -> float:
    """The processor time of an act, the best of several."""
    best = float("inf")
    for _ in range(times):
        begin = process_time()
        act()
        best = min(best, process_time() - begin)
    return best


def all_values(report: Report) -> None:
    view = view_of(report, edition=2026)
    for code in CODES:
        values(view, code)


def main() -> int:
    """Prints the ratios; 1 if a limit is missed."""
    files = {players: write(swiss("bench", players, ROUNDS)) for players in (1000, 3000, 4000)}
    reports = {players: read(text) for players, text in files.items()}
    gc.collect()
    gc.freeze()  # the collector need not look through the inputs of the other sizes again and again

    reading = seconds(lambda: read(files[1000]))
    computing = {players: seconds(lambda report=report: all_values(report)) for players, report in reports.items()}  # type: ignore[misc]  # a default binds the loop's value
    ranking = seconds(lambda: standings(view_of(reports[4000]), ["PTS", "DE", "BH/C1", "BH", "DE", "SB"]))

    begin = process_time()
    tournament = loaded(files[1000])
    their_reading = process_time() - begin
    begin = process_time()
    for code in CODES:
        judged(tournament, code, edition=2026, rounds=ROUNDS)
    theirs = process_time() - begin

    ratio, whole = theirs / computing[1000], (their_reading + theirs) / (reading + computing[1000])
    growth = computing[4000] / computing[1000]
    print(f"1,000 players x {ROUNDS} rounds, {len(CODES)} codes")
    print(f"  gacrux    {their_reading:8.3f} s reading  {theirs:8.3f} s computing")
    print(f"  Podium    {reading:8.3f} s reading  {computing[1000]:8.3f} s computing")
    print(f"  computing {ratio:8.0f} times faster, with reading {whole:.0f} times (at least {FASTER})")
    print(f"3,000 players: {computing[3000]:.3f} s; 4,000 players: {computing[4000]:.3f} s")
    print(f"  growth {growth:.2f} for four times the players (at most {GROWTH})")
    print(f"standings of 4,000 players by six tie-breaks: {ranking:.3f} s")
    return 0 if ratio >= FASTER and growth <= GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
