"""Who takes part: players entered, edited, moved between sections, withdrawn and removed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.core.player import FIELD_NAMES, NUMBERS, Player, PlayerFields, with_official_values
from podium.core.ratings.official_ratings import OFFICIAL_NAMES, RATINGS
from podium.core.result import ByeType
from podium.flow import commands
from podium.flow.event.rating_method import with_tournament_rating
from podium.flow.event.setting_values import Settings
from podium.flow.events import Event, Events, PlayersChanged
from podium.flow.evolve import evolve
from podium.flow.fide.half_byes import check_entitlement, check_half_byes_asked_for
from podium.flow.lookups import find_player
from podium.flow.players.seats import reseated
from podium.flow.readers import MOST_ROUNDS
from podium.flow.state import Tournament

MOST_PLAYERS = 20_000
REQUESTED = [kind.value for kind in ByeType if kind.foreseen]
"""The byes that can be noted beforehand, in one format or another."""


def entered(state: Tournament, command: commands.AddPlayers | commands.ImportPlayers, dice: Dice) -> Events:
    """New players with the next numbers, after the changes to players whom a list knew already."""
    new = command.newcomers
    if len(state.players) + len(new) > MOST_PLAYERS:
        raise Refused("too-many-players", value=len(state.players) + len(new), most=MOST_PLAYERS)
    next_number = max((player.number for player in state.players.values()), default=0) + 1
    came = tuple(
        Player(PlayerId(dice.token()), number, _rated(state, _placed(state, fields.checked())))
        for number, fields in enumerate(new, start=next_number)
    )
    events: list[Event] = []
    if isinstance(command, commands.ImportPlayers) and command.updated:
        before = tuple(find_player(state, id) for id in command.updated)
        after = tuple(_updated(state, old, command.updated[old.id], command.ratings_from) for old in before)
        for event in _edited(state, before, after):
            events.append(event)
            state = evolve(state, event)
    if came:
        events.append(PlayersChanged(after=came, seats=reseated(state, (), came)))
    return tuple(events)


def _updated(state: Tournament, old: Player, fields: PlayerFields, ratings_from: int | None) -> Player:
    """A known player with new fields; a new rating replaces the first one, or holds `ratings_from` a round on."""
    new = _placed(state, fields.checked(), old)
    if ratings_from is None:
        return replace(old, fields=_rated(state, new, old))
    later = dict(old.later_ratings)
    if new.rating and new.rating != old.rating_in(ratings_from):
        later = dict(later_ratings(state.settings, {**later, ratings_from: new.rating}))
    first = replace(new, rating=old.fields.rating)
    if first.official is not None:
        origin = old.fields.official.origin if old.fields.official is not None else None
        first = replace(first, official=replace(first.official, origin=origin))
    return replace(old, fields=first, later_ratings=later)


def _placed(state: Tournament, fields: PlayerFields, player: Player | None = None) -> PlayerFields:
    """`fields` with a section that exists: where none is named, the one the `player` is in, or the first."""
    sections = state.settings.sections
    if not sections:
        if fields.section is not None:
            raise Invalid("section-unknown", field="section", value=fields.section, allowed=[])
        return fields
    if fields.section is None:
        return replace(fields, section=player.section if player else sections[0])
    if fields.section not in sections:
        raise Invalid("section-unknown", field="section", value=fields.section, allowed=sections)
    return fields


def _rated(state: Tournament, fields: PlayerFields, player: Player | None = None) -> PlayerFields:
    """`fields` with the rating that counts; those of a `player` who is there already may keep the one they had."""
    return with_tournament_rating(state.settings, fields, player.fields if player is not None else None)


def player_changed(
    state: Tournament,
    command: commands.EditPlayer
    | commands.RemovePlayer
    | commands.WithdrawPlayer
    | commands.RequestByes
    | commands.SetLaterRatings,
) -> Events:
    """One player edited, removed, withdrawn or back, or with other byes or other ratings of later rounds."""
    player = find_player(state, command.player)
    match command:
        case commands.RemovePlayer():
            _unpaired_so_far(state, player)
            if any(award.player_id == player.id for award in state.prizes.winners):
                raise Refused("player-has-prize", value=player.id, name=player.name)
            return (PlayersChanged(before=(player,), seats=reseated(state, (player,), ())),)
        case commands.EditPlayer():
            after = _with_fields(state, player, command)
        case commands.WithdrawPlayer():
            after = _taking_part(player, command)
        case commands.SetLaterRatings():
            after = replace(player, later_ratings=later_ratings(state.settings, command.ratings))
        case _:
            after = replace(player, byes=requested_byes(state, player, command.byes))
    return _edited(state, (player,), (after,))


def _with_fields(state: Tournament, player: Player, command: commands.EditPlayer) -> Player:
    """The player with other fields, entitled to half-point byes or not."""
    half_byes = player.half_byes if command.half_byes is None else command.half_byes
    fields = _rated(state, _placed(state, merged(player.fields, command.given), player), player)
    after = replace(player, fields=fields, half_byes=half_byes)
    if half_byes is not player.half_byes:
        check_entitlement(state, after)
    return after


def _taking_part(player: Player, command: commands.WithdrawPlayer) -> Player:
    """The player gone or back; an expelled player stays so until somebody confirms the return."""
    if player.expelled and not command.withdrawn and not command.confirm:
        raise Refused("player-expelled", value=player.id, name=player.name)
    expelled = command.withdrawn and (command.expelled or player.expelled)
    return replace(player, withdrawn=command.withdrawn, expelled=expelled)


def _edited(state: Tournament, before: tuple[Player, ...], after: tuple[Player, ...]) -> Events:
    pairs = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    if not pairs:
        return ()
    moving = [(old, new) for old, new in pairs if old.section != new.section]
    for old, _ in moving:
        _unpaired_so_far(state, old)
    back = [new for old, new in pairs if old.withdrawn and not new.withdrawn and new.section in state.seats]
    seats = reseated(state, [old for old, _ in moving], [new for _, new in moving] + back)
    return (PlayersChanged(tuple(old for old, _ in pairs), tuple(new for _, new in pairs), seats),)


def merged(old: PlayerFields, given: Mapping[str, object]) -> PlayerFields:
    """The fields of a player with those that are `given` in their place, checked; raises Invalid."""
    for name, value in given.items():
        if name not in FIELD_NAMES:
            raise Invalid("field-unknown", field=name, value=value, allowed=sorted(FIELD_NAMES))
        kind = int if name in NUMBERS else str
        if value is not None and (isinstance(value, bool) or not isinstance(value, kind)):
            raise Invalid("field-malformed", field=name, value=value)
        if name == "name" and value is None:
            raise Invalid("name-missing", field="name", value=value)
    listed = {name: value for name, value in given.items() if name not in OFFICIAL_NAMES}
    return with_official_values(replace(old, **listed), given).checked()  # type: ignore[arg-type]  # types checked above


def _unpaired_so_far(state: Tournament, player: Player) -> None:
    for here in state.rounds:
        if here.pairing_of(player.id) is not None:
            raise Refused("player-has-games", value=player.id, name=player.name, round=here.number)


def requested_byes(state: Tournament, player: Player, byes: Mapping[int, ByeType]) -> Mapping[int, ByeType]:
    """The byes that a player asks for, by round, and those of rounds that are paired, which stay; refuses others of
    such rounds, those of rounds that there are not, and more half-point byes than there are in FIDE mode."""
    check_byes(byes, state.settings.rounds or MOST_ROUNDS)
    paired = {number: kind for number, kind in player.byes.items() if number <= len(state.rounds)}
    for number in sorted(byes):
        if number <= len(state.rounds) and byes[number] != paired.get(number):
            raise Refused("round-paired", value=number, name=player.name)
    asked = dict(sorted({**paired, **byes}.items()))
    check_half_byes_asked_for(state, player, replace(player, byes=asked))
    return asked


def check_byes(byes: Mapping[int, ByeType], most: int) -> None:
    """Nothing, if they are byes that one can ask for, of one of so many rounds; raises Invalid."""
    for number, kind in byes.items():
        if not 1 <= number <= most:
            raise Invalid("round-out-of-range", field="byes", value=number, most=most)
        if not kind.foreseen:
            raise Invalid("bye-type-unknown", field="byes", value=kind.value, allowed=REQUESTED)


def later_ratings(settings: Settings, ratings: Mapping[int, int]) -> Mapping[int, int]:
    """The ratings of a player by the round from which each holds, in order; refuses them where the event is not long.

    The rating of round 1 is that of the entry.
    """
    if ratings and not settings.long_event:
        raise Refused("event-not-long", value=sorted(ratings))
    check_later_ratings(ratings, settings.rounds or MOST_ROUNDS)
    return dict(sorted(ratings.items()))


def check_later_ratings(ratings: Mapping[int, int], most: int) -> None:
    """Nothing, if each is a rating that somebody can have, from one of so many rounds on; raises Invalid."""
    for number, rating in ratings.items():
        if not 2 <= number <= most:
            raise Invalid("rating-round-out-of-range", field="later_ratings", value=number, most=most)
        if rating not in RATINGS or not rating:
            raise Invalid("rating-out-of-range", field="later_ratings", value=rating)
