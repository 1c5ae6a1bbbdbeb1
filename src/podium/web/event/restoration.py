"""An event restored from its archive, and what was compared."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.archives.archives import Comparison, Restored, restore_archive
from podium.app.archives.words import COPY_LEFT_FIDE_MODE, PARTS, paused_games
from podium.app.server.http_statuses import status_of
from podium.app.server.overload import TooManyRequests
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import FormatError, Refused
from podium.web.accounts.sign_in import redirect_to_login
from podium.web.event.new_event import start_page_with
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit


@dataclass(frozen=True, slots=True)
class ComparedPart:
    """A part of an archive: what it is called, how many rows it has, and how it compares."""

    name: str
    rows: int
    equal: bool
    difference: str


@dataclass(frozen=True, slots=True)
class RestoredPage:
    """A restored event, and every part of its archive that has something in it."""

    name: str
    url: str
    equal: bool
    note: str
    paused: str
    left: str
    parts: tuple[ComparedPart, ...]


def restore(visit: Visit) -> Response[str]:
    """The event of an archive, and what was compared; or what is wrong with the file."""
    if not visit.signed_in:
        return redirect_to_login(visit)
    content, once = visit.form.files.get("archive", b""), visit.form.once
    copy = visit.form.text("copy") == "yes"
    try:
        restored = restore_archive(visit.desk, visit.services.archives, visit.actor, content, copy=copy, key=once)
    except (FormatError, Refused, TooManyRequests) as error:
        return start_page_with(visit, {"archive": sentence(error)}, status_of(error))
    return page(visit, "restored.html", _restored(restored))


def _restored(restored: Restored) -> RestoredPage:
    equal = _("Everything was read back and is equal to the archive.")
    differs = _("All of it is here. What differs below is computed differently by this Podium than by the one before.")
    return RestoredPage(
        name=restored.name,
        url=f"/t/{restored.id}",
        equal=restored.equal,
        note=equal if restored.equal else differs,
        paused=paused_games(restored.paused) if restored.paused else "",
        left=_(COPY_LEFT_FIDE_MODE) if restored.copy_left_fide_mode else "",
        parts=tuple(_part(each) for each in restored.compared if each.rows),
    )


def _part(each: Comparison) -> ComparedPart:
    return ComparedPart(_(PARTS[each.part]), each.rows, each.equal, each.difference or "")
