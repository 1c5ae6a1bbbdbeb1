"""What of a change of an event in FIDE mode has to be named in its report file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from podium.flow.breaches import NONE, Breach, BreachKind
from podium.flow.events import (
    BoardsChanged,
    BreachRecorded,
    BreachRemoved,
    EditingChanged,
    Event,
    Events,
    NumbersChanged,
    PlayersChanged,
    RatingResultRecorded,
    ResultRecorded,
    RoundPaired,
    RoundUnpaired,
    SettingsChanged,
)
from podium.flow.evolve import evolve, fold
from podium.flow.fide_cautions import changed_unrated, is_draw, is_followed, moved_numbers, numbered_otherwise
from podium.flow.formats.registry import format_of, numbers_in_round
from podium.flow.hand_breaches import (
    byes_corrected,
    full_point_byes_changed,
    pairings_corrected,
    repeated_meetings,
)
from podium.flow.result_changes import ResultChange, change_of, emptied_by, pair_of, section_of, sign
from podium.flow.state import Game, Settings, Tournament
from podium.tiebreaks import UnratedMethod

OF_A_RESULT = (BreachKind.CORRECTION, BreachKind.ADJOURNMENT)
"""What is about a result that later rounds were paired with."""

OF_THE_ROUND = (BreachKind.BY_HAND, BreachKind.FULL_POINT_BYE, BreachKind.IMPORT, BreachKind.NUMBERING, *OF_A_RESULT)
"""What is forgotten with the round that it was done in: where that is unpaired, nothing is paired with it any more."""


def is_of_a_result(event: Event) -> bool:
    """Whether `event` records, or takes back, that a result was changed after rounds were paired with it."""
    return isinstance(event, BreachRecorded | BreachRemoved) and event.breach.kind in OF_A_RESULT


def breach_events(state: Tournament, events: Events, taken_back: Events = ()) -> Events:
    """What is to be recorded with `events`; what they record, or take back, themselves is not recorded again.

    Those that are `taken_back` are no act of their own.
    """
    breaches = state.breaches
    known = {_act(each.breach) for each in events if isinstance(each, BreachRecorded | BreachRemoved)}
    found: list[Event] = []
    for event in events:
        after = evolve(state, event)
        new = list(_of(state, event, after, breaches)) if event not in taken_back else []
        found += [each for each in new if _act(each.breach) not in known and each not in found]
        state = after
    return tuple(found)


def renumbered_breaches(state: Tournament, events: Events) -> Events:
    """The acts that name players by numbers of before `events`, named anew: a late entry moves others down."""
    if not state.breaches or not any(isinstance(each, PlayersChanged | SettingsChanged) for each in events):
        return ()
    after = fold(state, events)
    assert after is not None
    found: list[Event] = []
    for breach in after.breaches:
        if breach not in state.breaches:
            continue
        old, new = (numbers_in_round(each, breach.section, breach.round) for each in (state, after))
        moved = {number: new[id] for id, number in old.items() if new.get(id, number) != number}
        named = breach.renumbered(moved)
        if named != breach:
            found += [BreachRemoved(breach), BreachRecorded(named)]
    return tuple(found)


def _act(breach: Breach) -> tuple[BreachKind, int]:
    """What makes two records one act: numbers that are given back are the same act, whichever way they came."""
    kind = BreachKind.REGENERATION if breach.kind is BreachKind.EXCHANGE else breach.kind
    return kind, breach.round


def _of(
    state: Tournament, event: Event, after: Tournament, breaches: tuple[Breach, ...]
) -> Iterator[BreachRecorded | BreachRemoved]:
    match event:
        case EditingChanged():
            yield from _of_session(state, event, after)
        case RoundUnpaired():
            yield from _forgotten(state, event.undone.round, OF_THE_ROUND)
        case ResultRecorded():
            yield from _of_result(state, event, breaches)
        case RatingResultRecorded():
            stands = after.pairing(event.pairing)
            assert isinstance(stands, Game)
            yield from _rated_otherwise(after, event, stands)
        case SettingsChanged() if state.rounds and changed_unrated(event.before, event.after):
            before, now = (_unrated(each) for each in (event.before, event.after))
            for section in state.sections:
                yield BreachRecorded(Breach(BreachKind.CONFIGURATION, len(state.rounds), now, before, section))
        case RoundPaired() | BoardsChanged():
            for section in numbered_otherwise(state) if isinstance(event, RoundPaired) and event.round == 1 else ():
                yield BreachRecorded(Breach(BreachKind.NUMBERING, 1, "not by rating", "by rating", section))
            yield from full_point_byes_changed(state, event, after)
            if isinstance(event, BoardsChanged) and is_followed(state, event.round):
                yield from pairings_corrected(state, event, after)
                yield from byes_corrected(state, event, after)
        case NumbersChanged() if state.rounds:
            yield from _renumbered(state, event, after)
        case _:
            return


def _of_result(
    state: Tournament, event: ResultRecorded, breaches: tuple[Breach, ...]
) -> Iterator[BreachRecorded | BreachRemoved]:
    """A correction, or an adjourned game that is not drawn; one act with the correction that emptied the game."""
    change, earlier = change_of(state, event, breaches), emptied_by(state, event, breaches)
    if change is ResultChange.FIRST:
        return
    if earlier is not None:
        yield BreachRemoved(earlier)
    if change is ResultChange.CORRECTION and earlier is not None:
        yield BreachRecorded(replace(earlier, after=sign(event.after)))
        return
    pair, after, section = pair_of(state, event), sign(event.after), section_of(state, event)
    if change is ResultChange.CORRECTION and is_followed(state, event.round):
        before = f"{pair}: {sign(event.before)}"
        yield BreachRecorded(Breach(BreachKind.CORRECTION, event.round, after, before, section))
    if change is ResultChange.ADJOURNMENT and not is_draw(event) and is_followed(state, event.round):
        yield BreachRecorded(Breach(BreachKind.ADJOURNMENT, event.round, f"{pair} {after}", section=section))


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


def _unrated(settings: Settings) -> str:
    """What stands for players without a rating, as a comment says it."""
    fixed = settings.unrated_method is UnratedMethod.FIXED
    return f"unrated {(settings.unrated or NONE) if fixed else settings.unrated_method.value}"


def _forgotten(state: Tournament, round: int, kinds: tuple[BreachKind, ...]) -> Iterator[BreachRemoved]:
    for breach in state.breaches:
        if breach.round == round and breach.kind in kinds:
            yield BreachRemoved(breach)


def _rated_otherwise(
    state: Tournament, event: RatingResultRecorded, game: Game
) -> Iterator[BreachRecorded | BreachRemoved]:
    pair, section = pair_of(state, event), game.section
    before = f"{pair}: {sign(game.result)}"
    if event.before is not None:
        yield BreachRemoved(Breach(BreachKind.RATING_CORRECTION, event.round, sign(event.before), before, section))
    if event.after is not None:
        yield BreachRecorded(Breach(BreachKind.RATING_CORRECTION, event.round, sign(event.after), before, section))


def _renumbered(state: Tournament, event: NumbersChanged, after: Tournament) -> Iterator[BreachRecorded]:
    moved = moved_numbers(state, after)
    exchanged = event.after is not None and event.after.by_hand
    kind = BreachKind.EXCHANGE if exchanged else BreachKind.REGENERATION
    for section in state.sections:
        own = [(old, new) for where, old, new in moved if where == section]
        if len(own) > 1:
            before, now = (" ".join(str(pair[at]) for pair in own) for at in (0, 1))
            yield BreachRecorded(Breach(kind, len(state.rounds), now, before, section))
