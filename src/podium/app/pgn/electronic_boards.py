"""Games of electronic boards, as games of a file that can be brought to the boards of the event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from podium.app.pgn.export import GOES_ON, clock_text
from podium.chess import INITIAL, PlayedMove, after, read_san, replayed, san
from podium.chess.pgn import PgnGame, PgnProblem
from podium.core.errors import Invalid, Refused
from podium.files.livechess import (
    INDEX,
    STANDARD_POSITION,
    BoardGame,
    BoardPairing,
    game_file,
    read_game,
    read_index,
)


@dataclass(frozen=True, slots=True)
class BoardsLook:
    """What the boards have seen at one look; it is not `whole` while a file is being written, or there is no index."""

    games: tuple[PgnGame, ...]
    whole: bool


def look_at_boards(number: int, file: Callable[[str], bytes | None]) -> BoardsLook:
    """The games of round `number` in a folder, whose files are asked for by name; raises Invalid for other files."""
    index = file(INDEX)
    pairings = read_index(index) if index is not None else None
    if pairings is None:
        return BoardsLook((), whole=False)
    games, whole = [], True
    for pairing in pairings:
        name = game_file(pairing.board)
        content = file(name)
        seen = read_game(content, name) if content is not None else None
        if seen is not None:
            games.append(game_of(number, pairing, seen))
        elif content is not None:
            whole = False
    return BoardsLook(tuple(games), whole)


@lru_cache(512)  # of many boards few have moved since the last look
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
    result = seen.result if seen.result != GOES_ON else pairing.result
    return PgnGame(tuple(tags.items()), replayed(INITIAL, moves), tuple(comments), result, pairing.board, problem)
