"""Games of a PGN file brought to the boards of an event: whose they are, what would be written, and what is wrong.

| step | a game belongs to a board | unless |
| ---- | ------------------------- | ------ |
| 1    | by its tag Round, `round.board` | the players are others: then it is looked for by them |
| 2    | by the FIDE numbers of both players | several boards have them, or the colours are exchanged |
| 3    | by both names, whatever their order, accents and case | the same |

Nothing is guessed: what fits no board, or more than one, is listed with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from podium.app.pgn.export import Records, boards
from podium.chess import WHITE, write_fen
from podium.chess.pgn import PgnGame, Tags, decoded, read
from podium.chess.position import INITIAL
from podium.core.errors import Invalid, LimitExceeded, Refused
from podium.core.ids import PairingId, PlayerId
from podium.core.player import Player
from podium.files.players.matching import match_key
from podium.flow.commands import RecordResult
from podium.flow.formats.knockout_rounds import RESULTS
from podium.flow.state import Game, Tournament
from podium.games.commands import ImportGame
from podium.games.state import LiveGame, Status
from podium.knockout import Outcome

MOST_BYTES = 10_000_000
_ROUND = re.compile(r"\s*(\d{1,4})(?:\s*\.\s*(\d{1,5}))?(?:\s*\.\s*(\d{1,3}))?\s*")
_CLOCK = re.compile(r"\[%clk\s+(\d{1,3}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,3})\d*)?\s*\]")
_OUTCOMES = {"1-0": Outcome.WHITE_WIN, "0-1": Outcome.BLACK_WIN, "1/2-1/2": Outcome.DRAW}


class Basis(Enum):
    """By what a game was brought to its board."""

    ROUND = "round"
    FIDE_ID = "fide-id"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Board:
    """A game of the event: where it is played, and by whom."""

    round: int
    tag: str
    game: Game
    white: Player
    black: Player


@dataclass(frozen=True, slots=True)
class MatchedGame:
    """A game of a file, counted from 1, and the board it belongs to; `problem` says why it has none.

    `remarks` are what a reader should know of a game that has its board. `record` is the game to be written, None
    where it is stored already or has no move, and `result` the result of a board that has none yet.
    """

    number: int
    source: PgnGame
    board: Board | None = None
    basis: Basis | None = None
    problem: Refused | None = None
    remarks: tuple[Refused, ...] = ()
    record: ImportGame | None = None
    result: RecordResult | None = None

    @property
    def stop(self) -> str | None:
        """The number of the move that keeps the game from being read, as `12.` or `12...`; None if that is not why."""
        if self.source.problem is None or self.problem is not self.source.problem.error:
            return None
        position = self.source.game.position
        return f"{position.number}." if position.turn is WHITE else f"{position.number}..."


def matched(
    content: bytes, state: Tournament, records: Mapping[PairingId, LiveGame], number: int | None = None
) -> tuple[MatchedGame, ...]:
    """Each game of a file with its board, of round `number` if that is named.

    All that it takes is handed over, so that another process can do it.
    Raises LimitExceeded for a file that is too large, Invalid for one that is empty or no PGN at all.
    """
    if len(content) > MOST_BYTES:
        raise LimitExceeded(0, 0, "pgn-file-too-large", value=len(content), most=MOST_BYTES)
    places, text = _Boards(state, number), decoded(content)

    def wanted(tags: Tags) -> bool:
        return places.placed(dict(tags)).board is not None

    games = read(text, wanted)
    if not games:
        raise Invalid("pgn-file-empty", value="")
    if not any(game.tags for game in games):
        raise Invalid("pgn-file-without-games", value=_beginning(text))
    return matched_games(state, games, records.get, number)


def matched_games(
    state: Tournament, games: Iterable[PgnGame], records: Records, number: int | None = None
) -> tuple[MatchedGame, ...]:
    """Each game with its board."""
    places = _Boards(state, number)
    placed = [_placed(places, count, game) for count, game in enumerate(games, 1)]
    return tuple(_with_commands(state, each, records) for each in _once(placed))


@dataclass(frozen=True, slots=True)
class Placing:
    """Where the tags of a game put it, by what, and what is remarkable about that; or why nowhere."""

    board: Board | None = None
    basis: Basis | None = None
    problem: Refused | None = None
    remarks: tuple[Refused, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """What a file says of a player."""

    name: str
    fide_id: str

    @classmethod
    def from_tags(cls, tags: Mapping[str, str], colour: str) -> Side:
        name = " ".join(tags.get(colour, "").split())
        digits = tags.get(f"{colour}FideId", "").strip()
        return cls("" if name in ("?", "N, N", "NN") else name, digits.lstrip("0") if digits.isdecimal() else "")

    @property
    def key(self) -> tuple[str, ...]:
        return match_key(self.name)

    @property
    def label(self) -> str:
        return self.name or self.fide_id

    @property
    def unknown(self) -> bool:
        return not self.name and not self.fide_id

    def may_be(self, player: Player) -> bool:
        """Whether two FIDE numbers do not part them."""
        known = (player.fields.fide_id or "").lstrip("0")
        return not self.fide_id or not known or known == self.fide_id

    def is_like(self, player: Player) -> bool:
        """Whether a board that was named may be this player's: the same number, or a word of the name."""
        if self.unknown:
            return True
        known = (player.fields.fide_id or "").lstrip("0")
        if self.fide_id and known:
            return self.fide_id == known
        return not set(self.key).isdisjoint(match_key(player.name))


