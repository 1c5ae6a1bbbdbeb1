"""The players of an event."""

from __future__ import annotations

from typing import TypedDict


class PlayerShape(TypedDict):
    id: str
    number: int
    name: str
    rating: int | None
    federation: str | None
    fide_id: str | None
    title: str | None
    gender: str | None
    birth: str | None
    date_of_birth: str | None
    club: str | None
    city: str | None
    state: str | None
    disability: str | None
    section: str | None
    withdrawn: bool
    byes: dict[str, str]


class PlayerAnswer(PlayerShape):
    version: int


class PlayersAnswer(TypedDict):
    players: list[PlayerShape]
    version: int
