"""Accounts, for administrators; invitations; one's own sessions; and the audit of everything and of one tournament."""

from __future__ import annotations

from typing import Annotated

from litestar.params import JSONBody, PathParameter, QueryParameter

from podium.api.bodies import ApiRequest, Body
from podium.api.callers import WITHOUT_CALLER
from podium.api.documentation import ASKING, ask, change, problems
from podium.api.pages import paged
from podium.api.parameters import WHOLE_NUMBER, Injected, Tournament, numbered, query_number
from podium.api.reading import seen_as
from podium.app.access import AUDIT_BY, permit_administration
from podium.app.accounts.administration import INVITATION_DAYS
from podium.app.accounts.answers import (
    AccountRow,
    AccountsAnswer,
    AuditAnswer,
    InvitationsAnswer,
    NewAccount,
    NewInvitation,
    OwnAccount,
    RemovedAccount,
    SessionsAnswer,
    account_row,
    audit_answer,
    invitation_row,
    new_invitation,
    session_row,
)
from podium.app.accounts.audit import A_PAGE, MOST_ENTRIES
from podium.app.accounts.logins import SESSION_COOKIE
from podium.app.desk import Desk
from podium.app.versions import DoneAnswer
from podium.app.words.language import available
from podium.core.errors import Invalid
from podium.core.player import tidy

Before = Annotated[
    str | None, QueryParameter(description="Entries older than the one with this id.", schema_extra=WHOLE_NUMBER)
]
Limit = Annotated[
    str | None,
    QueryParameter(description=f"How many, at most {MOST_ENTRIES}. 100 without it.", schema_extra=WHOLE_NUMBER),
]
CHANGING = problems(400, 401, 403, 404, 409, 413, 503)
UserNumber = Annotated[str, PathParameter(description="An account.", min_length=1)]
InvitationNumber = Annotated[str, PathParameter(description="An invitation.", min_length=1)]
Secret = Annotated[str, PathParameter(description="The end of an invitation's address.", min_length=1)]
SessionRef = Annotated[str, PathParameter(description="A session.", min_length=1)]


class UserChangeBody(Body):
    """What an account becomes; what is not named stays as it is."""

    administrator: bool | None = None
    disabled: bool | None = None


class OwnAccountBody(Body):
    """The language in which pages speak to an account; null leaves that to its browsers."""

    language: str | None


class HeirBody(Body):
    """Whose the events become that only this account owns; without one, those of whoever asks."""

    heir: int | None = None


class InvitationBody(Body):
    """Whom an invitation is for, whether they look after accounts, and for how many days it works."""

    label: str = ""
    administrator: bool = False
    days: int = INVITATION_DAYS


class AcceptanceBody(Body):
    """A password, and for a new account a name."""

    password: str
    name: str = ""


@ask("/users", "All accounts, with their roles")
@paged("users")
def users(request: ApiRequest, desk: Injected[Desk]) -> AccountsAnswer:
    permit_administration(request.user.actor)
    return AccountsAnswer([account_row(each) for each in desk.registry.accounts()])


@change("PATCH /users/{uid:str}", "Make an account administrator, or disable it", CHANGING)
def change_user(
    request: ApiRequest, desk: Injected[Desk], uid: UserNumber, data: JSONBody[UserChangeBody]
) -> AccountRow:
    """The account, changed. Disabled, it loses its sessions and tokens at once."""
    permit_administration(request.user.actor)
    id = numbered("user", uid)
    return account_row(desk.registry.change_account(id, administrator=data.administrator, disabled=data.disabled))


@change("DELETE /users/{uid:str}", "Remove an account", CHANGING)
def remove_user(request: ApiRequest, desk: Injected[Desk], uid: UserNumber, data: JSONBody[HeirBody]) -> RemovedAccount:
    """The events that changed hands: those which only this account owned."""
    permit_administration(request.user.actor)
    heir = data.heir if data.heir is not None else request.user.actor.user
    return RemovedAccount(list(desk.registry.remove_account(numbered("user", uid), heir)))


@change(
    "POST /users/{uid:str}/reset",
    "An address that sets a new password, once; this answer is the only one that ever shows it",
    CHANGING,
)
def reset_password(request: ApiRequest, desk: Injected[Desk], uid: UserNumber) -> NewInvitation:
    permit_administration(request.user.actor)
    made, secret = desk.registry.invite_to_reset(numbered("user", uid))
    return new_invitation(made, _address(request, secret))


