"""What arbiters do about time, waits and moves of live games, of one or of many at once; and what they are told of
players' devices."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar.params import JSONBody
from msgspec import Meta, Struct

from podium.api.acts import SubmitToGame
from podium.api.bodies import ApiRequest, Body
from podium.api.documentation import ASKING, ask, change
from podium.api.parameters import IdempotencyKey, Injected, Match, Player, Round, Tournament, command_key, round_number
from podium.api.reading import seen_as
from podium.app.access import LINKS_BY, Role
from podium.app.desk import Desk
from podium.app.event.settings_schema import Whole, one_of
from podium.app.live.answers import GameAnswer, GameInBrief
from podium.app.live.control import COMMANDS, ControlledGame, Wish, control
from podium.app.live.devices import DevicesAnswer, devices_of_game, note_window_left
from podium.app.versions import DoneAnswer
from podium.core import choice
from podium.core.ids import PairingId, PlayerId, TournamentId, identity
from podium.flow.lookups import find_player
from podium.games import commands
from podium.games.state import CallKind

call_kind = choice.one_of(CallKind)


class TimeBody(Body):
    """Seconds for White and for Black, each up to 3600; with `set`, the time they show (0: no change), up to a day."""

    white: Whole = 0
    black: Whole = 0
    set: bool = False


class WaitBody(Body):
    """By how many seconds absence is decided on later."""

    seconds: Whole


class TakeBackBody(Body):
    """After how many half-moves the game goes on; after all of them, its end alone is taken back."""

    ply: Whole
    confirm: bool = False


class CallBody(Body):
    """Why the player calls, and a few words where they help."""

    kind: Annotated[str, one_of(*(kind.value for kind in CallKind))]
    text: str | None = None


class AnswerBody(Body):
    """What the player is told, `coming` for one; `done` where the call is over."""

    text: str | None = None
    done: bool = False


class ControlBody(Wish, Body, kw_only=True):
    """An act for the games that are named, or for `all` that are not over, with what it needs."""

    act: Annotated[str, one_of(*COMMANDS)]
    games: Annotated[list[str], Meta(min_length=1, max_length=2000)] | Literal["all"]
    reason: str | None = None


class ControlAnswer(Struct):
    """What came of the act, by board."""

    games: list[ControlledGame]


@change("POST /matches/{id:str}/time", "Give time, or set the clocks (arbiter)", status=200)
async def add_time(data: JSONBody[TimeBody], submit_game: Injected[SubmitToGame]) -> GameAnswer | GameInBrief:
    return await submit_game(commands.AddTime(data.white, data.black, data.set))


@change("POST /matches/{id:str}/wait", "Wait longer for who is absent (arbiter)", status=200)
async def extend_wait(data: JSONBody[WaitBody], submit_game: Injected[SubmitToGame]) -> GameAnswer | GameInBrief:
    return await submit_game(commands.ExtendWait(data.seconds))


@change("POST /matches/{id:str}/takeback", "Take moves back (arbiter)", status=200)
async def take_back(data: JSONBody[TakeBackBody], submit_game: Injected[SubmitToGame]) -> GameAnswer | GameInBrief:
    """The game as it stood then, with the clocks of then; it stands still until it is resumed."""
    return await submit_game(commands.TakeBack(data.ply, data.confirm))


@change("POST /matches/{id:str}/call", "Call the arbiter", status=200)
async def call_arbiter(data: JSONBody[CallBody], submit_game: Injected[SubmitToGame]) -> GameAnswer | GameInBrief:
    return await submit_game(commands.CallArbiter(call_kind("kind", data.kind), data.text))


@change("POST /matches/{id:str}/call/answer", "Answer the call that has waited longest (arbiter)", status=200)
async def answer_call(data: JSONBody[AnswerBody], submit_game: Injected[SubmitToGame]) -> GameAnswer | GameInBrief:
    return await submit_game(commands.AnswerCall(data.text, data.done))


@change("POST /tournaments/{id:str}/rounds/{n:str}/games/control", "Act on many live games (arbiter)", status=200)
def control_games(
    request: ApiRequest,
    desk: Injected[Desk],
    id: Tournament,
    n: Round,
    data: JSONBody[ControlBody],
    idempotency_key: IdempotencyKey = None,
) -> ControlAnswer:
    """One act for many games of a round: each is a commit of its own, done or refused."""
    actor = request.user.actor
    seen = desk.see_as(actor, TournamentId(identity("tournament", id)), Role.ARBITER, commands.DeclareResult.__name__)
    games, key = None if isinstance(data.games, str) else data.games, command_key(idempotency_key)
    at, why = request.scope["state"]["arrived"], data.reason
    return ControlAnswer(control(desk, actor, seen, round_number(n), data, games, at, command_id=key, reason=why))


class AwayBody(Body):
    """For how many milliseconds, until now, the player's device did not show the window of the game."""

    ms: Whole


@change("POST /matches/{id:str}/away", "Say that the window of one's game was left", status=200)
def leave_window(request: ApiRequest, desk: Injected[Desk], id: Match, data: JSONBody[AwayBody]) -> DoneAnswer:
    """For arbiters to know; kept for thirty days."""
    note_window_left(desk, request.user.actor, PairingId(identity("match", id)), data.ms)
    return DoneAnswer()


@ask("/matches/{id:str}/devices", "What the devices of both players say (arbiter)")
def devices(request: ApiRequest, desk: Injected[Desk], id: Match) -> DevicesAnswer:
    """The browsers that came by links of the players, and when the window of the game was left."""
    return devices_of_game(desk, request.user.actor, PairingId(identity("match", id)))


@change("DELETE /tournaments/{id:str}/players/{pid:str}/devices", "Sign a player's devices out (arbiter)", ASKING)
def end_devices(request: ApiRequest, desk: Injected[Desk], id: Tournament, pid: Player) -> DoneAnswer:
    """The links stay: the next browser that opens one is let in."""
    seen = seen_as(request, desk, id, LINKS_BY, "give links")
    player = find_player(seen.state, PlayerId(identity("player", pid))).id
    desk.registry.end_devices(seen.state.id, player)
    return DoneAnswer()


MATCH_HANDLERS = (add_time, extend_wait, take_back, call_arbiter, answer_call, leave_window, devices)
TOURNAMENT_HANDLERS = (control_games, end_devices)
