"""The tournament rating: which official rating counts in an event, by its method and its sequence of lists.

| method (record 172) | the rating |
| --- | --- |
| not stated | that of the main list, the first of the sequence |
| FIDE | that of the first of FIDE's lists in the sequence |
| NRO | the national one |
| FIDON | FIDE's, or the national one of a player without it |
| NIDOF | the national one, or FIDE's of a player without it |
| HBFN, LBFN | the higher, the lower of the two |
| OTHER | whatever is typed |

A rating that somebody typed stays, whatever the official ones become.
"""

from __future__ import annotations

import re
from dataclasses import replace

from podium.core.player import Player, PlayerFields
from podium.core.ratings.list_sequence import PROPOSED, SequenceEntry
from podium.core.ratings.official_ratings import (
    NO_OFFICIAL_RATINGS,
    OfficialKind,
    OfficialRating,
    OfficialRatings,
    RatingOrigin,
)
from podium.core.ratings.rating_kind import RatingKind, rating_kind
from podium.core.timecontrol import TimeControl, TimeControls
from podium.flow.event.setting_values import Settings, StartingRank
from podium.flow.events import Events, PlayersChanged
from podium.flow.state import Tournament

_RATE = re.compile(
    r"\b(?P<minutes>\d{1,3})\s*(?:(?:min\w*\.?|'|′)\s*\+?|\+)\s*(?:(?P<seconds>\d{1,3})\s*(?:s\w*\.?|''|″|\"|$))?"
)
Choice = tuple[OfficialKind, OfficialRating]


def kind_for(settings: Settings) -> RatingKind:
    """The rating that an event asks for: by the clocks of its live games, or by its rate of play in words.

    Where neither says it, it is the standard rating.
    """
    if settings.live:
        rules = settings.knockout
        return rating_kind(TimeControls.parse(rules.time_control if rules else settings.time_control).white)
    words = (settings.rate_of_play or "").lower()
    named = next((kind for kind in RatingKind if kind in words), None)
    if named is not None or (times := _RATE.search(words)) is None:
        return named or RatingKind.STANDARD
    return rating_kind(TimeControl(int(times["minutes"]), int(times["seconds"] or 0)))


def list_sequence(settings: Settings) -> tuple[SequenceEntry, ...]:
    """Where the ratings of an event are looked for, the main list first; what its rate of play proposes, unless
    somebody decided."""
    if settings.rating_lists:
        return tuple(SequenceEntry.parse("rating_lists", each) for each in settings.rating_lists)
    return PROPOSED[kind_for(settings)]


def rating_in(entry: SequenceEntry, official: OfficialRatings) -> Choice | None:
    """The official rating that a place of the sequence has for a player."""
    if entry.is_national:
        kind = OfficialKind.NATIONAL
    elif entry.rating.is_effective:
        return official.effective(entry.rating.kind)
    else:
        kind = OfficialKind(entry.rating.value)
    rating = official.published(kind)
    return (kind, rating) if rating is not None else None


def ratings_of_sequence(settings: Settings, official: OfficialRatings) -> tuple[tuple[SequenceEntry, Choice], ...]:
    """What each place of the sequence has for a player, of those that have something."""
    found = ((entry, rating_in(entry, official)) for entry in list_sequence(settings))
    return tuple((entry, choice) for entry, choice in found if choice is not None)


def tournament_rating(settings: Settings, official: OfficialRatings) -> Choice | None:
    """The official rating that counts by the method of the event; None where there is none, or somebody types it."""
    sequence = list_sequence(settings)
    fide = _fide_choice(sequence, official)
    national: Choice | None = (OfficialKind.NATIONAL, official.national) if official.national is not None else None
    both = [each for each in (fide, national) if each is not None]
    match settings.starting_rank:
        case StartingRank.UNSTATED:
            return rating_in(sequence[0], official)
        case StartingRank.FIDE:
            return fide
        case StartingRank.NATIONAL:
            return national
        case StartingRank.FIDE_OR_NATIONAL:
            return fide or national
        case StartingRank.NATIONAL_OR_FIDE:
            return national or fide
        case StartingRank.HIGHER:
            return max(both, key=lambda each: each[1].value, default=None)
        case StartingRank.LOWER:
            return min(both, key=lambda each: each[1].value, default=None)
        case StartingRank.OTHER:
            return None


def fide_rating(settings: Settings, official: OfficialRatings) -> int | None:
    """FIDE's rating of a player, by the first of FIDE's lists in the sequence."""
    choice = _fide_choice(list_sequence(settings), official)
    return choice[1].value if choice is not None else None


def _fide_choice(sequence: tuple[SequenceEntry, ...], official: OfficialRatings) -> Choice | None:
    own = next((entry for entry in sequence if not entry.is_national), None)
    return rating_in(own, official) if own is not None else None


def with_tournament_rating(settings: Settings, after: PlayerFields, before: PlayerFields | None = None) -> PlayerFields:
    """A player's fields with the rating that counts, and its origin.

    For somebody new without a rating, and wherever the rating was not typed and the official ones changed, it is what
    the method says. A number that was given is typed, unless it is that of an official rating.
    """
    official = after.official
    known = before.official if before is not None else None
    if official is None:
        return after
    if official.origin is not None and official.origin != (known.origin if known is not None else None):
        return after  # the caller that looked in the lists says where it is from
    if before is None and after.rating is None:
        return _computed(settings, after, official)
    if before is not None and after.rating == before.rating:
        is_typed = before.rating is not None and (known is None or known.origin is None)
        if is_typed or official.values() == (known or NO_OFFICIAL_RATINGS).values():
            return replace(after, official=replace(official, origin=known.origin if known else None))
        return _computed(settings, after, official)
    return replace(after, official=replace(official, origin=_origin(settings, after.rating, official)))


def rerated(state: Tournament, settings: Settings) -> Events:
    """The players with the ratings that another method or sequence gives, until round 1 is paired; those typed stay."""
    if state.rounds or _method(settings) == _method(state.settings):
        return ()
    pairs = [
        (player, _computed_again(settings, player))
        for player in state.players.values()
        if player.fields.official is not None and (player.fields.rating is None or player.fields.official.origin)
    ]
    changed = [(old, new) for old, new in pairs if old != new]
    if not changed:
        return ()
    return (PlayersChanged(tuple(old for old, _ in changed), tuple(new for _, new in changed)),)


def _method(settings: Settings) -> tuple[object, ...]:
    return settings.starting_rank, list_sequence(settings)


def _computed_again(settings: Settings, player: Player) -> Player:
    """The player with what the method says; where it says nothing the rating stays."""
    official = player.fields.official or NO_OFFICIAL_RATINGS
    if tournament_rating(settings, official) is None:
        return player
    return replace(player, fields=_computed(settings, player.fields, official))


def _computed(settings: Settings, fields: PlayerFields, official: OfficialRatings) -> PlayerFields:
    choice = tournament_rating(settings, official)
    rating = choice[1].value if choice is not None else fields.rating
    origin = _origin_of(choice) if choice is not None else official.origin
    return replace(fields, rating=rating, official=replace(official, origin=origin))


def _origin(settings: Settings, rating: int | None, official: OfficialRatings) -> RatingOrigin | None:
    """Where a number that was given is found: in what the method says, else in the sequence."""
    choices = (tournament_rating(settings, official), *(each for _, each in ratings_of_sequence(settings, official)))
    return next((_origin_of(each) for each in choices if each is not None and each[1].value == rating), None)


def _origin_of(choice: Choice) -> RatingOrigin:
    kind, rating = choice
    return RatingOrigin(kind, rating.list, rating.edition)
