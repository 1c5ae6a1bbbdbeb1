"""A list of players on its way in: how it was read, and what would become of every row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from podium.app.exports.file_reader import FileReader
from podium.app.exports.file_words import remark
from podium.app.words.language import N_, _
from podium.core.errors import FormatError
from podium.files.players.columns import Columns, choose_columns
from podium.files.players.headers import Column
from podium.files.players.importplan import Action, ImportPlan, PlannedRow
from podium.files.players.listfile import read_list
from podium.files.players.names import read_pasted
from podium.files.sheet import Sheet
from podium.web.frame.forms import Field, Fields, Form, whole_number

PASTED = "text"
"""The kind of a list that came as text and not as a file."""
MOST_SHOWN = 400
SAMPLES = 3
WORDS = {
    "fide_id": N_("FIDE id"),
    "national_id": N_("national id"),
    "birth": N_("born"),
    "first_name": N_("first name"),
}
FATES = {
    Action.ADD: N_("added"),
    Action.UPDATE: N_("changed"),
    Action.SKIP: N_("left as it is"),
    Action.PROBLEM: N_("left out"),
}


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One row of the list, and what becomes of it."""

    line: int
    name: str
    rating: str
    fate: str
    word: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListPreview:
    """What would become of a list; a field says what each column is taken for, `shown_columns` what that was."""

    sheet: str
    sheets: tuple[str, ...]
    columns: Fields
    shown_columns: str
    rows: tuple[PreviewRow, ...]
    more: int
    counts: tuple[tuple[str, str], ...]
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UploadedList:
    """A list on its way: as it came, and as it was read. `ignored` is a column of sections that the event has not."""

    content: bytes
    kind: str
    sheet_name: str
    sheet: Sheet
    columns: Columns
    ignored: int | None = None


def uploaded_list(
    files: FileReader, content: bytes, kind: str, sheet_name: str, chosen: Mapping[int, str | None], *, sections: bool
) -> UploadedList:
    """The list in a file, or in a text that was pasted; raises FormatError and Invalid.

    Where the event has no `sections`, a column of them is not used unless it was chosen.
    """
    if not content.strip():
        raise FormatError(0, 0, "list-empty")
    pasted = kind == PASTED
    sheet = files.read(read_pasted, content) if pasted else files.read(read_list, content, sheet_name or None)
    columns = choose_columns(sheet, chosen)
    ignored = None
    if not chosen and not sections:  # a column of sections would refuse the whole list
        ignored = next((number for number, column in columns.items() if column is Column.SECTION), None)
        columns = {number: column for number, column in columns.items() if number != ignored}
    return UploadedList(content, kind, sheet_name, sheet, columns, ignored)


def chosen_columns(form: Form) -> Mapping[int, str | None]:
    """What the user took columns for; nothing on the first look, and nothing after another sheet was chosen."""
    if form.text("sheet") != form.text("shown_sheet"):
        return {}
    numbers = (
        (whole_number(name.removeprefix("column-")), text) for name, text in form.values().items() if "column-" in name
    )
    return {number: text or None for number, text in numbers if number is not None}


def list_preview(uploaded: UploadedList, planned: ImportPlan) -> ListPreview:
    """What would become of a list, as a page shows it."""
    sheet = uploaded.sheet
    return ListPreview(
        sheet=uploaded.sheet_name or (sheet.title or ""),
        sheets=sheet.sheets,
        columns=tuple(_column(sheet, number, uploaded.columns) for number in range(sheet.width)),
        shown_columns=columns_text(uploaded.columns),
        rows=tuple(_preview_row(sheet, row) for row in planned.rows[:MOST_SHOWN]),
        more=max(0, len(planned.rows) - MOST_SHOWN),
        counts=tuple((each.value, f"{number} {_(FATES[each])}") for each in Action if (number := planned.count(each))),
        findings=(*(remark(finding) for finding in planned.findings), *_ignored(uploaded)),
    )


def _column(sheet: Sheet, number: int, columns: Columns) -> Field:
    """The column by its heading, with what it begins with."""
    named = ((column.value, _(WORDS.get(column.value, column.value.replace("_", " ")))) for column in Column)
    return Field(
        f"column-{number}",
        (sheet.header.cell(number) if sheet.header else "") or _("Column %(number)s", number=number + 1),
        " · ".join(sheet.column(number)[:SAMPLES]),
        "select",
        (("", _("not used")), *named),
        value=columns[number].value if number in columns else "",
    )


def _preview_row(sheet: Sheet, row: PlannedRow) -> PreviewRow:
    about = row.fields
    raw = next((each for each in sheet.rows if each.line == row.line), None) if about is None else None
    notes = [f"{_(WORDS.get(each.field, each.field))}: {each.before or '–'} → {each.after}" for each in row.changes]
    notes += [remark(finding) for finding in row.findings]
    return PreviewRow(
        line=row.line,
        name=about.name if about else ", ".join(filter(None, raw.cells))[:60] if raw else "",
        rating=str(about.rating or "") if about else "",
        fate=row.action.value,
        word=_(FATES[row.action]),
        notes=tuple(notes),
    )


def _ignored(uploaded: UploadedList) -> tuple[str, ...]:
    if uploaded.ignored is None:
        return ()
    header = _column(uploaded.sheet, uploaded.ignored, uploaded.columns).label
    text = N_(
        "The column “%(header)s” is not used: this tournament has no sections. To have them, name them in the settings "
        "first."
    )
    return (_(text, header=header),)


def columns_text(columns: Columns) -> str:
    """What the columns were taken for, to be compared with what they are taken for now."""
    return ",".join(f"{number}={column.value}" for number, column in columns.items())
