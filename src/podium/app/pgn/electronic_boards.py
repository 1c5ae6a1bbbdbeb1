"""Games of electronic boards, as games of a file that can be brought to the boards of the event."""

from __future__ import annotations

from podium.app.pgn.export import clock_text
from podium.chess import INITIAL, PlayedMove, after, read_san, replayed, san
from podium.chess.pgn import PgnGame, PgnProblem
from podium.core.errors import Invalid, Refused
from podium.files.livechess import STANDARD_POSITION, BoardGame, BoardPairing


def game_of(number: int, pairing: BoardPairing, seen: BoardGame) -> PgnGame:
    """What a board of round `number` has seen, up to the first move that is not legal.

    A board also sees kings that are put into the middle and pieces that fall: that ends the record and spoils nothing.
    A game that does not begin in the usual position cannot be read.
    """
    tags = {
        "Round": f"{number}.{pairing.board}",
        "White": pairing.white.name,
        "Black": pairing.black.name,
        "WhiteFideId": pairing.white.fide_id,
        "BlackFideId": pairing.black.fide_id,
    }
    position, moves, comments = INITIAL, list[PlayedMove](), list[tuple[int, str]]()
    for each in seen.moves:
        try:
            move = read_san(position, each.text)
        except Refused:
            break
        moves.append(PlayedMove(move, san(position, move)))
        position = after(position, move)
        if each.clock is not None:
            comments.append((len(moves), f"[%clk {clock_text(each.clock)}]"))
    other = seen.start != STANDARD_POSITION
    problem = PgnProblem(1, Invalid("pgn-variant", value=f"Chess960 {seen.start}")) if other else None
    result = seen.result if seen.result != "*" else pairing.result
    return PgnGame(tuple(tags.items()), replayed(INITIAL, moves), tuple(comments), result, pairing.board, problem)
