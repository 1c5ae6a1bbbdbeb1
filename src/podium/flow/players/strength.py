"""The order of players by strength (C.04.2): the higher rating, then the title, then what the event decides by.

Among players of the same rating and title that is the name, the FIDE id, the age, or lots. Names are compared by the
alphabet of a language. Earlier versions compared the letters by their codes, and what they paired is still numbered so:
that is the order without a language.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from podium.core.collation import Language, NameKey, name_key
from podium.core.player import TITLES, Player, first_day
from podium.flow.state import EqualOrder, Settings


@dataclass(frozen=True, slots=True)
class OrderOfEquals:
    """What decides between players of the same rating and title; the name decides where that is equal, or not known."""

    language: Language | None
    by: EqualOrder = EqualOrder.NAME
    lot: str | None = None

    @classmethod
    def of(cls, settings: Settings) -> OrderOfEquals:
        return cls(settings.language, settings.equal_order, settings.equal_lot)

    def key(self, player: Player) -> tuple[object, ...]:
        """What equals are sorted by."""
        return (*self._decided(player), self._name_key(player.name), player.number)

    def _decided(self, player: Player) -> tuple[object, ...]:
        match self.by:
            case EqualOrder.NAME:
                return ()
            case EqualOrder.FIDE_ID:
                id = player.fields.fide_id
                return (id is None, int(id or 0))
            case EqualOrder.AGE:
                birth = player.fields.birth
                return (birth is None, first_day(birth) if birth else "")
            case EqualOrder.LOTS:
                return (hashlib.sha256(f"{self.lot}/{player.id}".encode()).hexdigest(),)

    def _name_key(self, name: str) -> NameKey | str:
        return name.casefold() if self.language is None else name_key(name, self.language)


def strongest_first(players: Iterable[Player], equals: OrderOfEquals) -> list[Player]:
    """`players` in order; one whose name was forgotten keeps the place that the name gave."""
    everybody = list(players)
    ordered = sorted(
        (player for player in everybody if player.place is None),
        key=lambda player: (_strength(player), *equals.key(player)),
    )
    forgotten = [(player.place, player.number, player) for player in everybody if player.place is not None]
    for place, _, player in sorted(forgotten, key=lambda each: each[:2]):
        first = bisect_left(ordered, _strength(player), key=_strength)
        end = bisect_right(ordered, _strength(player), key=_strength)
        ordered.insert(min(first + place, end), player)
    return ordered


def place_among_equals(player: Player, players: Iterable[Player], equals: OrderOfEquals) -> int:
    """How many of `players` of the same rating and title stand before `player`, who is one of them."""
    equal = [each.id for each in strongest_first(players, equals) if _strength(each) == _strength(player)]
    return equal.index(player.id)


def _strength(player: Player) -> tuple[int, int]:
    title = player.fields.title
    return -(player.fields.rating or 0), TITLES.index(title) if title in TITLES else len(TITLES)
