"""Who is signed in, and who may do what: accounts, invitations, sessions, tokens, roles, links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from podium.app.access import Role
from podium.app.accounts.accounts import Link, OpenSession, Token
from podium.app.accounts.administration import Account, Invitation
from podium.app.accounts.audit import AuditEntry, audit_sentence, network_of


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
    """The entries; those who own one event see of an address the network alone."""
    rows = [_row(each, each.address if whole_addresses else network_of(each.address)) for each in entries]
    return AuditAnswer(rows, rows[-1].id if len(rows) == most else None)


def _row(entry: AuditEntry, address: str) -> AuditRow:
    return AuditRow(
        id=entry.id,
        at=entry.at,
        action=entry.action.value,
        actor=entry.actor,
        name=entry.name,
        via=entry.via,
        whom=entry.whom,
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


class SessionsAnswer(Struct):
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


class AccountsAnswer(Struct):
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


class InvitationsAnswer(Struct):
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


class TokensAnswer(Struct):
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


class LinksAnswer(Struct):
    links: list[LinkRow]


def session_row(session: OpenSession) -> SessionRow:
    return SessionRow(session.ref, session.agent, session.created_at, session.expires_at, session.here)


def account_row(account: Account) -> AccountRow:
    return AccountRow(
        id=account.id,
        name=account.name,
        administrator=account.administrator,
        disabled=account.disabled_at is not None,
        created_at=account.created_at,
        sessions=account.sessions,
        tokens=account.tokens,
        roles=[
            EventRoleRow(each.tournament, each.name, each.role.word)  # type: ignore[arg-type]  # the roles of accounts
            for each in account.roles
        ],
    )


def invitation_row(invitation: Invitation) -> InvitationRow:
    return InvitationRow(
        invitation.id,
        invitation.label,
        invitation.user,
        invitation.administrator,
        invitation.created_at,
        invitation.expires_at,
    )


def new_invitation(invitation: Invitation, url: str) -> NewInvitation:
    return NewInvitation(**asdict(invitation_row(invitation)), url=url)


def token_row(token: Token) -> TokenRow:
    return TokenRow(
        id=token.id,
        label=token.label,
        created_at=token.created_at,
        scope=token.scope.word,  # type: ignore[arg-type]  # the names of all scopes
        tournament_id=token.tournament,
        expires=token.expires_at,
        last_used_at=token.last_used_at,
    )


def roles_answer(roles: Mapping[str, Role], version: int) -> RolesAnswer:
    return RolesAnswer({name: role.word for name, role in roles.items()}, version)  # type: ignore[misc]  # given roles


def link_row(link: Link) -> LinkRow:
    return LinkRow(
        id=link.id,
        role=link.grant.role.word,  # type: ignore[arg-type]  # the two roles that links have
        player_id=link.grant.player,
        created_at=link.created_at,
        expires=link.expires_at,
    )
