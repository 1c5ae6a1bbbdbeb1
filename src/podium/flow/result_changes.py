"""What another result of a game is: a first one, the end of an adjourned game, a correction, or one put right."""

from __future__ import annotations

from enum import Enum

from podium.core.result import Result
from podium.flow.breaches import Breach, BreachKind
from podium.flow.events import (
    BreachRecorded,
    CommitReverted,
    Events,
    RatingResultRecorded,
    ResultRecorded,
)
from podium.flow.formats.registry import numbers_in_round
from podium.flow.state import Game, Tournament

NO_RESULT = "?"
"""In place of a result where there is none, or none yet."""


class ResultChange(Enum):
    """What a changed result is. A game that was emptied by a correction may get the result of before again."""

    FIRST = "first"
    ADJOURNMENT = "adjournment"
    CORRECTION = "correction"
    RESTORATION = "restoration"


def change_of(state: Tournament, event: ResultRecorded, breaches: tuple[Breach, ...]) -> ResultChange:
    """What `event` is, where these acts were recorded before it."""
    was, now = (sign(result) for result in (event.before, event.after))
    earlier = emptied_by(state, event, breaches)
    if earlier is not None and was == NO_RESULT:
        return _after_emptying(event, earlier)
    if event.before is None:
        return ResultChange.FIRST
    if was == NO_RESULT and now != NO_RESULT:
        return ResultChange.ADJOURNMENT
    return ResultChange.CORRECTION


def adjourned_again(events: Events) -> tuple[ResultRecorded, ...]:
    """Those of `events`, which take a commit back, by which a game that was over is adjourned as before it.

    One that a correction had emptied was not adjourned, and is recorded as that.
    """
    if any(isinstance(each, BreachRecorded) or (isinstance(each, CommitReverted) and each.again) for each in events):
        return ()
    return tuple(each for each in events if isinstance(each, ResultRecorded) and each.after is Result.ADJOURNED)


def _after_emptying(event: ResultRecorded, earlier: Breach) -> ResultChange:
    original, now = earlier.before.rpartition(": ")[2], sign(event.after)
    if now == NO_RESULT:
        adjourned_as_before = original == NO_RESULT and event.after is not None
        return ResultChange.RESTORATION if adjourned_as_before else ResultChange.FIRST
    if original == NO_RESULT:
        return ResultChange.ADJOURNMENT
    return ResultChange.RESTORATION if original == now else ResultChange.CORRECTION


def emptied_by(state: Tournament, event: ResultRecorded, breaches: tuple[Breach, ...]) -> Breach | None:
    """The recorded correction that left the game without a result, or adjourned; None where there is none.

    A game is who plays whom: with other players it is another, and taken away and written again it is the same.
    """
    of_round = [
        each
        for each in breaches
        if (each.kind, each.round, each.after) == (BreachKind.CORRECTION, event.round, NO_RESULT)
    ]
    if not of_round:
        return None
    pair, section = f"{pair_of(state, event)}: ", section_of(state, event)
    return next((each for each in of_round if each.section == section and each.before.startswith(pair)), None)


def pair_of(state: Tournament, event: ResultRecorded | RatingResultRecorded) -> str:
    """The pairing numbers of a game: White, Black."""
    game = _game(state, event)
    numbers = numbers_in_round(state, game.section, event.round)
    return f"{numbers[game.white]}-{numbers[game.black]}"


def section_of(state: Tournament, event: ResultRecorded) -> str:
    """The section of a game."""
    return _game(state, event).section


def sign(result: Result | None) -> str:
    """A result as comments of report files write it.

    >>> sign(Result.DRAW), sign(Result.ADJOURNED), sign(None)
    ('1/2-1/2', '?', '?')
    """
    return result.value if result is not None and result.final else NO_RESULT


def _game(state: Tournament, event: ResultRecorded | RatingResultRecorded) -> Game:
    game = state.pairing(event.pairing)
    assert isinstance(game, Game)
    return game
