"""Games of files and electronic boards on their way into the journal, and the records of games on their way out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import lru_cache

from podium.app.access import Actor, Role
from podium.app.desk import Desk, Seen, SeenGame
from podium.app.pgn.export import GOES_ON, Records, clock_text
from podium.app.pgn.matching import MatchedGame, matched
from podium.app.ports import GameReceipt, Receipt
from podium.chess import INITIAL, START_POSITIONS, PlayedMove, after, read_san, replayed, san, start_position
from podium.chess.pgn import PgnGame, PgnProblem
from podium.core.errors import Forbidden, Invalid, PodiumError, Refused, Unknown
from podium.core.ids import PairingId
from podium.files.livechess import INDEX, STANDARD_POSITION, BoardGame, BoardPairing, game_file, read_game, read_index
from podium.flow.lookups import find_round
from podium.flow.state import Tournament

ACT = "import games"
"""What only arbiters may do."""


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game of a file and what came of it: whether its record was written, and its result; `refusal` is why not."""

    game: MatchedGame
    recorded: bool = False
    counted: bool = False
    refusal: PodiumError | None = None


def games_of(state: Tournament, number: int | None = None) -> list[PairingId]:
    """The ids of the games of a round, or of all rounds, by board; raises Unknown where there is no such round."""
    rounds = state.rounds if number is None else (find_round(state, number),)
    return [each.id for here in rounds for each in here.every_board]


def seen_games(desk: Desk, seen: Seen, ids: Sequence[PairingId]) -> list[SeenGame]:
    """The games of these pairings that have a record, as those may see them who see the tournament."""
    try:
        return desk.see_games(seen, ids)
    except Unknown:
        return []


def records_of(games: Iterable[SeenGame]) -> Records:
    """The records by the ids of their pairings."""
    return {each.game.id: each.game for each in games}.get


def tag_of(seen: Seen, games: Iterable[SeenGame]) -> str:
    """What tells one PGN of these games from another: how the event stands, and how far each game can be seen."""
    shown = [(each.game.id, each.version, each.game.ply, each.game.status.value) for each in games]
    digest = hashlib.blake2b(repr((seen.version, seen.role.word, shown)).encode(), digest_size=12)
    return f'"{digest.hexdigest()}"'


def preview_games(desk: Desk, seen: Seen, content: bytes, number: int | None = None) -> tuple[MatchedGame, ...]:
    """What a PGN file would bring to the boards of a round, or of the event; raises Forbidden for who may not."""
    if seen.role < Role.ARBITER:
        raise Forbidden(ACT)
    ids = games_of(seen.state, number)
    records = {each.game.id: each.game for each in seen_games(desk, seen, ids)}
    return desk.files.read(matched, content, seen.state, records, number)


def import_games(
    desk: Desk, actor: Actor, seen: Seen, games: Sequence[MatchedGame], *, results: bool
) -> tuple[ImportedGame, ...]:
    """The games, written; with `results` also the results of boards that have none. What is refused stops no other.

    Written again they change nothing.
    """
    at = desk.journal.milliseconds()
    stream = seen.state.id
    submitted = [
        desk.submit_game(actor, stream, each.record.id, each.record, at) if each.record else None for each in games
    ]
    refusals = [_refusal(future) for future in submitted]
    # A result ends a game that waits to be played online, so the records come first.
    entered = [
        desk.submit(actor, stream, replace(each.result, replaces=True))
        if results and each.result and refusal is None
        else None
        for each, refusal in zip(games, refusals, strict=True)
    ]
    return tuple(map(_imported, games, refusals, entered))


def _imported(game: MatchedGame, refusal: PodiumError | None, result: Future[Receipt] | None) -> ImportedGame:
    later = _refusal(result)
    recorded, counted = game.record is not None and refusal is None, result is not None and later is None
    return ImportedGame(game, recorded, counted, refusal or later)


def _refusal(future: Future[GameReceipt] | Future[Receipt] | None) -> PodiumError | None:
    """Why something was not written, once that is known; raises what is no refusal."""
    try:
        if future is not None:
            future.result()
    except PodiumError as error:
        return error
    return None


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
    A game of Chess960 begins in the position of its number.
    """
    tags = {
        "Round": f"{number}.{pairing.board}",
        "White": pairing.white.name,
        "Black": pairing.black.name,
        "WhiteFideId": pairing.white.fide_id,
        "BlackFideId": pairing.black.fide_id,
    }
    known = seen.start in START_POSITIONS
    initial = start_position(seen.start) if known and seen.start != STANDARD_POSITION else INITIAL
    position, moves, comments = initial, list[PlayedMove](), list[tuple[int, str]]()
    for each in seen.moves:
        try:
            move = read_san(position, each.text)
        except Refused:
            break
        moves.append(PlayedMove(move, san(position, move)))
        position = after(position, move)
        if each.clock is not None:
            comments.append((len(moves), f"[%clk {clock_text(each.clock)}]"))
    problem = None if known else PgnProblem(1, Invalid("pgn-variant", value=f"Chess960 {seen.start}"))
    result = seen.result if seen.result != GOES_ON else pairing.result
    return PgnGame(tuple(tags.items()), replayed(initial, moves), tuple(comments), result, pairing.board, problem)
