"""A whole doubles event, played from a seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from podium.core.dice import Dice
from podium.core.ids import PlayerId
from podium.doubles import Drawn, Match, Options, Promise, Round, Sets, Standing, check_plan, draw, ranking


@dataclass(frozen=True, slots=True)
class Event:
    """What was played: every draw, the same rounds with their results, and how it ended."""

    seed: str | int
    promise: Promise
    players: tuple[PlayerId, ...]
    draws: tuple[Drawn, ...]
    rounds: tuple[Round, ...]
    ranking: tuple[Standing, ...]


def play(players: int, options: Options, seed: str | int) -> Event:
    """An event of that many players in which every match is a toss; raises Refused if the plan is impossible.

    >>> play(5, Options(rounds=2), seed=1) == play(5, Options(rounds=2), seed=1)
    True
    """
    ids = tuple(PlayerId(str(number)) for number in range(1, players + 1))
    promised = check_plan(ids, options)
    draws: list[Drawn] = []
    rounds: list[Round] = []
    for number in range(1, options.rounds + 1):
        reserve = draws[-1].reserve if draws else ()
        drawn = draw(ids, rounds, options, Dice(f"{seed}/draw/{number}"), reserve)
        dice = Dice(f"{seed}/results/{number}")
        draws.append(drawn)
        rounds.append(Round(tuple(_played(match, options.sets_to_win, dice) for match in drawn.matches), drawn.free))
    return Event(seed, promised, ids, tuple(draws), tuple(rounds), ranking(ids, rounds, options))


def _played(match: Match, sets_to_win: int, dice: Dice) -> Match:
    lost = dice.below(sets_to_win)
    home_wins = dice.below(2) == 0
    return replace(match, sets=Sets(sets_to_win, lost) if home_wins else Sets(lost, sets_to_win))


def document(event: Event) -> dict[str, Any]:
    """The event as JSON: players in list order, ids from 1."""
    return {
        "seed": event.seed,
        "guaranteed": event.promise.guaranteed,
        "possible": event.promise.possible,
        "players": [{"id": int(player), "name": name(player)} for player in event.players],
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


def name(player: PlayerId) -> str:
    """What a player without a name is called."""
    return f"Player {player}"


def _round(drawn: Drawn, played: Round) -> dict[str, Any]:
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
