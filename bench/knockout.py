"""A knockout of 1,024: built, reported through to the champion, shown; and whether the last result costs more.

    python bench/knockout.py

Processor time, the best of five. A third of the matches is drawn. The cost of a result is that of `report` and
`applied` together, tie-break games included, measured on the states the event went through. Ends with 1 if the
limit is missed.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src")]

from podium.core.dice import Dice  # noqa: E402  # needs the path above
from podium.core.ids import PairingId, PlayerId  # noqa: E402
from podium.knockout import (  # noqa: E402
    Knockout,
    Outcome,
    Rules,
    TieBreakPolicy,
    applied,
    bracket_row,
    build,
    picture,
    ranking,
    report,
)

PLAYERS = 1024
DRAWS = 100 / 3
GROWTH = 1.5  # what a result of the last round may cost, in results of the first
SAMPLES = 600  # results timed in each of the two rounds

Step = tuple[Knockout, PairingId, Outcome]


def best(act: Callable[[], object], times: int = 5) -> float:
    """The processor time of an act, the best of several."""
    least = float("inf")
    for _ in range(times):
        begin = process_time()
        act()
        least = min(least, process_time() - begin)
    return least


def mint_from(numbers: count[int]) -> PairingId:
    return PairingId(f"bench-{next(numbers)}")


def built(rules: Rules) -> Knockout:
    numbers = count(1)
    entrants = [PlayerId(f"player-{number}") for number in range(PLAYERS)]
    return build(rules, entrants, "2026-01-01T09:00:00Z", lambda: mint_from(numbers), Dice("bench"))


def steps(rules: Rules) -> tuple[list[Step], Knockout]:
    """Every report of an event with the state it met, and how it ended."""
    dice, numbers, state = Dice("results"), count(PLAYERS * 10), built(rules)
    taken: list[Step] = []
    while not state.over:
        for parent in state.rounds[state.begun - 1].parents:
            while not (match := state.match(parent.id)).resolved:
                game = next(each for each in (match, *state.games_of(match)) if each.played is None)
                won = dice.pick((Outcome.WHITE_WIN, Outcome.BLACK_WIN))
                outcome = Outcome.DRAW if dice.chance(DRAWS) else won
                taken.append((state, game.id, outcome))
                state = applied(
                    state, report(state, game.id, outcome, None, "2026-01-01T10:00:00Z", lambda: mint_from(numbers))
                )
    return taken, state


def play(taken: list[Step]) -> None:
    """Takes each step from the state it met."""
    numbers = count(1)
    for state, id, outcome in taken:
        applied(state, report(state, id, outcome, None, "2026-01-01T10:00:00Z", lambda: mint_from(numbers)))


def in_round(taken: list[Step], number: int) -> list[Step]:
    """As many steps of a round as are timed, over and over if it has fewer."""
    here = [step for step in taken if step[0].match(step[1]).round == number]
    return (here * (SAMPLES // len(here) + 1))[:SAMPLES]


def growth(policy: TieBreakPolicy) -> float:
    """Prints the figures of one policy; how many times a result of the first round one of the last costs."""
    rules = Rules(tie_break_policy=policy)
    taken, end = steps(rules)
    gc.collect()
    gc.freeze()  # the collector need not look through the recorded states again and again
    last = len(end.rounds)
    early, late = in_round(taken, 1), in_round(taken, last)
    first_cost, last_cost = best(lambda: play(early)) / SAMPLES, best(lambda: play(late)) / SAMPLES
    names = {player: f"Name of {player}" for player in end.entrants}
    matches = sum(match.full and match.parent is None for match in end)
    print(f"{policy.value}: {PLAYERS} players, {matches} matches, {len(taken)} results, {last} rounds")
    print(f"  built in {1e3 * best(lambda: built(rules)):.1f} ms, reported in {1e3 * best(lambda: play(taken)):.0f} ms")
    as_json, as_picture = best(lambda: json.dumps(bracket_row(end))), best(lambda: picture(end, names))
    print(f"  shown in {1e3 * as_json:.0f} ms as JSON, {1e3 * as_picture:.0f} ms as a picture")
    print(f"  ranked in {1e3 * best(lambda: ranking(end)):.1f} ms")
    print(f"  a result: {1e6 * first_cost:.0f} µs in the first round, {1e6 * last_cost:.0f} µs in the last")
    return last_cost / first_cost


def main() -> int:
    """Prints the figures; 1 if the limit is missed."""
    worst = max(growth(policy) for policy in (TieBreakPolicy.BEST_OF_3, TieBreakPolicy.RAPID, TieBreakPolicy.NONE))
    print(f"the last round costs at most {worst:.2f} times the first (limit {GROWTH})")
    return 0 if worst <= GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
