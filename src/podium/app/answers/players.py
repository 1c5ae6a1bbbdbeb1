"""The players of a tournament."""

from __future__ import annotations

from dataclasses import fields
from typing import Literal

from msgspec import Struct

from podium.app.views.numbers import player_numbers
from podium.app.views.participation import Meaning
from podium.core.player import Player, PlayerFields
from podium.flow.state import Tournament


class PlayerRow(Struct):
    """A player: every field of the list of entries, and how they take part; the prizes say `date_of_birth`.

    `number` is the one that a player is known by everywhere, in a Swiss the pairing number; `entry` the place in the
    list of entries; `rank` the final rank as entered, of an event whose games were played elsewhere; `half_byes`
    whether the player is entitled to half-point byes. `later_ratings` are those of an event longer than 30 days, by the
    round from which each holds; `rating` is the first.
    """

    id: str
    number: int
    entry: int
    name: str
    rating: int | None
    federation: str | None
    fide_id: str | None
    title: str | None
    gender: str | None
    birth: str | None
    club: str | None
    city: str | None
    state: str | None
    disability: str | None
    section: str | None
    rank: int | None
    national_id: str | None
    date_of_birth: str | None
    withdrawn: bool
    expelled: bool
    half_byes: bool
    byes: dict[str, str]
    later_ratings: dict[str, int]


class PlayerAnswer(PlayerRow):
    version: int


class MeaningRow(Struct):
    """What an act means for points, tie-breaks and pairings."""

    act: Literal["late-entry", "withdrawal", "return", "expulsion", "bye-request"]
    points: str
    tiebreaks: str
    pairings: str


class ParticipationAnswer(Struct):
    """What can be done about how somebody takes part, and what each means, before it is done."""

    acts: list[MeaningRow]
    version: int


class PlayersAnswer(Struct):
    players: list[PlayerRow]
    version: int


FIELDS = tuple(each.name for each in fields(PlayerFields))


def player_row(state: Tournament, player: Player) -> PlayerRow:
    """A player of `state`."""
    entered = player.fields
    return PlayerRow(
        id=player.id,
        number=player_numbers(state)[player.id],
        entry=player.number,
        **{name: getattr(entered, name) for name in FIELDS},
        date_of_birth=entered.birth,
        withdrawn=player.withdrawn,
        expelled=player.expelled,
        half_byes=player.half_byes,
        byes={str(number): kind.value for number, kind in player.byes.items()},
        later_ratings={str(number): rating for number, rating in player.later_ratings.items()},
    )


def meaning_row(meaning: Meaning) -> MeaningRow:
    return MeaningRow(meaning.act.value, meaning.points, meaning.tiebreaks, meaning.pairings)


def player_rows(state: Tournament) -> list[PlayerRow]:
    """The players in the order of the list."""
    return [player_row(state, player) for player in sorted(state.players.values(), key=lambda each: each.number)]
