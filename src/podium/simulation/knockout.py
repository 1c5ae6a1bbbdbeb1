"""A whole knockout, played from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

from podium.core.dice import Dice
from podium.core.errors import Invalid
from podium.core.ids import PairingId, PlayerId
from podium.knockout import BracketMatch, Knockout, Outcome, Place, Reason, Rules, applied, build, ranking, report
from podium.simulation import odds as counting
from podium.simulation.strength import expected, ratings_of


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


def _next_game(state: Knockout, id: PairingId) -> BracketMatch | None:
    """What is to be played next in a match: itself, or the first of its tie-break games that is open."""
    match = state.match(id)
    if match.resolved:
        return None
    return next(game for game in (match, *state.games_of(match)) if game.played is None)


def _result(
    game: BracketMatch, ratings: dict[PlayerId, int], likely: Chances, dice: Dice
) -> tuple[Outcome, Reason | None]:
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
