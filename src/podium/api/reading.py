"""How every read of a tournament goes: who asks, what they may see, and whether they have it already."""

from __future__ import annotations

import zlib
from typing import Annotated, Any

from litestar import Request, Response
from litestar.params import QueryParameter

from podium.api.bodies import ApiRequest
from podium.api.callers import not_allowed
from podium.api.parameters import WHOLE_NUMBER, Injected, Match, Pairing, Tournament, query_number
from podium.app.access import Role
from podium.app.desk import Desk, Seen
from podium.app.problems import ASKED_ANEW
from podium.app.words.language import language
from podium.core.errors import Unknown
from podium.core.ids import TournamentId, identity

Version = Annotated[
    str | None,
    QueryParameter(
        description="The version to look at; without it, the present. For scorers, arbiters and owners.",
        schema_extra=WHOLE_NUMBER,
    ),
]


class NotModified(Exception):
    """The client has this answer already."""


def seen_tournament(request: ApiRequest, desk: Injected[Desk], id: Tournament) -> Seen:
    """The tournament as the caller may see it."""
    return _tagged(request, desk.see(request.user.actor, TournamentId(identity("tournament", id))))


def seen_of_pairing(request: ApiRequest, desk: Injected[Desk], id: Pairing) -> Seen:
    """The tournament of a pairing, as the caller may see it."""
    return _tagged(request, seen_with(request, desk, "pairing", id))


def seen_of_match(request: ApiRequest, desk: Injected[Desk], id: Match) -> Seen:
    """The tournament of a match, as the caller may see it."""
    return _tagged(request, seen_with(request, desk, "match", id))


def seen_at_version(request: ApiRequest, desk: Injected[Desk], id: Tournament, version: Version = None) -> Seen:
    """The tournament as it was at a version, or as it is."""
    actor, stream = request.user.actor, TournamentId(identity("tournament", id))
    seen, wanted = desk.see(actor, stream), query_number("version", version)
    if wanted is None:
        return _tagged(request, seen)
    if seen.role < Role.SCORER:
        raise not_allowed(actor, "look")
    return _tagged(request, desk.see_at(actor, stream, wanted), seen.version)


def on_not_modified(request: Request[Any, Any, Any], _error: NotModified) -> Response[None]:
    """The answer to a client that has it already."""
    return Response(None, status_code=304)


def needs(role: Role) -> dict[str, Any]:
    """The `opt` of a handler that asks for at least that role."""
    return {"needs": role}


def seen_as(request: ApiRequest, desk: Desk, id: str, least: Role, act: str) -> Seen:
    """The tournament, for a caller who is at least `least` in it; raises Forbidden to do that act."""
    return desk.see_as(request.user.actor, TournamentId(identity("tournament", id)), least, act)


def etag(seen: Seen, head: int) -> str:
    """What tells one answer about a tournament from another: version, role, language, and the live games
    under way.

    The past is told apart by the present version too: a person may have been forgotten in it since.
    """
    looked_from = "" if head == seen.version else f"-{head}"
    playing = f"-{zlib.crc32(' '.join(sorted(seen.playing)).encode()):08x}" if seen.playing else ""
    return f'"{seen.version}-{seen.role.word}-{language()}{looked_from}{playing}"'


def seen_with(request: ApiRequest, desk: Desk, kind: str, id: str) -> Seen:
    """The tournament that has a pairing or match of that id, as the caller may see it; raises Unknown of its kind."""
    pairing = identity(kind, id)
    try:
        return desk.see(request.user.actor, desk.stream_of(pairing))
    except Unknown:
        raise Unknown(kind, pairing) from None


def _tagged(request: ApiRequest, seen: Seen, head: int | None = None) -> Seen:
    """`seen`, noted as what the answer is about; raises what speaks against answering."""
    if seen.role < request.route_handler.opt.get("needs", Role.PUBLIC):
        raise not_allowed(request.user.actor, "look")
    unless_known(request, etag(seen, seen.version if head is None else head))
    return seen


def unless_known(request: ApiRequest, tag: str) -> None:
    """Notes the tag of the answer; raises NotModified for a client that has it already."""
    request.state.headers = {"ETag": tag, **ASKED_ANEW}
    given = request.headers.get("if-none-match", "")
    if given.strip() == "*" or tag in [each.strip().removeprefix("W/") for each in given.split(",")]:
        raise NotModified
