"""All routes of the API, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litestar import Router
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.types import AnyCallable, ControllerRouterHandler

from podium.api import (
    bracket,
    events,
    health,
    history,
    pairings,
    player_lists,
    players,
    prizes,
    roles,
    rounds,
    sessions,
    standings,
    tournaments,
    what_if,
)
from podium.api.bodies import ApiRequest
from podium.api.callers import Authentication, may_write
from podium.api.documentation import manual_routes
from podium.api.live import Live
from podium.api.reading import NotModified, on_not_modified, seen_of_match, seen_of_pairing, seen_tournament
from podium.api.writing import Writer, submit_to_match, submit_to_pairing, submit_to_tournament
from podium.app.desk import Desk
from podium.app.doors import FrontDoor
from podium.app.prizegiving import Clerk
from podium.config import Config

MOST_JSON = 1_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Parts:
    """What the API is made of."""

    desk: Desk
    door: FrontDoor
    config: Config
    live: Live
    clerk: Clerk


def routes(parts: Parts) -> list[ControllerRouterHandler]:
    """The API, its manual, and the health of the server."""
    return [api(parts), Router("/", route_handlers=health.HANDLERS, dependencies=_parts(parts)), *manual_routes()]


def api(parts: Parts) -> Router:
    """Everything below `/api`."""
    return Router(
        "/api",
        route_handlers=[
            _of(
                "tournament",
                seen_tournament,
                submit_to_tournament,
                {
                    "tournaments": tournaments.HANDLERS,
                    "players": (*players.HANDLERS, *player_lists.HANDLERS),
                    "rounds": rounds.HANDLERS,
                    "standings": standings.HANDLERS,
                    "knockouts": bracket.OF_TOURNAMENTS,
                    "prizes": prizes.HANDLERS,
                    "history": (*history.HANDLERS, *events.HANDLERS, *what_if.HANDLERS),
                    "access": roles.HANDLERS,
                },
            ),
            _of("pairing", seen_of_pairing, submit_to_pairing, {"pairings": pairings.HANDLERS}),
            _of("match", seen_of_match, submit_to_match, {"knockouts": bracket.OF_MATCHES}),
            Router("/", route_handlers=sessions.HANDLERS, tags=["access"]),
        ],
        dependencies=_parts(parts),
        exception_handlers={NotModified: on_not_modified},
        guards=[may_write],
        middleware=[lambda app: Authentication(app, parts.desk.registry)],
        request_class=ApiRequest,
        request_max_body_size=MOST_JSON,
    )


def _of(
    resource: str, seen: AnyCallable, submit: AnyCallable, handlers: Mapping[str, Sequence[HTTPRouteHandler]]
) -> Router:
    """Handlers of paths whose `id` is of a resource, by the tags they have in the document.

    `seen` provides the tournament it is in, `submit` gives commands to that.
    """
    return Router(
        "/",
        route_handlers=[Router("/", route_handlers=each, tags=[tag]) for tag, each in handlers.items()],
        dependencies={
            "seen": Provide(seen, sync_to_thread=True),
            "submit": Provide(submit, sync_to_thread=False),
        },
        opt={"resource": resource},
    )


def _parts(parts: Parts) -> dict[str, Provide]:
    """What every handler may ask for by name."""
    writer = Writer(parts.desk)
    return {
        "clerk": Provide(lambda: parts.clerk, sync_to_thread=False),
        "config": Provide(lambda: parts.config, sync_to_thread=False),
        "desk": Provide(lambda: parts.desk, sync_to_thread=False),
        "door": Provide(lambda: parts.door, sync_to_thread=False),
        "live": Provide(lambda: parts.live, sync_to_thread=False),
        "writer": Provide(lambda: writer, sync_to_thread=False),
    }
