"""The players of an event beside a rating list: what differs, taken over by a click."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from litestar import Response

from podium.app.access import Role
from podium.app.players.numbers import player_numbers
from podium.app.ratings.list_words import FIELD_LABELS, list_name, take_over_note, take_over_reason
from podium.app.ratings.rating_comparison import COMPARED, Comparison, compare, current_list, take_over
from podium.app.words import counts
from podium.app.words.language import _
from podium.core.ids import PlayerId
from podium.core.ratings.rating_kind import RatingKind
from podium.web.frame.forms import Choices
from podium.web.frame.responses import page, perform_and_go, see_other
from podium.web.frame.visit import StatusLine, Visit
from podium.web.ratings.look_up import chosen_kind, chosen_list, kind_options, list_options


@dataclass(frozen=True, slots=True)
class ComparisonPage:
    """The players beside a list by their numbers, with what each field is called; `compared` is None without a list."""

    url: str
    kinds: Choices
    kind: RatingKind
    fields: Choices
    administers: bool
    lists: Choices = ()
    note: str = ""
    warning: str | None = None
    compared: Comparison | None = None
    numbers: Mapping[PlayerId, int] = field(default_factory=dict)
    equal: str | None = None


def comparison_page(visit: Visit) -> Response[str]:
    """The page that compares."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    ready = visit.services.rating_lists.ready()
    kind = chosen_kind(visit, seen)
    fields = tuple((name, _(FIELD_LABELS[name])) for name in COMPARED)
    context = ComparisonPage(f"{visit.url}/players/compare", kind_options(), kind, fields, visit.actor.administrator)
    if ready:
        list_ = chosen_list(visit, ready)
        compared = compare(seen.state, visit.services.rating_lists, list_.name, kind)
        equal = len(compared.players) - len(compared.differing) - len(compared.unmatched)
        context = replace(
            context,
            lists=list_options(ready),
            note=_("%(list)s, %(players)s", list=list_name(list_), players=counts.players(list_.players)),
            warning=take_over_note(seen.state),
            compared=compared,
            numbers=player_numbers(seen.state),
            equal=_("%(players)s as in the list", players=counts.players(equal)) if equal else None,
        )
    return page(visit, "rating_comparison.html", context, seen=seen, nav="players")


def take(visit: Visit) -> Response[str]:
    """The chosen players as the list has them: in one step, which can be undone."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    form = visit.form
    lists = visit.services.rating_lists
    list_ = current_list(lists, form.text("list") or None)
    back = f"{visit.url}/players/compare?list={list_.name}&kind={_kind(form.text('kind')).value}"
    taken = form.texts.get("only") or form.texts.get("take", ())
    pairs = (text.partition(":") for text in taken if text)
    chosen = {PlayerId(player): number for player, _colon, number in pairs}
    if not chosen:
        return see_other(visit, back, StatusLine(_("Nobody is chosen: tick players first."), "info"))
    fields = form.texts.get("field", ())
    command = take_over(seen.state, lists, list_.name, _kind(form.text("kind")), chosen, fields)
    return perform_and_go(visit, seen, command, back, expected=visit.version, reason=take_over_reason(list_))


def _kind(text: str) -> RatingKind:
    return RatingKind(text) if text in [*RatingKind] else RatingKind.STANDARD
