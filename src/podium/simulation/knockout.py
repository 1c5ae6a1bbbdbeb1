"""A whole knockout, played from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from podium.core.dice import Dice
from podium.core.errors import Invalid
from podium.core.ids import PairingId, PlayerId
from podium.knockout import (
    Knockout,
    Match,
    Outcome,
    Place,
    Reason,
    Rules,
    applied,
    build,
    ranking,
    report,
    round_name,
    told,
)
from podium.simulation import odds as counting
from podium.simulation.strength import expected, name, ratings_of

_MARKS = {
    Outcome.WHITE_WIN: "1-0",
    Outcome.BLACK_WIN: "0-1",
    Outcome.DRAW: "1/2",
    Outcome.BYE: "bye",
    Outcome.DOUBLE_FORFEIT: "0-0",
}


@dataclass(frozen=True, slots=True)
class Chances:
    """How games end, in per cent: `draws` of those played; in `no_shows` of its games a player does not come."""

    draws: float = 30
    no_shows: float = 0

    def __post_init__(self) -> None:
        for field in ("draws", "no_shows"):
            if not 0 <= getattr(self, field) <= 100:
                raise Invalid("rate-out-of-range", field=field, value=getattr(self, field))


@dataclass(frozen=True, slots=True)
class Event:
    """What was played, from the first round to the champion; player 1 is the strongest."""

    seed: str | int
    ratings: dict[PlayerId, int]
    state: Knockout
    ranking: list[Place]


def play(players: int, rules: Rules, seed: str | int, chances: Chances | None = None) -> Event:
    """An event of that many players in which the better one wins more often; raises Refused for a field too large.

    >>> play(5, Rules(), seed=1) == play(5, Rules(), seed=1)
    True
    """
    likely = chances or Chances()
    ratings = ratings_of(players)
    numbers = count(1)

    def mint() -> PairingId:
        return PairingId(f"m{next(numbers)}")

    state = build(rules, tuple(ratings), _time(0), mint, Dice(f"{seed}/draw"))
    dice = Dice(f"{seed}/results")
    games = count(1)
    while not state.over:
        for parent in state.rounds[state.begun - 1].parents:
            while (game := _next_game(state, parent.id)) is not None:
                outcome, reason = _result(game, ratings, likely, dice)
                state = applied(state, report(state, game.id, outcome, reason, _time(next(games)), mint))
    return Event(seed, ratings, state, ranking(state))


def _next_game(state: Knockout, id: PairingId) -> Match | None:
    """What is to be played next in a match: itself, or the first of its tie-break games that is open."""
    match = state.match(id)
    if match.resolved:
        return None
    return next(game for game in (match, *state.games_of(match)) if game.played is None)


def _result(game: Match, ratings: dict[PlayerId, int], likely: Chances, dice: Dice) -> tuple[Outcome, Reason | None]:
    assert game.white is not None  # a round that has begun knows its players
    assert game.black is not None
    match dice.chance(likely.no_shows), dice.chance(likely.no_shows):
        case True, True:
            return Outcome.DOUBLE_FORFEIT, Reason.DOUBLE_NO_SHOW
        case True, False:
            return Outcome.BLACK_WIN, Reason.NO_SHOW
        case False, True:
            return Outcome.WHITE_WIN, Reason.NO_SHOW
    if dice.chance(likely.draws):
        return Outcome.DRAW, None
    likely_won = expected(ratings[game.white], ratings[game.black])
    return (Outcome.WHITE_WIN if dice.chance(likely_won) else Outcome.BLACK_WIN), None


def _time(minutes: int) -> str:
    """A made-up time: the event begins at nine, and a game ends every minute."""
    hours, minute = divmod(9 * 60 + minutes, 60)
    day, hour = divmod(hours, 24)
    return f"2026-01-{day + 1:02d}T{hour:02d}:{minute:02d}:00Z"


def document(event: Event, matches: Sequence[object]) -> dict[str, Any]:
    """The event as JSON, with the rows of its matches, tie-break games among them."""
    state = event.state
    return {
        "format": "knockout",
        "seed": event.seed,
        "settings": told(state.rules),
        "players": _people(event.ratings),
        "status": "FINISHED" if state.over else "RUNNING",
        "rounds": len(state.rounds),
        "matches": list(matches),
        "champions": list(state.champions),
        "ranking": [{"rank": each.rank, "id": each.player, "reached": each.reached} for each in event.ranking],
    }


def text(event: Event) -> str:
    """The event for reading: round by round, tie-break games behind their match, then the ranking."""
    return "\n".join(_lines(event))


def _lines(event: Event) -> Iterator[str]:
    state = event.state
    yield f"Seed {event.seed}: {len(state.entrants)} players, tie-breaks {state.rules.tie_break_policy.value}."
    for here in state.rounds:
        yield ""
        yield round_name(state, here.number)
        yield from (_told(state, match) for match in here.parents if match.players)
    yield ""
    champions = ", ".join(name(player) for player in state.champions)
    if not champions:
        yield "No champion"
    else:
        yield f"{'Champion' if len(state.champions) == 1 else 'Joint champions'}: {champions}"
    yield ""
    yield from (f"{each.rank:>4}  {name(each.player)}" for each in event.ranking)


def _told(state: Knockout, match: Match) -> str:
    where = "  third " if match.third_place else f"{match.board:>7} "
    sides = " - ".join(name(player) for player in match.players)
    games = [_MARKS[game.played] for game in (match, *state.games_of(match)) if game.played is not None]
    won = f" -> {name(match.advancing[0])}" if match.tie_breaks and match.advancing else ""
    return f"{where} {sides}  {' '.join(games)}{won}"


def odds(
    players: int,
    rules: Rules,
    seed: str | int,
    times: int,
    chances: Chances | None = None,
    after_each: Callable[[], None] = lambda: None,
) -> counting.Ends:
    """How often each player ended on each rank in `times` events; `after_each`, whoever waits is told."""

    def ranks(seed: str) -> Iterator[tuple[PlayerId, int]]:
        for place in play(players, rules, seed, chances).ranking:
            yield place.player, place.rank

    return counting.odds(players, seed, times, ranks, after_each)


def odds_document(players: int, rules: Rules, seed: str | int, times: int, ends: counting.Ends) -> dict[str, Any]:
    """The odds as JSON."""
    head = {"format": "knockout", "seed": seed, "settings": told(rules)}
    return counting.document(head, times, _people(ratings_of(players)), ends)


def _people(ratings: dict[PlayerId, int]) -> list[dict[str, Any]]:
    return [{"id": player, "name": name(player), "rating": rating} for player, rating in ratings.items()]
