"""Who plays in which group: in a serpentine by strength, by lot from pots, or as the director says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId

FEWEST_IN_GROUP = 2
LETTERS = 26

Groups = tuple[tuple[PlayerId, ...], ...]


def group_name(group: int) -> str:
    """The letters of a group, counted from 0.

    >>> [group_name(group) for group in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    before, letter = divmod(group, LETTERS)
    return (group_name(before - 1) if before else "") + chr(ord("A") + letter)


def check_groups(groups: int, players: int) -> None:
    """Refuses a number of groups for which there are not two players each."""
    if groups < 1:
        raise Invalid("count-out-of-range", field="groups", value=groups, least=1, most=players // FEWEST_IN_GROUP)
    if players < groups * FEWEST_IN_GROUP:
        raise Refused("too-many-groups", value=groups, players=players, most=players // FEWEST_IN_GROUP)


def serpentine(players: Sequence[PlayerId], groups: int) -> Groups:
    """The groups of players who are given from the strongest on: A, B, C, then C, B, A, and so on.

    >>> serpentine([PlayerId(each) for each in "abcdefgh"], 3)
    (('a', 'f', 'g'), ('b', 'e', 'h'), ('c', 'd'))
    """
    check_groups(groups, len(players))
    turns = [*range(groups), *reversed(range(groups))]
    seats = [turns[at % len(turns)] for at in range(len(players))]
    return tuple(tuple(each for each, seat in zip(players, seats, strict=True) if seat == at) for at in range(groups))


def by_lot(ratings: Mapping[PlayerId, int], groups: int, dice: Dice) -> Groups:
    """The groups of a draw from pots: each pot has one player for each group, the strongest in the first one.

    Of players with the same rating, 0 for none, it is drawn too who comes to which pot: where nobody has a rating it is
    a plain lot. Which groups have a player more is drawn as well.
    """
    check_groups(groups, len(ratings))
    drawn = sorted(dice.shuffled(sorted(ratings)), key=lambda player: -ratings[player])
    found: list[list[PlayerId]] = [[] for _ in range(groups)]
    for start in range(0, len(drawn), groups):
        for seat, player in zip(dice.shuffled(range(groups)), drawn[start : start + groups], strict=False):
            found[seat].append(player)
    return tuple(map(tuple, found))


def check_by_hand(groups: Sequence[Sequence[PlayerId]], players: Collection[PlayerId]) -> None:
    """Refuses groups that are too small, and those in which not everybody is once."""
    seen: set[PlayerId] = set()
    for at, group in enumerate(groups):
        if len(group) < FEWEST_IN_GROUP:
            raise Refused("group-too-small", value=len(group), group=group_name(at), least=FEWEST_IN_GROUP)
        for player in group:
            if player not in players:
                raise Invalid("group-player-unknown", value=player, group=group_name(at))
            if player in seen:
                raise Invalid("group-player-twice", value=player, group=group_name(at))
            seen.add(player)
    if missing := [player for player in players if player not in seen]:
        raise Refused("group-player-missing", value=missing)
