"""Standings, how a tie-break came about, and crosstables."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from podium.api.shapes.outcome import Problem


class StandingShape(TypedDict):
    rank: int
    player_id: str
    name: str
    section: str | None
    points: float
    details: str
    tiebreaks: dict[str, float | None]
    decided_by: str | None


class StandingsAnswer(TypedDict):
    standings: list[StandingShape]
    refused: list[Problem]
    version: int


class ContributionShape(TypedDict):
    round: int
    opponent: str | None
    colour: Literal["w", "b"] | None
    outcome: str
    points: str
    category: str | None
    score: str | None
    adjusted: bool
    dummy: bool
    cappedBy: str | None
    contribution: str | None
    cutBy: str | None
    remark: str


class ExplanationShape(TypedDict):
    code: str
    name: str
    article: str | None
    edition: int
    value: str | None
    facts: dict[str, Any]
    rounds: list[ContributionShape]


class TieBreaksAnswer(TypedDict):
    player_id: str
    name: str
    tiebreaks: list[ExplanationShape]
    refused: list[Problem]
    version: int


class CrossRowShape(TypedDict):
    number: int
    player_id: str
    name: str
    rank: int
    points: float
    cells: list[str]


class CrosstableShape(TypedDict):
    section: str | None
    kind: Literal["matrix", "rounds"]
    columns: list[str]
    rows: list[CrossRowShape]


class CrosstableAnswer(TypedDict):
    sections: list[CrosstableShape]
    version: int
