"""Rating lists, for administrators: which are in use, how far a new one is, and the form for a file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litestar import Request, Response, post
from litestar.concurrency import sync_to_thread
from litestar.datastructures import UploadFile
from litestar.exceptions import ClientException

from podium.app.access import permit_administration
from podium.app.problems import status_of
from podium.app.ratings.list_updates import UpdateState
from podium.app.ratings.list_words import list_name, list_state
from podium.app.ratings.rating_lists import (
    ListStatus,
    ListToLoad,
    RatingList,
    checked_edition,
    checked_kind,
    checked_list_name,
)
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.core.errors import Invalid, PodiumError
from podium.core.ratings.list_sequence import FIDE
from podium.web.accounts.sign_in import redirect_to_login
from podium.web.frame.forms import UNREADABLE, Choices, Errors, Form, under_field
from podium.web.frame.requests import unchecked_visit, visit_of
from podium.web.frame.responses import page, see_other
from podium.web.frame.visit import StatusLine, Visit
from podium.web.ratings.look_up import kind_options

MOST_BYTES = 600_000_000
PIECE = 1 << 20  # bytes
FIELDS = ("file", "list", "kind", "edition")
STATUS_WORDS = {
    ListStatus.LOADING: (N_("loading"), "playing"),
    ListStatus.READY: (N_("in use"), "published"),
    ListStatus.FAILED: (N_("failed"), "undone"),
}
KEPT = (N_("kept for events that began then"), "closed")


@dataclass(frozen=True, slots=True)
class ListLine:
    """A list on the page: its name, a chip of this colour and word, and how far it is."""

    list: RatingList
    name: str
    chip: tuple[str, str]
    state: str


@dataclass(frozen=True, slots=True)
class RatingsPage:
    """All lists, and the form for another."""

    lists: tuple[ListLine, ...]
    updates: UpdateState
    problem: str | None
    loading: bool
    kinds: Choices
    usual: str = FIDE
    values: Mapping[str, str] = field(default_factory=dict)
    errors: Errors = field(default_factory=dict)


def ratings_page(visit: Visit) -> Response[str]:
    """The page with all rating lists."""
    if not visit.signed_in:
        return redirect_to_login(visit)
    permit_administration(visit.actor)
    return _show(visit)


@post("/ratings", request_max_body_size=MOST_BYTES)
async def load_list(request: Request[Any, Any, Any]) -> Response[str]:
    """The page, with a list more that is being loaded. The file goes to the disk piece by piece as it comes, and only
    that of an administrator."""
    stranger = await sync_to_thread(unchecked_visit, request, Form())
    permit_administration(stranger.actor)
    try:
        parts = await request.form() if request.content_type[0] == "multipart/form-data" else None
    except (ValueError, LookupError):
        parts = None
    if parts is None:
        raise ClientException(_(UNREADABLE))
    try:
        texts = {name: (text,) for name, text in parts.items() if isinstance(text, str)}
        visit = await sync_to_thread(visit_of, request, Form(texts))
        upload = parts.get("file")
        path = await _spooled(upload) if isinstance(upload, UploadFile) and upload.filename else None
        name = upload.filename if isinstance(upload, UploadFile) else ""
        return await sync_to_thread(_load, visit, path, name)
    finally:
        await parts.close()


def drop(visit: Visit) -> Response[str]:
    """A list less."""
    permit_administration(visit.actor)
    visit.services.rating_lists.drop(visit.path["list"], visit.form.optional("month"))
    return see_other(visit, "/ratings", StatusLine(_("The list is removed.")))


def update(visit: Visit) -> Response[str]:
    """Every list that has a known source, fetched from now on."""
    permit_administration(visit.actor)
    begun = visit.services.list_updates.start(visit.actor.name)
    text = _("The lists are being updated.") if begun else _("The lists are being updated already.")
    return see_other(visit, "/ratings", StatusLine(text, "info"))


def switch_daily(visit: Visit) -> Response[str]:
    """Updates every day, or only when somebody asks."""
    permit_administration(visit.actor)
    daily = visit.form.text("daily") == "yes"
    visit.services.list_updates.switch(daily=daily)
    text = _("The lists are updated daily.") if daily else _("The lists are updated only when you ask.")
    return see_other(visit, "/ratings", StatusLine(text))


async def _spooled(upload: UploadFile) -> Path:
    descriptor, name = tempfile.mkstemp(prefix="podium-ratings-")
    with os.fdopen(descriptor, "wb") as spool:
        while piece := await upload.read(PIECE):
            await sync_to_thread(spool.write, piece)
    return Path(name)


def _load(visit: Visit, path: Path | None, file: str) -> Response[str]:
    form = visit.form
    try:
        if path is None or not path.stat().st_size:
            raise Invalid("rating-list-missing", field="file", value=file)
        wanted = ListToLoad(
            path,
            Path(file.replace("\\", "/")).name[:200],
            checked_list_name(form.text("list") or FIDE),
            visit.actor.name,
            checked_kind(form.text("kind")),
            checked_edition(form.text("edition")),
            temporary=True,
        )
        visit.services.rating_lists.start(wanted)
    except PodiumError as error:
        if path is not None:
            path.unlink(missing_ok=True)
        if not isinstance(error, Invalid):
            raise
        return _show(visit, form.values(), under_field(error, FIELDS, "file"), status_of(error))
    return see_other(visit, "/ratings", StatusLine(_("The list is being loaded."), "info"))


def _show(
    visit: Visit, values: Mapping[str, str] | None = None, errors: Errors | None = None, status: int = 200
) -> Response[str]:
    lists = visit.services.rating_lists.lists()
    updates = visit.services.list_updates.state()
    in_use = {each.id for each in visit.services.rating_lists.ready()}
    context = RatingsPage(
        lists=tuple(_line(each, in_use) for each in lists),
        updates=updates,
        problem=sentence(updates.problem) if updates.problem else None,
        loading=updates.under_way or any(each.loading for each in lists),
        kinds=(("", _("as the name of the file says")), *kind_options()),
        values=values or {},
        errors=errors or {},
    )
    return page(visit, "ratings.html", context, status=status)


def _line(list_: RatingList, in_use: Collection[int]) -> ListLine:
    word, chip = STATUS_WORDS[ListStatus.FAILED if list_.stopped else list_.status]
    if list_.status is ListStatus.READY and list_.id not in in_use:
        word, chip = KEPT
    return ListLine(list_, list_name(list_), (chip, _(word)), list_state(list_))
