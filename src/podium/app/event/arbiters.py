"""Who directs an event: the chief arbiter and the deputies, each with title, name and FIDE number."""

from __future__ import annotations

from podium.core.arbiter import Arbiter
from podium.flow.event.setting_values import Settings


def chief_arbiter(settings: Settings) -> Arbiter | None:
    """The chief arbiter, if somebody said who that is."""
    return Arbiter.parse(settings.chief_arbiter) if settings.chief_arbiter else None


def deputy_arbiters(settings: Settings) -> tuple[Arbiter, ...]:
    """The deputies in the order in which they were named."""
    return tuple(map(Arbiter.parse, settings.deputy_arbiters))