@ask("/invitations", "The invitations that still work")
@paged("invitations")
def invitations(request: ApiRequest, desk: Injected[Desk]) -> InvitationsAnswer:
    permit_administration(request.user.actor)
    return InvitationsAnswer([invitation_row(each) for each in desk.registry.invitations()])


@change(
    "POST /invitations", "An address that makes one account; this answer is the only one that ever shows it", CHANGING
)
def invite(request: ApiRequest, desk: Injected[Desk], data: JSONBody[InvitationBody]) -> NewInvitation:
    permit_administration(request.user.actor)
    label = tidy("label", data.label) or ""
    made, secret = desk.registry.invite(label, administrator=data.administrator, days=data.days)
    return new_invitation(made, _address(request, secret))


@change("DELETE /invitations/{iid:str}", "End an invitation", ASKING)
def drop_invitation(request: ApiRequest, desk: Injected[Desk], iid: InvitationNumber) -> DoneAnswer:
    permit_administration(request.user.actor)
    desk.registry.drop_invitation(numbered("invitation", iid))
    return DoneAnswer()


@change(
    "POST /invitations/{secret:str}/accept",
    "Use an invitation: a new account, or a new password for the one it is for",
    problems(400, 403, 404, 409, 413, 415, 429, 503),
    opt=WITHOUT_CALLER,
)
def accept_invitation(desk: Injected[Desk], secret: Secret, data: JSONBody[AcceptanceBody]) -> NewAccount:
    user = desk.registry.accept_invitation(secret, data.name, data.password)
    return NewAccount(user.id, user.name, user.administrator)


@ask("/account", "The account of whoever asks")
def account(request: ApiRequest, desk: Injected[Desk]) -> OwnAccount:
    user = request.user.user
    return OwnAccount(user.id, user.name, user.administrator, desk.registry.language(user))


@change("PATCH /account", "Change the account of whoever asks: its language", CHANGING)
def change_account(request: ApiRequest, desk: Injected[Desk], data: JSONBody[OwnAccountBody]) -> OwnAccount:
    """The account, changed. `language` is the code of one, or null for the language of each browser."""
    user = request.user.user
    if data.language is not None and data.language not in available():
        raise Invalid("choice-unknown", field="language", value=data.language, allowed=list(available()))
    desk.registry.set_language(user, data.language)
    return OwnAccount(user.id, user.name, user.administrator, data.language)


@ask("/sessions", "The sessions of whoever asks")
@paged("sessions", "ref")
def sessions(request: ApiRequest, desk: Injected[Desk]) -> SessionsAnswer:
    secret = request.cookies.get(SESSION_COOKIE)
    return SessionsAnswer([session_row(each) for each in desk.registry.sessions(request.user.user, secret)])


@change("DELETE /sessions/{ref:str}", "End a session", ASKING)
def end_session(request: ApiRequest, desk: Injected[Desk], ref: SessionRef) -> DoneAnswer:
    desk.registry.end_session(request.user.user, ref)
    return DoneAnswer()


def _address(request: ApiRequest, secret: str) -> str:
    return f"{str(request.base_url).rstrip('/')}/invitation/{secret}"


@ask("/audit", "The audit of everything")
def audit(request: ApiRequest, desk: Injected[Desk], before: Before = None, limit: Limit = None) -> AuditAnswer:
    """Who changed accounts, roles, links and tokens, and who signed in or was refused; newest first."""
    permit_administration(request.user.actor)
    most = _most(limit)
    entries = desk.registry.audit(before=query_number("before", before), most=most)
    return audit_answer(entries, most, whole_addresses=True)


@ask("/tournaments/{id:str}/audit", "The audit of a tournament")
def tournament_audit(
    request: ApiRequest, desk: Injected[Desk], id: Tournament, before: Before = None, limit: Limit = None
) -> AuditAnswer:
    """Who gave which role, and made, opened or ended which link; newest first."""
    seen = seen_as(request, desk, id, AUDIT_BY, "read the audit")
    most = _most(limit)
    entries = desk.registry.audit(seen.state.id, before=query_number("before", before), most=most)
    return audit_answer(entries, most, whole_addresses=False)


def _most(limit: str | None) -> int:
    wanted = query_number("limit", limit)
    return A_PAGE if wanted is None else max(1, min(wanted, MOST_ENTRIES))


HANDLERS = (
    users,
    change_user,
    remove_user,
    reset_password,
    invitations,
    invite,
    drop_invitation,
    accept_invitation,
    account,
    change_account,
    sessions,
    end_session,
    audit,
    tournament_audit,
)
