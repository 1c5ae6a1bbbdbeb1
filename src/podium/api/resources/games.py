"""Live games: what there is to see of one, what its players do, and what arbiters do about it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Annotated, ClassVar

from litestar import get
from litestar.concurrency import sync_to_thread
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, QueryParameter
from litestar.response import Stream
from msgspec import UNSET, UnsetType

from podium.api.acts import SubmitToGame
from podium.api.bodies import ApiRequest, Body, EmptyBody
from podium.api.callers import CHECKED_BY_JOURNAL
from podium.api.documentation import RANKING, change, problems, read
from podium.api.game_streams import GameMessage, RoundChannel
from podium.api.live import LOOKS, Live
from podium.api.pages import paged
from podium.api.parameters import WHOLE_NUMBER, Injected, Match, Round, Tournament, round_number
from podium.api.resources.bracket import OutcomeName
from podium.api.resources.events import HEARTBEAT, MEDIA_TYPE, RETRY, LastEventId, version_of
from podium.api.resources.pairings import ReasonName
from podium.api.watchers import Admission
from podium.app.access import Actor, Role
from podium.app.desk import Desk, Seen, SeenGame, delay_of
from podium.app.event.settings_schema import Whole
from podium.app.live.analysis import PositionAnswer, position_answer
from podium.app.live.answers import GameAnswer, GameInBrief, GamesAnswer, game_answer
from podium.core.errors import PodiumError
from podium.core.ids import PairingId, TournamentId, identity
from podium.flow.lookups import find_round
from podium.games import commands
from podium.knockout import outcome_and_reason

NO_STORE = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class MoveBody(Body):
    """A move by coordinates or in SAN, after `ply` half-moves. `thinking` is how long the player's own device saw him
    think, in milliseconds: what passed beside it on the way is forgiven, as far as the quota goes."""

    JUDGED: ClassVar[bool] = True

    move: str
    ply: Whole
    thinking: Whole | None = None


class ClaimBody(Body):
    """The move with which the position occurs for the third time, or the fiftieth move is made; none: it has."""

    JUDGED: ClassVar[bool] = True

    move: str | None = None


class DeclarationBody(Body):
    """The result that the arbiter declares."""

    result: OutcomeName | UnsetType = UNSET
    resultReason: ReasonName | None = None  # noqa: N815  # the contract's spelling


class ConfirmationBody(Body):
    """What followed from the result is undone only if confirmed."""

    confirm: bool = False


@read("/matches/{id:str}/game", summary="A live game")
def game(request: ApiRequest, desk: Injected[Desk], id: Match) -> GameAnswer:
    request.state.headers = dict(NO_STORE)
    return _answer(desk.see_game(request.user.actor, PairingId(identity("match", id))))


AtPly = Annotated[str | None, QueryParameter(description="Half-moves; else all there are.", schema_extra=WHOLE_NUMBER)]
Line = Annotated[str, QueryParameter(description="Moves that are tried from there, with commas between.")]


@read("/matches/{id:str}/position", summary="A position of a live game, and what is legal in it", responses=RANKING)
def position(
    request: ApiRequest, desk: Injected[Desk], id: Match, ply: AtPly = None, line: Line = ""
) -> PositionAnswer:
    """Moves can be tried from any position. Players whose own game is under way are refused that (409)."""
    request.state.headers = dict(NO_STORE)
    return position_answer(desk, desk.see_game(request.user.actor, PairingId(identity("match", id))), ply, line)


@read("/tournaments/{id:str}/rounds/{n:str}/games", summary="The live games of a round")
@paged("games")
def games(request: ApiRequest, desk: Injected[Desk], id: Tournament, n: Round) -> GamesAnswer:
    """The games of a round, by board, each followed by its tie-break games."""
    request.state.headers = dict(NO_STORE)
    seen = desk.see(request.user.actor, TournamentId(identity("tournament", id)))
    return GamesAnswer(seen.version, [_answer(each) for each in _games_of_round(desk, seen, round_number(n))])


@change("POST /matches/{id:str}/moves", "Play a move", status=200, opt=CHECKED_BY_JOURNAL)
async def play_move(data: JSONBody[MoveBody], submit_game: Injected[SubmitToGame]) -> GameAnswer | GameInBrief:
    """The move, and the game after it, or with `Prefer: return=minimal` where it stands. The same again: the same
    answer."""
    return await submit_game(commands.PlayMove(data.move, data.ply, data.thinking))


@change("POST /matches/{id:str}/draw/claim", "Claim a draw", status=200)
async def claim_draw(data: JSONBody[ClaimBody], submit_game: Injected[SubmitToGame]) -> GameAnswer | GameInBrief:
    """A draw by repetition or fifty moves."""
    return await submit_game(commands.ClaimDraw(data.move))


@change("POST /matches/{id:str}/declare", "Declare the result (arbiter)", status=200)
async def declare(data: JSONBody[DeclarationBody], submit_game: Injected[SubmitToGame]) -> GameAnswer | GameInBrief:
    result = data.result if isinstance(data.result, str) else None
    return await submit_game(commands.DeclareResult(*outcome_and_reason(result, data.resultReason)))


@change("POST /matches/{id:str}/count", "Count the result of a game (arbiter)", status=200)
async def count(data: JSONBody[ConfirmationBody], submit_game: Injected[SubmitToGame]) -> GameAnswer | GameInBrief:
    """Give the tournament the result of a finished game that it does not have."""
    return await submit_game(commands.CountGame(data.confirm))


@change("POST /matches/{id:str}/replay", "Have a game played anew (arbiter)", status=200)
async def replay(data: JSONBody[ConfirmationBody], submit_game: Injected[SubmitToGame]) -> GameAnswer | GameInBrief:
    """The game from its first move; the result it brought is taken back."""
    return await submit_game(commands.ReplayGame(data.confirm))


def _act(path: str, summary: str, command: Callable[[], commands.GameCommand]) -> HTTPRouteHandler:
    """The handler of something that is done to a game without further words."""

    @change(f"POST /matches/{{id:str}}/{path}", summary, status=200)
    async def act(data: JSONBody[EmptyBody], submit_game: Injected[SubmitToGame]) -> GameAnswer | GameInBrief:
        return await submit_game(command())

    return act


ACTS = (
    _act("ready", "Be there: the clock starts when both are", commands.BeReady),
    _act("resign", "Resign", commands.Resign),
    _act("draw/offer", "Offer a draw", commands.OfferDraw),
    _act("draw/accept", "Accept a draw", commands.AcceptDraw),
    _act("draw/decline", "Decline a draw", commands.DeclineDraw),
    _act("draw/withdraw", "Withdraw a draw offer", commands.WithdrawDraw),
    _act("pause", "Pause a game (arbiter)", commands.PauseGame),
    _act("resume", "Let a paused game go on (arbiter)", commands.ResumeGame),
    _act("start", "Start one game of a round (arbiter)", commands.StartGame),
    _act("hold", "Take the start of one game back (arbiter)", commands.HoldGame),
    _act("undo", "Undo the time, wait or take-back of last (arbiter)", commands.UndoAct),
    _act("void", "Annul a game (arbiter)", commands.VoidGame),
)


@get(
    "/matches/{id:str}/events",
    summary="Every change of a live game as it comes",
    responses=problems(400, 401, 404, 503),
    media_type=MEDIA_TYPE,
)
async def game_events(
    request: ApiRequest, desk: Injected[Desk], live: Injected[Live], id: Match, last_event_id: LastEventId = None
) -> Stream:
    """`move` carries a move, `game` the whole game after any other change; first what was missed."""
    actor, known = request.user.actor, None if last_event_id is None else version_of(last_event_id)
    seen = await sync_to_thread(desk.see_game, actor, PairingId(identity("match", id)))
    return Stream(_messages(desk, live, actor, seen, known), headers=NO_STORE, media_type=MEDIA_TYPE)


@get(
    "/tournaments/{id:str}/rounds/{n:str}/games/events",
    summary="Every change of the live games of a round as it comes",
    responses=problems(400, 401, 404, 503),
    media_type=MEDIA_TYPE,
)
async def round_events(
    request: ApiRequest,
    desk: Injected[Desk],
    live: Injected[Live],
    id: Tournament,
    n: Round,
    last_event_id: LastEventId = None,
) -> Stream:
    """The same messages for all games of a round.

    First what was missed since the id, which is a time: single moves where they are known, else the whole of each
    game that changed.
    """
    actor, known = request.user.actor, None if last_event_id is None else version_of(last_event_id)
    seen = await sync_to_thread(desk.see, actor, TournamentId(identity("tournament", id)))
    find_round(seen.state, round_number(n))
    messages = _round_messages(desk, live, actor, seen, round_number(n), known)
    return Stream(messages, headers=NO_STORE, media_type=MEDIA_TYPE)


async def _messages(desk: Desk, live: Live, actor: Actor, seen: SeenGame, known: int | None) -> AsyncIterator[bytes]:
    live.start()
    id, colour, delay = seen.game.id, seen.colour, delay_of(seen.tournament, seen.game)
    event, arbiter = seen.tournament, seen.tournament.role >= Role.ARBITER
    with (
        live.games.watching(id, seen.version, colour, event.player if colour else None) as watcher,
        live.admissions.admitted(actor, event.state.id, event.role, watcher.wake) as admission,
    ):
        yield RETRY
        sent = known or 0
        if known is None or known > seen.version:
            yield _whole(seen).bytes_for(colour, arbiter=arbiter)
            sent = seen.version
        for missed in await live.games.missed(id, sent) if watcher.began_at > sent else ():
            if not await _until(missed.at + delay, desk, live, admission):
                return
            sent = missed.version
            yield missed.bytes_for(colour, arbiter=arbiter)
        await live.look([id])
        while not live.closing:
            news = await watcher.next(HEARTBEAT)
            if admission.ended:
                return
            if watcher.lagging:
                again = await _seen_again(desk, actor, id)
                if again is None:
                    return
                yield _whole(again).bytes_for(colour, arbiter=arbiter)
                sent = sent if delay else again.version
                watcher.lagging = False
            elif news is None:
                yield b": still here\n\n"
            elif news.version > sent:
                if not await _until(news.at + delay, desk, live, admission):
                    return
                sent = news.version
                yield news.bytes_for(colour, arbiter=arbiter)


async def _round_messages(
    desk: Desk, live: Live, actor: Actor, seen: Seen, round: int, known: int | None
) -> AsyncIterator[bytes]:
    live.start()
    delay, arbiter = delay_of(seen), seen.role >= Role.ARBITER
    with (
        live.games.watching_round(seen.state.id, round) as (channel, watcher),
        live.admissions.admitted(actor, seen.state.id, seen.role, watcher.wake) as admission,
    ):
        yield RETRY
        number = channel.number
        games = await sync_to_thread(_games_of_round, desk, seen, round)
        for message in _caught_up(games, channel, number, None if delay else known, 0 if known is None else known):
            yield message.bytes_of_round(arbiter=arbiter)
        while not live.closing:
            news = await watcher.next(HEARTBEAT)
            if admission.ended:
                return
            if watcher.lagging:
                watcher.lagging = False
                number = channel.number
                games = await sync_to_thread(_games_of_round, desk, seen, round)
                for message in _caught_up(games, channel, number):
                    yield message.bytes_of_round(arbiter=arbiter)
            elif news is None:
                yield b": still here\n\n"
            else:
                if not await _until(news.at + delay, desk, live, admission):
                    return
                yield news.bytes_of_round(arbiter=arbiter)


async def _until(at: int, desk: Desk, live: Live, admission: Admission) -> bool:
    """Wait until a time, not at all where it has passed; false for somebody who is out meanwhile, or if all are."""
    while (left := at - desk.journal.milliseconds()) > 0 and not live.closing and not admission.ended:
        await asyncio.sleep(min(left / 1000, LOOKS))
    return not live.closing and not admission.ended


async def _seen_again(desk: Desk, actor: Actor, id: PairingId) -> SeenGame | None:
    """The game once more; None for somebody who may not see it any more."""
    try:
        return await sync_to_thread(desk.see_game, actor, id)
    except PodiumError:
        return None


def _games_of_round(desk: Desk, seen: Seen, number: int) -> list[SeenGame]:
    here = find_round(seen.state, number)
    return desk.see_games(seen, [each.id for each in here.every])


def _whole(seen: SeenGame) -> GameMessage:
    return GameMessage(seen.tournament.state, seen.game, seen.version, (), seen.shown_at)


def _caught_up(
    games: Sequence[SeenGame], channel: RoundChannel, number: int, known: int | None = None, since: int = 0
) -> list[GameMessage]:
    """What brings somebody up to `number` in the stream of a round: what they missed after `known`, if that is known
    of a game, else the whole of it, if it changed `since` a time.

    Their place moves on with the last of the whole games alone: who loses the connection before that gets all again.
    """
    single: list[GameMessage] = []
    whole: list[GameMessage] = []
    for each in games:
        missed = None if known is None else channel.missed(each.game.id, each.version, each.at, known)
        if missed is not None:
            single += [message for message in missed if message.number <= number]  # later ones reach the watcher
        elif each.at >= since:
            whole.append(_whole(each))
    for message in whole:
        message.number = since
    if whole and not single:
        whole[-1].number = min(number, whole[-1].at)
    return whole + sorted(single, key=lambda message: message.number)


def _answer(seen: SeenGame) -> GameAnswer:
    event = seen.tournament
    arbiter = event.role >= Role.ARBITER
    return game_answer(event.state, seen.game, seen.version, seen.shown_at, seen.colour, arbiter=arbiter)


MATCH_HANDLERS = (game, position, play_move, claim_draw, declare, count, replay, *ACTS, game_events)
TOURNAMENT_HANDLERS = (games, round_events)
