"""What a list of players would change, and did."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from podium.app.exports.file_words import remark
from podium.app.players.answers import PlayerRow
from podium.files import Action, Finding, ImportPlan, Sheet


class FindingRow(Struct):
    line: int
    column: int
    code: str
    detail: str
    value: str | None
    field: str | None


class ChangeRow(Struct):
    field: str
    before: str | int | None
    after: str | int | None


class PlannedRow(Struct):
    line: int
    action: Literal["add", "update", "skip", "problem"]
    player_id: str | None
    name: str | None
    reason: str | None
    changes: list[ChangeRow]


class ImportPlanRow(Struct):
    """What a list would do: its columns, its lines one by one, and how many of each kind."""

    columns: dict[str, str]
    sheets: list[str]
    rows: list[PlannedRow]
    problems: list[FindingRow]
    warnings: list[FindingRow]
    add: int
    update: int
    skip: int
    problem: int


class ImportAnswer(ImportPlanRow, kw_only=True):
    """The plan, and the players that were added, if it was carried out."""

    players: list[PlayerRow] | UnsetType = UNSET
    version: int


def import_plan_row(planned: ImportPlan, sheet: Sheet) -> ImportPlanRow:
    return ImportPlanRow(
        columns={str(number): column.value for number, column in planned.columns.items()},
        sheets=list(sheet.sheets),
        rows=[
            PlannedRow(
                line=row.line,
                action=row.action.value,
                player_id=row.player,
                name=row.fields.name if row.fields else None,
                reason=row.reason,
                changes=[ChangeRow(each.field, each.before, each.after) for each in row.changes],
            )
            for row in planned.rows
        ],
        problems=[finding_row(finding) for finding in planned.problems],
        warnings=[finding_row(finding) for finding in planned.warnings],
        **{action.value: planned.count(action) for action in Action},
    )


def finding_row(finding: Finding) -> FindingRow:
    return FindingRow(
        line=finding.line,
        column=finding.column,
        code=finding.code,
        detail=remark(finding),
        value=finding.value,
        field=finding.field,
    )
