"""Pairings by their own ids: results, byes, sets, changes by hand, and what players report of their own games."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from podium.api.acts import act
from podium.api.bodies import Body
from podium.api.callers import CHECKED_BY_JOURNAL
from podium.api.documentation import read
from podium.api.parameters import Injected, Pairing
from podium.api.resources.players import bye_type
from podium.app.desk import Seen
from podium.app.event.settings_schema import Whole, one_of
from podium.app.ports import Receipt
from podium.app.queries import why
from podium.app.rounds.answers import (
    ByeAnswer,
    EditedPairingAnswer,
    PairingAnswer,
    RemovedPairingAnswer,
    bye_answer,
    edited_pairing,
    pairing_answer,
    warning_rows,
)
from podium.app.rounds.why_answers import WhyAnswer, why_answer
from podium.core import choice
from podium.core.ids import PairingId, PlayerId
from podium.core.result import ByeType, Result
from podium.flow import commands
from podium.flow.events import BoardsChanged
from podium.flow.lookups import find_pairing
from podium.flow.rounds.statements import read_score
from podium.flow.state import Side
from podium.knockout import Reason, read_reason

RECORDED = [ByeType.BYE, ByeType.UNPAIRED]
ReasonName = Annotated[str, one_of(*(each.value for each in Reason if not each.system), None)]
ResultText = Annotated[str, one_of(*(each.value for each in Result), None)]
ScoreText = Annotated[str, Meta(description="1-0, 1/2-1/2 or 0-1 of a game; the sets of a match of doubles, as 2:1")]


class ResultBody(Body):
    """The result of a game, null to clear it; with `was`, only if that is the stored one. Of a match of a knockout,
    what followed from another result is undone only if confirmed, and a reason is kept: a draw needs one where players
    cannot agree it. A game that is not `rated` scores like one that is; `was` is compared without regard to that."""

    result: ResultText | None
    rated: bool = True
    resultReason: ReasonName | None = None  # noqa: N815  # the contract's spelling
    was: ResultText | UnsetType | None = UNSET
    confirm: bool = False


class RatingResultBody(Body):
    """The result by which a game is rated beside the one that counts; null, or that one: by the one that counts."""

    result: ResultText | None


class PairingChangesBody(Body):
    """Others to seat at the board, its colours to swap, or the board to move to; the history keeps the reason."""

    white: str | None = None
    black: str | None = None
    colours: Literal["swap"] | None = None
    board: Whole | None = None
    reason: str | None = None


class ByeResultBody(Body):
    """What kind of bye a player without an opponent has."""

    byeType: Annotated[str, one_of(*(each.value for each in RECORDED))]  # noqa: N815  # the contract's spelling


class SetsBody(Body):
    """The sets of the teams of a match; null is `?`, and a side that is not named stays as it is."""

    home: Whole | UnsetType | None = UNSET
    away: Whole | UnsetType | None = UNSET
    confirm: bool = False


class ClickBody(Body):
    """One click on one side of a match."""

    side: Literal["home", "away"]
    confirm: bool = False


def pairing_receipt(receipt: Receipt, id: str) -> PairingAnswer:
    """The pairing after what was written."""
    return pairing_answer(receipt.state, find_pairing(receipt.state, PairingId(id)), receipt.version)


def _rearranged(receipt: Receipt, id: str) -> EditedPairingAnswer:
    return edited_pairing(receipt.state, receipt.state.pairing(PairingId(id)), receipt.version)


def _removed(receipt: Receipt) -> RemovedPairingAnswer:
    change = next(event for event in receipt.events if isinstance(event, BoardsChanged))
    here = receipt.state.rounds[change.round - 1]
    if not here.editing:
        return RemovedPairingAnswer(receipt.version)
    return RemovedPairingAnswer(receipt.version, here.editing, warning_rows(receipt.state, here))


def _bye(receipt: Receipt, id: str) -> ByeAnswer:
    bye = receipt.state.pairing(PairingId(id))
    assert bye.is_bye  # else it would have been refused
    return bye_answer(receipt.state, bye, receipt.version)


@act(
    "PUT /pairings/{id:str}/result", "Record the result of a game, or clear it", pairing_receipt, opt=CHECKED_BY_JOURNAL
)
def record_result(id: Pairing, data: ResultBody) -> commands.Command:
    pairing, result = PairingId(id), choice.result("result", data.result)
    if result is not None and not data.rated:
        result = result.unrated
    reason = None if data.resultReason is None else read_reason(data.resultReason)
    command = commands.RecordResult(pairing, result, reason=reason, confirm=data.confirm)
    if isinstance(data.was, str | None):
        return replace(command, was=choice.result("was", data.was), replaces=True)
    return command


@act(
    "PUT /pairings/{id:str}/rating-result",
    "The result by which a game of a round is rated that cannot change any more",
    pairing_receipt,
)
def correct_for_rating(id: Pairing, data: RatingResultBody) -> commands.Command:
    return commands.CorrectForRating(PairingId(id), choice.result("result", data.result))


@read("/pairings/{id:str}", summary="A pairing")
def pairing(seen: Injected[Seen], id: Pairing) -> PairingAnswer:
    return pairing_answer(seen.state, find_pairing(seen.state, PairingId(id)), seen.version)


@read("/pairings/{id:str}/why", summary="Why a pairing is what it is")
def pairing_why(seen: Injected[Seen], id: Pairing) -> WhyAnswer:
    pairing = find_pairing(seen.state, PairingId(id))
    return why_answer(pairing.id, why(seen.state, pairing), seen.version)


@act("PATCH /pairings/{id:str}", "Seat others, swap colours, or move to a board", _rearranged)
def rearrange_pairing(id: Pairing, data: PairingChangesBody) -> commands.Command:
    return commands.RearrangePairing(
        PairingId(id),
        white=None if data.white is None else PlayerId(data.white),
        black=None if data.black is None else PlayerId(data.black),
        turn=data.colours == "swap",
        board=data.board,
    )


@act("DELETE /pairings/{id:str}", "Remove a pairing that has no result", _removed)
def remove_pairing(id: Pairing) -> commands.Command:
    return commands.RemovePairing(PairingId(id))


@act("POST /pairings/{id:str}/bye-result", "Record what kind of bye a player has", _bye)
def record_bye(id: Pairing, data: ByeResultBody) -> commands.Command:
    return commands.RecordBye(PairingId(id), bye_type(RECORDED, "byeType", data.byeType))


@act(
    "PUT /pairings/{id:str}/sets",
    "Enter the sets of one or both teams of a match",
    pairing_receipt,
    opt=CHECKED_BY_JOURNAL,
)
def record_sets(id: Pairing, data: SetsBody) -> commands.Command:
    sides = {side: getattr(data, side.value) for side in Side}
    return commands.RecordSets(
        PairingId(id), {side: sets for side, sets in sides.items() if sets is not UNSET}, data.confirm
    )


@act("POST /pairings/{id:str}/sets/click", "Click on one side of a match", pairing_receipt, opt=CHECKED_BY_JOURNAL)
def click_sets(id: Pairing, data: ClickBody) -> commands.Command:
    return commands.ClickSets(PairingId(id), Side(data.side), data.confirm)


class ReportBody(Body):
    """How the own game ended; a match of a knockout keeps a reason, and a draw may need one."""

    result: ScoreText
    resultReason: ReasonName | None = None  # noqa: N815  # the contract's spelling


class ObjectionBody(Body):
    """What the result was, as the player who objects says."""

    result: ScoreText


class ConfirmBody(Body):
    """The result that the player saw, and confirms; without it whatever the other side reported."""

    result: ScoreText | None = None


@act("POST /pairings/{id:str}/report", "Report the result of the own game, as a player", pairing_receipt)
def report_result(id: Pairing, data: ReportBody) -> commands.Command:
    reason = None if data.resultReason is None else read_reason(data.resultReason)
    return commands.ReportResult(PairingId(id), read_score("result", data.result), reason=reason)


@act("POST /pairings/{id:str}/report/confirm", "Confirm what the other side reported of the own game", pairing_receipt)
def confirm_report(id: Pairing, data: ConfirmBody) -> commands.Command:
    return commands.ConfirmReport(PairingId(id), None if data.result is None else read_score("result", data.result))


@act(
    "POST /pairings/{id:str}/report/object",
    "Object to what the other side reported of the own game, and say what it was",
    pairing_receipt,
)
def object_to_report(id: Pairing, data: ObjectionBody) -> commands.Command:
    return commands.ObjectToReport(PairingId(id), read_score("result", data.result))


@act(
    "DELETE /pairings/{id:str}/report",
    "Take back, within a minute, what one said last of the own game",
    pairing_receipt,
)
def withdraw_report(id: Pairing) -> commands.Command:
    return commands.WithdrawReport(PairingId(id))


HANDLERS = (
    record_result,
    correct_for_rating,
    pairing,
    pairing_why,
    rearrange_pairing,
    remove_pairing,
    record_bye,
    record_sets,
    click_sets,
    report_result,
    confirm_report,
    object_to_report,
    withdraw_report,
)
