"""What a command does to a live game: the events, or an error that says why not. Nothing is changed here.

No events mean that it is so already, or that there is nothing to do.
"""

from __future__ import annotations

from podium.chess import Colour
from podium.core.errors import Forbidden, Unknown
from podium.games import arbiter_acts, draws, player_acts, system_acts
from podium.games.commands import (
    AcceptDraw,
    AddTime,
    BeReady,
    ClaimDraw,
    CountGame,
    DeclareResult,
    DeclineDraw,
    Elapse,
    EndByHand,
    GameCommand,
    ImportGame,
    Interrupt,
    NotePresence,
    OfferDraw,
    OpenGame,
    PauseGame,
    PlayerAct,
    PlayMove,
    ReplayGame,
    Resign,
    ResumeGame,
    SuspendGame,
    SystemAct,
    VoidGame,
    WithdrawDraw,
)
from podium.games.events import GameEvents
from podium.games.state import LiveGame

# What can be done only to a game that there is.
_ActOnGame = (
    PauseGame
    | ResumeGame
    | AddTime
    | DeclareResult
    | VoidGame
    | ReplayGame
    | CountGame
    | SuspendGame
    | EndByHand
    | NotePresence
    | Elapse
    | Interrupt
)


def decide(game: LiveGame | None, command: GameCommand, by: Colour | None, now: int) -> GameEvents:
    """The events of `command`, that arrived at `now`; `by` is what the player has who asks, None for others.

    Raises Refused where the game or its rules say no, Invalid for a value that is never allowed, Forbidden for the act
    of a player by somebody else, and Unknown where there is no game.
    """
    match command:
        case OpenGame():
            return system_acts.open_game(game, command, now)
        case ImportGame():
            return system_acts.import_game(game, command, now)
    if game is None:
        if isinstance(command, SystemAct):
            return ()  # a pairing that was never a game
        raise Unknown("game", None)
    if isinstance(command, PlayerAct):
        if by is None:
            raise Forbidden(type(command).__name__)
        return _by_player(game, command, by, now)
    return _by_others(game, command, now)


def _by_player(game: LiveGame, command: PlayerAct, by: Colour, now: int) -> GameEvents:
    match command:
        case PlayMove():
            return player_acts.play_move(game, command, by, now)
        case BeReady():
            return player_acts.be_ready(game, by, now)
        case Resign():
            return player_acts.resign(game, by, now)
        case OfferDraw():
            return draws.offer(game, by, now)
        case AcceptDraw():
            return draws.accept(game, by, now)
        case DeclineDraw():
            return draws.decline(game, by, now)
        case WithdrawDraw():
            return draws.withdraw(game, by, now)
        case ClaimDraw():
            return draws.claim(game, command, by, now)


def _by_others(game: LiveGame, command: _ActOnGame, now: int) -> GameEvents:
    match command:
        case Elapse():
            return system_acts.elapse(game, command, now)
        case NotePresence():
            return system_acts.note_presence(game, command, now)
        case Interrupt():
            return system_acts.interrupt(game, command, now)
        case SuspendGame():
            return system_acts.suspend(game, command.cause, now)
        case EndByHand():
            return system_acts.end_by_hand(game, command, now)
        case PauseGame():
            return arbiter_acts.pause(game, now)
        case ResumeGame():
            return arbiter_acts.resume(game, now)
        case AddTime():
            return arbiter_acts.add_time(game, command, now)
        case DeclareResult():
            return arbiter_acts.declare(game, command, now)
        case VoidGame():
            return arbiter_acts.void(game, now)
        case ReplayGame():
            return arbiter_acts.replay(game, now)
        case CountGame():
            return arbiter_acts.count(game)
