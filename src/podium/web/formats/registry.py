"""The formats that have pages, and those of a tournament."""

from __future__ import annotations

from podium.flow.formats.registry import FORMAT_NAMES
from podium.flow.state import Tournament
from podium.web.formats.doubles import DOUBLES_PAGES
from podium.web.formats.keizer import KEIZER_PAGES
from podium.web.formats.knockout import DOUBLE_ELIMINATION_PAGES, KNOCKOUT_PAGES
from podium.web.formats.manual import MANUAL_PAGES
from podium.web.formats.protocol import FormatPages
from podium.web.formats.round_robin import ROUND_ROBIN_PAGES
from podium.web.formats.stages import StagesPages
from podium.web.formats.swiss import SWISS_PAGES

PAGES_IN_STAGES: tuple[FormatPages, ...] = (
    *(SWISS_PAGES, ROUND_ROBIN_PAGES, MANUAL_PAGES, DOUBLES_PAGES, KNOCKOUT_PAGES),
    DOUBLE_ELIMINATION_PAGES,
    KEIZER_PAGES,
)
STAGES_PAGES = StagesPages({pages.name: pages for pages in PAGES_IN_STAGES})
FORMAT_PAGES = (*PAGES_IN_STAGES, STAGES_PAGES)
_BY_NAME = {pages.name: pages for pages in FORMAT_PAGES}
assert tuple(_BY_NAME) == FORMAT_NAMES  # so that no server starts that knows a format by half


def pages_of(state: Tournament, round: int | None = None) -> FormatPages:
    """What the pages say of the format of a tournament, while that round is played; or now."""
    return STAGES_PAGES.at(state, round) if state.settings.stages else pages_called(state.settings.format)


def pages_called(name: str) -> FormatPages:
    """What the pages say of the format of that name."""
    return _BY_NAME[name]
