"""Tournaments and their live games: what a change of one means for the other. Pure: the journal calls it.

A tournament's commit opens the games that can be played from then on, ends the ones with a result entered by hand and
suspends the ones without a pairing now. The end of a game gives its result to the tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from podium.app.access import Role
from podium.app.ports import GameHead, GameIntent, Intent
from podium.chess import Colour
from podium.core.errors import Forbidden, Refused
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.commands import (
    CorrectResult,
    PublishRound,
    RearrangePairing,
    RecordResult,
    SetStartPosition,
    StartRound,
)
from podium.flow.formats.knockout import match_report
from podium.flow.formats.knockout_rounds import REPORTED
from podium.flow.rounds.open_games import playable, playable_in
from podium.flow.state import Round, Tournament
from podium.games.commands import (
    ArbiterAct,
    CountGame,
    DeclareResult,
    EndByHand,
    GameCommand,
    OpenGame,
    PlayerAct,
    ReplayGame,
    ResumeGame,
    SuspendGame,
    SystemAct,
    TakeBack,
    VoidGame,
)
from podium.games.decide import decide
from podium.games.events import GameEnded, GameEvents
from podium.games.evolve import fold
from podium.games.state import LiveGame, PauseCause, Status

Games = Callable[[PairingId], LiveGame | None]
"""The live game of a pairing, None where there is none."""


@dataclass(frozen=True, slots=True)
class NewGameCommit:
    """The commit of a game to write: its events, and the game after them."""

    events: GameEvents
    state: LiveGame


def resolve_game(intent: GameIntent, head: GameHead) -> NewGameCommit | None:
    """The commit that `intent` leads to, None where nothing changes; raises what stands in the way."""
    colour = _permit(intent, head.state)
    events = decide(head.state, intent.command, colour, intent.at)
    if not events:
        return None
    state = fold(head.state, events)
    assert state is not None
    return NewGameCommit(events, state)


def _permit(intent: GameIntent, game: LiveGame | None) -> Colour | None:
    """The colour of the player who asks, None for arbiters and Podium itself; raises Forbidden for anybody else."""
    if isinstance(intent.command, SystemAct):
        return None
    if isinstance(intent.command, PlayerAct):
        colour = game.colour_of(intent.player) if game is not None else None
        if colour is None:
            raise Forbidden(type(intent.command).__name__)
        return colour
    if intent.role < Role.ARBITER:
        raise Forbidden(type(intent.command).__name__)
    return None


def check_games(intent: Intent, state: Tournament, games: Games) -> None:
    """Nothing, unless the command is about a live game that is being played; raises Refused or Forbidden then.

    An arbiter may end it with a result that is confirmed.
    """
    command = intent.command
    if isinstance(command, CorrectResult):
        command = command.record
    if isinstance(command, RecordResult) and not command.by_game:
        if _is_running(games(command.pairing)):
            if not command.confirm:
                raise Refused("game-running", value=command.pairing)
            if intent.role < Role.ARBITER:
                raise Forbidden(DeclareResult.__name__)
    elif isinstance(command, RearrangePairing) and _is_running(games(command.pairing)):
        raise Refused("game-running", value=command.pairing)
    elif isinstance(command, StartRound) or (isinstance(command, PublishRound) and command.starts_at is not None):
        here = _round(state, command.round)
        if here is not None and here.starts_at is not None and (board := _begun_board(here, games)):
            raise Refused("round-begun", value=here.number, board=board)
    elif isinstance(command, SetStartPosition):
        here = _round(state, command.round)
        if here is not None and (board := _begun_board(here, games)):
            raise Refused("position-in-play", value=here.number, board=board)


def check_way_back(before: Tournament, after: Tournament, games: Games) -> None:
    """Nothing, unless undo or redo gives a round another start position than a game began from; raises Refused then."""
    for number, position in before.start_positions.items():
        here = _round(after, number)
        if here is not None and position != after.start_positions.get(number) and (board := _begun_board(here, games)):
            raise Refused("position-in-play", value=number, board=board)


def _round(state: Tournament, number: int) -> Round | None:
    return state.rounds[number - 1] if 1 <= number <= len(state.rounds) else None


def _begun_board(here: Round, games: Games) -> int | None:
    """The first board of a round whose game has begun."""
    found = ((each.board, games(each.id)) for each in here.every_board)
    return next((board for board, game in found if game is not None and game.started_at is not None), None)


def _is_running(game: LiveGame | None) -> bool:
    if game is None:
        return False
    return game.status in (Status.RUNNING, Status.PAUSED) and not is_dropped(game)


def consequences(before: Tournament | None, after: Tournament) -> list[tuple[PairingId, GameCommand]]:
    """What a change of a tournament means for its games, in the order of their ids."""
    was = before if before is not None and _is_played(before) else None
    now = after if _is_played(after) else None
    if was is None and now is None:
        return []
    commands: dict[PairingId, GameCommand] = {}
    same_terms = (
        was is not None
        and now is not None
        and was.settings is now.settings
        and was.start_positions is now.start_positions
    )
    for at in range(max(len(was.rounds) if was else 0, len(now.rounds) if now else 0)):
        old = was.rounds[at] if was is not None and at < len(was.rounds) else None
        new = now.rounds[at] if now is not None and at < len(now.rounds) else None
        if old is not new or not same_terms:
            commands |= _of_round(was, old, now, new)
    if was is not None and now is not None and was.players is not now.players:
        commands |= _of_expelled(was, now)
    return sorted(commands.items())


def _of_expelled(was: Tournament, now: Tournament) -> Mapping[PairingId, GameCommand]:
    """The games of players who were expelled stand still: the arbiter decides what becomes of them."""
    before = {id for id, player in was.players.items() if player.expelled}
    expelled = {id for id, player in now.players.items() if player.expelled} - before
    games = playable(now) if expelled else {}
    halt = SuspendGame(PauseCause.ARBITER)
    return {id: halt for id, each in games.items() if expelled.intersection(each.game.players)}


def _is_played(state: Tournament) -> bool:
    """Whether the games of an event are played here, and it is not put away."""
    return state.settings.live and not state.archived and not state.deleted


def _of_round(
    was: Tournament | None, old: Round | None, now: Tournament | None, new: Round | None
) -> Mapping[PairingId, GameCommand]:
    """What the change of one round means for its games."""
    commands: dict[PairingId, GameCommand] = {}
    results = {each.id: each.result for each in new.every_board} if new is not None else {}
    before = {each.game.id: each for each in playable_in(was, old)} if was is not None and old is not None else {}
    open_now = {each.game.id: each for each in playable_in(now, new)} if now is not None and new is not None else {}
    for id in before:
        if id in open_now:
            continue
        result = results.get(id)
        outcome, reason = REPORTED.get(result.score, (None, None)) if result is not None else (None, None)
        commands[id] = EndByHand(outcome, reason) if outcome is not None else SuspendGame()
    for id, each in open_now.items():
        if before.get(id) != each and now is not None:
            commands[id] = OpenGame(id, now.id, each.round, each.game.white, each.game.black, each.terms)
    return commands


def result_of(command: GameCommand, game: LiveGame, events: GameEvents) -> RecordResult | None:
    """What the tournament is asked to record after `events`; None where there is nothing to record."""
    if not isinstance(command, CountGame) and not any(isinstance(event, GameEnded) for event in events):
        return None
    end = game.end
    if end is None or end.outcome is None or end.by_hand:
        return None
    report = match_report(game.id, end.outcome, end.reason, confirm=isinstance(command, CountGame) and command.confirm)
    return replace(report, was=None, replaces=True, by_game=True)


def clears_result(command: GameCommand) -> bool:
    """Whether the command takes back what a finished game brought."""
    return isinstance(command, ReplayGame | VoidGame | TakeBack)


def cleared(command: GameCommand, game: LiveGame) -> RecordResult:
    """What the tournament is asked before a game that it counts is annulled or played anew."""
    confirm = isinstance(command, ReplayGame | TakeBack) and command.confirm
    return RecordResult(game.id, None, confirm=confirm, by_game=True)


def check_pairing(command: GameCommand, game: LiveGame, state: Tournament) -> None:
    """Nothing, unless a game is to go on whose pairing is no more, or its event is put away; raises Refused then."""
    if state.archived and isinstance(command, ArbiterAct | PlayerAct):
        raise Refused("tournament-archived", name=state.settings.name)
    if is_dropped(game) and isinstance(command, ResumeGame | ReplayGame) and game.id not in playable(state):
        raise Refused("pairing-undone", value=game.id)


def match_of_game(state: Tournament, game: PairingId) -> tuple[PairingId, ...]:
    """The game, and the others of the same match: the drawn one that it decides, and those that decide it."""
    here = state.rounds[state.where[game] - 1] if game in state.where else None
    for drawn, others in here.tie_breaks.items() if here is not None else ():
        ids = (drawn, *(each.id for each in others))
        if game in ids:
            return ids
    return (game,)


def earlier_game(state: Tournament, game: PairingId) -> PairingId | None:
    """The game of the same match that has to be over before this one begins; None where there is none."""
    ids, open_now = match_of_game(state, game), playable(state)
    return next((each for each in ids[: ids.index(game)] if each in open_now), None)


def is_dropped(game: LiveGame) -> bool:
    """Whether a game stands still because its pairing is no more, or was not for a while."""
    return game.pause is not None and game.pause.cause is PauseCause.DROPPED


def is_counted(state: Tournament, game: LiveGame) -> bool:
    """Whether the tournament has the result of the game."""
    if game.end is None or game.end.outcome is None or game.id not in state.where:
        return False
    here = state.rounds[state.where[game.id] - 1]
    pairing = here.pairing(game.id)
    if pairing.result is None:
        return False
    stored = {pairing.result.score} | ({Result.DRAW} if game.id in here.tie_breaks else set())
    return match_report(game.id, game.end.outcome, game.end.reason).result in stored
