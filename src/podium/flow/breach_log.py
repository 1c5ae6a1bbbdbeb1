"""What of a change of an event in FIDE mode has to be named in its report file."""

from __future__ import annotations

from collections.abc import Iterator

from podium.core.result import Result
from podium.flow.breaches import NONE, Breach, BreachKind
from podium.flow.events import (
    BoardsChanged,
    BreachRecorded,
    BreachRemoved,
    EditingChanged,
    Event,
    Events,
    NumbersChanged,
    RatingResultRecorded,
    ResultRecorded,
    RoundPaired,
    RoundUnpaired,
)
from podium.flow.evolve import evolve
from podium.flow.fide_cautions import is_draw, is_followed, moved_numbers
from podium.flow.formats.registry import format_of, numbers_in_round
from podium.flow.hand_breaches import byes_corrected, full_point_byes_changed, repeated_meetings
from podium.flow.state import Bye, Game, Tournament

OF_THE_PAIRING = (BreachKind.BY_HAND, BreachKind.FULL_POINT_BYE, BreachKind.IMPORT)
"""What is forgotten with the round that it was done in, or done anew."""


def breach_events(state: Tournament, events: Events) -> Events:
    """What is to be recorded with `events`; what they record, or take back, themselves is not recorded again."""
    known = {_act(each.breach) for each in events if isinstance(each, BreachRecorded | BreachRemoved)}
    found: list[Event] = []
    for event in events:
        after = evolve(state, event)
        for each in _of(state, event, after):
            if _act(each.breach) not in known and each not in found:
                found.append(each)
        state = after
    return tuple(found)


def _act(breach: Breach) -> tuple[BreachKind, int]:
    """What makes two records one act: numbers that are given back are the same act, whichever way they came."""
    kind = BreachKind.REGENERATION if breach.kind is BreachKind.EXCHANGE else breach.kind
    return kind, breach.round


def _of(state: Tournament, event: Event, after: Tournament) -> Iterator[BreachRecorded | BreachRemoved]:
    match event:
        case EditingChanged():
            yield from _of_session(state, event, after)
        case RoundUnpaired():
            yield from _forgotten(state, event.undone.round, OF_THE_PAIRING)
        case ResultRecorded() if event.before is not None:
            kind, before = BreachKind.CORRECTION, f"{_pair(after, event)}: {_signs(event.before)}"
            if event.ends_adjournment:
                kind, before = BreachKind.ADJOURNMENT, ""
            if kind is BreachKind.CORRECTION and not is_followed(state, event.round):
                return
            if kind is BreachKind.ADJOURNMENT and is_draw(event):
                return
            said = _signs(event.after) if before else f"{_pair(after, event)} {_signs(event.after)}"
            yield BreachRecorded(Breach(kind, event.round, said, before, _section(after, event)))
        case RatingResultRecorded():
            stands = after.pairing(event.pairing)
            assert isinstance(stands, Game)
            yield from _rated_otherwise(after, event, stands)
        case RoundPaired() | BoardsChanged():
            yield from full_point_byes_changed(state, event, after)
            if isinstance(event, BoardsChanged) and is_followed(state, event.round):
                yield from byes_corrected(state, event, after)
        case NumbersChanged() if state.rounds:
            yield from _renumbered(state, event, after)
        case _:
            return


def _of_session(
    state: Tournament, event: EditingChanged, after: Tournament
) -> Iterator[BreachRecorded | BreachRemoved]:
    """A session that ends with other pairings than the engine's; one that begins forgets what the last one left."""
    if event.after:
        yield from _forgotten(state, event.round, (BreachKind.BY_HAND,))
        return
    here = after.rounds[event.round - 1]
    engine = format_of(after).engine
    for section, (expected, actual) in engine.deviations(after, here).items():
        yield BreachRecorded(
            Breach(BreachKind.BY_HAND, event.round, " ".join(actual), " ".join(expected) or NONE, section)
        )
    if event.differing is None and engine.differences(after, here) is None:
        yield from repeated_meetings(after, here)


def _forgotten(state: Tournament, round: int, kinds: tuple[BreachKind, ...]) -> Iterator[BreachRemoved]:
    for breach in state.breaches:
        if breach.round == round and breach.kind in kinds:
            yield BreachRemoved(breach)


def _rated_otherwise(
    state: Tournament, event: RatingResultRecorded, game: Game
) -> Iterator[BreachRecorded | BreachRemoved]:
    pair, section = _pair(state, event), game.section
    before = f"{pair}: {_signs(game.result)}"
    if event.before is not None:
        yield BreachRemoved(Breach(BreachKind.RATING_CORRECTION, event.round, _signs(event.before), before, section))
    if event.after is not None:
        yield BreachRecorded(Breach(BreachKind.RATING_CORRECTION, event.round, _signs(event.after), before, section))


def _renumbered(state: Tournament, event: NumbersChanged, after: Tournament) -> Iterator[BreachRecorded]:
    moved = moved_numbers(state, after)
    exchanged = event.after is not None and event.after.by_hand
    kind = BreachKind.EXCHANGE if exchanged else BreachKind.REGENERATION
    for section in state.sections:
        own = [(old, new) for where, old, new in moved if where == section]
        if len(own) > 1:
            before, now = (" ".join(str(pair[at]) for pair in own) for at in (0, 1))
            yield BreachRecorded(Breach(kind, len(state.rounds), now, before, section))


def _pair(state: Tournament, event: ResultRecorded | RatingResultRecorded) -> str:
    """The pairing numbers of a game: White, Black."""
    game = state.pairing(event.pairing)
    assert isinstance(game, Game)
    numbers = numbers_in_round(state, game.section, event.round)
    return f"{numbers[game.white]}-{numbers[game.black]}"


def _section(state: Tournament, event: ResultRecorded) -> str:
    pairing = state.pairing(event.pairing)
    assert not isinstance(pairing, Bye)
    return pairing.section


def _signs(result: Result | None) -> str:
    """A result as the comment writes it; a game without one, or one that is adjourned, is a question mark."""
    return result.value if result is not None and result.final else "?"
