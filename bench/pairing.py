"""Pairing a round: Podium beside gacrux on the same made-up tournaments, and alone on the largest.

    python bench/pairing.py [--judge-up-to PLAYERS] [--largest PLAYERS]

Both start from a tournament that has been read; the times hold all the work from there to a
paired round, in processor time. Limits are those of the design: 10 times faster than gacrux at 1,000 players, 3,000
players in 10 s and 500 MB, 9,999 in two minutes, at most 8-fold from 1,000 to 4,000.

Then fields in which many may not meet: 1,000 players with half of them in one forbidden group, and 9,999 in clubs of
twenty, a fifth of whom have a bye. Ends with 1 if one of these rounds takes longer than its limit.
"""

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json

from podium.app.trf.simulated import report_of
from podium.app.trf.swiss_field import field_of
from podium.core.dice import Dice
from podium.files.trf import Report, write
from podium.simulation.plan import Fates, Plan
from podium.simulation.swiss import absences, entered, play, play_round
from podium.swiss import Entrant, Field, forbidden_groups, pair

ROUNDS = 11
CROWD = 1_000
BY_CHANCE = Dice("crowd").shuffled(range(1, CROWD + 1))
CROWDED: dict[str, tuple[Sequence[int], float]] = {
    "48 per cent, by chance": (BY_CHANCE[: CROWD * 48 // 100], 5),
    "every other one": (range(1, CROWD, 2), 15),
    "half of them, by chance": (BY_CHANCE[: CROWD // 2], 30),
}
"""Who may not meet one another, and the seconds within which each of the first rounds has to be paired."""
QUIET = {"forfeits": 0, "half_byes": 0, "zero_byes": 0, "withdrawals": 0}
CLUBS = 500
Pairing = set[tuple[int, int]]


def tournament(players: int) -> Report:
    """A tournament of that size; the same on every run."""
    return report_of(play(Plan(players, ROUNDS), Dice(f"bench {players}")), "bench")


def timed(work: Callable[[], Pairing], times: int = 1) -> tuple[float, Pairing]:
    """The median of the processor time of some runs, which other programs do not distort, and the result."""
    taken = []
    result: Pairing = set()
    for _ in range(times):
        start = time.process_time()
        result = work()
        taken.append(time.process_time() - start)
    return statistics.median(taken), result


def ours(report: Report, number: int) -> Pairing:
    paired = pair(field_of(report, number))
    found = {(one.white, one.black) for one in paired.pairs}
    return found | ({(paired.bye, 0)} if paired.bye else set())


def theirs(loaded: dict[str, Any], number: int) -> Pairing:
    engine = pairing_dutch(loaded, number, {"experimental": [], "verbose": 0, "top_color": ""})
    return {(one["w"], one["b"]) for bracket in engine.compute_pairing(False) for one in bracket["pairs"]}


def beside_gacrux(players: int) -> None:
    """An early, a middle and a late round by both, the pairings compared."""
    report = tournament(players)
    reader = trf2json()
    reader.parse_file(write(report), False)
    loaded = reader.get_tournament(1)
    for number in (2, 6, ROUNDS):
        mine, paired = timed(partial(ours, report, number), 5)
        judge, expected = timed(partial(theirs, loaded, number))
        same = paired == expected
        print(
            f"{players:>6} players, round {number:>2}: podium {mine:7.3f} s, gacrux {judge:8.3f} s, "
            f"{judge / mine:6.1f} times faster, {'the same pairing' if same else 'ANOTHER PAIRING'}",
            flush=True,
        )


def alone(players: int) -> float:
    """The median over all rounds; prints the slowest too, and the memory used so far."""
    report = tournament(players)
    taken = [timed(partial(ours, report, number))[0] for number in range(1, ROUNDS + 1)]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    median = statistics.median(taken)
    print(f"{players:>6} players: median {median:.3f} s, slowest {max(taken):.3f} s, {memory} MB", flush=True)
    return median


def restricted(plan: Plan, groups: Sequence[Sequence[int]], rounds: int) -> list[float]:
    """What each round takes of the processor where those of a group may never meet."""
    dice = Dice(f"restricted {plan.players}")
    contestants = entered(plan, [2600 - one * 1200 // plan.players for one in range(plan.players)], dice)
    fates, taken = Fates(plan, dice), []
    for number in range(1, rounds + 1):
        byes = absences(fates, contestants, number)
        entrants = tuple(Entrant(one.number, tuple(one.turns), one.number not in byes) for one in contestants)
        began = time.process_time()
        paired = pair(Field(entrants, number, plan.rounds, forbidden=forbidden_groups(groups)))
        taken.append(time.process_time() - began)
        play_round(fates, contestants, paired, byes, number)
    return taken


def told(name: str, plan: Plan, groups: Sequence[Sequence[int]], limit: float) -> list[float]:
    """What the first rounds take, and printed."""
    taken = restricted(plan, groups, 3)
    print(f"{name}: {', '.join(f'{one:.2f}' for one in taken)} s (at most {limit} s)", flush=True)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--judge-up-to", type=int, default=1000, metavar="PLAYERS")
    parser.add_argument("--largest", type=int, default=9999, metavar="PLAYERS")
    given = parser.parse_args()
    medians = {players: alone(players) for players in (200, 1000, 3000, 4000, 9999) if players <= given.largest}
    if 4000 in medians:
        print(f"growth from 1,000 to 4,000 players: {medians[4000] / medians[1000]:.1f}-fold")
    for players in (200, 1000, 3000):
        if players <= given.judge_up_to:
            beside_gacrux(players)
    cases = [
        (f"{CROWD} players, in one group {name}", replace(Plan(CROWD, ROUNDS), **QUIET), [group], limit)
        for name, (group, limit) in CROWDED.items()
    ]
    clubs = [range(first, given.largest + 1, CLUBS) for first in range(1, CLUBS + 1)]
    cases.append((f"{given.largest} players in clubs", Plan(given.largest, ROUNDS, half_byes=20), clubs, 2))
    slowest = [max(told(*case)) - case[-1] for case in cases]
    sys.exit(int(max(slowest) > 0))


if __name__ == "__main__":
    main()
