"""Who is signed in, and who may do what: sessions, tokens, roles, links."""

from __future__ import annotations

from typing import Literal, TypedDict


class SessionAnswer(TypedDict):
    name: str
    csrf: str


class TokenShape(TypedDict):
    id: int
    label: str
    created_at: str


class NewToken(TokenShape):
    token: str


class TokensAnswer(TypedDict):
    tokens: list[TokenShape]


class RolesAnswer(TypedDict):
    roles: dict[str, Literal["owner", "arbiter", "scorer"]]
    version: int


class LinkShape(TypedDict):
    id: int
    role: Literal["scorer", "player"]
    player_id: str | None
    created_at: str
    expires: str | None


class NewLink(LinkShape):
    url: str


class LinksAnswer(TypedDict):
    links: list[LinkShape]
