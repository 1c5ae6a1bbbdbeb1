"""The rounds of a tournament: paired, edited by hand, published, closed."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta

from podium.api.acts import act
from podium.api.bodies import Body
from podium.api.documentation import RANKING, read
from podium.api.pages import paged
from podium.api.parameters import Injected, Round, round_number
from podium.api.problems import malformed
from podium.api.reading import needs
from podium.api.resources.players import bye_type
from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.settings_schema import Whole, one_of
from podium.app.ports import Receipt
from podium.app.rounds.answers import (
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
from podium.app.versions import version_answer, versioned
from podium.app.words.language import _
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.core.result import ByeType
from podium.doubles import Team
from podium.flow import commands
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


def _paired(receipt: Receipt, data: RoundBody) -> RoundAnswer:
    state = receipt.state
    here = state.rounds[first_round_of(receipt.events) - 1]
    checked = UNSET if data.pairings is None or here.automatic else warning_rows(state, here)
    return versioned(RoundAnswer, round_row(state, here), receipt.version, warnings=checked)


def _all_paired(receipt: Receipt) -> RoundsAnswer:
    paired = [event.round for event in receipt.events if isinstance(event, RoundPaired)]
    rows = [round_row(receipt.state, receipt.state.rounds[number - 1]) for number in paired]
    return RoundsAnswer(rows, receipt.version)


def _answer(receipt: Receipt, n: str) -> RoundAnswer:
    row = round_row(receipt.state, receipt.state.rounds[round_number(n) - 1])
    return versioned(RoundAnswer, row, receipt.version)


def _started(receipt: Receipt, n: str) -> RoundAnswer:
    return versioned(RoundAnswer, started_round(receipt.state, round_number(n)), receipt.version)


def _closed(receipt: Receipt, n: str) -> ClosedRoundAnswer:
    return closed_round_answer(receipt.state, receipt.state.rounds[round_number(n) - 1], receipt.version)


def _edited(receipt: Receipt, n: str) -> EditAnswer:
    return edit_answer(receipt.state, receipt.state.rounds[round_number(n) - 1], receipt.version)


def _added(receipt: Receipt) -> EditedPairingAnswer:
    """The pairing that a commit added."""
    change = next(event for event in receipt.events if isinstance(event, BoardsChanged))
    return edited_pairing(receipt.state, next(iter(change.after)), receipt.version)


@read("/tournaments/{id:str}/rounds", summary="The rounds")
@paged("rounds", "round")
def rounds(seen: Injected[Seen]) -> RoundsAnswer:
    state = seen.state
    return RoundsAnswer([round_row(state, here) for here in state.rounds], seen.version)


@act("POST /tournaments/{id:str}/rounds", "Pair a round, by the engine or by hand", _paired, status=201)
def pair_round(data: RoundBody) -> commands.Command:
    if data.round is not None and not 1 <= data.round <= MOST_ROUNDS:
        raise Invalid("count-out-of-range", field="round", value=data.round, least=1, most=MOST_ROUNDS)
    if data.pairings is None:
        return commands.PairRound(data.round, confirm=data.confirm)
    if any(each.home is not None or each.away is not None for each in data.pairings):
        return commands.PairTeams(tuple(_teams(each) for each in data.pairings), data.round)
    return commands.PairByHand(tuple(_line(each) for each in data.pairings), data.round)


@act("POST /tournaments/{id:str}/rounds/all", "Pair all rounds of a round robin that are left", _all_paired, status=201)
def pair_all_rounds() -> commands.Command:
    return commands.PairAllRounds()


@read("/tournaments/{id:str}/rounds/{n:str}", summary="A round")
def round(seen: Injected[Seen], n: Round) -> RoundAnswer:
    state = seen.state
    return versioned(RoundAnswer, round_row(state, find_round(state, round_number(n))), seen.version)


@act("DELETE /tournaments/{id:str}/rounds/{n:str}", "Unpair the last round", version_answer)
def unpair_round(n: Round) -> commands.Command:
    return commands.UnpairRound(round_number(n))


class PublishRoundBody(Body):
    """A round to publish; with `startsAt`, an ISO time with its zone, its live games are given that start."""

    startsAt: str | None = None  # noqa: N815  # the contract's spelling


@act("POST /tournaments/{id:str}/rounds/{n:str}/publish", "Show a round to the public", _answer)
def publish_round(n: Round, data: PublishRoundBody) -> commands.Command:
    return commands.PublishRound(round_number(n), data.startsAt)


class StartBody(Body):
    """The start of the live games of a round: now, or at `startsAt`, an ISO time with its zone."""

    startsAt: str | None = None  # noqa: N815  # the contract's spelling


@act("POST /tournaments/{id:str}/rounds/{n:str}/start", "Start the live games of a round, now or at an hour", _started)
def start_round(n: Round, data: StartBody) -> commands.Command:
    """From the start on absence counts. Again: another time, while no game of the round has begun."""
    return commands.StartRound(round_number(n), data.startsAt)


@act(
    "POST /tournaments/{id:str}/rounds/{n:str}/hold", "Count no absence in a round until it is started again", _started
)
def hold_round(n: Round) -> commands.Command:
    return commands.HoldRound(round_number(n))


class CloseBody(Body):
    """A round in which players do not agree on a result is closed, with the results there are, only if confirmed."""

    confirm: bool = False


@act("POST /tournaments/{id:str}/rounds/{n:str}/close", "Close a round that is complete", _closed)
def close_round(n: Round, data: CloseBody) -> commands.Command:
    return commands.CloseRound(round_number(n), data.confirm)


@act("POST /tournaments/{id:str}/rounds/{n:str}/reopen", "Reopen a closed round", _answer)
def reopen_round(n: Round) -> commands.Command:
    return commands.ReopenRound(round_number(n))


class StartPositionBody(Body):
    """The number of a start position of Chess960, 0 to 959, as it was drawn in the hall; null: Podium draws anew."""

    number: Whole | None = None


@act(
    "PUT /tournaments/{id:str}/rounds/{n:str}/start-position",
    "Set the start position of a round of Chess960, or draw it anew",
    _answer,
)
def set_start_position(n: Round, data: StartPositionBody) -> commands.Command:
    return commands.SetStartPosition(round_number(n), data.number)


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


@act("POST /tournaments/{id:str}/rounds/{n:str}/edit", "Begin or end the editing of a round by hand", _edited)
def edit_round(n: Round, data: EditBody) -> commands.Command:
    return commands.EditRound(round_number(n), data.open, data.acknowledge)


@act(
    "POST /tournaments/{id:str}/rounds/{n:str}/byes",
    "Give a bye, or record an absence, for a player who has nothing in a round",
    _added,
    status=201,
)
def give_bye(n: Round, data: GiveByeBody) -> commands.Command:
    return commands.GiveBye(round_number(n), PlayerId(data.player_id), bye_type(GIVEN_BYES, "byeType", data.byeType))


@act(
    "POST /tournaments/{id:str}/rounds/{n:str}/pairings",
    "Add a game for two players who were left out",
    _added,
    status=201,
)
def add_pairing(n: Round, data: AddPairingBody) -> commands.Command:
    return commands.AddPairing(round_number(n), PlayerId(data.white), PlayerId(data.black))


def _line(pairing: HandPairingBody) -> commands.HandPairing:
    if pairing.white is None:
        raise malformed(_("A pairing names white, or home and away."), field="pairings", value=pairing.black)
    black = None if pairing.black is None else PlayerId(pairing.black)
    return commands.HandPairing(PlayerId(pairing.white), black, bye_type(GIVEN_BYES, "byeType", pairing.byeType))


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
