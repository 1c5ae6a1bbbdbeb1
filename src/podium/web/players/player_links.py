"""Links for all players at once, and the slips to give them out on: a name, an address and its QR code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import segno
from litestar import Response
from markupsafe import Markup

from podium.app.accounts.accounts import Link
from podium.app.desk import Seen
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.problems import status_of
from podium.app.words.language import _, ngettext
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.lookups import find_player
from podium.web.accounts.people import see_as_link_giver
from podium.web.frame.forms import Errors, under_field, whole_number
from podium.web.frame.responses import page, see_other
from podium.web.frame.visit import StatusLine, Visit

QUIET_ZONE = 4  # modules of white around a QR code, which readers need (ISO/IEC 18004)
MASK = 2  # any can be read; a secret is random under each of them, and the search for the best takes four times as long


@dataclass(frozen=True, slots=True)
class Holder:
    """A player who has a link already; `links` are its ids, `since` when the newest was made."""

    player: Player
    number: int
    links: tuple[int, ...]
    since: str

    @property
    def key(self) -> str:
        """What the form sends to replace exactly these links, and none that was made later."""
        return " ".join(map(str, self.links))


@dataclass(frozen=True, slots=True)
class LinksPage:
    """Who would get a link, and whose could be replaced."""

    url: str
    without: tuple[Player, ...]
    holders: tuple[Holder, ...]
    live: bool
    values: dict[str, str] = field(default_factory=dict)
    errors: Errors = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SlipsPage:
    """The slips of the links just made, each with the player, address and code: no other page ever shows these."""

    url: str
    numbers: Mapping[PlayerId, int]
    slips: tuple[tuple[Player, str, Markup], ...]
    replaced: int
    live: bool


def links_page(visit: Visit) -> Response[str]:
    """The page that says what would be made."""
    return _ask(visit, see_as_link_giver(visit))


def make_links(visit: Visit) -> Response[str]:
    """A link for everybody without one and for players whose old one is to end, as slips."""
    seen = see_as_link_giver(visit)
    chosen = {whole_number(id) for text in visit.form.texts.get("replace", ()) for id in text.split()}
    without, holders = _players(visit, seen)
    ending = [each for each in holders if chosen.issuperset(each.links)]
    chosen_ones = {each.id for each in (*without, *(each.player for each in ending))}
    players = [each for each in players_by_number(seen.state) if each.id in chosen_ones]
    try:
        made = visit.desk.registry.add_player_links(
            visit.tournament,
            [each.id for each in players],
            visit.form.optional("expires"),
            [id for each in ending for id in each.links],
        )
    except Invalid as error:
        return _ask(visit, seen, under_field(error, ("expires",), "expires"), status_of(error))
    if not made:  # nobody was ticked, the page of the slips was loaded again, or somebody else was faster
        errors = {"replace": _("Everybody has a link: tick whose is to be replaced.")} if without or holders else None
        return _ask(visit, seen, errors, 400 if errors else 200)
    addresses = ((each, f"{visit.phone_site}/l/{made[each.id]}") for each in players if each.id in made)
    slips = tuple((each, address, qr_code(address)) for each, address in addresses)
    replaced = sum(each.player.id in made for each in ending)
    context = SlipsPage(f"{visit.url}/people", player_numbers(seen.state), slips, replaced, seen.state.settings.live)
    return page(visit, "slips.html", context, seen=seen, nav="people")


def let_another_device_in(visit: Visit) -> Response[str]:
    """A player's browsers signed out; the links stay, and the next browser that opens one is let in."""
    player = find_player(see_as_link_giver(visit).state, PlayerId(visit.path["player"]))
    ended = visit.desk.registry.end_devices(visit.tournament, player.id)
    text = ngettext(
        "%(num)s browser of %(name)s is signed out: the link lets the next one in.",
        "%(num)s browsers of %(name)s are signed out: the link lets the next one in.",
        ended,
        name=player.name,
    )
    return see_other(visit, visit.back(f"{visit.url}/players/{player.id}"), StatusLine(text))


def _ask(visit: Visit, seen: Seen, errors: Errors | None = None, status: int = 200) -> Response[str]:
    without, holders = _players(visit, seen)
    context = LinksPage(
        f"{visit.url}/people", without, holders, seen.state.settings.live, visit.form.values(), errors or {}
    )
    return page(visit, "player_links.html", context, seen=seen, nav="people", status=status)


def _players(visit: Visit, seen: Seen) -> tuple[tuple[Player, ...], tuple[Holder, ...]]:
    """The players who take part, without a link and with one."""
    links: dict[str, list[Link]] = {}
    for link in visit.desk.registry.links(visit.tournament):
        if link.grant.player:
            links.setdefault(link.grant.player, []).append(link)
    numbers = player_numbers(seen.state)
    present = [each for each in players_by_number(seen.state) if not each.withdrawn]
    holders = (
        Holder(each, numbers[each.id], tuple(link.id for link in links[each.id]), links[each.id][-1].created_at)
        for each in present
        if each.id in links
    )
    return tuple(each for each in present if each.id not in links), tuple(holders)


def qr_code(address: str) -> Markup:
    """An address as a code that phones read."""
    code = segno.make(address, error="m", micro=False, mask=MASK)
    return Markup(code.svg_inline(omitsize=True, border=QUIET_ZONE, light="#fff"))
