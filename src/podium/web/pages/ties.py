"""What the tie-breaks leave open: shared places decided by lots or by hand, and values computed elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.http_statuses import status_of
from podium.app.views.ties import SharedPlace, reason_to_wait, shared_places
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.app.words.ties import order_text
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.commands import OrderTie, TypeTiebreaks
from podium.flow.state import TieOrderedBy
from podium.flow.typed_tiebreaks import typed_value, uses_typed_values
from podium.tiebreaks.catalogue import TYPED
from podium.web.frame.forms import Errors, Form
from podium.web.frame.responses import page, perform_and_go
from podium.web.frame.visit import Visit

SHARED = "shared"


@dataclass(frozen=True, slots=True)
class TieOnPage:
    """One place that players share, or would, and what decided it; `ids` are theirs, with commas between."""

    place: SharedPlace
    title: str
    decided: str
    seed: str
    ids: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TiesPage:
    """The places that players share; `next` are the players of the first that is not decided, `wait` says why nothing
    can be yet."""

    url: str
    event: str
    ties: tuple[TieOnPage, ...]
    next: str
    wait: str
    typed: bool


@dataclass(frozen=True, slots=True)
class TypedPage:
    """A field for each player, `value-ID`, with what it holds."""

    url: str
    event: str
    code: str
    used: bool
    players: tuple[Player, ...]
    values: Mapping[str, str]
    errors: Errors


def ties_page(visit: Visit) -> Response[str]:
    """The page with all shared places."""
    seen = visit.see(Role.ARBITER, OrderTie.__name__)
    state = seen.state
    ties = tuple(map(_on_page, shared_places(state)))
    context = TiesPage(
        url=f"{visit.url}/ties",
        event=visit.url,
        ties=ties,
        next=next((tie.ids for tie in ties if tie.place.order is None), ""),
        wait=sentence(refusal) if (refusal := reason_to_wait(state)) else "",
        typed=uses_typed_values(state.settings),
    )
    return page(visit, "ties.html", context, seen=seen, nav="standings")


def decide_tie(visit: Visit) -> Response[str]:
    """Players who share a place, in the order of lots, in that of the form, or level again."""
    seen = visit.see(Role.ARBITER, OrderTie.__name__)
    players = [PlayerId(id) for id in visit.form.text("players").split(",") if id]
    chosen = visit.form.text("by")
    if chosen == TieOrderedBy.HAND.value:
        players = _in_order(visit.form, players)
    by = None if chosen == SHARED else TieOrderedBy.LOT if chosen == TieOrderedBy.LOT.value else TieOrderedBy.HAND
    return perform_and_go(visit, seen, OrderTie(tuple(players), by), f"{visit.url}/ties")


def typed_page(visit: Visit) -> Response[str]:
    """The page with the values that were typed in."""
    seen = visit.see(Role.ARBITER, TypeTiebreaks.__name__)
    held = {f"value-{id}": figure(player.typed_tiebreak or "") for id, player in seen.state.players.items()}
    return _show_typed(visit, seen, held)


def save_typed(visit: Visit) -> Response[str]:
    """The values as the form has them; or the form with what is wrong."""
    seen = visit.see(Role.ARBITER, TypeTiebreaks.__name__)
    given = {id: visit.form.text(f"value-{id}") for id in seen.state.players if f"value-{id}" in visit.form.texts}
    errors: Errors = {}
    for id, text in given.items():
        try:
            typed_value(TYPED, text)
        except Invalid as error:
            errors[f"value-{id}"] = sentence(error)
    if errors:
        return _show_typed(visit, seen, visit.form.values(), errors, 400)
    try:
        return perform_and_go(visit, seen, TypeTiebreaks(given), f"{visit.url}/standings")
    except Refused as error:
        first = next(iter(given), "")
        return _show_typed(visit, seen, visit.form.values(), {f"value-{first}": sentence(error)}, status_of(error))


def _show_typed(
    visit: Visit, seen: Seen, values: Mapping[str, str], errors: Errors | None = None, status: int = 200
) -> Response[str]:
    players = sorted(seen.state.players.values(), key=lambda each: (each.section, each.number))
    context = TypedPage(
        url=f"{visit.url}/typed-tiebreaks",
        event=visit.url,
        code=TYPED,
        used=uses_typed_values(seen.state.settings),
        players=tuple(players),
        values=values,
        errors=errors or {},
    )
    return page(visit, "typed_tiebreaks.html", context, seen=seen, nav="standings", status=status)


def _on_page(place: SharedPlace) -> TieOnPage:
    ranks = range(place.rank, place.last + 1)
    title = _("Places %(first)s to %(last)s", first=place.rank, last=place.last)
    order = place.order
    return TieOnPage(
        place=place,
        title=_("%(section)s: %(places)s", section=place.section, places=title) if place.section else title,
        decided=order_text(order.by) if order else _("shared: all have place %(rank)s", rank=place.rank),
        seed=order.seed or "" if order else "",
        ids=",".join(place.players),
        choices=tuple((str(rank), str(rank)) for rank in ranks),
    )


def _in_order(form: Form, players: list[PlayerId]) -> list[PlayerId]:
    """The players by the places that the form gives them; raises Invalid where two have the same."""
    places = {id: form.number(f"place-{id}") or 0 for id in players}
    if len(set(places.values())) < len(players):
        raise Invalid("tie-places-repeated", field="players", value=sorted(places.values()))
    return sorted(players, key=lambda id: places[id])
