"""What an import of a list would do, row by row, as values: a preview to show, and then to carry out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from podium.core.collation import plain
from podium.core.ids import PlayerId
from podium.core.player import PlayerFields
from podium.files.players.cells import Habits, habits, read_cell
from podium.files.players.columns import Columns, are_two_names, is_no_name, is_pairing, second_names
from podium.files.players.headers import Column, is_heading
from podium.files.players.matching import Change, Known, changes, id_key, match, match_key, merged
from podium.files.sheet import Row, Sheet


class Action(StrEnum):
    """What happens to a row."""

    ADD = "add"
    UPDATE = "update"
    SKIP = "skip"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd: where (line and column from 1; 0 is the whole sheet or row), and what.

    `blocks` tells a problem from a warning. `other_line` is the line that this one repeats.
    """

    line: int
    column: int
    code: str
    value: str | None = None
    field: str | None = None
    other_line: int | None = None
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """The fate of one row.

    `fields` are the player after the import: for an update, what is known with what the list adds.
    `reason` says why a row is skipped (`unchanged`, `empty`) or cannot be imported. A bad cell that
    does not block is left out, and the rest of its row is taken.
    """

    line: int
    action: Action
    fields: PlayerFields | None = None
    player: PlayerId | None = None
    changes: tuple[Change, ...] = ()
    reason: str | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What would happen to every row; `findings` concern the sheet as a whole."""

    columns: Columns
    rows: tuple[PlannedRow, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def additions(self) -> tuple[PlayerFields, ...]:
        """The players to add, in the order of the list."""
        return tuple(r.fields for r in self.rows if r.action is Action.ADD and r.fields)

    @property
    def updates(self) -> tuple[tuple[PlayerId, PlayerFields], ...]:
        """The players to change, each with all fields as they will be."""
        return tuple((r.player, r.fields) for r in self.rows if r.action is Action.UPDATE and r.player and r.fields)

    @property
    def problems(self) -> tuple[Finding, ...]:
        """Why rows, or the whole sheet, cannot be imported."""
        return tuple(finding for finding in self._all_findings() if finding.blocks)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What is odd, and stops nothing."""
        return tuple(finding for finding in self._all_findings() if not finding.blocks)

    def count(self, action: Action) -> int:
        """How many rows meet that fate."""
        return sum(row.action is action for row in self.rows)

    def _all_findings(self) -> tuple[Finding, ...]:
        return (*self.findings, *(finding for row in self.rows for finding in row.findings))


NOT_A_PLAYER = "not-a-player"
_BESIDE_PLAYERS = frozenset({
    "average", "averagerating", "averageelo", "mean", "median", "total", "totals", "sum", "subtotal", "count",
    "durchschnitt", "eloschnitt", "schnitt", "mittelwert", "summe", "gesamt", "moyenne", "moyenneelo", "somme",
    "promedio", "suma", "gemiddelde", "totaal", "bye", "freilos", "spielfrei", "exempt", "exempte", "descansa", "vrij",
})  # fmt: skip
"""What lists write, in plain spelling, in the row of a sum, or for the opponent of a player who has none."""
_NAME_COLUMNS = frozenset({Column.NAME, Column.SURNAME, Column.FIRST_NAME, Column.INFIX})


@dataclass(slots=True)
class _Reading:
    """A row while it is being read: what it says of the player, and what is odd about it."""

    row: Row
    values: dict[str, Any] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    reason: str | None = None

    @property
    def fields(self) -> PlayerFields:
        return PlayerFields(**self.values)

    def warn(self, code: str, column: int = 0, **more: Any) -> None:
        self.findings.append(Finding(self.row.line, column, code, **more))

    def refuse(self, code: str, column: int = 0, **more: Any) -> None:
        self.reason = code
        self.warn(code, column, blocks=True, **more)

    def planned(self, action: Action, **more: Any) -> PlannedRow:
        return PlannedRow(self.row.line, action, findings=tuple(self.findings), **more)


