"""Players from a file or a pasted list: first what would happen to every row, then the import itself.

The list travels with the preview, so nothing is kept on the server between the two.
"""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.http_statuses import status_of
from podium.app.words import counts
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import Busy, FormatError, Invalid, PodiumError, Refused
from podium.files import ImportPlan, Known
from podium.flow.commands import ImportPlayers
from podium.web.frame.kept_files import packed, unpacked
from podium.web.frame.responses import page, perform_and_go
from podium.web.frame.visit import Visit
from podium.web.pages.list_preview import (
    PASTED,
    ListPreview,
    UploadedList,
    chosen_columns,
    columns_text,
    list_preview,
    uploaded_list,
)


@dataclass(frozen=True, slots=True)
class ImportPage:
    """The form for a file."""

    url: str
    error: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class PreviewPage:
    """What the import would do; `obstacle` is why it cannot be done at all."""

    url: str
    content: str
    kind: str
    list: ListPreview
    act: str | None
    obstacle: str | None


def upload_page(visit: Visit) -> Response[str]:
    """The page that asks for a file."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    visit.desk.files.warm()
    return page(visit, "import.html", ImportPage(f"{visit.url}/players"), seen=seen, nav="players")


def paste(visit: Visit) -> Response[str]:
    """What would happen to a pasted list."""
    return preview(visit)


def preview(visit: Visit) -> Response[str]:
    """What would happen to a list."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    try:
        return _show(visit, seen, _uploaded_list(visit, seen))
    except (FormatError, Invalid, Busy) as error:
        return _upload_again(visit, seen, error)


def confirm(visit: Visit) -> Response[str]:
    """The import, if the columns are still those of the preview; else another preview."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    try:
        uploaded = _uploaded_list(visit, seen)
    except (FormatError, Invalid, Busy) as error:
        return _upload_again(visit, seen, error)
    if columns_text(uploaded.columns) != visit.form.text("shown_columns"):
        return _show(visit, seen, uploaded)
    try:
        return perform_and_go(visit, seen, _command(_plan(visit, seen, uploaded)), f"{visit.url}/players")
    except Refused as error:
        return _show(visit, seen, uploaded, status_of(error))


def _uploaded_list(visit: Visit, seen: Seen) -> UploadedList:
    """The list that a form brings: as a file, as pasted text, or as the preview kept it."""
    form = visit.form
    kind = form.text("kind") or "file"
    content = form.files.get("file") or b""
    if form.text("content"):
        content = unpacked(form.text("content"))
    elif form.secret("text").strip():
        kind, content = PASTED, form.secret("text").encode(errors="replace")
    sections = bool(seen.state.settings.sections)
    return uploaded_list(visit.desk.files, content, kind, form.text("sheet"), chosen_columns(form), sections=sections)


def _plan(visit: Visit, seen: Seen, uploaded: UploadedList) -> ImportPlan:
    known = [Known(player.id, player.fields) for player in seen.state.players.values()]
    return visit.desk.files.plan(uploaded.sheet, uploaded.columns, known)


def _command(planned: ImportPlan) -> ImportPlayers:
    return ImportPlayers(planned.additions, dict(planned.updates))


def _show(visit: Visit, seen: Seen, uploaded: UploadedList, status: int = 200) -> Response[str]:
    planned = _plan(visit, seen, uploaded)
    command = _command(planned)
    obstacle = None
    try:
        visit.desk.preview(visit.actor, visit.tournament, command)
    except PodiumError as error:
        obstacle = sentence(error)
    count = len(command.added) + len(command.updated)
    context = PreviewPage(
        url=f"{visit.url}/players",
        content=packed(uploaded.content),
        kind=uploaded.kind,
        list=list_preview(uploaded, planned),
        act=_("Import %(players)s", players=counts.players(count)) if count and obstacle is None else None,
        obstacle=obstacle,
    )
    return page(visit, "import_preview.html", context, seen=seen, nav="players", status=status)


def _upload_again(visit: Visit, seen: Seen, error: PodiumError) -> Response[str]:
    context = ImportPage(f"{visit.url}/players", sentence(error), visit.form.secret("text"))
    return page(visit, "import.html", context, seen=seen, nav="players", status=status_of(error))
