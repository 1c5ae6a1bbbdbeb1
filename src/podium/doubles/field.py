"""Where a tournament stands: who is there, who was whose partner, who sat out how often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.doubles.fair import TABLE, keeps_turn, seats
from podium.doubles.plan import Mates, Plan, mates_of
from podium.doubles.rounds import Team, TeamRound


@dataclass(frozen=True, slots=True)
class Later:
    """A round to come: one way to go on, kept so that there always is one."""

    pairs: tuple[Team, ...]
    free: tuple[PlayerId, ...]


Reserve = tuple[Later, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The players present, in list order; everything else by place in that list."""

    players: tuple[PlayerId, ...]
    met: tuple[frozenset[int], ...]
    """The former partners of each, as far as they are present."""
    had: tuple[int, ...]
    """The free games of each so far."""
    drawn: int
    """The rounds so far."""

    @property
    def playing(self) -> int:
        """The number of players who play in a round."""
        return len(self.players) - seats(len(self.players))

    def after(self, mates: Mates) -> Field:
        """The field after one more round."""
        met = [
            known if other == player else known | {other}
            for player, (known, other) in enumerate(zip(self.met, mates, strict=True))
        ]
        had = [games + (other == player) for player, (games, other) in enumerate(zip(self.had, mates, strict=True))]
        return Field(self.players, tuple(met), tuple(had), self.drawn + 1)

    def reserve_of(self, plan: Plan) -> Reserve:
        """The plan with the players' ids."""
        name = self.players
        return tuple(
            Later(
                tuple([(name[one], name[two]) for one, two in enumerate(mates) if one < two]),
                tuple([name[one] for one, two in enumerate(mates) if one == two]),
            )
            for mates in plan
        )

    def plan_from(self, reserve: Reserve) -> Plan:
        """The reserve as a plan, or an empty one if it does not continue this field."""
        place = {player: at for at, player in enumerate(self.players)}
        plan: Plan = []
        for later in reserve:
            names = {*later.free, *chain.from_iterable(later.pairs)}
            if names != place.keys() or len(later.free) != seats(len(place)) or 2 * len(later.pairs) != self.playing:
                return []
            plan.append(mates_of(len(place), [(place[one], place[two]) for one, two in later.pairs]))
        for player, mates in enumerate(zip(*plan, strict=True)):
            partners = {*mates} - {player}
            if len(partners) != len(plan) - mates.count(player) or not partners.isdisjoint(self.met[player]):
                return []
        free = [[place[player] for player in later.free] for later in reserve]
        return plan if keeps_turn(self.had, free) else []


def field_of(players: Sequence[PlayerId], rounds: Iterable[TeamRound]) -> Field:
    """The field after these rounds, open ones included; raises Refused for fewer than four players.

    One who joins later has had no free game, and one who comes back has kept theirs.
    """
    place = {player: at for at, player in enumerate(players)}
    if len(place) != len(players):
        twice = next(player for at, player in enumerate(players) if place[player] != at)
        raise Invalid("player-twice", field="players", name=twice, value=twice)
    if len(players) < TABLE:
        raise Refused("too-few-players", value=len(players), least=TABLE)
    met: list[set[int]] = [set() for _ in players]
    had = [0] * len(players)
    drawn = 0
    for played in rounds:
        drawn += 1
        for player in played.free:
            if player in place:
                had[place[player]] += 1
        for match in played.matches:
            for one, two in (match.home, match.away):
                if one in place and two in place:
                    met[place[one]].add(place[two])
                    met[place[two]].add(place[one])
    return Field(tuple(players), tuple(map(frozenset, met)), tuple(had), drawn)
