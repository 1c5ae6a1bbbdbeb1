"""Why a pairing is what it is."""

from __future__ import annotations

from typing import TypedDict


class PassedShape(TypedDict):
    player_id: str
    criterion: str
    reason: str
    met_in: int | None


class PartShape(TypedDict):
    title: str
    sentences: list[str]


class WhyAnswer(TypedDict):
    version: int
    id: str
    round: int
    board: int
    who: str
    engine: str
    edition: str | None
    prescribed: bool | None
    score: str | None
    binding: list[str]
    rejected: list[PassedShape]
    parts: list[PartShape]
