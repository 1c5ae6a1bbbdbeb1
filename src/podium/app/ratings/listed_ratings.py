"""The official ratings of players: one who is entered with a FIDE id gets them from the lists of the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from podium.app.ratings.rating_lists import RatingList, RatingLists
from podium.core.errors import PodiumError
from podium.core.player import PlayerFields
from podium.core.ratings.list_sequence import FIDE
from podium.core.ratings.official_ratings import NO_OFFICIAL_RATINGS, OfficialKind, OfficialRating, OfficialRatings
from podium.core.ratings.rated_player import RatedPlayer
from podium.files.players.matching import id_key
from podium.flow.commands import AddPlayers, Command, CreateTournament, ImportPlayers
from podium.flow.event.rating_method import list_sequence
from podium.flow.event.setting_values import Settings
from podium.flow.event.settings import merge_settings

EntersPlayers = AddPlayers | ImportPlayers | CreateTournament
"""The commands that may enter players."""


def with_listed_ratings(command: EntersPlayers, settings: Settings | None, lists: RatingLists, today: date) -> Command:
    """`command` with the official ratings of the players whom it enters, as far as the lists of the event have them."""
    newcomers = command.newcomers
    if not any(fields.fide_id for fields in newcomers) or not lists.ready():
        return command
    if isinstance(command, CreateTournament):
        try:
            settings = merge_settings(None, command.given)
        except PodiumError:  # the journal says what is wrong with it
            return command
    if settings is None:
        return command
    found = official_ratings(newcomers, settings, lists, today)
    entered = tuple(
        replace(fields, official=found[at]) if at in found else fields for at, fields in enumerate(newcomers)
    )
    if isinstance(command, ImportPlayers):
        return replace(command, added=entered)
    return replace(command, players=entered)


def official_ratings(
    players: Sequence[PlayerFields], settings: Settings, lists: RatingLists, today: date
) -> dict[int, OfficialRatings]:
    """What the lists in force for an event publish of each of the players that they have, by their places.

    What was typed and no list has stays.
    """
    keys = {at: key for at, fields in enumerate(players) if (key := id_key(fields)) is not None}
    ids = list(keys.values())
    in_force = lists_in_force(settings, lists, today) if ids else ()
    listed = {list_: lists.by_fide_ids(ids, list_.name, list_.month) for list_ in in_force}
    found: dict[int, OfficialRatings] = {}
    for at, key in keys.items():
        known = players[at].official or NO_OFFICIAL_RATINGS
        rows = [(list_, by_id[key]) for list_, by_id in listed.items() if key in by_id]
        if rows:
            found[at] = replace(known, **published_ratings(rows))  # type: ignore[arg-type]  # by the names of kinds
    return found


def lists_in_force(settings: Settings, lists: RatingLists, today: date) -> tuple[RatingList, ...]:
    """The lists that an event looks in, in the order of its sequence: of each the one in force for it."""
    month = rating_day(settings, today).isoformat()[:7]
    names = dict.fromkeys(entry.list for entry in list_sequence(settings))
    found = (list_in_force(lists.months(name), month) for name in names)
    return tuple(each for each in found if each is not None)


def list_in_force(months: Sequence[RatingList], month: str) -> RatingList | None:
    """Of the months of a list, newest first, the one in force then; where it is not kept, the one that came next."""
    return next((each for each in months if each.month <= month), months[-1] if months else None)


def rating_day(settings: Settings, today: date) -> date:
    """The day whose lists are in force for an event: its first; today, for one that lasts long or is yet to begin."""
    if settings.start is None or settings.long_event:
        return today
    return min(date.fromisoformat(settings.start), today)


def published_ratings(rows: Iterable[tuple[RatingList, RatedPlayer]]) -> Mapping[str, OfficialRating]:
    """The ratings by kind; of several national lists the first of the sequence that has the player counts."""
    found: dict[str, OfficialRating] = {}
    for list_, player in rows:
        if list_.name == FIDE:
            values = {"standard": player.standard, "rapid": player.rapid, "blitz": player.blitz}
        else:
            best = next((each for each in (player.standard, player.rapid, player.blitz) if each), None)
            values = {OfficialKind.NATIONAL.value: best}
        for kind, value in values.items():
            if value:
                found.setdefault(kind, OfficialRating(value, list_.name, list_.month))
    return found
