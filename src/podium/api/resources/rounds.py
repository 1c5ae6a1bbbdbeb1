"""The rounds of a tournament: paired, edited by hand, published, closed."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, post, put
from litestar.params import JSONBody
from msgspec import UNSET, Meta

from podium.api.bodies import Body, EmptyBody
from podium.api.documentation import RANKING, WRITING, read
from podium.api.injection import Injected
from podium.api.paths import Round, round_number
from podium.api.problems import malformed
from podium.api.reading import needs
from podium.api.resources.players import bye_type
from podium.api.writing import Submit, gives
from podium.app.access import Role
from podium.app.answers.rounds import (
    ClosedRoundAnswer,
    EditAnswer,
    EditedPairingAnswer,
    RoundAnswer,
    RoundsAnswer,
    closed_round_answer,
    edit_answer,
    edited_pairing,
    round_row,
    started_round,
    warning_rows,
)
from podium.app.answers.versions import VersionAnswer, versioned
from podium.app.desk import Seen
from podium.app.ports import Receipt
from podium.app.settings_schema import Whole, one_of
from podium.app.words.language import _
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.core.result import ByeType
from podium.doubles import Team
from podium.flow.commands import (
    AddPairing,
    CloseRound,
    Command,
    EditRound,
    GiveBye,
    HandPairing,
    HoldRound,
    PairAllRounds,
    PairByHand,
    PairRound,
    PairTeams,
    PublishRound,
    ReopenRound,
    SetStartPosition,
    StartRound,
    UnpairRound,
)
from podium.flow.events import BoardsChanged, RoundPaired, first_round_of
from podium.flow.lookups import find_round
from podium.flow.readers import MOST_ROUNDS

GIVEN_BYES = [each for each in ByeType if each.can_be_given]
GivenBye = Annotated[str, one_of(*(each.value for each in GIVEN_BYES))]
TeamOfTwo = Annotated[list[str], Meta(min_length=2, max_length=2)]


class HandPairingBody(Body):
    """One line of a round paired by hand: `white` and `black`, without Black a bye; in doubles the teams `home` and
    `away`, and who is in no match has a free game."""

    white: str | None = None
    black: str | None = None
    byeType: GivenBye = ByeType.BYE.value  # noqa: N815  # the contract's spelling
    home: TeamOfTwo | None = None
    away: TeamOfTwo | None = None


class RoundBody(Body):
    """A round to pair: by the format's engine, or as the pairings say; the history keeps the reason."""

    round: Whole | None = None
    pairings: list[HandPairingBody] | None = None
    reason: str | None = None
    confirm: bool = False


class EditBody(Body):
    """Whether the round is being edited by hand from now on. To end that, pairings that are not the engine's are to be
    acknowledged; the history keeps the reason."""

    open: bool = True
    acknowledge: bool = False
    reason: str | None = None


class GiveByeBody(Body):
    """A bye, or an absence, for a player who has neither game nor bye in a paired round, closed or not."""

    player_id: str
    byeType: GivenBye  # noqa: N815  # the contract's spelling


class AddPairingBody(Body):
    """A game for two players who were left out of a paired round."""

    white: str
    black: str
    reason: str | None = None


@read("/tournaments/{id:str}/rounds", summary="The rounds")
def rounds(seen: Injected[Seen]) -> RoundsAnswer:
    state = seen.state
    return RoundsAnswer([round_row(state, here) for here in state.rounds], seen.version)


def pair(data: RoundBody) -> Command:
    if data.round is not None and not 1 <= data.round <= MOST_ROUNDS:
        raise Invalid("count-out-of-range", field="round", value=data.round, least=1, most=MOST_ROUNDS)
    if data.pairings is None:
        return PairRound(data.round, confirm=data.confirm)
    if any(each.home is not None or each.away is not None for each in data.pairings):
        return PairTeams(tuple(_teams(each) for each in data.pairings), data.round)
    return PairByHand(tuple(_line(each) for each in data.pairings), data.round)


@post(
    "/tournaments/{id:str}/rounds",
    summary="Pair a round, by the engine or by hand",
    responses=WRITING,
    opt=gives(pair),
)
async def pair_round(data: JSONBody[RoundBody], submit: Injected[Submit]) -> RoundAnswer:
    receipt = await submit(pair(data), data.reason)
    state = receipt.state
    here = state.rounds[first_round_of(receipt.events) - 1]
    checked = UNSET if data.pairings is None or here.automatic else warning_rows(state, here)
    return versioned(RoundAnswer, round_row(state, here), receipt.version, warnings=checked)


