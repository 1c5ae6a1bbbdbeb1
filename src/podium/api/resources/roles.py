"""Who may do what in a tournament: roles by name, and links."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar.params import JSONBody, PathParameter
from msgspec.structs import asdict

from podium.api.bodies import ApiRequest, Body
from podium.api.documentation import ASKING, ask, change
from podium.api.pages import paged
from podium.api.parameters import Injected, Tournament, numbered
from podium.api.problems import malformed
from podium.api.reading import seen_as
from podium.app.access import LINKS_BY, ROLES_BY, Role
from podium.app.accounts.answers import LinksAnswer, NewLink, RolesAnswer, link_row, roles_answer
from podium.app.desk import Desk, Seen
from podium.app.event.settings_schema import one_of
from podium.app.versions import DoneAnswer
from podium.app.words.language import _
from podium.core.ids import PlayerId
from podium.flow.lookups import find_player

GIVEN = {role.word: role for role in (Role.OWNER, Role.ARBITER, Role.SCORER)}
LinkNumber = Annotated[str, PathParameter(description="A link.", min_length=1)]


class RolesBody(Body):
    """Everybody who has a role, by user name; with `was`, only in place of exactly those (409 `roles-differ` else)."""

    roles: dict[str, Annotated[str, one_of(*GIVEN)]]
    was: dict[str, Annotated[str, one_of(*GIVEN)]] | None = None


class LinkBody(Body):
    """An address that makes whoever opens it scorer, or one player; `expires` is an ISO date or time."""

    role: Literal["scorer", "player"]
    player_id: str | None = None
    expires: str | None = None


@ask("/tournaments/{id:str}/roles", "Who is what")
def roles(request: ApiRequest, desk: Injected[Desk], id: Tournament) -> RolesAnswer:
    return _roles(desk, seen_as(request, desk, id, ROLES_BY, "give roles"))


@change("PUT /tournaments/{id:str}/roles", "The roles as given; nobody else has one any more")
def set_roles(request: ApiRequest, desk: Injected[Desk], id: Tournament, data: JSONBody[RolesBody]) -> RolesAnswer:
    seen = seen_as(request, desk, id, ROLES_BY, "give roles")
    for name, word in [*data.roles.items(), *(data.was or {}).items()]:
        if word not in GIVEN:
            detail = _("%(value)s is not a role to give: use owner, arbiter or scorer.", value=word[:40])
            raise malformed(detail, field=f"roles.{name}", value=word)
    was = None if data.was is None else {name: GIVEN[word] for name, word in data.was.items()}
    desk.registry.set_roles(seen.state.id, {name: GIVEN[word] for name, word in data.roles.items()}, was)
    return _roles(desk, seen)


@change("POST /tournaments/{id:str}/links", "A new link; this answer is the only one that ever shows its address")
def add_link(request: ApiRequest, desk: Injected[Desk], id: Tournament, data: JSONBody[LinkBody]) -> NewLink:
    seen = seen_as(request, desk, id, LINKS_BY, "give links")
    role = Role[data.role.upper()]
    if (role is Role.PLAYER) is not (data.player_id is not None):
        detail = _("A player's link, and no other, has a player_id.")
        raise malformed(detail, field="player_id", value=data.player_id)
    player = find_player(seen.state, PlayerId(data.player_id)).id if data.player_id is not None else None
    link, secret = desk.registry.add_link(seen.state.id, role, player, data.expires)
    return NewLink(**asdict(link_row(link)), url=f"{request.base_url}l/{secret}")


@ask("/tournaments/{id:str}/links", "The links that still work, without their addresses")
@paged("links")
def links(request: ApiRequest, desk: Injected[Desk], id: Tournament) -> LinksAnswer:
    seen = seen_as(request, desk, id, LINKS_BY, "give links")
    return LinksAnswer([link_row(link) for link in desk.registry.links(seen.state.id)])


@change("DELETE /tournaments/{id:str}/links/{lid:str}", "A link less; whoever came by it is out", ASKING)
def drop_link(request: ApiRequest, desk: Injected[Desk], id: Tournament, lid: LinkNumber) -> DoneAnswer:
    seen = seen_as(request, desk, id, LINKS_BY, "give links")
    desk.registry.drop_link(seen.state.id, numbered("link", lid))
    return DoneAnswer()


def _roles(desk: Desk, seen: Seen) -> RolesAnswer:
    return roles_answer(desk.registry.roles(seen.state.id), seen.version)


HANDLERS = (roles, set_roles, add_link, links, drop_link)
