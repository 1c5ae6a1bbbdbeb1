"""Who may do what in a tournament: roles by name, and links."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from podium.api import asked, bodies
from podium.api.callers import Gate
from podium.api.problems import malformed
from podium.api.writing import json_response
from podium.app.access import LINKS_BY, ROLES_BY, Role
from podium.app.accounts import Link
from podium.app.desk import Desk, Seen
from podium.app.views.rows import Row
from podium.core.errors import Forbidden
from podium.core.ids import PlayerId, TournamentId
from podium.flow.lookups import known

GIVEN = {role.word: role for role in (Role.OWNER, Role.ARBITER, Role.SCORER)}


class People:
    """The endpoints of roles and links."""

    def __init__(self, desk: Desk, gate: Gate) -> None:
        self._desk = desk
        self._gate = gate

    def roles(self, request: Request) -> Response:
        """Who is what."""
        return self._roles(self._seen(request, ROLES_BY))

    def set_roles(self, request: Request, body: bodies.RolesBody) -> Response:
        """The roles as given; nobody else has one any more."""
        seen = self._seen(request, ROLES_BY)
        for name, word in body.roles.items():
            if word not in GIVEN:
                detail = f"{word[:40]} is not a role to give: use owner, arbiter or scorer."
                raise malformed(detail, field=f"roles.{name}", value=word)
        self._desk.registry.set_roles(seen.state.id, {name: GIVEN[word] for name, word in body.roles.items()})
        return self._roles(seen)

    def add_link(self, request: Request, body: bodies.LinkBody) -> Response:
        """A new link; this answer is the only one that ever shows its address."""
        seen = self._seen(request, LINKS_BY)
        role = Role[body.role.upper()]
        if (role is Role.PLAYER) is not (body.player_id is not None):
            detail = "A player's link, and no other, has a player_id."
            raise malformed(detail, field="player_id", value=body.player_id)
        player = known(seen.state, PlayerId(body.player_id)).id if body.player_id is not None else None
        link, secret = self._desk.registry.add_link(seen.state.id, role, player, body.expires)
        return json_response({**_row(link), "url": f"{request.base_url}l/{secret}"}, 201)

    def links(self, request: Request) -> Response:
        """The links that still work, without their addresses."""
        seen = self._seen(request, LINKS_BY)
        return json_response({"links": [_row(link) for link in self._desk.registry.links(seen.state.id)]})

    def drop_link(self, request: Request) -> Response:
        """A link less; whoever came by it is out."""
        seen = self._seen(request, LINKS_BY)
        self._desk.registry.drop_link(seen.state.id, asked.numbered("link", request.path_params["lid"]))
        return json_response({"done": True})

    def _roles(self, seen: Seen) -> Response:
        roles = self._desk.registry.roles(seen.state.id)
        return json_response({"roles": {name: role.word for name, role in roles.items()}, "version": seen.version})

    def _seen(self, request: Request, needed: Role) -> Seen:
        caller = self._gate.known(request) if request.method == "GET" else self._gate.writer(request)
        seen = self._desk.see(caller.actor, TournamentId(asked.identity("tournament", request.path_params["id"])))
        if seen.role < needed:
            raise Forbidden("give roles" if needed is ROLES_BY else "give links")
        return seen


def _row(link: Link) -> Row:
    return {
        "id": link.id,
        "role": link.grant.role.word,
        "player_id": link.grant.player,
        "created_at": link.created_at,
        "expires": link.expires_at,
    }
