"""The order of players by strength (C.04.2): the higher rating, then the title, then the name.

Names are compared by the alphabet of a language. Earlier versions compared the letters by their codes, and what they
paired is still numbered so: that is the order without a language.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from podium.core.collation import Language, NameKey, name_key
from podium.core.player import TITLES, Player


def strongest_first(players: Iterable[Player], language: Language | None) -> list[Player]:
    """`players` in order; one whose name was forgotten keeps the place that the name gave."""
    everybody = list(players)
    ordered = sorted(
        (player for player in everybody if player.place is None),
        key=lambda player: (_strength(player), _name_key(player.name, language), player.number),
    )
    forgotten = [(player.place, player.number, player) for player in everybody if player.place is not None]
    for place, _, player in sorted(forgotten, key=lambda each: each[:2]):
        first = bisect_left(ordered, _strength(player), key=_strength)
        end = bisect_right(ordered, _strength(player), key=_strength)
        ordered.insert(min(first + place, end), player)
    return ordered


def place_among_equals(player: Player, players: Iterable[Player], language: Language | None) -> int:
    """How many of `players` of the same rating and title stand before `player`, who is one of them."""
    equal = [each.id for each in strongest_first(players, language) if _strength(each) == _strength(player)]
    return equal.index(player.id)


def _name_key(name: str, language: Language | None) -> NameKey | str:
    return name.casefold() if language is None else name_key(name, language)


def _strength(player: Player) -> tuple[int, int]:
    title = player.fields.title
    return -(player.fields.rating or 0), TITLES.index(title) if title in TITLES else len(TITLES)
