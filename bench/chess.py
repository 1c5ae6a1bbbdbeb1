"""Chess: Podium beside python-chess on the same seeded games in one run.

    python bench/chess.py

Each move of each game is read from its coordinates, refused unless it is legal, written as SAN, and every end is
looked for: mate, stalemate, dead position, repetition, fifty moves. Processor time, the best of three, of Podium and
of the judge by turns. Ends with 1 if Podium does less than is promised.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from time import process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path[:] = [str(ROOT), str(ROOT / "src"), *(each for each in sys.path if Path(each) != ROOT / "bench")]

import chess  # noqa: E402  # the judge, not this file: hence the path above

from podium.chess import begin, play  # noqa: E402

GAMES = 200
LONGEST = 160  # half-moves
LEAST = 0.2  # of the judge's rate, which no other machine changes
TIMES = 3


def recorded(seed: int) -> list[str]:
    """The moves of a random game, until it ends by itself."""
    dice = Random(seed)
    game = begin()
    board = chess.Board()
    moves = []
    while not game.end and len(moves) < LONGEST:
        moves.append(dice.choice(list(board.legal_moves)).uci())
        board.push_uci(moves[-1])
        game = play(game, moves[-1])
    return moves


def ours(games: list[list[str]]) -> float:
    """Processor seconds of Podium for these games."""
    began = process_time()
    for moves in games:
        game = begin()
        for move in moves:
            game = play(game, move)
    return process_time() - began


def theirs(games: list[list[str]]) -> float:
    """Processor seconds of python-chess for the same work."""
    began = process_time()
    for moves in games:
        board = chess.Board()
        for text in moves:
            move = board.parse_uci(text)
            board.san_and_push(move)
            _ended = (
                board.is_checkmate()
                or board.is_stalemate()
                or board.is_insufficient_material()
                or board.is_repetition(3)
                or board.is_fifty_moves()
            )
    return process_time() - began


def main() -> int:
    """Prints the rates and their ratio; 1 if the promise is missed."""
    games = [recorded(seed) for seed in range(GAMES)]
    moves = sum(map(len, games))
    runs = [(ours(games), theirs(games)) for _time in range(TIMES)]
    podium, judge = (moves / min(seconds) for seconds in zip(*runs, strict=True))
    print(f"{GAMES} games, {moves:,} moves, each with its legality, its SAN and every end")
    print(f"  python-chess {judge:10,.0f} moves a second")
    print(f"  Podium       {podium:10,.0f} moves a second")
    print(f"  ratio        {podium / judge:10.2f} (at least {LEAST})")
    return 0 if podium >= LEAST * judge else 1


if __name__ == "__main__":
    sys.exit(main())
