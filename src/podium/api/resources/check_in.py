"""Check-in: who has come before a round, and what becomes of the absent."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar.params import JSONBody

from podium.api.bodies import ApiRequest, Body
from podium.api.documentation import ask, change, problems
from podium.api.parameters import Injected, Player, Tournament
from podium.api.problems import malformed
from podium.api.reading import seen_as
from podium.app.access import Role
from podium.app.desk import Desk, Seen
from podium.app.event.settings_schema import Whole, one_of
from podium.app.hall.check_in import (
    Absence,
    CheckInAnswer,
    CheckIns,
    check_in_answer,
    check_in_under_way,
    come_by_link,
    note_at_desk,
    open_check_in,
    settle,
)
from podium.app.words.language import _
from podium.core.errors import Forbidden
from podium.core.ids import PlayerId, identity

ACTS = tuple(each.value for each in Absence)


class OpenBody(Body):
    """For how many minutes players may come by themselves; without it until the check-in is ended. With `links` the
    phone that checks a player in by the code first gets the player's link."""

    minutes: Whole | None = None
    links: bool = False


class PresenceBody(Body):
    """Whether a player has come."""

    present: bool = True


class EndBody(Body):
    """What becomes of the absent; nothing where it is null."""

    absent: Annotated[str, one_of(*ACTS)] | None = None


@ask("/tournaments/{id:str}/check-in", "Who has come for the next round", problems(400, 401, 403, 404, 409, 503))
def check_in(request: ApiRequest, desk: Injected[Desk], check_ins: Injected[CheckIns], id: Tournament) -> CheckInAnswer:
    return _answer(request, check_ins, seen_as(request, desk, id, Role.SCORER, _("check players in")))


@change("POST /tournaments/{id:str}/check-in", "Open the check-in for the next round, or give it another deadline")
def open_(
    request: ApiRequest,
    desk: Injected[Desk],
    check_ins: Injected[CheckIns],
    id: Tournament,
    data: JSONBody[OpenBody],
) -> CheckInAnswer:
    seen = seen_as(request, desk, id, Role.ARBITER, _("check players in"))
    open_check_in(check_ins, seen, data.minutes, links=data.links)
    return _answer(request, check_ins, seen)


@change(
    "PUT /tournaments/{id:str}/check-in/players/{pid:str}",
    "Note that a player has come, or has not; players do so for themselves until the deadline",
)
def note(
    request: ApiRequest,
    desk: Injected[Desk],
    check_ins: Injected[CheckIns],
    id: Tournament,
    pid: Player,
    data: JSONBody[PresenceBody],
) -> CheckInAnswer:
    seen = seen_as(request, desk, id, Role.PLAYER, _("check players in"))
    if seen.role >= Role.SCORER:
        note_at_desk(check_ins, seen.state, PlayerId(identity("player", pid)), present=data.present)
    elif seen.player == pid and data.present:
        come_by_link(check_ins, seen)
    else:
        raise Forbidden(_("check players in"))
    return _answer(request, check_ins, seen)


@change("POST /tournaments/{id:str}/check-in/end", "End the check-in, and say what becomes of the absent", status=200)
def end(
    request: ApiRequest,
    desk: Injected[Desk],
    check_ins: Injected[CheckIns],
    id: Tournament,
    data: JSONBody[EndBody],
) -> CheckInAnswer:
    seen = seen_as(request, desk, id, Role.ARBITER, _("check players in"))
    if data.absent is not None and data.absent not in ACTS:
        detail = _("%(value)s is nothing that can become of the absent.", value=data.absent[:40])
        raise malformed(detail, field="absent", value=data.absent)
    act = Absence(data.absent) if data.absent is not None else None
    now = check_ins.now()
    ended, receipt = settle(check_ins, seen, act, partial(desk.perform, request.user.actor, seen.state.id))
    version = receipt.version if receipt is not None else seen.version
    return check_in_answer(seen.state, ended, now, version)


def _answer(request: ApiRequest, check_ins: CheckIns, seen: Seen) -> CheckInAnswer:
    under_way = check_in_under_way(check_ins, seen.state)
    address = f"{request.base_url}t/{seen.state.id}/checkin/{under_way.code}" if seen.role >= Role.SCORER else None
    return check_in_answer(seen.state, under_way, check_ins.now(), seen.version, address)


HANDLERS = (check_in, open_, note, end)
