"""Which rounds of an event in FIDE mode can still change (C.04.2, 4.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from podium.flow.events import (
    BoardsChanged,
    EditingChanged,
    Event,
    Events,
    ResultRecorded,
    RoundPlayed,
    RoundUnpaired,
    RoundWindowKept,
    StageChanged,
)
from podium.flow.evolve import fold
from podium.flow.fide.breaches import Breach
from podium.flow.fide.corrections import ResultChange, change_of
from podium.flow.formats.registry import format_of
from podium.flow.state import Game, Pairing, Round, Stage, Tournament


def can_change(state: Tournament, round: int, section: str) -> bool:
    """Whether the games of a section in a paired round can still change: those of its last round that was played, of
    the one that was played before that, and of any that is under way or to come.

    Nothing that is taken back makes an older round free again.
    """
    if format_of(state).engine.follows_results:
        return round >= _first_of_all(state)
    closed = round < state.window_kept or round in _in_order(state, section)[:-2]
    return not closed or not (_is_over(state, section, round) or _is_under_way(state, section, round))


def is_followed(state: Tournament, round: int) -> bool:
    """Whether a later round has begun, or was played after it."""
    later = state.rounds[round:]
    if any(has_begun(here) for here in later):
        return True
    if format_of(state).engine.follows_results:
        return bool(later)
    return any(round in _in_order(state, section)[:-1] for section in state.sections)


def has_begun(here: Round) -> bool:
    """Whether a round is seen by all, or has a result."""
    return here.stage is not Stage.DRAFT or any(each.result is not None for each in here.games.values())


def window_start(state: Tournament) -> int:
    """The number of the first round that can still change in some section."""
    return next((here.number for here in state.rounds if _can_change_somewhere(state, here)), len(state.rounds) + 1)


def changed_out_of_window(state: Tournament, event: Event, breaches: tuple[Breach, ...]) -> int | None:
    """The round whose games or results `event` changes though they cannot change any more; None where there is none.

    A first result changes nothing, nor the end of an adjourned game, whenever they come; nor does one that puts right
    what was emptied by one of these acts, `breaches`. A round is opened for whichever section can change in it.
    """
    match event:
        case ResultRecorded() if change_of(state, event, breaches) is ResultChange.CORRECTION:
            return _out_of_window(state, event.round, (state.pairing(event.pairing),))
        case BoardsChanged():
            return _out_of_window(state, event.round, (*event.before, *event.after))
        case RoundUnpaired():
            return _out_of_window(state, event.undone.round, event.undone.boards)
        case StageChanged() if event.before is Stage.CLOSED:
            opened = event.round
        case EditingChanged() if event.after:
            opened = event.round
        case _:
            return None
    return None if _can_change_somewhere(state, state.rounds[opened - 1]) else opened


def window_kept(before: Tournament, after: Tournament) -> Events:
    """What has to be recorded where rounds that were played `before` are not `after`: the window stays where it was."""
    if format_of(before).engine.follows_results:
        first = _first_of_all(before)
        return (RoundWindowKept(first),) if _first_of_all(after) < first else ()
    found = (
        RoundPlayed(number, section)
        for section in before.sections
        for number in _in_order(before, section)
        if number not in _in_order(after, section)
    )
    return tuple(found)


def window_moved_by(state: Tournament, events: Events) -> Events:
    """What has to be recorded with `events`: rounds that were played out of their order, or are not any more."""
    if not any(isinstance(event, ResultRecorded | BoardsChanged | RoundUnpaired) for event in events):
        return ()
    after = fold(state, events)
    if format_of(state).engine.follows_results:  # there each round waits for those before it
        return window_kept(state, after) if any(map(_takes_back, events)) else ()
    results = (each for each in events if isinstance(each, ResultRecorded))
    first = {each.round for each in results if change_of(state, each, state.breaches) is ResultChange.FIRST}
    return tuple(
        RoundPlayed(number, section) for section in after.sections for number in _played(state, after, section, first)
    )


def differs_outside_window(before: Tournament, after: Tournament) -> int | None:
    """The first round outside the window of `before` that is not the same `after`; None where all are."""
    for here in before.rounds:
        there = after.rounds[here.number - 1].games if here.number <= len(after.rounds) else {}
        if there == here.games:
            continue
        both = {each for each in here.games.values() if there.get(each.id) != each}
        both |= {each for each in there.values() if here.games.get(each.id) != each}
        if _out_of_window(before, here.number, both) is not None:
            return here.number
    return None


def _first_of_all(state: Tournament) -> int:
    """The first round that can change where each waits for those before it: the one before the last played."""
    last = max((here.number for here in state.rounds if here.games and not here.pending), default=0)
    return max(state.window_kept, last - 1)


def _can_change_somewhere(state: Tournament, here: Round) -> bool:
    return any(can_change(state, here.number, section) for section in state.sections)


def _out_of_window(state: Tournament, round: int, pairings: Iterable[Pairing]) -> int | None:
    """The round, if one of its `pairings` is of a section in which it cannot change."""
    sections = {each.section for each in pairings}
    return None if all(can_change(state, round, section) for section in sections) else round


def _takes_back(event: Event) -> bool:
    """Whether a round may have been played before `event`, and is not after it."""
    return isinstance(event, RoundUnpaired | BoardsChanged) or (
        isinstance(event, ResultRecorded) and event.after is None
    )


def _in_order(state: Tournament, section: str) -> list[int]:
    """The rounds of a section that were played, in the order in which they were; before those of which that is
    recorded all others, by number."""
    recorded = [number for where, number in state.played if where == section]
    others = (here.number for here in state.rounds if here.number not in recorded)
    return [*(number for number in others if _is_over(state, section, number)), *recorded]


def _played(before: Tournament, after: Tournament, section: str, first: Collection[int]) -> Iterator[int]:
    """The rounds of a section whose place in the order of play is to be recorded: those played `before` and not
    recorded, or played now; once another round is under way also one that lacks a result or two.

    One that was emptied before another was played, and now has `first` results again, comes last.
    """
    recorded = {number for where, number in before.played if where == section}
    numbers = range(1, max(len(before.rounds), len(after.rounds)) + 1)
    begun = [
        number for number in numbers if _is_under_way(before, section, number) < _is_under_way(after, section, number)
    ]
    for number in numbers:
        passed = bool(begun) and number not in begun and _is_under_way(after, section, number)
        over = _is_over(before, section, number) or _is_over(after, section, number)
        again = number in recorded and number in begun and number in first
        if again or (number not in recorded and (over or passed)):
            yield number


def _is_over(state: Tournament, section: str, round: int) -> bool:
    """Whether all games of a section in a round have a result."""
    games = _games(state, section, round)
    return bool(games) and all(game.entered for game in games)


def _is_under_way(state: Tournament, section: str, round: int) -> bool:
    """Whether half of the games of a section in a round are played; those that were forfeited ahead do not count."""
    games = [game for game in _games(state, section, round) if game.played or not game.entered]
    return bool(games) and 2 * sum(game.entered for game in games) >= len(games)


def _games(state: Tournament, section: str, round: int) -> list[Game]:
    return [game for here in state.rounds[round - 1 : round] for game in here.boards if game.section == section]