@post(
    "/tournaments/{id:str}/rounds/all",
    summary="Pair all rounds of a round robin that are left",
    responses=WRITING,
    opt=gives(PairAllRounds),
)
async def pair_all_rounds(data: JSONBody[EmptyBody], submit: Injected[Submit]) -> RoundsAnswer:
    receipt = await submit(PairAllRounds())
    paired = [event.round for event in receipt.events if isinstance(event, RoundPaired)]
    rows = [round_row(receipt.state, receipt.state.rounds[number - 1]) for number in paired]
    return RoundsAnswer(rows, receipt.version)


@read("/tournaments/{id:str}/rounds/{n:str}", summary="A round")
def round(seen: Injected[Seen], n: Round) -> RoundAnswer:
    state = seen.state
    return versioned(RoundAnswer, round_row(state, find_round(state, round_number(n))), seen.version)


def unpair(n: str) -> Command:
    return UnpairRound(round_number(n))


@delete(
    "/tournaments/{id:str}/rounds/{n:str}",
    summary="Unpair the last round",
    responses=WRITING,
    opt=gives(unpair),
    status_code=200,
)
async def unpair_round(n: Round, data: JSONBody[EmptyBody], submit: Injected[Submit]) -> VersionAnswer:
    return VersionAnswer((await submit(unpair(n))).version)


class PublishBody(Body):
    """A round to publish; with `startsAt`, an ISO time with its zone, its live games are given that start."""

    startsAt: str | None = None  # noqa: N815  # the contract's spelling


def publish(n: str, data: PublishBody) -> Command:
    return PublishRound(round_number(n), data.startsAt)


@post(
    "/tournaments/{id:str}/rounds/{n:str}/publish",
    summary="Show a round to the public",
    responses=WRITING,
    opt=gives(publish),
    status_code=200,
)
async def publish_round(n: Round, data: JSONBody[PublishBody], submit: Injected[Submit]) -> RoundAnswer:
    return _answer(await submit(publish(n, data)), n)


class StartBody(Body):
    """The start of the live games of a round: now, or at `startsAt`, an ISO time with its zone."""

    startsAt: str | None = None  # noqa: N815  # the contract's spelling


def start(n: str, data: StartBody) -> Command:
    return StartRound(round_number(n), data.startsAt)


@post(
    "/tournaments/{id:str}/rounds/{n:str}/start",
    summary="Start the live games of a round, now or at an hour",
    responses=WRITING,
    opt=gives(start),
    status_code=200,
)
async def start_round(n: Round, data: JSONBody[StartBody], submit: Injected[Submit]) -> RoundAnswer:
    """From the start on absence counts. Again: another time, while no game of the round has begun."""
    return _started(await submit(start(n, data)), n)


def hold(n: str) -> Command:
    return HoldRound(round_number(n))


@post(
    "/tournaments/{id:str}/rounds/{n:str}/hold",
    summary="Count no absence in a round until it is started again",
    responses=WRITING,
    opt=gives(hold),
    status_code=200,
)
async def hold_round(n: Round, data: JSONBody[EmptyBody], submit: Injected[Submit]) -> RoundAnswer:
    return _started(await submit(hold(n)), n)


class CloseBody(Body):
    """A round in which players do not agree on a result is closed, with the results there are, only if confirmed."""

    confirm: bool = False


def close(n: str, data: CloseBody) -> Command:
    return CloseRound(round_number(n), data.confirm)


@post(
    "/tournaments/{id:str}/rounds/{n:str}/close",
    summary="Close a round that is complete",
    responses=WRITING,
    opt=gives(close),
    status_code=200,
)
async def close_round(n: Round, data: JSONBody[CloseBody], submit: Injected[Submit]) -> ClosedRoundAnswer:
    receipt = await submit(close(n, data))
    return closed_round_answer(receipt.state, receipt.state.rounds[round_number(n) - 1], receipt.version)


def reopen(n: str) -> Command:
    return ReopenRound(round_number(n))


@post(
    "/tournaments/{id:str}/rounds/{n:str}/reopen",
    summary="Reopen a closed round",
    responses=WRITING,
    opt=gives(reopen),
    status_code=200,
)
async def reopen_round(n: Round, data: JSONBody[EmptyBody], submit: Injected[Submit]) -> RoundAnswer:
    return _answer(await submit(reopen(n)), n)


class StartPositionBody(Body):
    """The number of a start position of Chess960, 0 to 959, as it was drawn in the hall; null: Podium draws anew."""

    number: Whole | None = None


