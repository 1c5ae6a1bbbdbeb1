"""What a handler may ask for by name: the routes are the same for every Podium of a process, its parts come with the
request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from litestar.di import NamedDependency, Provide
from litestar.params import SkipValidation
from litestar.types import Scope

from podium.app.services import Services

if TYPE_CHECKING:
    from podium.api.live import Live
    from podium.api.writer import Writer
    from podium.app.hall.followers import Followings
    from podium.app.server.metrics import Metrics
    from podium.app.server.readiness import Readiness
    from podium.config import Config

T = TypeVar("T")

Injected: TypeAlias = NamedDependency[SkipValidation[T]]
"""A value of ours, provided under the name of the argument: a part, a service, or what `podium.api.routes` adds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What the API is made of: the services, and what only the API has."""

    services: Services
    config: Config
    live: Live
    writer: Writer
    followings: Followings
    readiness: Readiness
    metrics: Metrics


def parts_of(scope: Scope) -> Parts:
    """The parts that came with a request."""
    parts: Parts = scope["state"]["parts"]
    return parts


def _provided(read: Callable[[Parts], Any]) -> Provide:
    """The way to a part of the Podium that a request was sent to."""

    def part(scope: Scope) -> Any:
        return read(parts_of(scope))

    return Provide(part, sync_to_thread=False)


DEPENDENCIES = {
    **{each.name: _provided(attrgetter(each.name)) for each in fields(Parts)},
    **{each.name: _provided(attrgetter(f"services.{each.name}")) for each in fields(Services)},
}
"""What every handler may ask for by name."""