class _Boards:
    """The boards of an event by what games may name them by."""

    def __init__(self, state: Tournament, number: int | None) -> None:
        rounds = [here for here in state.rounds if number in (None, here.number)]
        self.number = number
        self.all = [
            Board(here.number, tag, game, state.players[game.white], state.players[game.black])
            for here in rounds
            for game, tag in boards(here)
        ]
        self.by_tag = {board.tag: board for board in self.all}
        self.by_players: dict[frozenset[PlayerId], list[Board]] = {}
        for board in self.all:
            self.by_players.setdefault(frozenset(board.game.players), []).append(board)
        self.by_fide_id: dict[str, list[Player]] = {}
        self.by_name: dict[tuple[str, ...], list[Player]] = {}
        for player in state.players.values():
            if player.fields.fide_id:
                self.by_fide_id.setdefault(player.fields.fide_id.lstrip("0"), []).append(player)
            self.by_name.setdefault(match_key(player.name), []).append(player)

    def placed(self, tags: Mapping[str, str]) -> Placing:
        """The board that the tags of a game mean."""
        white, black = Side.from_tags(tags, "White"), Side.from_tags(tags, "Black")
        tag = _ROUND.fullmatch(tags.get("Round", ""))
        if tag and self.number not in (None, int(tag[1])):
            return Placing(problem=Refused("pgn-other-round", value=tags["Round"], round=self.number))
        parts = [str(int(part)) for part in tag.groups() if part] if tag else []
        named = self.by_tag.get(".".join(parts))
        if named and white.is_like(named.white) and black.is_like(named.black):
            return Placing(named, Basis.ROUND, remarks=_other_spellings(named, white, black))
        if white.unknown or black.unknown:
            return Placing(problem=Refused("pgn-no-players", value=tags.get("Round", "")))
        return self._by_players(white, black, int(tag[1]) if tag else None)

    def _by_players(self, white: Side, black: Side, number: int | None) -> Placing:
        """The one board where both sit, White at White."""
        whites, blacks = self._people(white), self._people(black)
        if unknown := [side.label for side, known in ((white, whites), (black, blacks)) if not known]:
            return Placing(problem=Refused("pgn-player-unknown", value=unknown))
        names = [white.label, black.label]
        meetings = {
            board.game.id: board
            for a in whites
            for b in blacks
            for board in self.by_players.get(frozenset((a.id, b.id)), ())
            if number in (None, board.round)
        }.values()
        seated = [each for each in meetings if each.white in whites and each.black in blacks]
        if not meetings:
            return Placing(problem=Refused("pgn-not-paired", value=names))
        if not seated:
            return Placing(problem=Refused("pgn-colours-exchanged", value=names, tags=[each.tag for each in meetings]))
        if len(seated) > 1:
            return Placing(problem=Refused("pgn-several-boards", value=names, tags=[each.tag for each in seated]))
        numbered = white.fide_id in self.by_fide_id and black.fide_id in self.by_fide_id
        return Placing(seated[0], Basis.FIDE_ID if numbered else Basis.NAME)

    def _people(self, side: Side) -> list[Player]:
        """Who a name of the file may be: by FIDE number, else by the whole name."""
        if side.fide_id and (known := self.by_fide_id.get(side.fide_id)):
            return known
        return [each for each in self.by_name.get(side.key, ()) if side.may_be(each)]


