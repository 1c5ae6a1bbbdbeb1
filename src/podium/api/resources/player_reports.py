"""What players say of the results of their own games: reported, confirmed, objected to, taken back."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from podium.api.acts import act
from podium.api.bodies import Body
from podium.api.parameters import Pairing
from podium.api.resources.pairings import ReasonName, pairing_receipt
from podium.core.ids import PairingId
from podium.flow.commands import Command, ConfirmReport, ObjectToReport, ReportResult, WithdrawReport
from podium.flow.rounds.statements import read_score
from podium.knockout import read_reason

ScoreText = Annotated[str, Meta(description="1-0, 1/2-1/2 or 0-1 of a game; the sets of a match of doubles, as 2:1")]


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
def report_result(id: Pairing, data: ReportBody) -> Command:
    reason = None if data.resultReason is None else read_reason(data.resultReason)
    return ReportResult(PairingId(id), read_score("result", data.result), reason=reason)


@act("POST /pairings/{id:str}/report/confirm", "Confirm what the other side reported of the own game", pairing_receipt)
def confirm_report(id: Pairing, data: ConfirmBody) -> Command:
    return ConfirmReport(PairingId(id), None if data.result is None else read_score("result", data.result))


@act(
    "POST /pairings/{id:str}/report/object",
    "Object to what the other side reported of the own game, and say what it was",
    pairing_receipt,
)
def object_to_report(id: Pairing, data: ObjectionBody) -> Command:
    return ObjectToReport(PairingId(id), read_score("result", data.result))


@act(
    "DELETE /pairings/{id:str}/report",
    "Take back, within a minute, what one said last of the own game",
    pairing_receipt,
)
def withdraw_report(id: Pairing) -> Command:
    return WithdrawReport(PairingId(id))


HANDLERS = (report_result, confirm_report, object_to_report, withdraw_report)
