"""What players say of the results of their own games: reported, confirmed, objected to, taken back."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, post
from litestar.params import JSONBody
from msgspec import Meta

from podium.api.bodies import Body, EmptyBody
from podium.api.documentation import WRITING
from podium.api.injection import Injected
from podium.api.paths import Pairing
from podium.api.resources.pairings import ReasonName, pairing_receipt
from podium.api.writing import Submit, gives
from podium.app.answers.rounds import PairingAnswer
from podium.core.ids import PairingId
from podium.flow.commands import Command, ConfirmReport, ObjectToReport, ReportResult, WithdrawReport
from podium.flow.statements import read_score
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


def report(id: str, data: ReportBody) -> Command:
    reason = None if data.resultReason is None else read_reason(data.resultReason)
    return ReportResult(PairingId(id), read_score("result", data.result), reason=reason)


@post(
    "/pairings/{id:str}/report",
    summary="Report the result of the own game, as a player",
    responses=WRITING,
    opt=gives(report),
    status_code=200,
)
async def report_result(id: Pairing, data: JSONBody[ReportBody], submit: Injected[Submit]) -> PairingAnswer:
    return pairing_receipt(await submit(report(id, data)), id)


def confirm(id: str, data: ConfirmBody) -> Command:
    return ConfirmReport(PairingId(id), None if data.result is None else read_score("result", data.result))


@post(
    "/pairings/{id:str}/report/confirm",
    summary="Confirm what the other side reported of the own game",
    responses=WRITING,
    opt=gives(confirm),
    status_code=200,
)
async def confirm_report(id: Pairing, data: JSONBody[ConfirmBody], submit: Injected[Submit]) -> PairingAnswer:
    return pairing_receipt(await submit(confirm(id, data)), id)


def object_to(id: str, data: ObjectionBody) -> Command:
    return ObjectToReport(PairingId(id), read_score("result", data.result))


@post(
    "/pairings/{id:str}/report/object",
    summary="Object to what the other side reported of the own game, and say what it was",
    responses=WRITING,
    opt=gives(object_to),
    status_code=200,
)
async def object_to_report(id: Pairing, data: JSONBody[ObjectionBody], submit: Injected[Submit]) -> PairingAnswer:
    return pairing_receipt(await submit(object_to(id, data)), id)


def withdraw(id: str) -> Command:
    return WithdrawReport(PairingId(id))


@delete(
    "/pairings/{id:str}/report",
    summary="Take back, within a minute, what one said last of the own game",
    responses=WRITING,
    opt=gives(withdraw),
    status_code=200,
)
async def withdraw_report(id: Pairing, data: JSONBody[EmptyBody], submit: Injected[Submit]) -> PairingAnswer:
    return pairing_receipt(await submit(withdraw(id)), id)


HANDLERS = (report_result, confirm_report, object_to_report, withdraw_report)