def _placed(places: _Boards, count: int, game: PgnGame) -> MatchedGame:
    """A game with its board, or with the reason why it has none."""
    placing = places.placed(dict(game.tags))
    one = MatchedGame(count, game, placing.board, placing.basis, placing.problem, placing.remarks)
    if placing.board and game.problem:
        return _without_board(one, game.problem.error)
    return one


def _other_spellings(board: Board, white: Side, black: Side) -> tuple[Refused, ...]:
    """The names that the file writes otherwise than the event, of a board that it named itself."""
    pairs = ((white, board.white), (black, board.black))
    return tuple(
        Refused("pgn-other-name", value=side.name, name=player.name)
        for side, player in pairs
        if side.name and side.key != match_key(player.name)
    )


def _once(games: Iterable[MatchedGame]) -> Iterator[MatchedGame]:
    """The games where no two have the same board; one that comes again with the same moves is taken the first time."""
    games = list(games)
    versions: dict[PairingId, set[tuple[object, str]]] = {}
    for each in games:
        if each.board:
            versions.setdefault(each.board.game.id, set()).add((each.source.moves, each.source.result))
    taken: set[PairingId] = set()
    for each in games:
        if each.board is None:
            yield each
        elif len(versions[each.board.game.id]) > 1 or each.board.game.id in taken:
            yield _without_board(each, Refused("pgn-board-again", value=each.board.tag))
        else:
            taken.add(each.board.game.id)
            yield each


def _without_board(one: MatchedGame, problem: Refused) -> MatchedGame:
    return replace(one, board=None, basis=None, problem=problem)


def _with_commands(state: Tournament, one: MatchedGame, records: Records) -> MatchedGame:
    """A game with what has to be written for it."""
    board = one.board
    if board is None:
        return one
    stored = records(board.game.id)
    if stored is not None and not stored.imported and stored.status is not Status.WAITING:
        return _without_board(one, Refused("pgn-played-here", value=board.tag))
    if not one.source.moves:  # most often a forfeit, and that is not for a file to say
        return replace(one, remarks=(*one.remarks, Refused("pgn-without-moves", value=one.source.result)))
    record = import_of(state, board, one.source)
    outcome, entered = record.outcome, board.game.result
    remarks = one.remarks
    if outcome and entered and entered.score is not RESULTS[outcome, None]:
        remarks = (*remarks, Refused("pgn-other-result", value=one.source.result, stored=entered.value))
    result = RecordResult(board.game.id, RESULTS[outcome, None]) if outcome and not entered else None
    known = stored is not None and _is_stored(record, stored)
    return replace(one, remarks=remarks, record=None if known else record, result=result)


def import_of(state: Tournament, board: Board, game: PgnGame) -> ImportGame:
    """The command that stores the record of a game."""
    clocks = clocks_of(game)
    return ImportGame(
        board.game.id,
        state.id,
        board.round,
        board.game.white,
        board.game.black,
        tuple((each.move.uci, each.san) for each in game.moves),
        clocks if any(each is not None for each in clocks) else (),
        _OUTCOMES.get(game.result),
        None if game.game.initial == INITIAL else write_fen(game.game.initial, shredder=True),
    )


def clocks_of(game: PgnGame) -> tuple[int | None, ...]:
    """What the comments say each player had left after each move, in milliseconds; None where they do not."""
    clocks: list[int | None] = [None] * len(game.moves)
    for ply, comment in game.comments:
        if ply and (clock := _CLOCK.search(comment)):
            hours, minutes, seconds, fraction = clock.groups()
            whole = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
            clocks[ply - 1] = whole * 1000 + int((fraction or "0").ljust(3, "0"))
    return tuple(clocks)


def _is_stored(record: ImportGame, stored: LiveGame) -> bool:
    moves = tuple((each.move.uci, each.san) for each in stored.board.moves)
    outcome = stored.end.outcome if stored.end else None
    return stored.imported and (moves, outcome) == (record.moves, record.outcome)


def _beginning(text: str) -> str:
    """The first words of a text, to know it by."""
    words = " ".join(text[:200].split())
    return words if len(words) <= 40 else f"{words[:40]}…"
