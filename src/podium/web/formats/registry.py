"""The formats that have pages, and those of a tournament."""

from __future__ import annotations

from podium.flow.state import Tournament
from podium.web.formats.doubles import DOUBLES_PAGES
from podium.web.formats.knockout import KNOCKOUT_PAGES
from podium.web.formats.manual import MANUAL_PAGES
from podium.web.formats.protocol import FormatPages
from podium.web.formats.round_robin import ROUND_ROBIN_PAGES
from podium.web.formats.swiss import SWISS_PAGES

FORMATS: tuple[FormatPages, ...] = (SWISS_PAGES, ROUND_ROBIN_PAGES, MANUAL_PAGES, DOUBLES_PAGES, KNOCKOUT_PAGES)
_BY_NAME = {pages.name: pages for pages in FORMATS}


def pages_of(state: Tournament) -> FormatPages:
    """What the pages say of the format of a tournament."""
    return _BY_NAME[state.settings.format]
