"""What can become of a prize: an award, a conflict, or nobody to give it to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

TIED = "identical_rank_rating_name"
INACTIVE = "prize_inactive"
NOBODY = "no_eligible_players"
ALL_WON = "all_won"
NOBODY_AT_PLACE = "nobody_at_place"


@dataclass(frozen=True, slots=True)
class Award:
    """A prize and its winner; `tie_break` says what decided where ranks were equal."""

    prize_id: str
    player_id: str
    tie_break: str = "none"
    override: bool = False


@dataclass(frozen=True, slots=True)
class Conflict:
    """A prize that waits for the organiser, or an override that was refused.

    The reason of a tie is `identical_rank_rating_name`, and `conflicted_with` names the others; an
    override is refused for the reason why its player is not eligible, or as `prize_inactive`.
    """

    prize_id: str
    player_id: str
    reason: str
    conflicted_with: tuple[str, ...] = ()

    @property
    def withholds(self) -> bool:
        """Whether the prize itself waits, and is not given away."""
        return self.reason == TIED

    @property
    def players(self) -> tuple[str, ...]:
        return self.player_id, *self.conflicted_with


@dataclass(frozen=True, slots=True)
class Unfilled:
    """A prize without a winner: `no_eligible_players`, or `all_won` if all who may have it hold another.

    Where ranks count within categories it can be `nobody_at_place`: fewer are left in the category.
    """

    prize_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Undecided:
    """Players who are alike, and the prizes that wait until the organiser says who of them comes first."""

    players: tuple[str, ...]
    prizes: tuple[str, ...]


def undecided(conflicts: Iterable[Conflict]) -> tuple[Undecided, ...]:
    """The decisions that withheld prizes wait for, one for all prizes that the same players are in the way of.

    >>> from podium.prizes.outcome import tie
    >>> undecided([tie("first", ("a", "b")), tie("second", ("a", "b")), tie("girls", ("c", "d"))])[0]
    Undecided(players=('a', 'b'), prizes=('first', 'second'))
    """
    groups: list[Undecided] = []
    for conflict in conflicts:
        if conflict.withholds:
            same = [group for group in groups if not set(group.players).isdisjoint(conflict.players)]
            players = dict.fromkeys((*(id for group in same for id in group.players), *conflict.players))
            prizes = (*(id for group in same for id in group.prizes), conflict.prize_id)
            at = groups.index(same[0]) if same else len(groups)
            groups = [group for group in groups if group not in same]
            groups.insert(at, Undecided(tuple(players), prizes))
    return tuple(groups)


@dataclass(frozen=True, slots=True)
class Certificate:
    """Why an optimal allocation cannot be bettered.

    `full`: categories with all prizes given away, such that a player who may win anything elsewhere has a
    prize; so no more prizes can be filled. `blocked`: for a winner who did not get the best prize left,
    categories so much in demand by those behind that a prize out of them would leave another unfilled.
    """

    full: tuple[str, ...]
    blocked: Mapping[str, tuple[str, ...]]


def tie(prize_id: str, players: tuple[str, ...]) -> Conflict:
    """The conflict of a prize between players who are alike."""
    return Conflict(prize_id, players[0], TIED, players[1:])
