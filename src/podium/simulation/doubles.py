"""A whole doubles event, played from a seed by the commands a director would give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from podium.core.dice import Dice
from podium.core.ids import PlayerId
from podium.doubles import Promise, Team
from podium.flow.commands import CloseRound, PairRound, RecordSets
from podium.flow.formats.doubles import promised
from podium.flow.state import Match, Side, Tournament
from podium.simulation.director import Director
from podium.simulation.odds import expected


@dataclass(frozen=True, slots=True)
class DoublesEvent:
    """What was played, and what was promised before the first round; player 1 is the strongest."""

    promise: Promise
    state: Tournament


def play(players: int, rounds: int, settings: Mapping[str, Any], seed: str | int) -> DoublesEvent:
    """An event in which the better team wins more often; raises Refused if the plan is impossible.

    `settings` are those of doubles, named as in the API.

    >>> [len(here.games) for here in play(5, 2, {}, seed=1).state.rounds]
    [2, 2]
    """
    director = Director({"format": "doubles", "rounds": rounds, **settings}, players, seed)
    promise = promised(director.state)
    for number in range(1, rounds + 1):
        director.do(PairRound(number))
        for match in director.state.rounds[-1].matches:
            director.do(RecordSets(match.id, sets_by_chance(match, director.ratings, director.chance)))
        director.do(CloseRound(number))
    assert promise is not None  # with fewer than four players the first round was refused
    return DoublesEvent(promise, director.state)


def sets_by_chance(match: Match, ratings: Mapping[PlayerId, int], dice: Dice) -> dict[Side, int | None]:
    """The sets of a match that the better team wins more often."""

    def strength(team: Team) -> float:
        return sum(ratings[player] for player in team) / len(team)

    lost = dice.below(match.to_win)
    home_wins = dice.chance(expected(strength(match.home), strength(match.away)))
    winner, loser = (Side.HOME, Side.AWAY) if home_wins else (Side.AWAY, Side.HOME)
    return {winner: match.to_win, loser: lost}
