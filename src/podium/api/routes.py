"""All routes of the API, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from litestar import Router
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.types import ControllerRouterHandler

from podium.api.acts import submit_to_game
from podium.api.bodies import ApiRequest
from podium.api.callers import authenticate
from podium.api.dependencies import DEPENDENCIES
from podium.api.documentation import manual_routes
from podium.api.problems import EXCEPTION_HANDLERS
from podium.api.reading import NotModified, on_not_modified, seen_of_match, seen_of_pairing, seen_tournament
from podium.api.resources import (
    archives,
    attachments,
    audit,
    bracket,
    check_in,
    documents,
    events,
    followers,
    games,
    health,
    history,
    metrics,
    pairings,
    pgn,
    player_lists,
    player_reports,
    players,
    prizes,
    rating_report,
    ratings,
    roles,
    rounds,
    screens,
    second_entry,
    sessions,
    standings,
    story,
    templates,
    ties,
    tournaments,
    users,
    what_if,
)

MOST_JSON = 1_000_000  # bytes


def routes() -> list[ControllerRouterHandler]:
    """The API, its manual, and the health of the server."""
    of_tournament = {
        "seen": Provide(seen_tournament, sync_to_thread=True),
    }
    of_pairing = {
        "seen": Provide(seen_of_pairing, sync_to_thread=True),
    }
    of_match = {
        "seen": Provide(seen_of_match, sync_to_thread=True),
        "submit_game": Provide(submit_to_game, sync_to_thread=False),
    }

    def api(tag: str, handlers: Sequence[HTTPRouteHandler], resource: str, more: Mapping[str, Provide]) -> Router:
        """Handlers below `/api` whose `id` is of a resource, with the name they stand under in the document."""
        return Router(
            "/api",
            route_handlers=handlers,
            before_request=authenticate,
            dependencies={**DEPENDENCIES, **more},
            exception_handlers={**EXCEPTION_HANDLERS, NotModified: on_not_modified},
            opt={"resource": resource},
            request_class=ApiRequest,
            request_max_body_size=MOST_JSON,
            tags=[tag],
        )

    return [
        api("tournaments", (*tournaments.HANDLERS, *archives.HANDLERS), "tournament", of_tournament),
        api("tournaments", templates.HANDLERS, "tournament", {}),
        api("tournaments", attachments.EVENT_HANDLERS, "tournament", {}),
        api("followers", followers.HANDLERS, "tournament", of_tournament),
        api("players", (*players.HANDLERS, *player_lists.HANDLERS), "tournament", of_tournament),
        api("players", check_in.HANDLERS, "tournament", of_tournament),
        api("players", attachments.PLAYER_HANDLERS, "tournament", {}),
        api("ratings", (*ratings.HANDLERS, *ratings.TOURNAMENT_HANDLERS), "tournament", {}),
        api("rounds", rounds.HANDLERS, "tournament", of_tournament),
        api("rounds", second_entry.TOURNAMENT_HANDLERS, "tournament", of_tournament),
        api("pairings", second_entry.PAIRING_HANDLERS, "pairing", of_pairing),
        api("pairings", (*pairings.HANDLERS, *player_reports.HANDLERS), "pairing", of_pairing),
        api("knockouts", bracket.TOURNAMENT_HANDLERS, "tournament", of_tournament),
        api("knockouts", bracket.MATCH_HANDLERS, "match", of_match),
        api("live games", (*games.TOURNAMENT_HANDLERS, *pgn.TOURNAMENT_HANDLERS), "tournament", of_tournament),
        api("live games", (*games.MATCH_HANDLERS, *pgn.MATCH_HANDLERS), "match", of_match),
        api("standings", (*standings.HANDLERS, *rating_report.HANDLERS, *story.HANDLERS), "tournament", of_tournament),
        api("standings", ties.HANDLERS, "tournament", of_tournament),
        api("prizes", prizes.HANDLERS, "tournament", of_tournament),
        api("documents", documents.HANDLERS, "tournament", of_tournament),
        api("history", (*history.HANDLERS, *events.HANDLERS, *what_if.HANDLERS), "tournament", of_tournament),
        api("screens", screens.HANDLERS, "tournament", of_tournament),
        api("access", (*roles.HANDLERS, *sessions.HANDLERS, *users.HANDLERS, *audit.HANDLERS), "tournament", {}),
        Router(
            "/",
            route_handlers=[*health.HANDLERS, *metrics.HANDLERS, *manual_routes()],
            dependencies=DEPENDENCIES,
            exception_handlers=EXCEPTION_HANDLERS,
        ),
    ]
