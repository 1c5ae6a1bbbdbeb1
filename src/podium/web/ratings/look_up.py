"""Looking a player up in a rating list, wherever one is entered.

Where scripts run the name is looked up as one types (`static/ratings.js`, over the API). Without them there is a field
and a button: the page comes back with those found, and each is a link that fills the form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from podium.app.desk import Seen
from podium.app.profiles.registry import profile_of
from podium.app.ratings.list_words import KINDS, list_name
from podium.app.ratings.rating_comparison import listed_fields
from podium.app.ratings.rating_lists import RatingList, RatingLists, checked_kind, permit_look_up
from podium.core.errors import Forbidden, Invalid, Unknown
from podium.core.ratings.rated_player import RatedPlayer
from podium.core.ratings.rating_kind import RatingKind
from podium.flow.event.rating_method import kind_for
from podium.web.frame.forms import Choices
from podium.web.frame.visit import Visit
from podium.web.frame.words import in_language


@dataclass(frozen=True, slots=True)
class LookUp:
    """The rating lists to look in, what was looked for, and `chosen`: the fields of who was taken."""

    url: str
    lists: Choices
    list: str
    kinds: Choices
    kind: RatingKind
    sought: str
    found: tuple[RatedPlayer, ...]
    chosen: Mapping[str, str]


def look_up_of(visit: Visit, seen: Seen, url: str) -> LookUp | None:
    """What a page at `url` offers to look up; None where no list is loaded, or for users who may not look in one."""
    try:
        permit_look_up(visit.actor)
    except Forbidden:
        return None
    lists = visit.services.rating_lists
    ready = lists.ready()
    if not (ready and profile_of(seen.state.settings).ratings):
        return None
    list_ = chosen_list(visit, ready)
    kind = chosen_kind(visit, seen)
    sought = visit.query.get("look", "").strip()
    return LookUp(
        url=url,
        lists=list_options(ready),
        list=list_.name,
        kinds=kind_options(),
        kind=kind,
        sought=sought,
        found=lists.find(sought, list_.name).players if sought else (),
        chosen=_chosen(lists, visit.query.get("listed", ""), list_.name, kind),
    )


def chosen_list(visit: Visit, ready: list[RatingList]) -> RatingList:
    """The list that the address names, or the first."""
    return next((each for each in ready if each.name == visit.query.get("list")), ready[0])


def chosen_kind(visit: Visit, seen: Seen) -> RatingKind:
    """The rating that the address names, or the one that the event asks for."""
    try:
        return checked_kind(visit.query.get("kind")) or kind_for(seen.state.settings)
    except Invalid:
        return kind_for(seen.state.settings)


def list_options(ready: list[RatingList]) -> Choices:
    return tuple((each.name, list_name(each)) for each in ready)


def kind_options() -> Choices:
    return in_language(tuple((kind.value, words) for kind, words in KINDS.items()))


def _chosen(lists: RatingLists, id: str, list_: str, kind: RatingKind) -> Mapping[str, str]:
    try:
        player = lists.by_id(id, list_) if id else None
    except Unknown:
        player = None
    if player is None:
        return {}
    return {name: str(value) for name, value in listed_fields(player, kind).values().items() if value is not None}
