"""Who is signed in, and who may do what: accounts, invitations, sessions, tokens, roles, links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from podium.app.access import Role
from podium.app.accounts.accounts import Link, OpenSession, Token
from podium.app.accounts.administration import Account, Invitation
from podium.app.accounts.audit import AuditEntry, audit_sentence, network_of
from podium.app.versions import Page, copied


class AuditRow(Struct):
    id: int
    at: str
    action: str
    actor: str
    name: str
    via: str
    whom: str
    tournament_id: str | None
    address: str
    details: dict[str, object]
    text: str


class AuditAnswer(Struct):
    entries: list[AuditRow]
    before: int | None
    """What to ask for next, as `before`; none where this was the end."""


def audit_answer(entries: Sequence[AuditEntry], most: int, *, whole_addresses: bool) -> AuditAnswer:
    """The entries; the owner of one event sees of an address the network alone."""
    rows = [_row(each, each.address if whole_addresses else network_of(each.address)) for each in entries]
    return AuditAnswer(rows, rows[-1].id if len(rows) == most else None)


def _row(entry: AuditEntry, address: str) -> AuditRow:
    return copied(
        AuditRow,
        entry,
        action=entry.action.value,
        tournament_id=entry.tournament,
        address=address,
        details=dict(entry.details),
        text=audit_sentence(entry),
    )


class SessionAnswer(Struct):
    name: str
    csrf: str


class SessionRow(Struct):
    ref: str
    agent: str
    created_at: str
    expires: str
    here: bool


class SessionsAnswer(Page):
    sessions: list[SessionRow]


class EventRoleRow(Struct):
    tournament_id: str
    name: str
    role: Literal["owner", "arbiter", "scorer"]


class AccountRow(Struct):
    id: int
    name: str
    administrator: bool
    disabled: bool
    created_at: str
    sessions: int
    tokens: int
    roles: list[EventRoleRow]


class AccountsAnswer(Page):
    users: list[AccountRow]


class NewAccount(Struct):
    id: int
    name: str
    administrator: bool


class OwnAccount(Struct):
    """One's own account; without a `language` each browser has its own."""

    id: int
    name: str
    administrator: bool
    language: str | None


class RemovedAccount(Struct):
    inherited: list[str]


class InvitationRow(Struct):
    id: int
    label: str
    user: str | None
    administrator: bool
    created_at: str
    expires: str


class NewInvitation(InvitationRow):
    url: str


class InvitationsAnswer(Page):
    invitations: list[InvitationRow]


class TokenRow(Struct):
    id: int
    label: str
    created_at: str
    scope: Literal["read", "results", "manage", "everything"]
    tournament_id: str | None
    expires: str
    last_used_at: str | None


class NewToken(TokenRow):
    token: str


class TokensAnswer(Page):
    tokens: list[TokenRow]


class RolesAnswer(Struct):
    roles: dict[str, Literal["owner", "arbiter", "scorer"]]
    version: int


class LinkRow(Struct):
    id: int
    role: Literal["scorer", "player"]
    player_id: str | None
    created_at: str
    expires: str | None


class NewLink(LinkRow):
    url: str


class LinksAnswer(Page):
    links: list[LinkRow]


def session_row(session: OpenSession) -> SessionRow:
    return copied(SessionRow, session, expires=session.expires_at)


def account_row(account: Account) -> AccountRow:
    roles = [EventRoleRow(each.tournament, each.name, each.role.word) for each in account.roles]  # type: ignore[arg-type]  # the roles of accounts
    return copied(AccountRow, account, disabled=account.disabled_at is not None, roles=roles)


def invitation_row(invitation: Invitation) -> InvitationRow:
    return copied(InvitationRow, invitation, expires=invitation.expires_at)


def new_invitation(invitation: Invitation, url: str) -> NewInvitation:
    return copied(NewInvitation, invitation, expires=invitation.expires_at, url=url)


def token_row(token: Token) -> TokenRow:
    more = {"scope": token.scope.word, "tournament_id": token.tournament, "expires": token.expires_at}
    return copied(TokenRow, token, **more)


def roles_answer(roles: Mapping[str, Role], version: int) -> RolesAnswer:
    return RolesAnswer({name: role.word for name, role in roles.items()}, version)  # type: ignore[misc]  # given roles


def link_row(link: Link) -> LinkRow:
    more = {"role": link.grant.role.word, "player_id": link.grant.player, "expires": link.expires_at}
    return copied(LinkRow, link, **more)
