"""A live game as JSON: the whole of it, and what a stream carries of each change."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from podium import chess
from podium.app.live.live_games import is_counted
from podium.app.server.steady_clock import iso
from podium.app.versions import Page
from podium.chess import Colour
from podium.flow.state import Tournament
from podium.games.clock import low_time
from podium.games.due import absence, counted_from
from podium.games.events import GameEvents, MovePlayed
from podium.games.state import LiveGame, Status

ColourName = Literal["white", "black"]
_iso = lru_cache(65_536)(iso)


class GameMove(Struct):
    """A half-move: `ply` counts from 0, `clock` is what its player had left in milliseconds, null where unknown."""

    ply: int
    uci: str
    san: str
    at: str
    clock: int | None


class GameClocks(Struct):
    """Milliseconds left, and whose clock runs: after `delay`, for which it stands still. It warns from `low` on."""

    white: int
    black: int
    running: ColourName | None
    delay: int
    low: int


class GameAbsences(Struct):
    """Milliseconds until the wait for a player is over; null for one who is there, and before it counts."""

    white: int | None
    black: int | None


class GamePlayer(Struct):
    """Who plays a colour, and whether they have said that they are there."""

    id: str
    name: str
    ready: bool


class GamePause(Struct):
    """Why a game stands still, since when, and when it goes on by itself."""

    cause: Literal["arbiter", "interruption", "dropped"]
    at: str
    until: str | None


class GameCall(Struct):
    """A player's call for the arbiter: `answer` is what came of it so far, `coming` where an arbiter is on the way."""

    by: ColourName
    kind: str
    text: str
    at: str
    answer: str | None
    done: bool


class GameFalseClaim(Struct):
    """A draw claimed by a player that was none, and the milliseconds that the opponent was given for it."""

    by: ColourName
    given: int


class GameAnswer(Struct):
    """A live game; `legal` are the moves of the one who asks, if it is their turn. `now` is the server's time.

    `counted` is whether the tournament has its result; `proposed` is what the record of a game that was played
    elsewhere says the result is, where the tournament has none. `initialFen` is there where the game did not begin in
    the first position; in Chess960, where castling is the king's move onto its rook, `startPosition` is its number, and
    `initialFen` is X-FEN. `startsAt` is the start that the round was given, null before; `present` are the players who
    have the game or its match open; with `attention` both were absent past the wait, and the director decides. `call`
    is there for the player who called, and for arbiters; `falseClaim` until the next move.
    """

    id: str
    tournament: str
    round: int
    board: int | None
    white: GamePlayer
    black: GamePlayer
    you: ColourName | None
    status: Literal["WAITING", "RUNNING", "PAUSED", "FINISHED"]
    fen: str
    ply: int
    turn: ColourName
    check: bool
    moves: list[GameMove]
    clocks: GameClocks
    timeControl: str  # noqa: N815  # the contract's spelling, as in all below
    tieBreak: bool  # noqa: N815
    drawOffer: ColourName | None  # noqa: N815
    claim: str | None
    result: Literal["WHITE_WIN", "BLACK_WIN", "DRAW", "DOUBLE_FORFEIT"] | None
    resultReason: str | None  # noqa: N815
    counted: bool
    proposed: Literal["WHITE_WIN", "BLACK_WIN", "DRAW", "DOUBLE_FORFEIT"] | None
    startsAt: str | None  # noqa: N815
    noShowAt: str | None  # noqa: N815
    pauseUntil: str | None  # noqa: N815
    absent: GameAbsences
    present: list[ColourName]
    attention: Literal["both-absent"] | None
    pause: GamePause | None
    attempt: int
    now: str
    version: int
    call: GameCall | None = None
    falseClaim: GameFalseClaim | None = None  # noqa: N815
    legal: list[str] | UnsetType = UNSET
    initialFen: str | UnsetType = UNSET  # noqa: N815
    startPosition: int | UnsetType = UNSET  # noqa: N815


class GameInBrief(Struct):
    """Where a game stands, without its moves: an answer that does not grow with the game."""

    id: str
    status: Literal["WAITING", "RUNNING", "PAUSED", "FINISHED"]
    ply: int
    turn: ColourName
    clocks: GameClocks
    drawOffer: ColourName | None  # noqa: N815
    result: Literal["WHITE_WIN", "BLACK_WIN", "DRAW", "DOUBLE_FORFEIT"] | None
    resultReason: str | None  # noqa: N815
    version: int


class GamesAnswer(Page):
    """The games of a round, by board."""

    version: int
    games: list[GameAnswer]


class MoveMessage(Struct):
    """What a stream carries of a move: the move itself, what became of the clocks, and the end if it was one."""

    game: str
    version: int
    ply: int
    uci: str
    san: str
    at: str
    fen: str
    turn: ColourName
    check: bool
    clocks: GameClocks
    status: str
    drawOffer: ColourName | None  # noqa: N815
    claim: str | None
    result: str | None
    resultReason: str | None  # noqa: N815
    now: str
    legal: list[str] | UnsetType = UNSET