def plan(sheet: Sheet, columns: Columns, existing: Iterable[Known] = ()) -> ImportPlan:
    """What importing the sheet would do to each row; nothing raises, all findings come back.

    A row is the player who has its FIDE number, or its name and nothing that contradicts. What the
    list leaves blank stays as it is.
    """
    top = sheet.header.line if sheet.header else 0
    if not sheet.rows:
        return ImportPlan(columns, (), (Finding(top, 0, "list-empty", blocks=True),))
    if {Column.NAME, Column.SURNAME}.isdisjoint(columns.values()):
        return ImportPlan(columns, (), (Finding(top, 0, "no-name-column", blocks=True),))
    ways = {number: habits(column, sheet.column(number)) for number, column in columns.items()}
    assumed = tuple(
        Finding(top, number + 1, "birth-order-assumed", field=columns[number])
        for number, way in ways.items()
        if way.order_assumed
    )
    if (number := second_names(sheet, columns)) is not None:
        assumed += (Finding(top, number + 1, "names-left-out", value=sheet.column(number)[-1]),)
    readings = [_read(row, columns, ways, headed=bool(top)) for row in sheet.rows]
    if not top and are_two_names(names := [_name(row, columns)[1] for row in sheet.rows]):
        assumed += (Finding(top, 0, "maybe-pairings", value=names[-1]),)
    odd = sum(reading.reason == NOT_A_PLAYER for reading in readings)
    if not top and odd > 1 and 4 * odd > len(readings):  # a text of another kind, in which no header says what it holds
        return ImportPlan(columns, (), (Finding(top, 0, "no-players", blocks=True),))
    _find_repeats(readings)
    entered = tuple(existing)
    namesakes = {match_key(known.fields.name) for known in entered}
    players = [reading for reading in readings if reading.reason is None]
    matches = iter(match([reading.fields for reading in players], entered))
    rows = (_fate(reading, next(matches) if reading.reason is None else (), namesakes) for reading in readings)
    return ImportPlan(columns, tuple(rows), assumed)


def _read(row: Row, columns: Columns, ways: Mapping[int, Habits], *, headed: bool) -> _Reading:
    """What the row says, cell by cell."""
    reading = _Reading(row)
    if not any(row.cell(number) for number in columns):
        reading.reason = "empty"
        return reading
    at, name = _name(row, columns)
    cell = read_cell(Column.NAME, name)
    if cell.odd:
        reading.refuse(cell.odd, at + 1, value=name, field=Column.NAME)
    elif not any(letter.isalpha() for letter in name):
        reading.warn("name-without-letters", at + 1, value=name, field=Column.NAME)
    reading.values["name"] = cell.value
    for number, column in columns.items():
        if column in _NAME_COLUMNS or not (text := row.cell(number)):
            continue
        cell = read_cell(column, text, ways[number])
        reading.values[column.value] = cell.value
        if cell.odd:
            reading.warn(cell.odd, number + 1, value=text, field=column)
    says_more = any(value is not None for field, value in reading.values.items() if field != Column.NAME)
    odd = not says_more and (is_heading(row) or any(map(is_no_name, (name, *row.cells[: at + 1]))))
    unheard_of = reading.values.get(Column.FIDE_ID) is None
    odd |= unheard_of and (plain(name) in _BESIDE_PLAYERS or (not headed and is_pairing(name)))
    if reading.reason is None and odd:
        reading.refuse(NOT_A_PLAYER, at + 1, value=name, field=Column.NAME)
    return reading


def _name(row: Row, columns: Columns) -> tuple[int, str]:
    """The column and the text of the name; one in parts is put together as "Surname, First"."""
    where = {column: number for number, column in columns.items()}
    if Column.NAME in where:
        return where[Column.NAME], row.cell(where[Column.NAME])
    part = {c: row.cell(where[c]) if c in where else "" for c in _NAME_COLUMNS}
    surname = f"{part[Column.INFIX]} {part[Column.SURNAME]}".strip()
    both = ", ".join(filter(None, (surname, part[Column.FIRST_NAME])))
    return where[Column.SURNAME], both


def _find_repeats(readings: Iterable[_Reading]) -> None:
    """Refuse a FIDE number that the list has had already, and mark a name that it has had."""
    numbers: dict[str, int] = {}
    names: dict[tuple[str, ...], int] = {}
    for reading in readings:
        if reading.reason:
            continue
        player, line = reading.fields, reading.row.line
        number = id_key(player)
        if number and numbers.setdefault(number, line) != line:
            reading.refuse("fide-id-repeated", value=player.fide_id, other_line=numbers[number])
        elif (first := names.setdefault(match_key(player.name), line)) != line:
            reading.warn("name-repeated", value=player.name, other_line=first)


def _fate(reading: _Reading, found: tuple[Known, ...], namesakes: set[tuple[str, ...]]) -> PlannedRow:
    """What becomes of the row, given the entered players it may be."""
    if reading.reason is None and len(found) > 1:
        reading.refuse("several-players-match", value=reading.fields.name)
    if reading.reason is not None:
        action = Action.SKIP if reading.reason == "empty" else Action.PROBLEM
        return reading.planned(action, reason=reading.reason)
    player = reading.fields
    if not found:
        if match_key(player.name) in namesakes:
            reading.warn("namesake-entered", value=player.name)
        return reading.planned(Action.ADD, fields=player)
    (known,) = found
    if match_key(player.name) != match_key(known.fields.name):
        reading.warn("fide-id-of-another-name", value=known.fields.name)
    after = merged(known.fields, player)
    if difference := changes(known.fields, after):
        return reading.planned(Action.UPDATE, fields=after, player=known.id, changes=difference)
    return reading.planned(Action.SKIP, fields=after, player=known.id, reason="unchanged")
