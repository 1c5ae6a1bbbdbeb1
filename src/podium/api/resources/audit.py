"""The audit: of everything, for administrators, and of one tournament, for its owners."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from podium.api.bodies import ApiRequest
from podium.api.callers import SIGNED_IN
from podium.api.dependencies import Injected
from podium.api.documentation import problems
from podium.api.parameters import WHOLE_NUMBER, Tournament, query_number
from podium.app.access import AUDIT_BY, permit_administration
from podium.app.accounts.answers import AuditAnswer, audit_answer
from podium.app.accounts.audit import A_PAGE, MOST_ENTRIES
from podium.app.desk import Desk
from podium.core.errors import Forbidden
from podium.core.ids import TournamentId, identity

READING = problems(400, 401, 403, 404, 503)
Before = Annotated[
    str | None, QueryParameter(description="Entries older than the one with this id.", schema_extra=WHOLE_NUMBER)
]
Limit = Annotated[
    str | None,
    QueryParameter(description=f"How many, at most {MOST_ENTRIES}. 100 without it.", schema_extra=WHOLE_NUMBER),
]


@get("/audit", summary="The audit of everything", responses=READING, opt=SIGNED_IN, sync_to_thread=True)
def audit(request: ApiRequest, desk: Injected[Desk], before: Before = None, limit: Limit = None) -> AuditAnswer:
    """Who changed accounts, roles, links and tokens, and who signed in or was refused; newest first."""
    permit_administration(request.user.actor)
    most = _most(limit)
    entries = desk.registry.audit(before=query_number("before", before), most=most)
    return audit_answer(entries, most, whole_addresses=True)


@get(
    "/tournaments/{id:str}/audit",
    summary="The audit of a tournament",
    responses=READING,
    opt=SIGNED_IN,
    sync_to_thread=True,
)
def tournament_audit(
    request: ApiRequest, desk: Injected[Desk], id: Tournament, before: Before = None, limit: Limit = None
) -> AuditAnswer:
    """Who gave which role, and made, opened or ended which link; newest first."""
    seen = desk.see(request.user.actor, TournamentId(identity("tournament", id)))
    if seen.role < AUDIT_BY:
        raise Forbidden("read the audit")
    most = _most(limit)
    entries = desk.registry.audit(seen.state.id, before=query_number("before", before), most=most)
    return audit_answer(entries, most, whole_addresses=False)


def _most(limit: str | None) -> int:
    wanted = query_number("limit", limit)
    return A_PAGE if wanted is None else max(1, min(wanted, MOST_ENTRIES))


HANDLERS = (audit, tournament_audit)