def game_answer(
    state: Tournament, game: LiveGame, version: int, now: int, viewer: Colour | None = None, *, arbiter: bool = False
) -> GameAnswer:
    """The game as `viewer` (None: anybody who does not play it) sees it at `now`."""
    call = game.open_call if arbiter else game.call_of(viewer) if viewer is not None else None
    end, claim = game.end, game.false_claim
    counted = is_counted(state, game)
    outcome = end.outcome.value if end is not None and end.outcome is not None else None
    open_now = game.status in (Status.WAITING, Status.RUNNING)
    limit = absence(game) if open_now else None
    pairing = state.pairing(game.id) if game.id in state.where else None
    return GameAnswer(
        id=game.id,
        tournament=game.tournament,
        round=game.round,
        board=pairing.board if pairing is not None else None,
        white=_player(state, game, chess.WHITE),
        black=_player(state, game, chess.BLACK),
        you=_name(viewer),
        status=game.status.value,
        fen=chess.write_fen(game.board.position),
        ply=game.ply,
        turn=game.turn.value,
        check=game.board.position.checked,
        moves=[
            GameMove(ply, played.move.uci, played.san, _iso(time.at), time.clock)
            for ply, (played, time) in enumerate(zip(game.board.moves, game.times, strict=True))
        ],
        clocks=_clocks(game, now),
        timeControl=str(game.terms.time),
        tieBreak=game.terms.tie_break,
        drawOffer=_name(game.offer),
        claim=_claim(game),
        result=outcome if not game.imported or counted else None,  # type: ignore[arg-type]  # never a bye
        resultReason=end.reason.value if end is not None and end.reason is not None else None,
        counted=counted,
        proposed=outcome if game.imported and not counted else None,  # type: ignore[arg-type]  # never a bye
        startsAt=game.terms.starts_at,
        noShowAt=_iso(limit) if limit is not None and game.there else None,
        pauseUntil=_iso(game.opened_at + 1000 * game.terms.pause) if game.terms.pause else None,
        absent=_absences(game, now, limit),
        present=[each.value for each in Colour if each in game.present],
        attention="both-absent" if game.asked else None,
        pause=_pause(game),
        attempt=game.attempt,
        now=iso(now),
        version=version,
        call=GameCall(call.by.value, call.kind.value, call.text, _iso(call.at), call.answer or None, call.done)
        if call is not None
        else None,
        falseClaim=GameFalseClaim(claim.by.value, claim.given) if claim is not None else None,
        legal=legal_moves(game) if viewer is not None and viewer is to_move(game) else UNSET,
        initialFen=chess.write_fen(game.board.initial) if game.board.initial != chess.INITIAL else UNSET,
        startPosition=UNSET if game.terms.start_position is None else game.terms.start_position,
    )


def game_in_brief(game: LiveGame, version: int, now: int) -> GameInBrief:
    """Where the game stands at `now`."""
    end = game.end
    return GameInBrief(
        id=game.id,
        status=game.status.value,
        ply=game.ply,
        turn=game.turn.value,
        clocks=_clocks(game, now),
        drawOffer=_name(game.offer),
        result=end.outcome.value if end is not None and end.outcome is not None else None,  # type: ignore[arg-type]  # never a bye
        resultReason=end.reason.value if end is not None and end.reason is not None else None,
        version=version,
    )


def move_message(game: LiveGame, version: int, events: GameEvents) -> MoveMessage | None:
    """What a commit with a move means to watchers; None for one that is more than a move, or without one."""
    move = next((event for event in events if isinstance(event, MovePlayed)), None)
    if move is None or game.false_claim is not None:
        return None
    end = game.end
    return MoveMessage(
        game=game.id,
        version=version,
        ply=move.ply,
        uci=move.uci,
        san=move.san,
        at=iso(move.at),
        fen=chess.write_fen(game.board.position),
        turn=game.turn.value,
        check=move.san.endswith(("+", "#")),
        clocks=_clocks(game, move.at),
        status=game.status.value,
        drawOffer=_name(game.offer),
        claim=_claim(game),
        result=end.outcome.value if end is not None and end.outcome is not None else None,
        resultReason=end.reason.value if end is not None and end.reason is not None else None,
        now=iso(move.at),
    )


def to_move(game: LiveGame) -> Colour | None:
    """Who may move now; None where nobody may."""
    return game.turn if game.status is Status.RUNNING else None


def legal_moves(game: LiveGame) -> list[str]:
    """Every legal move by its coordinates."""
    return [move.uci for move in chess.legal_moves(game.board.position)]


def _clocks(game: LiveGame, now: int) -> GameClocks:
    left = game.clocks_at(now)
    low = low_time(game.terms)
    if game.turn_since is None:
        return GameClocks(left.white, left.black, None, 0, low)
    return GameClocks(left.white, left.black, game.turn.value, max(0, game.turn_since + game.delay - now), low)


def _claim(game: LiveGame) -> str | None:
    """What the player to move may claim a draw for, where draws are claimed."""
    if not game.terms.claims or game.status is not Status.RUNNING:
        return None
    reason = chess.claimable(game.board)
    return reason.value if reason is not None else None


def _absences(game: LiveGame, now: int, limit: int | None) -> GameAbsences:
    since = counted_from(game)
    if limit is None or since is None or now < since:
        return GameAbsences(None, None)
    left = max(0, limit - now)
    white, black = (None if colour in game.there else left for colour in (chess.WHITE, chess.BLACK))
    return GameAbsences(white, black)


def _pause(game: LiveGame) -> GamePause | None:
    here = game.pause
    if here is None:
        return None
    return GamePause(here.cause.value, _iso(here.at), _iso(here.until) if here.until is not None else None)


def _player(state: Tournament, game: LiveGame, colour: Colour) -> GamePlayer:
    id = game.player(colour)
    name = state.players[id].name if id in state.players else ""
    return GamePlayer(id, name, colour in game.ready)


def _name(colour: Colour | None) -> ColourName | None:
    return None if colour is None else colour.value


def encoded(message: GameAnswer | MoveMessage) -> bytes:
    """The message as JSON."""
    return _ENCODER.encode(message)


_ENCODER = msgspec.json.Encoder()
