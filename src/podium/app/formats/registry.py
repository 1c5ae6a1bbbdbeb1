"""How each format is read, by the name of the format."""

from __future__ import annotations

from podium.app.formats.doubles import DOUBLES
from podium.app.formats.keizer import KEIZER
from podium.app.formats.knockout.views import DOUBLE_ELIMINATION_VIEWS, KNOCKOUT
from podium.app.formats.manual import MANUAL
from podium.app.formats.protocol import FormatViews, Traits
from podium.app.formats.round_robin import ROUND_ROBIN
from podium.app.formats.stages import StagesViews
from podium.app.formats.swiss import SWISS
from podium.flow.event.setting_values import Settings
from podium.flow.formats.registry import FORMAT_NAMES
from podium.flow.state import Tournament

_OF_ONE_STAGE: tuple[FormatViews, ...] = (
    SWISS,
    ROUND_ROBIN,
    MANUAL,
    DOUBLES,
    KNOCKOUT,
    DOUBLE_ELIMINATION_VIEWS,
    KEIZER,
)
_STAGES = StagesViews(_OF_ONE_STAGE)
FORMAT_VIEWS: tuple[FormatViews, ...] = (*_OF_ONE_STAGE, _STAGES)
_BY_NAME = {views.name: views for views in FORMAT_VIEWS}
assert tuple(_BY_NAME) == FORMAT_NAMES  # so that no server starts that knows a format by half


def traits_of(settings: Settings) -> Traits:
    """How events with these settings are ranked and written down."""
    return views_of(settings).traits


def views_of(event: Tournament | Settings) -> FormatViews:
    """How a tournament is read, or one of such settings."""
    settings, begun = (event.settings, len(event.stages)) if isinstance(event, Tournament) else (event, 0)
    return _STAGES.at(settings, begun) if settings.stages else _BY_NAME[settings.format]
