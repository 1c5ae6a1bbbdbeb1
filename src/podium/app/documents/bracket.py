"""The bracket on paper: as many sheets as it needs, each of which can be read."""

from __future__ import annotations

from podium.app.documents.document import Column, Content, Look, Table
from podium.app.documents.wish import Wish
from podium.app.formats.registry import views_of
from podium.app.words.language import _
from podium.core.errors import Unknown
from podium.flow.state import Tournament


def bracket(state: Tournament, wish: Wish) -> Content:
    """A drawing of each part, and lists of rounds that are too large for one; raises Unknown before it is built."""
    sheets = list(views_of(state).traits.documents.bracket(state))
    if not sheets:
        raise Unknown("bracket", None)
    columns = (Column(_("Board"), Look.FIGURE), Column(_("White"), Look.LEAD), Column(_("Black"), Look.LEAD))
    drawn: dict[str, str] = {}
    parts = []
    for at, sheet in enumerate(sheets):
        file = f"sheet-{at}.svg" if sheet.svg else ""
        if sheet.svg:
            drawn[file] = sheet.svg
        tables = (Table(columns, sheet.matches),) if sheet.matches else ()
        parts.append({"title": sheet.title, "note": sheet.note, "file": file, "tables": tables})
    return Content({"sheets": parts}, pictures=drawn)
