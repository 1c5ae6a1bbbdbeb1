"""What a forecast takes of a processor: a thousand runs of an event from before its first round."""

from __future__ import annotations

import sys
import time

from podium.app.forecast.question import question
from podium.app.forecast.runs import count_runs
from podium.simulation.director import Director

FIELDS = ((60, 7, 100, 10), (200, 9, 20, 60))
"""Players, rounds, runs that are played here, and the seconds that a thousand may take."""
SETTINGS = {"format": "swiss", "tiebreaks": ["BH/C1", "BH", "SB"]}


def main() -> int:
    """Print what each field takes; 1 if one is beyond its goal."""
    passed = True
    for players, rounds, runs, goal in FIELDS:
        asked = question(Director({**SETTINGS, "rounds": rounds}, players, seed=1).state)
        count_runs(asked, "warm", 0, 2)
        begun = time.process_time()
        count_runs(asked, "bench", 0, runs)
        seconds = (time.process_time() - begun) / runs * 1000
        passed &= seconds <= goal
        print(f"{players} players, {rounds} rounds: {seconds:.1f} s for 1,000 runs, {seconds / goal:.2f} of the goal")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
