"""The players of a tournament."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from msgspec import Struct

from podium.core.player import Player, PlayerFields


class PlayerRow(Struct):
    """A player: every field of the list of entries, and how they take part; the prizes say `date_of_birth`.

    `rank` is the final rank as entered, of an event whose games were played elsewhere.
    """

    id: str
    number: int
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
    date_of_birth: str | None
    withdrawn: bool
    byes: dict[str, str]


class PlayerAnswer(PlayerRow):
    version: int


class PlayersAnswer(Struct):
    players: list[PlayerRow]
    version: int


FIELDS = tuple(each.name for each in fields(PlayerFields))


def player_row(player: Player) -> PlayerRow:
    entered = player.fields
    return PlayerRow(
        id=player.id,
        number=player.number,
        **{name: getattr(entered, name) for name in FIELDS},
        date_of_birth=entered.birth,
        withdrawn=player.withdrawn,
        byes={str(number): kind.value for number, kind in player.byes.items()},
    )


def player_rows(players: Iterable[Player]) -> list[PlayerRow]:
    """The players by number."""
    return [player_row(player) for player in sorted(players, key=lambda player: player.number)]
