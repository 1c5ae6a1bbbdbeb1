"""The ratings of an event's players checked against the rating lists in force for it.

Nothing is changed by a check: an arbiter chooses whose ratings are taken over.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date

from podium.app.event.schedule import ratings_hold_from
from podium.app.players.numbers import players_by_number
from podium.app.ratings.listed_ratings import lists_in_force, official_ratings, rating_day
from podium.app.ratings.rating_lists import RatingList, RatingLists
from podium.core.errors import Refused, Unknown
from podium.core.ids import PlayerId
from podium.core.player import Player, PlayerFields
from podium.core.ratings.official_ratings import NO_OFFICIAL_RATINGS, OfficialRatings, RatingOrigin
from podium.files.players.matching import Change, id_key
from podium.flow.commands import ImportPlayers
from podium.flow.event.rating_method import list_sequence, rating_in, tournament_rating
from podium.flow.event.setting_values import Settings
from podium.flow.state import Tournament


@dataclass(frozen=True, slots=True)
class CheckedList:
    """A list that is looked in; `current`: it is said to be that of the month in which the check has its day."""

    list: RatingList
    current: bool


@dataclass(frozen=True, slots=True)
class AffectedPlayer:
    """A player of whom the lists say something else, and the fields they would have; `typed`: the rating was typed.

    The field of a difference is `rating`, for the one that counts, or the kind of an official one.
    """

    player: Player
    after: PlayerFields
    differences: tuple[Change, ...]
    typed: bool

    @property
    def rating_differs(self) -> bool:
        """Whether the rating that counts is another by the lists."""
        return any(each.field == "rating" for each in self.differences)


@dataclass(frozen=True, slots=True)
class RatingCheck:
    """What the lists in force on `day` say otherwise; `missing` are lists of the sequence that are not loaded.

    `unlisted` are players without a rating for whom the main list has none.
    """

    day: date
    lists: tuple[CheckedList, ...]
    missing: tuple[str, ...]
    affected: tuple[AffectedPlayer, ...]
    unlisted: tuple[Player, ...]
    ratings_from: int | None = None
    """The round from which new ratings hold, in an event longer than 30 days that has begun."""

    @property
    def current(self) -> bool:
        """Whether every list of the sequence is there, of the month that is in force."""
        return not self.missing and all(each.current for each in self.lists)

    @property
    def outdated(self) -> tuple[AffectedPlayer, ...]:
        """The players whose rating was found in a list, and is another by now."""
        return tuple(each for each in self.affected if each.rating_differs and not each.typed)


def checked_lists(
    settings: Settings, lists: RatingLists, today: date
) -> tuple[tuple[CheckedList, ...], tuple[str, ...]]:
    """The lists in force for an event, and the names of those of its sequence that are not loaded."""
    month = rating_day(settings, today).isoformat()[:7]
    found = tuple(CheckedList(each, each.edition == month) for each in lists_in_force(settings, lists, today))
    names = {each.list.name for each in found}
    wanted = dict.fromkeys(entry.list for entry in list_sequence(settings))
    return found, tuple(name for name in wanted if name not in names)


def check_ratings(state: Tournament, lists: RatingLists, today: date) -> RatingCheck:
    """The check of an event's players on the lists that there are."""
    settings = state.settings
    found, missing = checked_lists(settings, lists, today)
    players = players_by_number(state)
    official = official_ratings([player.fields for player in players], settings, lists, today)
    main = list_sequence(settings)[0]
    compared = (_compared(state, players[at], published) for at, published in sorted(official.items()))
    return RatingCheck(
        day=rating_day(settings, today),
        lists=found,
        missing=missing,
        affected=tuple(each for each in compared if each.differences),
        unlisted=tuple(
            player
            for at, player in enumerate(players)
            if player.fields.rating is None
            and rating_in(main, official.get(at) or player.fields.official or NO_OFFICIAL_RATINGS) is None
        ),
        ratings_from=ratings_hold_from(state),
    )


def requested_check(state: Tournament, lists: RatingLists, today: date, *, anyway: bool) -> RatingCheck:
    """The check that somebody asks for: refuses, unless `anyway`, while a list is not the one in force.

    Raises Unknown where none of the lists is loaded.
    """
    found, missing = checked_lists(state.settings, lists, today)
    if not found:
        raise Unknown("rating-list", missing[0])
    old = [*missing, *(each.list.name for each in found if not each.current)]
    if old and not anyway:
        raise Refused(
            "rating-lists-outdated", value=old[0], lists=old, day=rating_day(state.settings, today).isoformat()
        )
    return check_ratings(state, lists, today)


def automatic_check(state: Tournament, lists: RatingLists, today: date) -> RatingCheck | None:
    """The check that runs by itself where an event asks for it, on the lists as they are by now.

    None where there is nothing to check with: a list that was in force when the event began and is not kept any more
    would only mislead.
    """
    if not state.settings.check_ratings or not any(id_key(player.fields) for player in state.players.values()):
        return None
    found, _missing = checked_lists(state.settings, lists, today)
    month = rating_day(state.settings, today).isoformat()[:7]
    if not found or any(each.list.month > month for each in found):
        return None
    return check_ratings(state, lists, today)


def apply_check(check: RatingCheck, chosen: Collection[PlayerId] | None = None) -> ImportPlayers:
    """The command that gives the chosen players the ratings of the lists; raises Unknown for one who is not affected.

    Without a choice it is everybody whose rating was not typed.
    """
    affected: Mapping[PlayerId, AffectedPlayer] = {each.player.id: each for each in check.affected}
    if chosen is None:
        chosen = [id for id, each in affected.items() if not each.typed]
    for id in chosen:
        if id not in affected:
            raise Unknown("player", id)
    return ImportPlayers(updated={id: affected[id].after for id in chosen}, ratings_from=check.ratings_from)


def known_now(state: Tournament, player: Player) -> PlayerFields:
    """What is known of a player, with the rating that holds now."""
    since = ratings_hold_from(state)
    return player.fields if since is None else replace(player.fields, rating=player.rating_in(since))


def _compared(state: Tournament, player: Player, published: OfficialRatings) -> AffectedPlayer:
    known = known_now(state, player)
    before = known.official or NO_OFFICIAL_RATINGS
    choice = tournament_rating(state.settings, published)
    origin, rating = before.origin, known.rating
    if choice is not None:
        kind, official = choice
        origin, rating = RatingOrigin(kind, official.list, official.edition), official.value
    after = replace(known, rating=rating, official=replace(published, origin=origin))
    pairs = {"rating": (known.rating, rating)}
    pairs |= {name: (before.values()[name], value) for name, value in published.values().items()}
    differences = tuple(Change(name, old, new) for name, (old, new) in pairs.items() if old != new)
    return AffectedPlayer(player, after, differences, typed=known.rating is not None and before.origin is None)
