"""An event from a file: a report, with all there is to say of it, or an archive, with what was compared."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from litestar import Response

from podium.app.archives.archives import Restored, restore_archive
from podium.app.archives.words import COPY_LEFT_FIDE_MODE, PARTS, paused_games
from podium.app.desk import new_id
from podium.app.problems import status_of
from podium.app.server.overload import TooManyRequests
from podium.app.trf.import_report import import_report
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import Cautioned, FormatError, Refused
from podium.web.accounts.sign_in import redirect_to_login
from podium.web.event.new_event import start_page
from podium.web.frame.forms import number_or_text
from podium.web.frame.refusals import caution_page
from podium.web.frame.responses import page, see_other
from podium.web.frame.uploads import packed, unpacked
from podium.web.frame.visit import StatusLine, Visit

KEPT_FILE = "kept_file"
"""The field with a report file while it is asked about."""


@dataclass(frozen=True, slots=True)
class RestoredPage:
    """A restored event; `parts` are what the parts of an archive are called."""

    restored: Restored
    paused: str
    left: str
    parts: Mapping[str, str]


def create_from_report(visit: Visit) -> Response[str]:
    """The tournament of a report file, and all there is to say of the file where there is something.

    Rounds that the rules would not give are asked about before anything is stored.
    """
    if not visit.signed_in:
        return redirect_to_login(visit)
    content = visit.form.files.get("file", b"")
    if not content and (kept := visit.form.secret(KEPT_FILE)):
        content = unpacked(kept)
    once = visit.form.once
    id, digest = new_id(visit.actor, once), hashlib.sha256(content).hexdigest()
    try:
        rounds = number_or_text(visit.form.text("rounds"))
        acknowledged = visit.form.number("acknowledge") or 0
        keep_points = visit.form.text("keep_points") == "yes"
        imported = import_report(visit.desk, visit.actor, content, id, once, digest, rounds, acknowledged, keep_points)
    except Cautioned as caution:
        return caution_page(visit, caution, ((KEPT_FILE, packed(content)),), form="/new")
    except (FormatError, Refused, TooManyRequests) as error:
        field = "rounds" if error.facts.get("field") == "rounds" else "file"
        return start_page(visit, {field: sentence(error)}, status_of(error))
    name = imported.receipt.state.settings.name
    if not imported.notes:
        return see_other(visit, f"/t/{id}", StatusLine(_("%(tournament)s is created.", tournament=name)))
    return page(visit, "imported.html", imported)


def restore(visit: Visit) -> Response[str]:
    """The event of an archive, and what was compared; or what is wrong with the file."""
    if not visit.signed_in:
        return redirect_to_login(visit)
    content, once = visit.form.files.get("archive", b""), visit.form.once
    copy = visit.form.text("copy") == "yes"
    try:
        restored = restore_archive(visit.desk, visit.services.archives, visit.actor, content, copy=copy, key=once)
    except (FormatError, Refused, TooManyRequests) as error:
        return start_page(visit, {"archive": sentence(error)}, status_of(error))
    context = RestoredPage(
        restored,
        paused=paused_games(restored.paused) if restored.paused else "",
        left=_(COPY_LEFT_FIDE_MODE) if restored.copy_left_fide_mode else "",
        parts={part: _(name) for part, name in PARTS.items()},
    )
    return page(visit, "restored.html", context)
