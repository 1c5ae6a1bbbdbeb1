"""Players from a file or a pasted list: first what would happen to every row, then the import itself.

The list travels with the preview, so nothing is kept on the server between the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.http_statuses import status_of
from podium.app.words import counts
from podium.app.words.errors import sentence
from podium.app.words.files import remark
from podium.app.words.language import N_, _
from podium.core.errors import FormatError, Invalid, PodiumError, Refused
from podium.files import (
    Action,
    Column,
    Columns,
    ImportPlan,
    Known,
    PlannedRow,
    Sheet,
    choose_columns,
    plan,
    read_list,
    read_names,
)
from podium.flow.commands import ImportPlayers
from podium.web.frame.forms import Form, whole_number
from podium.web.frame.kept_files import packed, unpacked
from podium.web.frame.responses import page, perform_and_go
from podium.web.frame.visit import Visit

MOST_SHOWN = 400
SAMPLES = 3
WORDS = {"fide_id": N_("FIDE id"), "birth": N_("born"), "first_name": N_("first name")}
FATES = {
    Action.ADD: N_("added"),
    Action.UPDATE: N_("changed"),
    Action.SKIP: N_("left as it is"),
    Action.PROBLEM: N_("left out"),
}


@dataclass(frozen=True, slots=True)
class ImportPage:
    """The form for a file."""

    url: str
    error: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """One column of the list: what it is called, what it begins with, and what it is taken for."""

    number: int
    header: str
    samples: str
    value: str


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
class PreviewPage:
    """What the import would do; `obstacle` is why it cannot be done at all."""

    url: str
    content: str
    kind: str
    sheet: str
    sheets: tuple[str, ...]
    columns: tuple[ColumnChoice, ...]
    fields: tuple[tuple[str, str], ...]
    shown_columns: str
    rows: tuple[PreviewRow, ...]
    more: int
    counts: tuple[tuple[str, str], ...]
    findings: tuple[str, ...]
    act: str | None
    obstacle: str | None


@dataclass(frozen=True, slots=True)
class UploadedList:
    """A list on its way: as it came, and as it was read. `ignored` is a column of sections that the event has not."""

    content: bytes
    kind: str
    sheet_name: str
    sheet: Sheet
    columns: Columns
    ignored: int | None = None


def upload_page(visit: Visit) -> Response[str]:
    """The page that asks for a file."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    return page(visit, "import.html", ImportPage(f"{visit.url}/players"), seen=seen, nav="players")


def paste(visit: Visit) -> Response[str]:
    """What would happen to a pasted list."""
    return preview(visit)


def preview(visit: Visit) -> Response[str]:
    """What would happen to a list."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    try:
        return _show(visit, seen, _uploaded_list(visit.form, seen))
    except (FormatError, Invalid) as error:
        return _upload_again(visit, seen, error)


def confirm(visit: Visit) -> Response[str]:
    """The import, if the columns are still those of the preview; else another preview."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    try:
        uploaded = _uploaded_list(visit.form, seen)
    except (FormatError, Invalid) as error:
        return _upload_again(visit, seen, error)
    if _columns_text(uploaded.columns) != visit.form.text("shown_columns"):
        return _show(visit, seen, uploaded)
    try:
        return perform_and_go(visit, seen, _command(_plan(seen, uploaded)), f"{visit.url}/players")
    except Refused as error:
        return _show(visit, seen, uploaded, status_of(error))


