"""The laws of chess (FIDE E.01, in force since 2023): what is legal, how it is written, and how a game ends.

A position is a value that can be compared and hashed; nothing here keeps a state, knows a clock or asks a player.

>>> game = begin()
>>> game = play(game, "e4")
>>> game = play(game, "e7e5")
>>> game.moves[-1].san, write_fen(game.position)
('e5', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2')

| article | function | test | status |
| --- | --- | --- | --- |
| 3.1 to 3.6, how pieces move and attack | `legal_moves`, `is_legal` | `test_perft.py`, `test_moves.py` | done |
| 3.7, pawns, en passant, promotion | `legal_moves`, `read_uci` | `test_moves.py`, `test_notation.py` | done |
| 3.8, castling | `legal_moves` | `test_moves.py` | done |
| 3.9, 3.10, check, legal and illegal moves | `is_legal` | `test_moves.py` | done |
| 5.1.1, 5.2.1, mate and stalemate | `play` | `test_game.py` | done |
| 5.2.2, dead position | `is_dead` | `test_material.py` | by material |
| 5.1.2, 6.9, the opponent cannot mate | `can_mate` | `test_material.py` | by material |
| 9.2, 9.3, repetition and fifty moves | `claimable`, `claim`, `play` | `test_game.py` | claimed, or automatic |
| 9.6, five times and seventy-five moves | `play` | `test_game.py` | where draws are claimed |
| appendix C, algebraic notation | `san`, `read_san` | `test_notation.py` | done |
| guidelines II, Chess960 | `start_position`, `legal_moves` | `test_start_positions.py`, `test_judged.py` | done |
| 4, 6, 7, 8, touch, clocks, irregularities | none | none | not here: no board is touched, no time is kept |
"""

from podium.chess.fen import START_POSITIONS, back_rank, position_number, start_fen, start_position
from podium.chess.fen import read as read_fen
from podium.chess.fen import write as write_fen
from podium.chess.game import (
    End,
    Game,
    PlayedMove,
    Reason,
    add,
    begin,
    can_mate,
    claim,
    claimable,
    is_dead,
    play,
    replayed,
)
from podium.chess.illegal import Objection
from podium.chess.moves import Move, after, is_legal, legal_moves, objection, perft
from podium.chess.notation import read_move, read_san, read_uci, san
from podium.chess.position import BLACK, INITIAL, WHITE, Colour, Position
from podium.core.arguments import guard

__all__ = [
    "BLACK",
    "INITIAL",
    "START_POSITIONS",
    "WHITE",
    "Colour",
    "End",
    "Game",
    "Move",
    "Objection",
    "PlayedMove",
    "Position",
    "Reason",
    "add",
    "after",
    "back_rank",
    "begin",
    "can_mate",
    "claim",
    "claimable",
    "is_dead",
    "is_legal",
    "legal_moves",
    "objection",
    "perft",
    "play",
    "position_number",
    "read_fen",
    "read_move",
    "read_san",
    "read_uci",
    "replayed",
    "san",
    "start_fen",
    "start_position",
    "write_fen",
]

guard(globals())
