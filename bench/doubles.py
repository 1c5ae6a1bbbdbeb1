"""Drawing a doubles round with its guarantee: against a limit of one second, and against a smaller field.

    python bench/doubles.py

Each figure is the slowest round of an event, free games and ranking included, with the promise asked for anew;
in processor time, so that other work on the machine does not count.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from time import process_time

from podium.core.dice import Dice
from podium.core.ids import PlayerId
from podium.doubles import FreeGames, Options, Reserve, Sets, Setting, TeamRound, draw, promise

LIMIT = 1.0  # seconds for a round of 1,000 players
GROWTH = 20  # times, from 250 to 1,000 players

# name, players beyond 250 and 1,000, rounds planned for so many, rounds measured
EVENTS = (
    ("9 rounds", 0, (9, 9), 9),
    ("9 rounds, 3 more", 3, (9, 9), 9),
    ("25 rounds", 0, (25, 25), 25),
    ("over half", 0, (150, 600), 4),
)


def slowest_round(players: int, planned: int, measured: int, free_games: FreeGames, setting: Setting) -> float:
    """The seconds that the slowest of these rounds takes, with the promise that belongs to it."""
    ids = [PlayerId(str(number)) for number in range(players)]
    options = Options(planned, free_games, setting)
    dice = Dice("results")
    rounds: list[TeamRound] = []
    reserve: Reserve = ()
    slowest = 0.0
    for number in range(measured):
        started = process_time()
        promise(ids, options, rounds, reserve)
        drawn = draw(ids, rounds, options, Dice(number), reserve)
        slowest = max(slowest, process_time() - started)
        reserve = drawn.reserve
        won, lost = options.sets_to_win, 0
        matches = [replace(match, sets=Sets(*dice.shuffled((won, lost)))) for match in drawn.matches]
        rounds.append(TeamRound(tuple(matches), drawn.free))
    return slowest


def main() -> int:
    """Print every figure; 1 if one is beyond its limit."""
    passed = True
    print(f"{'event':40} {'250':>9} {'1,000':>9} {'of 1 s':>8} {'growth':>8}")
    for name, more, plans, measured in EVENTS:
        for free_games in FreeGames:
            few, many = (
                slowest_round(players + more, planned, measured, free_games, Setting.POWER_PAIRING)
                for players, planned in zip((250, 1000), plans, strict=True)
            )
            growth = many / few
            passed &= many < LIMIT and growth <= GROWTH
            told = f"{name}, {free_games.value}"
            print(f"{told:40} {few:8.3f}s {many:8.3f}s {many / LIMIT:7.0%} {growth:7.1f}x")
    print("within the limits" if passed else "BEYOND A LIMIT")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
