"""Rounds, their pairings, byes, and what is said of a round that is edited by hand."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class SetsShape(TypedDict):
    home: int | None
    away: int | None


class PairingShape(TypedDict):
    id: str
    round: int
    board: int
    white_player_id: str
    black_player_id: str | None
    result: str | None
    is_bye: bool
    bye_type: Literal["bye", "unpaired", "half", "zero", "free"] | None
    section: str | None
    home: NotRequired[list[str]]
    away: NotRequired[list[str]]
    sets: NotRequired[SetsShape]


class PairingAnswer(PairingShape):
    version: int


class FreeGameShape(TypedDict):
    id: str
    player_id: str
    had: int
    rank: int


class PassedOverShape(TypedDict):
    player_id: str
    instead: list[str]
    through: int


class RoundShape(TypedDict):
    """A round. `paired_at` is when it was paired, in a knockout when the first of its matches had its players; it is
    null where nobody noted it, in events from older databases and in brackets built before it was kept."""

    round: int
    status: Literal["draft", "published", "playing", "closed"]
    pending: int
    pairings: list[PairingShape]
    unpaired: list[str]
    engine: str
    edition: str | None
    seed: str | None
    paired_at: str | None
    free: NotRequired[list[str]]
    free_games: NotRequired[list[FreeGameShape]]
    passed_over: NotRequired[list[PassedOverShape]]
    rounds_left: NotRequired[int]
    editing: bool


class RoundAnswer(RoundShape):
    version: int


class RoundsAnswer(TypedDict):
    rounds: list[RoundShape]
    version: int


class WarningShape(TypedDict):
    kind: str
    players: list[str]
    detail: str


class ComparisonShape(TypedDict):
    same: bool
    engine: list[str]
    here: list[str]
    note: str | None


class EditAnswer(RoundShape):
    version: int
    warnings: list[WarningShape]
    comparison: ComparisonShape | None


class ResultRow(TypedDict):
    player_id: str
    round: int
    points: float
    result: str | None


class ByeAnswer(TypedDict):
    points: float
    byeType: Literal["bye", "unpaired"]
    message: str
    result: ResultRow
    version: int
