"""A document from an event: its content, and what stands on every sheet."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from podium.app.desk import Seen
from podium.app.documents.document import Document
from podium.app.documents.kinds import kind_named
from podium.app.documents.wish import Wish
from podium.app.words.dates import dates
from podium.app.words.event_language import paper_language
from podium.app.words.language import _, html_language, speaking
from podium.flow.state import Settings

PDF = "application/pdf"


def document(seen: Seen, name: str, wish: Wish, now: datetime) -> Document:
    """The document of that name as whoever has `seen` the event may read it; raises Unknown or Forbidden.

    It is in the language that is wished, else in the event's.
    """
    with speaking(paper_language(seen.state.settings, wish.language)):
        return _document(seen, name, wish, now)


def _document(seen: Seen, name: str, wish: Wish, now: datetime) -> Document:
    kind = kind_named(seen.state, seen.role, name)
    settings = seen.state.settings
    return Document(
        template=kind.template,
        title=_(kind.title),
        event=settings.name,
        where=", ".join(filter(None, (settings.place or "", dates(settings.start, settings.end)))),
        printed=_printed(settings, now),
        page=_("Page %(page)s of %(pages)s", page="{page}", pages="{pages}"),
        paper=wish.paper,
        language=html_language(),
        content=kind.content(seen.state, wish),
    )


def file_name(name: str, wish: Wish) -> str:
    """What a browser saves it as."""
    return f"{name}-{wish.round}.pdf" if wish.round is not None else f"{name}.pdf"


def _printed(settings: Settings, now: datetime) -> str:
    """When it was printed, by the clock of the event where that is known."""
    local = now.astimezone(ZoneInfo(settings.time_zone)) if settings.time_zone else now
    zone = "" if settings.time_zone else " UTC"
    return _("Printed %(day)s, %(time)s", day=dates(None, local.date()), time=f"{local:%H:%M}{zone}")
