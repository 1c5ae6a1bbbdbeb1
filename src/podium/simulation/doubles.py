"""A whole doubles event, played from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from podium.core.dice import Dice
from podium.core.ids import PlayerId
from podium.doubles import Drawn, Options, Promise, Sets, Standing, TeamMatch, TeamRound, check_plan, draw, ranking
from podium.simulation import odds as counting
from podium.simulation.strength import expected, name, ratings_of

Ratings = Mapping[PlayerId, int]


@dataclass(frozen=True, slots=True)
class Event:
    """What was played: every draw, the same rounds with their results, and how it ended; player 1 is the strongest."""

    seed: str | int
    promise: Promise
    ratings: Ratings
    draws: tuple[Drawn, ...]
    rounds: tuple[TeamRound, ...]
    ranking: tuple[Standing, ...]


def play(players: int, options: Options, seed: str | int) -> Event:
    """An event in which the better team wins more often; raises Refused if the plan is impossible.

    >>> play(5, Options(rounds=2), seed=1) == play(5, Options(rounds=2), seed=1)
    True
    """
    ratings = ratings_of(players)
    ids = tuple(ratings)
    promised = check_plan(ids, options)
    draws: list[Drawn] = []
    rounds: list[TeamRound] = []
    for number in range(1, options.rounds + 1):
        reserve = draws[-1].reserve if draws else ()
        drawn = draw(ids, rounds, options, Dice(f"{seed}/draw/{number}"), reserve)
        dice = Dice(f"{seed}/results/{number}")
        draws.append(drawn)
        rounds.append(TeamRound(_played(drawn, ratings, options.sets_to_win, dice), drawn.free))
    return Event(seed, promised, ratings, tuple(draws), tuple(rounds), ranking(ids, rounds, options))


def _played(drawn: Drawn, ratings: Ratings, to_win: int, dice: Dice) -> tuple[TeamMatch, ...]:
    def strength(team: tuple[PlayerId, PlayerId]) -> float:
        return sum(ratings[player] for player in team) / len(team)

    def played(match: TeamMatch) -> TeamMatch:
        lost = dice.below(to_win)
        home_wins = dice.chance(expected(strength(match.home), strength(match.away)))
        return replace(match, sets=Sets(to_win, lost) if home_wins else Sets(lost, to_win))

    return tuple(played(match) for match in drawn.matches)


def odds(
    players: int, options: Options, seed: str | int, times: int, after_each: Callable[[], None] = lambda: None
) -> counting.Ends:
    """How often each player ended on each rank in `times` events; `after_each`, whoever waits is told."""

    def ranks(seed: str) -> Iterator[tuple[PlayerId, int]]:
        for standing in play(players, options, seed).ranking:
            yield standing.player, standing.rank

    return counting.odds(players, seed, times, ranks, after_each)


def odds_document(players: int, rounds: int, seed: str | int, times: int, ends: counting.Ends) -> dict[str, Any]:
    """The odds as JSON."""
    head = {"format": "doubles", "seed": seed, "rounds": rounds}
    people = [{"id": int(id), "name": name(id), "rating": rating} for id, rating in ratings_of(players).items()]
    return counting.document(head, times, people, ends)


def document(event: Event) -> dict[str, Any]:
    """The event as JSON: players in list order, ids from 1."""
    return {
        "seed": event.seed,
        "guaranteed": event.promise.guaranteed,
        "possible": event.promise.possible,
        "players": [{"id": int(player), "name": name(player)} for player in event.ratings],
        "rounds": [_round(drawn, played) for drawn, played in zip(event.draws, event.rounds, strict=True)],
        "ranking": [
            {
                "rank": standing.rank,
                "id": int(standing.player),
                "points": standing.points,
                "buchholz": standing.buchholz,
            }
            for standing in event.ranking
        ],
    }


def _round(drawn: Drawn, played: TeamRound) -> dict[str, Any]:
    told: dict[str, Any] = {
        "round": drawn.round,
        "matches": [
            {
                "home": [int(player) for player in match.home],
                "away": [int(player) for player in match.away],
                "sets": {"home": match.sets.home, "away": match.sets.away},
            }
            for match in played.matches
        ],
        "free": [int(player) for player in played.free],
    }
    if drawn.passed_over:
        told["passed_over"] = [
            {
                "id": int(passed.player),
                "instead": [int(player) for player in passed.instead],
                "through": passed.through,
            }
            for passed in drawn.passed_over
        ]
    return told
