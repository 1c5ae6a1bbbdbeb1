"""What a command does to a live game: the events, or an error that says why not. Nothing is changed here.

No events mean that it is so already, or that there is nothing to do.
"""

from __future__ import annotations

from podium.chess import Colour
from podium.core.errors import Forbidden, Unknown
from podium.games import arbiter_acts, commands, player_acts, system_acts
from podium.games.events import GameEvents
from podium.games.state import LiveGame


def decide(game: LiveGame | None, command: commands.GameCommand, by: Colour | None, now: int) -> GameEvents:
    """The events of `command`, that arrived at `now`; `by` is what the player has who asks, None for others.

    Raises Refused where the game or its rules say no, Invalid for a value that is never allowed, Forbidden for the act
    of a player by somebody else, and Unknown where there is no game.
    """
    match command:
        case commands.OpenGame():
            return system_acts.open_game(game, command, now)
        case commands.ImportGame():
            return system_acts.import_game(game, command, now)
    if game is None:
        if isinstance(command, commands.SystemAct):
            return ()  # a pairing that was never a game
        raise Unknown("game", None)
    if isinstance(command, commands.PlayerAct):
        if by is None:
            raise Forbidden(type(command).__name__)
        return _by_player(game, command, by, now)
    match command:
        case commands.Elapse():
            return system_acts.elapse(game, command, now)
        case commands.NotePresence():
            return system_acts.note_presence(game, command, now)
        case commands.Interrupt():
            return system_acts.interrupt(game, command, now)
        case commands.SuspendGame():
            return system_acts.suspend(game, command.cause, now)
        case commands.EndByHand():
            return system_acts.end_by_hand(game, command, now)
        case commands.PauseGame():
            return arbiter_acts.pause(game, now)
        case commands.ResumeGame():
            return arbiter_acts.resume(game, now)
        case commands.StartGame():
            return arbiter_acts.start(game, now)
        case commands.HoldGame():
            return arbiter_acts.hold(game, now)
        case commands.ExtendWait():
            return arbiter_acts.extend_wait(game, command, now)
        case commands.TakeBack():
            return arbiter_acts.take_back(game, command, now)
        case commands.UndoAct():
            return arbiter_acts.undo(game, now)
        case commands.AddTime():
            return arbiter_acts.add_time(game, command, now)
        case commands.AnswerCall():
            return arbiter_acts.answer_call(game, command, now)
        case commands.DeclareResult():
            return arbiter_acts.declare(game, command, now)
        case commands.VoidGame():
            return arbiter_acts.void(game, now)
        case commands.ReplayGame():
            return arbiter_acts.replay(game, now)
        case commands.CountGame():
            return arbiter_acts.count(game)


def _by_player(game: LiveGame, command: commands.PlayerAct, by: Colour, now: int) -> GameEvents:
    match command:
        case commands.PlayMove():
            return player_acts.play_move(game, command, by, now)
        case commands.BeReady():
            return player_acts.be_ready(game, by, now)
        case commands.Resign():
            return player_acts.resign(game, by, now)
        case commands.OfferDraw():
            return player_acts.offer_draw(game, by, now)
        case commands.AcceptDraw():
            return player_acts.accept_draw(game, by, now)
        case commands.DeclineDraw():
            return player_acts.decline_draw(game, by, now)
        case commands.WithdrawDraw():
            return player_acts.withdraw_draw(game, by, now)
        case commands.ClaimDraw():
            return player_acts.claim_draw(game, command, by, now)
        case commands.CallArbiter():
            return player_acts.call_arbiter(game, command, by, now)
