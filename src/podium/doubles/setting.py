"""The matches of a round: which team meets which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from podium.core.dice import Dice
from podium.core.ids import PlayerId
from podium.doubles.rounds import Setting, Team, TeamMatch, TeamRound

_SWEEPS = 8


@dataclass(frozen=True, slots=True)
class Encounter:
    """A match as it was set: the points of both teams, and how many of its four opponents met before."""

    match: TeamMatch
    home_points: int
    away_points: int
    repeated: int

    @property
    def difference(self) -> int:
        return abs(self.home_points - self.away_points)


def set_teams(
    teams: Sequence[Team],
    points: Mapping[PlayerId, int],
    rounds: Sequence[TeamRound],
    setting: Setting,
    avoid_opponents: bool,
    dice: Dice,
) -> tuple[Encounter, ...]:
    """The matches between an even number of teams, table 1 first.

    Power pairing sorts the shuffled teams by points and lets neighbours meet. That makes the total
    difference the smallest there is: where two matches a-c, b-d or a-d, b-c of sorted teams cross or
    enclose each other, a-b, c-d is never worse.
    """
    order = dice.shuffled(teams)
    worth = {team: points[team[0]] + points[team[1]] for team in order}
    power = setting is Setting.POWER_PAIRING
    if power:
        order.sort(key=lambda team: -worth[team])  # stable: the shuffled order decides between equals
    known = _opponents(rounds)
    if avoid_opponents:
        # Teams that may change places without changing any difference.
        _spread(order, [worth[team] if power else 0 for team in order], known, dice)
    return tuple(
        Encounter(TeamMatch(home, away), worth[home], worth[away], _repeated(home, away, known))
        for home, away in zip(order[::2], order[1::2], strict=True)
    )


def _opponents(rounds: Sequence[TeamRound]) -> set[tuple[PlayerId, PlayerId]]:
    """All who have met as opponents, both ways round."""
    return {
        pair
        for played in rounds
        for match in played.matches
        for one in match.home
        for two in match.away
        for pair in ((one, two), (two, one))
    }


def _repeated(home: Team, away: Team, known: set[tuple[PlayerId, PlayerId]]) -> int:
    return sum((one, two) in known for one in home for two in away)


def _spread(order: list[Team], group: Sequence[int], known: set[tuple[PlayerId, PlayerId]], dice: Dice) -> None:
    """Exchange teams of the same group as long as that spares somebody an opponent met before."""
    places: dict[int, list[int]] = {}
    for place, key in enumerate(group):
        places.setdefault(key, []).append(place)

    def cost(*tables: int) -> int:
        return sum(_repeated(order[2 * table], order[2 * table + 1], known) for table in {*tables})

    for _ in range(_SWEEPS):
        improved = False
        for place in range(len(order)):
            if not cost(place // 2):
                continue
            for other in dice.shuffled(places[group[place]]):
                before = cost(place // 2, other // 2)
                order[place], order[other] = order[other], order[place]
                if cost(place // 2, other // 2) < before:
                    improved = True
                    break
                order[place], order[other] = order[other], order[place]
        if not improved:
            return