def set_position(n: str, data: StartPositionBody) -> Command:
    return SetStartPosition(round_number(n), data.number)


@put(
    "/tournaments/{id:str}/rounds/{n:str}/start-position",
    summary="Set the start position of a round of Chess960, or draw it anew",
    responses=WRITING,
    opt=gives(set_position),
)
async def set_start_position(n: Round, data: JSONBody[StartPositionBody], submit: Injected[Submit]) -> RoundAnswer:
    return _answer(await submit(set_position(n, data)), n)


@read(
    "/tournaments/{id:str}/rounds/{n:str}/edit",
    summary="What speaks against a round, and how it differs from the engine's",
    responses=RANKING,
    opt=needs(Role.ARBITER),
)
def round_in_editing(seen: Injected[Seen], n: Round) -> EditAnswer:
    number = round_number(n)
    here = find_round(seen.state, number)
    if here.automatic:
        raise Refused("knockout-rounds", value=number)
    return edit_answer(seen.state, here, seen.version)


def edit(n: str, data: EditBody) -> Command:
    return EditRound(round_number(n), data.open, data.acknowledge)


@post(
    "/tournaments/{id:str}/rounds/{n:str}/edit",
    summary="Begin or end the editing of a round by hand",
    responses=WRITING,
    opt=gives(edit),
    status_code=200,
)
async def edit_round(n: Round, data: JSONBody[EditBody], submit: Injected[Submit]) -> EditAnswer:
    receipt = await submit(edit(n, data), data.reason)
    return edit_answer(receipt.state, receipt.state.rounds[round_number(n) - 1], receipt.version)


def give(n: str, data: GiveByeBody) -> Command:
    return GiveBye(round_number(n), PlayerId(data.player_id), bye_type(GIVEN_BYES, "byeType", data.byeType))


@post(
    "/tournaments/{id:str}/rounds/{n:str}/byes",
    summary="Give a bye, or record an absence, for a player who has nothing in a round",
    responses=WRITING,
    opt=gives(give),
)
async def give_bye(n: Round, data: JSONBody[GiveByeBody], submit: Injected[Submit]) -> EditedPairingAnswer:
    return _added(await submit(give(n, data)))


def add(n: str, data: AddPairingBody) -> Command:
    return AddPairing(round_number(n), PlayerId(data.white), PlayerId(data.black))


@post(
    "/tournaments/{id:str}/rounds/{n:str}/pairings",
    summary="Add a game for two players who were left out",
    responses=WRITING,
    opt=gives(add),
)
async def add_pairing(n: Round, data: JSONBody[AddPairingBody], submit: Injected[Submit]) -> EditedPairingAnswer:
    return _added(await submit(add(n, data), data.reason))


def _answer(receipt: Receipt, n: str) -> RoundAnswer:
    row = round_row(receipt.state, receipt.state.rounds[round_number(n) - 1])
    return versioned(RoundAnswer, row, receipt.version)


def _started(receipt: Receipt, n: str) -> RoundAnswer:
    return versioned(RoundAnswer, started_round(receipt.state, round_number(n)), receipt.version)


def _added(receipt: Receipt) -> EditedPairingAnswer:
    """The pairing that a commit added."""
    change = next(event for event in receipt.events if isinstance(event, BoardsChanged))
    return edited_pairing(receipt.state, next(iter(change.after)), receipt.version)


def _line(pairing: HandPairingBody) -> HandPairing:
    if pairing.white is None:
        raise malformed(_("A pairing names white, or home and away."), field="pairings", value=pairing.black)
    black = None if pairing.black is None else PlayerId(pairing.black)
    return HandPairing(PlayerId(pairing.white), black, bye_type(GIVEN_BYES, "byeType", pairing.byeType))


def _teams(pairing: HandPairingBody) -> tuple[Team, Team]:
    if pairing.home is None or pairing.away is None or pairing.white is not None or pairing.black is not None:
        named = {
            name: value for name, value in pairing.named_fields().items() if value is not None and name != "byeType"
        }
        raise malformed(_("A match of doubles names home and away, and nobody else."), field="pairings", value=named)
    return _team(pairing.home), _team(pairing.away)


def _team(players: list[str]) -> Team:
    one, other = players
    return PlayerId(one), PlayerId(other)


HANDLERS = (
    rounds,
    pair_round,
    pair_all_rounds,
    round,
    unpair_round,
    publish_round,
    start_round,
    hold_round,
    close_round,
    reopen_round,
    set_start_position,
    round_in_editing,
    edit_round,
    give_bye,
    add_pairing,
)
