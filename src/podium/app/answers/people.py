"""Who is signed in, and who may do what: sessions, tokens, roles, links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from podium.app.access import Role
from podium.app.accounts import Link, Token


class SessionAnswer(Struct):
    name: str
    csrf: str


class TokenRow(Struct):
    id: int
    label: str
    created_at: str


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


def token_row(token: Token) -> TokenRow:
    return TokenRow(token.id, token.label, token.created_at)


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
