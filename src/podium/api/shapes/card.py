"""A player's own card."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class TieBreakGameShape(TypedDict):
    """A tie-break game of a knockout, as its player sees it."""

    pairing_id: str
    index: int
    kind: str
    status: Literal["PENDING", "RUNNING", "FINISHED", "CANCELED"]
    colour: Literal["white", "black"]
    result: str | None
    outcome: str
    decided: str | None


class CardLineShape(TypedDict):
    round: int
    pairing_id: str | None
    board: int | None
    opponent_id: str | None
    opponent: str | None
    colour: Literal["white", "black"] | None
    result: str | None
    outcome: str
    points: float | None
    total: float
    partner_id: NotRequired[str]
    partner: NotRequired[str]
    opponent_ids: NotRequired[list[str]]
    opponents: NotRequired[list[str]]
    partner_points: NotRequired[int]
    opponents_points: NotRequired[list[int]]
    buchholz: NotRequired[int | None]
    decided: NotRequired[str | None]
    third_place: NotRequired[bool]
    tie_breaks: NotRequired[list[TieBreakGameShape]]


class CardAnswer(TypedDict):
    player_id: str
    name: str
    section: str | None
    rank: int
    points: float
    details: str
    rounds: list[CardLineShape]
    version: int
