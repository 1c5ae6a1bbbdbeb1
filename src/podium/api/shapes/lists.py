"""What a list of players would change, and did."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from podium.api.shapes.players import PlayerShape


class FindingShape(TypedDict):
    line: int
    column: int
    code: str
    detail: str
    value: str | None
    field: str | None


class PlannedRowShape(TypedDict):
    line: int
    action: Literal["add", "update", "skip", "problem"]
    player_id: str | None
    name: str | None
    reason: str | None
    changes: list[Any]


class ImportPlanShape(TypedDict):
    columns: dict[str, str]
    sheets: list[str]
    rows: list[PlannedRowShape]
    problems: list[FindingShape]
    warnings: list[FindingShape]
    add: int
    update: int
    skip: int
    problem: int


class ImportAnswer(ImportPlanShape):
    players: NotRequired[list[PlayerShape]]
    version: int
