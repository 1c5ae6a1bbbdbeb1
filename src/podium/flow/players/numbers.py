"""The order of players by strength, and the pairing numbers that they are known by (C.04.2).

| C.04.2 | here |
| --- | --- |
| before round 1 is paired, players rank by rating, title and name | `starting_list` |
| with a round its numbers are kept: no corrected rating, title or name moves them | `Round.numbers` |
| until round 4 is paired they may be given anew, as corrections ask | `renumbered` |
| a late entry gets the number that the rating earns, at any time | `completed` |

A late entry moves those ranked below it by one, or takes a number that nobody has; the order of the others stays, so
the rounds that were paired are still those that the rules give.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from podium.core.collation import Language, name_key
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import TITLES, Player, first_day
from podium.flow.event.setting_values import EqualOrder, Numbering, Settings
from podium.flow.events import Events, NumbersChanged
from podium.flow.rounds.kept_values import Numbers, Renumbered
from podium.flow.state import Tournament


@dataclass(frozen=True, slots=True)
class OrderOfEquals:
    """What decides between players of the same rating and title; the name decides where that is equal, or not known."""

    language: Language | None
    by: EqualOrder = EqualOrder.NAME
    lot: str | None = None

    @classmethod
    def from_settings(cls, settings: Settings) -> OrderOfEquals:
        return cls(settings.language, settings.equal_order, settings.equal_lot)

    def key(self, player: Player) -> tuple[object, ...]:
        """What equals are sorted by."""
        name = player.name.casefold() if self.language is None else name_key(player.name, self.language)
        return (*self._decided(player), name, player.number)

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


LAST_ROUND_BEFORE = 3
"""Once a round after this one is paired, numbers stay as they are."""


def starting_list(state: Tournament) -> Numbers:
    """The numbers as the settings and the players of now would give them, from 1 in each section.

    A player who exchanged numbers with an equal stands so to that one as long as they are equally rated.
    """
    return {
        section: {id: number for number, id in enumerate(_with_exchanges(state, _ranked(state, section)), start=1)}
        for section in state.sections
    }


def _with_exchanges(state: Tournament, ranked: Sequence[Player]) -> list[PlayerId]:
    order = [player.id for player in ranked]
    rating = {player.id: player.fields.rating for player in ranked}
    for first, other in state.renumbered.exchanged if state.renumbered is not None else ():
        if first in rating and other in rating and rating[first] == rating[other]:
            at, after = order.index(first), order.index(other)
            if at > after:
                order[at], order[after] = order[after], order[at]
    return order


def earlier_starting_list(state: Tournament) -> Numbers:
    """The numbers by which versions that did not keep them paired the round to come."""
    if state.settings.numbering is not Numbering.RATING:
        return starting_list(state)
    return {
        section: {
            player.id: n
            for n, player in enumerate(strongest_first(state.in_section(section), OrderOfEquals(None)), start=1)
        }
        for section in state.sections
    }


def pairing_numbers(state: Tournament, section: str) -> dict[PlayerId, int]:
    """The pairing numbers of a section, lowest first: those that are kept, and those that newcomers get."""
    return completed(state.numbers.get(section, {}), _ranked(state, section))


def numbers_in(state: Tournament, section: str, round: int) -> dict[PlayerId, int]:
    """The pairing numbers that a round was paired with, of everybody in the section; of one to come, those of now."""
    if round > len(state.rounds):
        return pairing_numbers(state, section)
    return completed(state.rounds[round - 1].numbers.get(section, {}), _ranked(state, section))


def every_number(state: Tournament) -> Numbers:
    """The pairing numbers of all sections."""
    return {section: pairing_numbers(state, section) for section in state.sections}


def completed(kept: Mapping[PlayerId, int], ranked: Sequence[Player]) -> dict[PlayerId, int]:
    """The numbers `kept`, and numbers for the others of `ranked`: each comes to stand where the ranking has him.

    >>> from podium.core.player import PlayerFields
    >>> field = [Player(PlayerId(name), 1, PlayerFields(name)) for name in "abcd"]
    >>> completed({PlayerId("a"): 1, PlayerId("c"): 2, PlayerId("d"): 3}, field)
    {'a': 1, 'b': 2, 'c': 3, 'd': 4}
    """
    order = sorted((player.id for player in ranked if player.id in kept), key=lambda id: kept[id])
    for place, player in enumerate(ranked):
        if player.id not in kept:
            order.insert(place, player.id)
    numbers: dict[PlayerId, int] = {}
    last = 0
    for id in order:
        last = max(last + 1, kept.get(id, 0))
        numbers[id] = last
    return numbers


def may_be_renumbered(state: Tournament) -> bool:
    """Whether numbers may still be given anew."""
    return len(state.rounds) <= LAST_ROUND_BEFORE


def renumbered(state: Tournament, *, in_another_order: bool = False) -> Events:
    """The numbers given anew as the settings say; none where nobody's would change, refuses once they are fixed.

    Before round 1 they follow the settings and the players by themselves. Who exchanged numbers keeps the order among
    equals, unless the settings now say another.
    """
    if not may_be_renumbered(state):
        raise Refused("numbers-fixed", value=len(state.rounds))
    exchanged = () if in_another_order or state.renumbered is None else state.renumbered.exchanged
    numbers = starting_list(state if exchanged else replace(state, renumbered=None))
    after = Renumbered(len(state.rounds), numbers, exchanged=exchanged) if state.rounds or exchanged else None
    if state.renumbered == after or (after is not None and numbers == every_number(state)):
        return ()
    return (NumbersChanged(state.renumbered, after),)


def exchanged(state: Tournament, player: Player, other: Player) -> Events:
    """The numbers of two equally rated players exchanged; refuses once numbers are fixed, and others."""
    if not may_be_renumbered(state):
        raise Refused("numbers-fixed", value=len(state.rounds))
    if player.section != other.section:
        sections = [player.section, other.section]
        names = [player.name, other.name]
        raise Refused("sections-differ", value=[player.id, other.id], names=names, sections=sections)
    if player.fields.rating != other.fields.rating:
        ratings = [player.fields.rating, other.fields.rating]
        raise Refused("ratings-differ", value=ratings, names=[player.name, other.name])
    if player.id == other.id:
        return ()
    numbers = every_number(state)
    own = numbers[player.section]
    swapped = {**own, player.id: own[other.id], other.id: own[player.id]}
    ordered = dict(sorted(swapped.items(), key=lambda item: item[1]))
    pair = (player.id, other.id) if swapped[player.id] < swapped[other.id] else (other.id, player.id)
    earlier = state.renumbered.exchanged if state.renumbered is not None else ()
    exchanged = (*(each for each in earlier if set(each) != set(pair)), pair)
    given = Renumbered(len(state.rounds), {**numbers, player.section: ordered}, by_hand=True, exchanged=exchanged)
    return (NumbersChanged(state.renumbered, given),)


def _ranked(state: Tournament, section: str) -> list[Player]:
    """The players of a section by rating, title and name, or in the order of the list."""
    players = state.in_section(section)
    if state.settings.numbering is not Numbering.RATING:
        return players
    return strongest_first(players, OrderOfEquals.from_settings(state.settings))
