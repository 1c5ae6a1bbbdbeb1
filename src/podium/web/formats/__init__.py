"""The formats as the pages show them: one value of `protocol.FormatPages` for each."""

from __future__ import annotations

from podium.flow.state import Tournament
from podium.web.formats.doubles import DOUBLES
from podium.web.formats.knockout import KNOCKOUT
from podium.web.formats.manual import MANUAL
from podium.web.formats.protocol import FormatPages
from podium.web.formats.round_robin import ROUND_ROBIN
from podium.web.formats.swiss import SWISS

FORMATS: tuple[FormatPages, ...] = (SWISS, ROUND_ROBIN, MANUAL, DOUBLES, KNOCKOUT)
_BY_NAME = {pages.name: pages for pages in FORMATS}


def pages_of(state: Tournament) -> FormatPages:
    """What the pages say of the format of a tournament."""
    return _BY_NAME[state.settings.format]
