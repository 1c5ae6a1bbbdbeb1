"""Who may do what in a tournament: roles of accounts, and links for scorers and players."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from litestar import Response

from podium.app.access import LINKS_BY, ROLES_BY, Role
from podium.app.accounts.accounts import Link
from podium.app.desk import Seen
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.problems import status_of
from podium.app.words.language import N_, _
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import PlayerId
from podium.web.frame.forms import Errors, under_field
from podium.web.frame.responses import page, see_other
from podium.web.frame.visit import StatusLine, Visit

GIVEN = (Role.SCORER, Role.ARBITER, Role.OWNER)
WHAT = {
    Role.OWNER: N_("everything, roles and deleting included"),
    Role.ARBITER: N_("everything but roles, deleting and final prizes"),
    Role.SCORER: N_("results only"),
}


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """Roles for users who give them, links with whose each is, and a new link's address, which is shown once."""

    gives_roles: bool
    roles: tuple[tuple[str, str, str], ...]
    roles_before: str
    """The same as JSON, for the forms to bring back: a role is changed from what one saw, or not."""
    links: tuple[tuple[Link, str], ...]
    players: tuple[tuple[str, str], ...]
    choices: tuple[tuple[str, str], ...]
    fresh: str | None = None
    fresh_for: str = ""
    values: dict[str, str] = field(default_factory=dict)
    errors: Errors = field(default_factory=dict)


def people_page(visit: Visit) -> Response[str]:
    """The page of roles and links."""
    return _show(visit, see_as_link_giver(visit))


def set_role(visit: Visit) -> Response[str]:
    """An account with a role, another role, or none."""
    seen = visit.see(ROLES_BY, "give roles")
    name, word = visit.form.text("name"), visit.form.text("role")
    chosen = next((role for role in GIVEN if role.word == word), None)
    try:
        if chosen is None and word != "none":
            raise Invalid("role-unknown", field="role", value=word, allowed=[role.word for role in GIVEN])
        visit.desk.registry.change_role(visit.tournament, name, chosen, _role_before(visit, name))
    except (Refused, Unknown) as error:
        return _show(visit, seen, under_field(error, ("name", "role"), "name"), status_of(error))
    text = (
        _("%(name)s is %(role)s now.", name=name, role=_(chosen.word))
        if chosen
        else _("%(name)s has no role any more.", name=name)
    )
    return see_other(visit, f"{visit.url}/people", StatusLine(text))


def _role_before(visit: Visit, name: str) -> Role | None:
    """The role of an account when the page was made, as its form says; what it is now where it does not say."""
    try:
        before = json.loads(visit.form.secret("roles"))
        word = before.get(name)
    except (ValueError, AttributeError, RecursionError):
        return visit.desk.registry.roles(visit.tournament).get(name)
    return next((role for role in GIVEN if role.word == word), None)


def add_link(visit: Visit) -> Response[str]:
    """A new link; the only page that ever shows its address."""
    seen = see_as_link_giver(visit)
    chosen = visit.form.text("player")
    try:
        if chosen and chosen not in seen.state.players:
            raise Unknown("player", chosen)
        player = PlayerId(chosen) if chosen else None
        role = Role.PLAYER if player else Role.SCORER
        _link, secret = visit.desk.registry.add_link(visit.tournament, role, player, visit.form.optional("expires"))
    except (Invalid, Unknown) as error:
        return _show(visit, seen, under_field(error, ("expires",), "player"), status_of(error))
    whose = seen.state.players[player].name if player else _("a scorer")
    return _show(visit, seen, fresh=f"{visit.phone_site}/l/{secret}", fresh_for=whose)


def drop_link(visit: Visit) -> Response[str]:
    """A link less."""
    see_as_link_giver(visit)
    visit.desk.registry.drop_link(visit.tournament, visit.number("link"))
    return see_other(
        visit, f"{visit.url}/people", StatusLine(_("The link has ended, and whoever used it is signed out."))
    )


def see_as_link_giver(visit: Visit) -> Seen:
    """The tournament, for users who give links."""
    return visit.see(LINKS_BY, "give links")


def _show(visit: Visit, seen: Seen, errors: Errors | None = None, status: int = 200, **fresh: Any) -> Response[str]:
    """The page, with what is `fresh` on it."""
    state = seen.state
    gives_roles = seen.role >= ROLES_BY
    roles = visit.desk.registry.roles(visit.tournament) if gives_roles else {}
    numbers = player_numbers(state)
    context = PeoplePage(
        gives_roles=gives_roles,
        roles=tuple((name, _(role.word), _(WHAT[role]) if role in WHAT else "") for name, role in roles.items()),
        roles_before=json.dumps({name: role.word for name, role in roles.items()}),
        links=tuple((link, _whose(seen, link)) for link in visit.desk.registry.links(visit.tournament)),
        players=tuple((each.id, f"{numbers[each.id]} {each.name}") for each in players_by_number(state)),
        choices=tuple((role.word, f"{_(role.word)}: {_(WHAT[role])}") for role in GIVEN),
        values=visit.form.values(),
        errors=errors or {},
        **fresh,
    )
    return page(visit, "people.html", context, seen=seen, nav="people", status=status)


def _whose(seen: Seen, link: Link) -> str:
    player = link.grant.player
    player_of_link = seen.state.players.get(player) if player else None
    return player_of_link.name if player_of_link else (_("a player who was removed") if player else _("scorers"))
