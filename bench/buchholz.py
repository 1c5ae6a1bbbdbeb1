"""The Buchholz family as called: one value of one player, beside a plain loop over the same games in the same run.

    python bench/buchholz.py [PLAYERS] [ROUNDS]

Every game was played over the board, so that the loop needs no rule for unplayed rounds and gives the same values,
which is checked. Processor time, the best of several. Ends with 1 if a value differs or a limit is missed.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

import podium  # needs the path above
from podium import Dice, Game

Games = list[list[Game]]
Call = Callable[[str, Games], float]
LIMIT = 4  # times the plain loop, at most; the average looks at the opponents' opponents, and at each record


def made_up(players: int, rounds: int) -> Games:
    """Rounds in which everybody plays somebody; the same on every run."""
    dice = Dice(f"buchholz {players}")
    names = [f"player {number}" for number in range(1, players + 1)]
    games = []
    for _ in range(rounds):
        names = dice.shuffled(names)
        games.append([Game(a, b, dice.pick((0, 0.5, 1))) for a, b in zip(names[::2], names[1::2], strict=False)])
    return games


def opponents_scores(player: str, games: Games) -> list[float]:
    """What each opponent of a player scored, the lowest first, in one loop over the games."""
    scores: dict[str, float] = defaultdict(float)
    opponents = []
    for one_round in games:
        for game in one_round:
            white, black, result = game.white, game.black, game.result
            scores[white] += result
            scores[black] += 1 - result
            if white == player:
                opponents.append(black)
            elif black == player:
                opponents.append(white)
    return sorted(scores[opponent] for opponent in opponents)


def cut(low: int, high: int) -> Call:
    """The sum without so many of the lowest and of the highest."""

    def sum_of_the_rest(player: str, games: Games) -> float:
        scores = opponents_scores(player, games)
        return sum(scores[low : max(low, len(scores) - high)])

    return sum_of_the_rest


def average(player: str, games: Games) -> float:
    """The average of the sums of the opponents, in one loop over the games."""
    scores: dict[str, float] = defaultdict(float)
    opponents: dict[str, list[str]] = defaultdict(list)
    for one_round in games:
        for game in one_round:
            white, black, result = game.white, game.black, game.result
            scores[white] += result
            scores[black] += 1 - result
            opponents[white].append(black)
            opponents[black].append(white)
    sums = [sum(scores[other] for other in opponents[opponent]) for opponent in opponents[player]]
    return sum(sums) / len(sums) if sums else 0


def fore(player: str, games: Games) -> float:
    """The sum with the last round drawn."""
    return sum(opponents_scores(player, [*games[:-1], [Game(game.white, game.black, 0.5) for game in games[-1]]]))


PAIRS: tuple[tuple[Call, Call], ...] = (
    (podium.buchholz, cut(0, 0)),
    (podium.buchholz_cut1, cut(1, 0)),
    (podium.buchholz_cut2, cut(2, 0)),
    (podium.buchholz_median1, cut(1, 1)),
    (podium.buchholz_median2, cut(2, 2)),
    (podium.average_opponents_buchholz, average),
    (podium.fore_buchholz, fore),
)


def milliseconds(call: Call, player: str, games: Games, times: int = 15) -> float:
    """The processor time of a call, the best of several."""
    best = float("inf")
    for _ in range(times):
        begin = process_time()
        call(player, games)
        best = min(best, process_time() - begin)
    return best * 1000


def main(players: int = 1000, rounds: int = 11) -> int:
    """Prints the ratios; 1 if a value differs or a limit is missed."""
    games = made_up(players, rounds)
    player = games[0][0].white
    print(f"{players:,} players x {rounds} rounds, milliseconds a call")
    missed = False
    for ours, plain in PAIRS:
        same = abs(ours(player, games) - plain(player, games)) < 1e-9
        mine, loop = milliseconds(ours, player, games), milliseconds(plain, player, games)
        missed |= not same or mine > LIMIT * loop
        ratio = f"{mine / loop:5.2f} times the loop{'' if same else ', ANOTHER VALUE'}"
        print(f"  {getattr(ours, '__name__', ''):<27} Podium {mine:7.3f}  loop {loop:7.3f}  {ratio}")
    print(f"at most {LIMIT} times the loop")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
