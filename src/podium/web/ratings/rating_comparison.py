"""The players of an event beside a rating list: what differs, taken over by a click."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.players.numbers import player_numbers
from podium.app.ratings.list_words import FIELD_LABELS, list_name, take_over_note, take_over_reason
from podium.app.ratings.rating_comparison import COMPARED, ComparedPlayer, compare, current_list, take_over
from podium.app.words import counts
from podium.app.words.language import _
from podium.core.ids import PlayerId
from podium.core.ratings.rating_kind import RatingKind
from podium.web.frame.responses import page, perform_and_go, see_other
from podium.web.frame.visit import StatusLine, Visit
from podium.web.ratings.look_up import Options, chosen_kind, chosen_list, kind_options, list_options, player_note


@dataclass(frozen=True, slots=True)
class Difference:
    """A field of which the list says something else."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DifferingPlayer:
    """A player who is in the list, with what differs there; `take` names both."""

    number: int
    name: str
    url: str
    take: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class UnmatchedPlayer:
    """A player whom the list does not have by number, and those there who may be meant."""

    number: int
    name: str
    url: str
    proposals: Options


@dataclass(frozen=True, slots=True)
class ComparisonPage:
    """The players beside a list; without one there is nothing to compare with."""

    url: str
    lists: Options
    list: str
    kinds: Options
    kind: str
    note: str
    warning: str | None
    fields: Options
    differing: tuple[DifferingPlayer, ...]
    unmatched: tuple[UnmatchedPlayer, ...]
    equal: str | None
    administers: bool


def comparison_page(visit: Visit) -> Response[str]:
    """The page that compares."""
    seen = visit.see(Role.ARBITER, "ImportPlayers")
    ready = visit.services.rating_lists.ready()
    kind = chosen_kind(visit, seen)
    url = f"{visit.url}/players/compare"
    fields = tuple((name, _(FIELD_LABELS[name])) for name in COMPARED)
    if not ready:
        context = ComparisonPage(
            url, (), "", kind_options(), kind.value, "", None, fields, (), (), None, visit.actor.administrator
        )
        return page(visit, "rating_comparison.html", context, seen=seen, nav="players")
    list_ = chosen_list(visit, ready)
    compared = compare(seen.state, visit.services.rating_lists, list_.name, kind)
    numbers = player_numbers(seen.state)
    equal = len(compared.players) - len(compared.differing) - len(compared.unmatched)
    context = ComparisonPage(
        url=url,
        lists=list_options(ready),
        list=list_.name,
        kinds=kind_options(),
        kind=kind.value,
        note=_("%(list)s, %(players)s", list=list_name(list_), players=counts.players(list_.players)),
        warning=take_over_note(seen.state),
        fields=fields,
        differing=tuple(_differing(each, numbers[each.player.id], visit.url) for each in compared.differing),
        unmatched=tuple(_unmatched(each, numbers[each.player.id], visit.url, kind) for each in compared.unmatched),
        equal=_("%(players)s as in the list", players=counts.players(equal)) if equal else None,
        administers=visit.actor.administrator,
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


def _differing(each: ComparedPlayer, number: int, url: str) -> DifferingPlayer:
    assert each.listed is not None  # it says something else
    return DifferingPlayer(
        number=number,
        name=each.player.name,
        url=f"{url}/players/{each.player.id}",
        take=f"{each.player.id}:{each.listed.id}",
        differences=tuple(
            Difference(_(FIELD_LABELS[change.field]), str(change.before or "–"), str(change.after))
            for change in each.changes
            if change.field in FIELD_LABELS
        ),
    )


def _unmatched(each: ComparedPlayer, number: int, url: str, kind: RatingKind) -> UnmatchedPlayer:
    proposals = tuple(
        (f"{each.player.id}:{found.id}", f"{found.name} · {player_note(found, kind)}") for found in each.proposals
    )
    return UnmatchedPlayer(number, each.player.name, f"{url}/players/{each.player.id}", proposals)
