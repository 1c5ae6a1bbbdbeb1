"""The ranking of a knockout: by the round reached, and those beaten in the same round share their place.

The match for third place parts the two who play it. Without a champion (nobody came to the final) the first place
stays empty. Until the event is over the places are provisional: those still in share the first. The ranking after an
earlier round knows nothing of what came later.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from podium.core.ids import PlayerId
from podium.knockout.match import BracketMatch
from podium.knockout.state import Knockout


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands: `rank` is shared, `reached` the last round the player was in (third place not counted).

    `out` is false for champions and for those still in; `won` counts the rounds got through, byes too.
    """

    rank: int
    player: PlayerId
    reached: int
    out: bool
    won: int = 0


def ranking(state: Knockout, after: int | None = None) -> list[Place]:
    """Every entrant, best first, after that round or now; players who share a rank in the order of their seeds."""
    rounds = state.rounds if after is None else state.rounds[:after]
    reached: dict[PlayerId, int] = dict.fromkeys(state.entrants, 1)
    won: Counter[PlayerId] = Counter()
    beaten: set[PlayerId] = set()
    third: BracketMatch | None = None
    for here in rounds:
        for match in here.parents:
            if match.third_place:
                third = match
                continue
            reached.update(dict.fromkeys(match.players, here.number))
            beaten.update(state.sends_out(match))
            won.update(match.advancing)
    consoled = set(third.advancing) if third is not None else set()

    def standing(player: PlayerId) -> tuple[bool, int, bool]:
        if player not in beaten:
            return False, 0, False
        return True, -reached[player], player not in consoled

    ordered = sorted(state.entrants, key=standing)  # seeds keep their order among equals
    vacant = len(rounds) == len(state.rounds) and state.over and not state.champions
    places: list[Place] = []
    for (out, _, _), players in groupby(ordered, key=standing):
        rank = len(places) + 1 + vacant
        places += [Place(rank, player, reached[player], out, won[player]) for player in players]
    return places
