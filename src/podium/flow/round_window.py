"""Which rounds of an event in FIDE mode can still change (C.04.2, 4.3)."""

from __future__ import annotations

from podium.flow.breaches import Breach
from podium.flow.events import (
    BoardsChanged,
    EditingChanged,
    Event,
    Events,
    ResultRecorded,
    RoundPlayedAhead,
    RoundUnpaired,
    RoundWindowKept,
    StageChanged,
)
from podium.flow.evolve import fold
from podium.flow.formats.registry import format_of
from podium.flow.result_changes import ResultChange, change_of
from podium.flow.state import Game, Round, Stage, Tournament


def window_start(state: Tournament) -> int:
    """The number of the first round that can still change: the one before the last that was played.

    A round under way comes after them, and can change too. Nothing that is taken back makes an older round free again.
    """
    return max(state.window_kept, last_played(state) - 1)


def last_played(state: Tournament) -> int:
    """The number of the last round whose games all have a result; 0 where there is none.

    Those that were played ahead do not count, nor does any after a round that is still to come.
    """
    last = 0
    for here in state.rounds:
        if here.number in state.played_ahead:
            continue
        if here.games and not here.pending:
            last = here.number
        elif _is_to_come(here):
            break
    return last


def _is_to_come(here: Round) -> bool:
    """Whether most games of a round are still to be played."""
    games = [each for each in here.games.values() if isinstance(each, Game)]
    return 2 * sum(game.result is not None for game in games) < len(games)


def played_ahead_by(state: Tournament, events: Events) -> Events:
    """What has to be recorded where `events` complete a round: that it was played ahead, or in its turn after all."""
    first = (event for event in events if isinstance(event, ResultRecorded) and event.before is None)
    numbers = {event.round for event in first if event.after is not None}
    if not numbers or format_of(state).engine.follows_results:  # there each round waits for those before it
        return ()
    after = fold(state, events)
    assert after is not None
    found: list[Event] = []
    for here in (after.rounds[number - 1] for number in sorted(numbers)):
        ahead = any(map(_is_to_come, after.rounds[: here.number - 1]))
        if not here.pending and ahead is not (here.number in after.played_ahead):
            found.append(RoundPlayedAhead(here.number, ahead))
    return tuple(found)


def changed_round(state: Tournament, event: Event, breaches: tuple[Breach, ...]) -> int | None:
    """The round whose games or results `event` changes after they were known; None where it changes none.

    A first result does not, nor the end of an adjourned game, whenever they come; nor does one that puts right what was
    emptied by one of these acts, `breaches`.
    """
    match event:
        case ResultRecorded():
            return event.round if change_of(state, event, breaches) is ResultChange.CORRECTION else None
        case BoardsChanged():
            return event.round
        case StageChanged():
            return event.round if event.before is Stage.CLOSED else None
        case EditingChanged():
            return event.round if event.after else None
        case RoundUnpaired():
            return event.undone.round
        case _:
            return None


def window_kept(before: Tournament, after: Tournament) -> Events:
    """What has to be recorded where rounds that were played `before` are not `after`: the window stays where it was."""
    first = window_start(before)
    return (RoundWindowKept(first),) if window_start(after) < first else ()


def window_kept_by(state: Tournament, events: Events) -> Events:
    """What has to be recorded with `events` where they take back what was played."""
    if not any(map(_takes_back, events)):
        return ()
    after = fold(state, events)
    assert after is not None
    return window_kept(state, after)


def _takes_back(event: Event) -> bool:
    """Whether a round may have been played before `event`, and is not after it."""
    return isinstance(event, RoundUnpaired | BoardsChanged | RoundPlayedAhead) or (
        isinstance(event, ResultRecorded) and event.after is None
    )


def differs_outside_window(before: Tournament, after: Tournament) -> int | None:
    """The first round outside the window of `before` that is not the same `after`; None where all are."""
    for here in before.rounds[: window_start(before) - 1]:
        if here.number > len(after.rounds) or after.rounds[here.number - 1].games != here.games:
            return here.number
    return None
