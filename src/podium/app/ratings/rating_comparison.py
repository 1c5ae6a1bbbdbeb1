"""The players of an event beside a rating list: what differs, who each may be, and what taking it over means."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from podium.app.event.schedule import ratings_hold_from
from podium.app.players.numbers import players_by_number
from podium.app.ratings.listed_ratings import published_ratings
from podium.app.ratings.rating_check import known_now
from podium.app.ratings.rating_lists import MOST_FOUND, RatingList, RatingLists
from podium.core.collation import search_words
from podium.core.errors import Invalid, Unknown
from podium.core.ids import PlayerId
from podium.core.player import LISTED_NAMES, Player, PlayerFields
from podium.core.ratings.official_ratings import NO_OFFICIAL_RATINGS
from podium.core.ratings.rated_player import RatedPlayer
from podium.core.ratings.rating_kind import RatingKind
from podium.files.players.importplan import Action, ImportPlan, PlannedRow
from podium.files.players.matching import Change, changes, id_key, merged
from podium.flow.commands import ImportPlayers
from podium.flow.lookups import find_player
from podium.flow.state import Tournament

COMPARED = ("name", "rating", "title", "federation", "gender", "birth", "fide_id", "national_id")
"""What is compared, and taken over unless only some of it is asked for."""
MOST_PROPOSED = 5


@dataclass(frozen=True, slots=True)
class ComparedPlayer:
    """A player of the event, and of the list the one with the same FIDE or national id, with what differs.

    Without one, `proposals` are those of the list who have the same name and, where both say it, year of birth.
    """

    player: Player
    listed: RatedPlayer | None
    changes: tuple[Change, ...] = ()
    proposals: tuple[RatedPlayer, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """All players of an event beside a list, in the order of their numbers."""

    list: RatingList
    kind: RatingKind
    players: tuple[ComparedPlayer, ...]

    @property
    def differing(self) -> tuple[ComparedPlayer, ...]:
        """The players of whom the list says something else."""
        return tuple(each for each in self.players if each.changes)

    @property
    def unmatched(self) -> tuple[ComparedPlayer, ...]:
        """The players whom the list does not have by their number."""
        return tuple(each for each in self.players if each.listed is None)


def listed_fields(player: RatedPlayer, kind: RatingKind) -> PlayerFields:
    """What a player of a list is entered with."""
    same = ("name", "federation", "fide_id", "title", "gender", "birth", "club", "national_id")
    return PlayerFields(**{name: getattr(player, name) for name in same}, rating=player.rating(kind))


def compare(state: Tournament, lists: RatingLists, name: str | None, kind: RatingKind) -> Comparison:
    """The players of an event beside the list of that name; raises Unknown where there is none."""
    list_ = current_list(lists, name)
    players = players_by_number(state)
    found = _found_by_id([player.fields for player in players], lists, list_.name)

    def compared(player: Player) -> ComparedPlayer:
        listed = found(player.fields)
        if listed is None:
            return ComparedPlayer(player, None, proposals=_proposals(player.fields, lists, list_.name))
        known = known_now(state, player)
        return ComparedPlayer(player, listed, changes(known, taken_over(known, listed, kind, list_)))

    return Comparison(list_, kind, tuple(map(compared, players)))


def taken_over(
    known: PlayerFields, listed: RatedPlayer, kind: RatingKind, list_: RatingList, fields: Collection[str] = COMPARED
) -> PlayerFields:
    """What is known of a player with what a list says instead; what the list does not say stays.

    With the rating come the official ones that the list has.
    """
    said = listed_fields(listed, kind)
    left = {name: None for name in (*COMPARED, "club") if name not in fields}
    left.pop("name", None)
    said = replace(said, **left, name=said.name if "name" in fields else known.name)
    if "rating" in fields:
        official = replace(known.official or NO_OFFICIAL_RATINGS, **published_ratings([(list_, listed)]))  # type: ignore[arg-type]  # by the names of kinds
        said = replace(said, official=official)
    return merged(known, said)


def take_over(
    state: Tournament,
    lists: RatingLists,
    name: str | None,
    kind: RatingKind,
    chosen: Mapping[PlayerId, str],
    fields: Collection[str] = COMPARED,
) -> ImportPlayers:
    """The command that gives players what the list says under the number that was chosen for each.

    Once an event longer than 30 days has begun, ratings hold from the next round on. Raises Unknown for a player, a
    number or a list that is not there, Invalid for a field that is not compared.
    """
    for field in fields:
        if field not in COMPARED:
            raise Invalid("field-unknown", field=field, value=field, allowed=list(COMPARED))
    updated: dict[PlayerId, PlayerFields] = {}
    list_ = current_list(lists, name)
    for id, number in chosen.items():
        player = find_player(state, id)
        if (listed := lists.by_id(number, name)) is None:
            raise Unknown("rated-player", number)
        updated[id] = taken_over(known_now(state, player), listed, kind, list_, fields)
    return ImportPlayers(updated=updated, ratings_from=ratings_hold_from(state))


def current_list(lists: RatingLists, name: str | None) -> RatingList:
    """The list of that name; raises Unknown where there is none."""
    list_ = lists.current(name)
    if list_ is None:
        raise Unknown("rating-list", name)
    return list_


def _found_by_id(
    players: Sequence[PlayerFields], lists: RatingLists, name: str
) -> Callable[[PlayerFields], RatedPlayer | None]:
    """Finds each of the players in a list by FIDE id, else by national id."""
    by_id = lists.by_fide_ids([key for each in players if (key := id_key(each)) is not None], name)
    national = lists.by_national_ids([id for each in players if (id := each.national_id)], name)
    return lambda fields: by_id.get(id_key(fields) or "") or national.get(fields.national_id or "")


def completed(planned: ImportPlan, lists: RatingLists, name: str | None, kind: RatingKind) -> ImportPlan:
    """An import with what a rating list knows beside: of those with a FIDE id, or with a name that one player has.

    What the file says stays as it is; only what it does not say is filled in.
    """
    list_ = current_list(lists, name)
    found = _found_by_id([row.fields for row in planned.rows if row.fields], lists, list_.name)

    def whole(row: PlannedRow) -> PlannedRow:
        if row.fields is None or row.action not in (Action.ADD, Action.UPDATE):
            return row
        listed = found(row.fields)
        if listed is None and row.fields.fide_id is None:
            same = _proposals(row.fields, lists, list_.name)
            listed = same[0] if len(same) == 1 else None
        if listed is None:
            return row
        known = row.fields
        said = listed_fields(listed, kind)
        filled = replace(known, **{name: getattr(said, name) for name in LISTED_NAMES if getattr(known, name) is None})
        return replace(row, fields=filled, changes=(*row.changes, *changes(known, filled)))

    return replace(planned, rows=tuple(map(whole, planned.rows)))


def all_differing(comparison: Comparison) -> dict[PlayerId, str]:
    """Everybody of whom the list says something else, with the number there."""
    return {each.player.id: each.listed.id for each in comparison.differing if each.listed is not None}


def _proposals(known: PlayerFields, lists: RatingLists, name: str) -> tuple[RatedPlayer, ...]:
    """Those of a list who may be a player without a number: the same words in the name, and no other year of birth."""
    words = sorted(search_words(known.name))
    found = lists.find(known.name, name, MOST_FOUND).players if words else ()
    same = (each for each in found if sorted(search_words(each.name)) == words)
    year = (known.birth or "")[:4]
    return tuple(each for each in same if year in ("", (each.birth or year)[:4]))[:MOST_PROPOSED]
