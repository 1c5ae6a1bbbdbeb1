"""A whole knockout or double elimination, played from a seed by the commands a director would give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from podium.core.dice import Dice
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.flow.commands import PairRound
from podium.flow.formats.knockout import bracket_of, match_report
from podium.flow.state import Tournament
from podium.knockout import BracketMatch, Knockout, Outcome, Reason
from podium.simulation.director import Director
from podium.simulation.odds import expected


@dataclass(frozen=True, slots=True)
class Chances:
    """How games end, in per cent: `draws` of those played; in `no_shows` of its games a player does not come.

    After so many results in a hundred as `corrections` some result there is gets corrected, with all that it undoes;
    every other of these corrections is taken back.
    """

    draws: float = 30
    no_shows: float = 0
    corrections: float = 0

    def __post_init__(self) -> None:
        for field in ("draws", "no_shows", "corrections"):
            if not 0 <= getattr(self, field) <= 100:
                raise Invalid("rate-out-of-range", field=field, value=getattr(self, field))


def play(players: int, settings: Mapping[str, Any], seed: str | int, chances: Chances | None = None) -> Tournament:
    """An event of that many players in which the better one wins more often; raises Refused for a field too large.

    `settings` are those of a knockout, named as in the API, or of another `format` with a bracket; player 1 is the
    strongest.

    >>> len(play(5, {}, seed=1).players)
    5
    """
    likely = chances or Chances()
    director = Director({"format": "knockout", **settings}, players, seed)
    director.do(PairRound(1))
    games, corrections = count(1), 0
    while (game := next_game(bracket_of(director.state))) is not None:
        play_game(director, game, likely, _time(next(games)))
        if likely.corrections and corrections < players and director.chance.chance(likely.corrections):
            corrections += 1  # so that it ends, however many are asked for
            reported = [each for each in bracket_of(director.state) if each.played not in (None, Outcome.BYE)]
            before = director.state
            play_game(director, director.chance.pick(reported), likely, _time(next(games)))
            if corrections % 2 and director.state is not before:
                director.undo()
    return director.state


def play_game(director: Director, game: BracketMatch, likely: Chances, now: str) -> None:
    """Report a result of the game, made by chance, in place of the one it may have."""
    outcome, reason = _result(game, director.ratings, likely, director.chance)
    if outcome is Outcome.DRAW and bracket_of(director.state).rules.draws_need_a_reason:
        reason = Reason.THREE_FOLD_REPETITION
    director.do(match_report(game.id, outcome, reason, confirm=True), now)


def next_game(state: Knockout) -> BracketMatch | None:
    """What is to be played next: a match of the round that has begun, or the first of its tie-break games."""
    if state.over:
        return None
    match = next(match for match in state.rounds[state.begun - 1].parents if not match.resolved)
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
