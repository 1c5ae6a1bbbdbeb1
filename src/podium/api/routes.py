"""All routes of the API, put together."""

from __future__ import annotations

from litestar import Router
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.types import ControllerRouterHandler

from podium.api.acts import submit_to_game
from podium.api.bodies import ApiRequest
from podium.api.callers import authenticate
from podium.api.documentation import manual_routes
from podium.api.parameters import DEPENDENCIES, refuse_unknown_parameters
from podium.api.problems import EXCEPTION_HANDLERS
from podium.api.reading import NotModified, on_not_modified, seen_of_match, seen_of_pairing, seen_tournament
from podium.api.resources import (
    archives,
    attachments,
    bracket,
    check_in,
    documents,
    events,
    followers,
    forecast,
    game_control,
    games,
    history,
    pairings,
    pgn,
    player_lists,
    players,
    prizes,
    rating_report,
    ratings,
    roles,
    rounds,
    screens,
    second_entry,
    server,
    sessions,
    stages,
    standings,
    story,
    templates,
    tournaments,
    users,
    what_if,
)

MOST_JSON = 1_000_000  # bytes


SEEN = {
    "tournament": {"seen": Provide(seen_tournament, sync_to_thread=True)},
    "pairing": {"seen": Provide(seen_of_pairing, sync_to_thread=True)},
    "match": {
        "seen": Provide(seen_of_match, sync_to_thread=True),
        "submit_game": Provide(submit_to_game, sync_to_thread=False),
    },
}
"""What handlers may ask for besides, by the resource that the `id` in their path is of."""


def routes() -> list[ControllerRouterHandler]:
    """The API, its manual, and the health of the server."""

    def api(tag: str, *handlers: HTTPRouteHandler, of: str = "tournament") -> Router:
        """Handlers below `/api` whose `id` is of a resource, with the name they stand under in the document."""
        return Router(
            "/api",
            route_handlers=handlers,
            before_request=authenticate,
            dependencies={**DEPENDENCIES, **SEEN[of]},
            exception_handlers={**EXCEPTION_HANDLERS, NotModified: on_not_modified},
            opt={"resource": of},
            request_class=ApiRequest,
            request_max_body_size=MOST_JSON,
            tags=[tag],
        )

    return [
        api("tournaments", *tournaments.HANDLERS, *archives.HANDLERS),
        api("tournaments", *templates.HANDLERS, *attachments.EVENT_HANDLERS),
        api("followers", *followers.HANDLERS),
        api("players", *players.HANDLERS, *player_lists.HANDLERS, *check_in.HANDLERS, *attachments.PLAYER_HANDLERS),
        api("ratings", *ratings.HANDLERS, *ratings.TOURNAMENT_HANDLERS),
        api("rounds", *rounds.HANDLERS, *stages.HANDLERS, *second_entry.TOURNAMENT_HANDLERS),
        api("pairings", *second_entry.PAIRING_HANDLERS, *pairings.HANDLERS, of="pairing"),
        api("knockouts", *bracket.TOURNAMENT_HANDLERS),
        api("knockouts", *bracket.MATCH_HANDLERS, of="match"),
        api("live games", *games.TOURNAMENT_HANDLERS, *game_control.TOURNAMENT_HANDLERS, *pgn.TOURNAMENT_HANDLERS),
        api("live games", *games.MATCH_HANDLERS, *game_control.MATCH_HANDLERS, *pgn.MATCH_HANDLERS, of="match"),
        api(
            "standings",
            *standings.HANDLERS,
            *rating_report.HANDLERS,
            *story.HANDLERS,
            *forecast.HANDLERS,
            *standings.TIE_HANDLERS,
        ),
        api("prizes", *prizes.HANDLERS),
        api("documents", *documents.HANDLERS),
        api("history", *history.HANDLERS, *events.HANDLERS, *what_if.HANDLERS),
        api("screens", *screens.HANDLERS),
        api("access", *roles.HANDLERS, *sessions.HANDLERS, *users.HANDLERS),
        Router(
            "/",
            route_handlers=server.HANDLERS,
            before_request=refuse_unknown_parameters,
            dependencies=DEPENDENCIES,
            exception_handlers=EXCEPTION_HANDLERS,
        ),
        *manual_routes(),
    ]