def _uploaded_list(form: Form, seen: Seen) -> UploadedList:
    """The list that a form brings: as a file, as pasted text, or as the preview kept it."""
    kind = form.text("kind") or "file"
    content = form.files.get("file") or b""
    if form.text("content"):
        content = unpacked(form.text("content"))
    elif form.secret("text").strip():
        kind, content = "text", form.secret("text").encode(errors="replace")
    if not content.strip():
        raise FormatError(0, 0, "list-empty")
    name = form.text("sheet")
    sheet = read_names(content.decode(errors="replace")) if kind == "text" else read_list(content, name or None)
    chosen = _chosen(form)
    columns = choose_columns(sheet, chosen)
    ignored = None
    if not chosen and not seen.state.settings.sections:  # a column of sections would refuse the whole list
        ignored = next((number for number, column in columns.items() if column is Column.SECTION), None)
        columns = {number: column for number, column in columns.items() if number != ignored}
    return UploadedList(content, kind, name, sheet, columns, ignored)


def _chosen(form: Form) -> Mapping[int, str | None]:
    """What the user took columns for; nothing on the first look, and nothing after another sheet was chosen."""
    if form.text("sheet") != form.text("shown_sheet"):
        return {}
    numbers = (
        (whole_number(name.removeprefix("column-")), text) for name, text in form.values().items() if "column-" in name
    )
    return {number: text or None for number, text in numbers if number is not None}


def _plan(seen: Seen, uploaded: UploadedList) -> ImportPlan:
    known = [Known(player.id, player.fields) for player in seen.state.players.values()]
    return plan(uploaded.sheet, uploaded.columns, known)


def _command(planned: ImportPlan) -> ImportPlayers:
    return ImportPlayers(planned.additions, dict(planned.updates))


def _show(visit: Visit, seen: Seen, uploaded: UploadedList, status: int = 200) -> Response[str]:
    planned = _plan(seen, uploaded)
    command = _command(planned)
    obstacle = None
    try:
        visit.desk.preview(visit.actor, visit.tournament, command)
    except PodiumError as error:
        obstacle = sentence(error)
    count = len(command.added) + len(command.updated)
    sheet = uploaded.sheet
    context = PreviewPage(
        url=f"{visit.url}/players",
        content=packed(uploaded.content),
        kind=uploaded.kind,
        sheet=uploaded.sheet_name or (sheet.title or ""),
        sheets=sheet.sheets,
        columns=tuple(_column(sheet, number, uploaded.columns) for number in range(sheet.width)),
        fields=(("", _("not used")), *((column.value, _label(column)) for column in Column)),
        shown_columns=_columns_text(uploaded.columns),
        rows=tuple(_preview_row(sheet, row) for row in planned.rows[:MOST_SHOWN]),
        more=max(0, len(planned.rows) - MOST_SHOWN),
        counts=tuple((each.value, f"{number} {_(FATES[each])}") for each in Action if (number := planned.count(each))),
        findings=(*(remark(finding) for finding in planned.findings), *_ignored(uploaded)),
        act=_("Import %(players)s", players=counts.players(count)) if count and obstacle is None else None,
        obstacle=obstacle,
    )
    return page(visit, "import_preview.html", context, seen=seen, nav="players", status=status)


def _upload_again(visit: Visit, seen: Seen, error: PodiumError) -> Response[str]:
    context = ImportPage(f"{visit.url}/players", sentence(error), visit.form.secret("text"))
    return page(visit, "import.html", context, seen=seen, nav="players", status=status_of(error))


def _column(sheet: Sheet, number: int, columns: Columns) -> ColumnChoice:
    header = sheet.header.cell(number) if sheet.header else ""
    samples = " · ".join(sheet.column(number)[:SAMPLES])
    value = columns[number].value if number in columns else ""
    return ColumnChoice(number, header or _("Column %(number)s", number=number + 1), samples, value)


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
    header = _column(uploaded.sheet, uploaded.ignored, uploaded.columns).header
    text = N_(
        "The column “%(header)s” is not used: this tournament has no sections. To have them, name them in the settings "
        "first."
    )
    return (_(text, header=header),)


def _label(column: Column) -> str:
    return _(WORDS.get(column.value, column.value.replace("_", " ")))


def _columns_text(columns: Columns) -> str:
    return ",".join(f"{number}={column.value}" for number, column in columns.items())
