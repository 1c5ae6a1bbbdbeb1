"""Players from a file or a pasted list: first what would happen to every row, then the import itself.

The list travels with the preview, so nothing is kept on the server between the two.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.history.history import author
from podium.app.ports import Commit
from podium.app.problems import status_of
from podium.app.ratings.list_words import list_name
from podium.app.ratings.rating_comparison import completed
from podium.app.ratings.rating_lists import RatingList, permit_look_up
from podium.app.server.overload import TooManyRequests
from podium.app.words import counts
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.core.errors import Forbidden, FormatError, Invalid, PodiumError, Refused, Stale
from podium.files.players.importplan import ImportPlan
from podium.files.players.matching import Known
from podium.flow.commands import ImportPlayers
from podium.flow.event.rating_method import kind_for
from podium.web.frame.responses import page, receipt_status_line, see_other
from podium.web.frame.uploads import ListKind, packed, unpacked, upload_page
from podium.web.frame.visit import TRIES, StatusLine, Visit
from podium.web.players.list_preview import (
    PASTED,
    ListPreview,
    UploadedList,
    chosen_columns,
    columns_text,
    list_preview,
    uploaded_list,
)

PLAYER_LISTS = ListKind(
    section="players",
    template="import.html",
    title=N_("Import players"),
    note=N_(
        "From Excel or CSV, a rating list of FIDE, results of Lichess, a list of Chess-Results or US Chess. "
        "Nothing happens before you have seen what would."
    ),
    hint=N_("The columns are recognised by their headings, in several languages."),
    accept=".csv,.txt,.tsv,.xlsx,.ods,.html,.htm,.dbf,.xml,.json,.ndjson",
)


@dataclass(frozen=True, slots=True)
class PreviewPage:
    """What the import would do; `obstacle` is why it cannot be done at all."""

    url: str
    content: str
    kind: str
    list: ListPreview
    act: str | None
    obstacle: str | None
    rating_list: str | None = None
    completes: bool = False
    """Whether what the file does not say is filled in from the rating list."""


def import_page(visit: Visit) -> Response[str]:
    """The page that asks for a file."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    visit.desk.files.warm()
    return upload_page(visit, seen, PLAYER_LISTS)


def preview(visit: Visit) -> Response[str]:
    """What would happen to a list."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    try:
        return _show(visit, seen, _uploaded_list(visit, seen))
    except (FormatError, Invalid, TooManyRequests) as error:
        return upload_page(visit, seen, PLAYER_LISTS, error)


paste = preview
"""What would happen to a pasted list."""


def confirm(visit: Visit) -> Response[str]:
    """The import, if the columns are still those of the preview; else another preview."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    try:
        uploaded = _uploaded_list(visit, seen)
    except (FormatError, Invalid, TooManyRequests) as error:
        return upload_page(visit, seen, PLAYER_LISTS, error)
    unseen = visit.form.text("complete") != visit.form.text("shown_complete")
    if unseen or columns_text(uploaded.columns) != visit.form.text("shown_columns"):
        return _show(visit, seen, uploaded)
    token = import_token(uploaded)
    try:
        for left in reversed(range(TRIES)):
            earlier = visit.desk.standing_commit(seen, token, visit.version or 0)
            if earlier is not None:
                return _already_imported(visit, earlier)
            try:
                receipt = visit.desk.perform(
                    visit.actor,
                    visit.tournament,
                    _command(_plan(visit, seen, uploaded)),
                    command_id=f"{token}.{visit.form.once or ''}",
                    expected=seen.version,
                )
                return see_other(visit, f"{visit.url}/players", receipt_status_line(seen, receipt))
            except Stale:  # somebody was faster: who is in the list now is matched anew
                if not left:
                    raise
                seen = visit.see(Role.ARBITER, "ImportPlayers")
    except Refused as error:
        return _show(visit, seen, uploaded, status_of(error))
    raise AssertionError("a loop that returns or raises")


def import_token(uploaded: UploadedList) -> str:
    """What tells the import of a list, read in these columns, from any other, whichever user confirms it."""
    what = "\n".join((uploaded.kind, uploaded.sheet_name, columns_text(uploaded.columns)))
    return "import-" + hashlib.sha256(what.encode(errors="replace") + uploaded.content).hexdigest()[:32]


def _already_imported(visit: Visit, commit: Commit) -> Response[str]:
    """The list, which somebody imported since the preview was made."""
    text = _(
        "This list was imported already, by %(name)s on %(date)s at %(time)s UTC. Nothing was added again.",
        name=author(commit.actor),
        date=commit.at[:10],
        time=commit.at[11:16],
    )
    return see_other(visit, f"{visit.url}/players", StatusLine(text, "info"))


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
    planned = visit.desk.files.plan(uploaded.sheet, uploaded.columns, known)
    if not _completes(visit):
        return planned
    return completed(planned, visit.services.rating_lists, None, kind_for(seen.state.settings))


def _completes(visit: Visit) -> bool:
    """Whether the rating list is asked for what the file does not say; for users who may, where there is one."""
    return visit.form.text("complete") == "yes" and _rating_list(visit) is not None


def _rating_list(visit: Visit) -> RatingList | None:
    try:
        permit_look_up(visit.actor)
    except Forbidden:
        return None
    return visit.services.rating_lists.current()


def _command(planned: ImportPlan) -> ImportPlayers:
    return ImportPlayers(planned.additions, dict(planned.updates))


def _show(visit: Visit, seen: Seen, uploaded: UploadedList, status: int = 200) -> Response[str]:
    planned = _plan(visit, seen, uploaded)
    command = _command(planned)
    list_ = _rating_list(visit)
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
        rating_list=list_name(list_) if list_ else None,
        completes=_completes(visit),
    )
    return page(visit, "import_preview.html", context, seen=seen, nav="players", status=status)
