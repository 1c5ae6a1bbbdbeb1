"""What the tie-breaks leave open: shared places decided by lots or by hand, and values computed elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.standings.standings import order_text
from podium.app.standings.ties import SharedPlace, reason_to_wait, shared_places
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.app.words.numbers import decimal
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.flow.commands import OrderTie, TypeTiebreaks
from podium.flow.rounds.kept_values import TieOrderedBy
from podium.flow.standings.ties import typed_value, uses_typed_values
from podium.tiebreaks.catalogue import TYPED
from podium.web.frame.forms import Errors, Field, Fields, Form, as_sent, refusals
from podium.web.frame.responses import page, perform_and_go
from podium.web.frame.visit import Visit

SHARED = "shared"
PLACES = "places"
"""The group of the fields of one shared place."""


@dataclass(frozen=True, slots=True)
class TieOnPage:
    """One place that players share, or would, and what decided it; `ids` are theirs, with commas between.

    `sent` is true where the form that was sent is about it.
    """

    place: SharedPlace
    title: str
    decided: str
    seed: str
    ids: str
    fields: Fields
    sent: bool


@dataclass(frozen=True, slots=True)
class TiesPage:
    """The places that players share; `next` are the players of the first that is not decided, `wait` says why nothing
    can be yet, `refusal` why what was sent is refused."""

    url: str
    event: str
    ties: tuple[TieOnPage, ...]
    next: str
    wait: str
    typed: bool
    refusal: str


@dataclass(frozen=True, slots=True)
class TypedPage:
    """A field for each player."""

    url: str
    event: str
    code: str
    used: bool
    fields: Fields
    errors: Errors


def ties_page(visit: Visit) -> Response[str]:
    """The page with all shared places."""
    return show_ties(visit, {}, 200)


def tie_fields(visit: Visit) -> Fields:
    """The order of the players whom the form that was sent is about; none where they share no place."""
    seen = visit.see(Role.ARBITER, OrderTie.__name__)
    return next((_fields(place) for place in shared_places(seen.state) if _is_about(visit.form, place)), ())


def _is_about(form: Form, place: SharedPlace) -> bool:
    return set(form.text("players").split(",")) == set(place.players)


def _fields(place: SharedPlace) -> Fields:
    """The place of each player, all of them together."""
    choices = tuple((str(rank), str(rank)) for rank in range(place.rank, place.last + 1))
    return tuple(
        Field(f"place-{row.player.id}", row.player.name, "", "select", choices, value=rank, group=PLACES)
        for row, (rank, _label) in zip(place.rows, choices, strict=False)
    )


def show_ties(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The page with all shared places, that of the form as it was sent."""
    seen = visit.see(Role.ARBITER, OrderTie.__name__)
    state = seen.state
    ties = tuple(_on_page(place, visit.form) for place in shared_places(state))
    context = TiesPage(
        url=f"{visit.url}/ties",
        event=visit.url,
        ties=ties,
        next=next((tie.ids for tie in ties if tie.place.order is None), ""),
        wait=sentence(refusal) if (refusal := reason_to_wait(state)) else "",
        typed=uses_typed_values(state.settings),
        refusal="".join(errors.values()),
    )
    return page(visit, "ties.html", context, seen=seen, nav="standings", status=status)


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
    return show_typed(visit, {}, 200)


def typed_fields(visit: Visit) -> Fields:
    """The value of each player."""
    players = visit.see(Role.ARBITER, TypeTiebreaks.__name__).state.players.values()
    return tuple(
        Field(
            f"value-{each.id}",
            f"{each.name} · {each.section}" if each.section else each.name,
            attributes={"inputmode": "decimal"},
            value=decimal(each.typed_tiebreak or ""),
        )
        for each in sorted(players, key=lambda each: (each.section, each.number))
    )


def save_typed(visit: Visit) -> Response[str]:
    """The values as the form has them; or the form with what is wrong."""
    seen = visit.see(Role.ARBITER, TypeTiebreaks.__name__)
    given = {id: visit.form.text(f"value-{id}") for id in seen.state.players if f"value-{id}" in visit.form.texts}
    if errors := refusals({f"value-{id}": text for id, text in given.items()}, lambda _name, text: _checked(text)):
        return show_typed(visit, errors, 400)
    return perform_and_go(visit, seen, TypeTiebreaks(given), f"{visit.url}/standings")


def _checked(text: object) -> object:
    return typed_value(TYPED, str(text))


def show_typed(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The page with the values, as they were sent."""
    seen = visit.see(Role.ARBITER, TypeTiebreaks.__name__)
    context = TypedPage(
        url=f"{visit.url}/typed-tiebreaks",
        event=visit.url,
        code=TYPED,
        used=uses_typed_values(seen.state.settings),
        fields=as_sent(typed_fields(visit), visit.form, errors),
        errors=errors,
    )
    return page(visit, "typed_tiebreaks.html", context, seen=seen, nav="standings", status=status)


def _on_page(place: SharedPlace, form: Form) -> TieOnPage:
    title = _("Places %(first)s to %(last)s", first=place.rank, last=place.last)
    order = place.order
    return TieOnPage(
        place=place,
        title=_("%(section)s: %(places)s", section=place.section, places=title) if place.section else title,
        decided=order_text(order.by) if order else _("shared: all have place %(rank)s", rank=place.rank),
        seed=order.seed or "" if order else "",
        ids=",".join(place.players),
        fields=as_sent(_fields(place), form, {}),
        sent=_is_about(form, place),
    )


def _in_order(form: Form, players: list[PlayerId]) -> list[PlayerId]:
    """The players by the places that the form gives them; raises Invalid where two have the same."""
    places = {id: form.number(f"place-{id}") or 0 for id in players}
    if len(set(places.values())) < len(players):
        raise Invalid("tie-places-repeated", field="players", value=sorted(places.values()))
    return sorted(players, key=lambda id: places[id])
