"""What of a change of an event in FIDE mode has to be named in its report file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from podium.core.result import ByeType
from podium.flow.event.setting_values import Settings
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
from podium.flow.fide.breaches import Breach, BreachKind, Unrated
from podium.flow.fide.corrections import (
    ResultChange,
    change_of,
    changed_byes,
    changed_pairings,
    changed_unrated,
    emptied_by,
    final,
    full_point_byes,
    is_draw,
    moved_numbers,
    numbered_otherwise,
)
from podium.flow.fide.round_window import is_followed
from podium.flow.formats.registry import format_of, numbers_in_round
from podium.flow.players.unpaired import hand_concerns
from podium.flow.state import Boards, Round, Tournament
from podium.swiss import Concern
from podium.tiebreaks import UnratedMethod

MEETINGS = (Concern.REMATCH, Concern.MEETS_AGAIN)
"""What speaks against two players meeting, past or to come."""

RESULT_KINDS = (BreachKind.CORRECTION, BreachKind.ADJOURNMENT)
"""What is about a result that later rounds were paired with."""

ROUND_KINDS = (BreachKind.BY_HAND, BreachKind.FULL_POINT_BYE, BreachKind.IMPORT, BreachKind.NUMBERING, *RESULT_KINDS)
"""What is forgotten with the round that it was done in: where that is unpaired, nothing is paired with it any more."""

Records = Iterator[BreachRecorded | BreachRemoved]


def is_about_result(event: Event) -> bool:
    """Whether `event` records, or takes back, that a result was changed after rounds were paired with it."""
    return isinstance(event, BreachRecorded | BreachRemoved) and event.breach.kind in RESULT_KINDS


def breaches_by_players(state: Tournament) -> Tournament:
    """The event with its acts by their players, also those that earlier versions kept by the numbers of the round."""
    if not any(each.text for each in state.breaches):
        return state
    return replace(state, breaches=tuple(_by_players(state, each) for each in state.breaches))


def _by_players(state: Tournament, breach: Breach) -> Breach:
    numbers = numbers_in_round(state, breach.section, breach.round) if breach.text else {}
    return breach.by_players({number: id for id, number in numbers.items()})


def breach_events(state: Tournament, events: Events, taken_back: Events = ()) -> Events:
    """What is to be recorded with `events`; what they record, or take back, themselves is not recorded again.

    Those that are `taken_back` are no act of their own.
    """
    stored = {_by_players(state, each): each for each in state.breaches}
    state = breaches_by_players(state)
    breaches = state.breaches
    known = {_act(each.breach) for each in events if isinstance(each, BreachRecorded | BreachRemoved)}
    found: list[Event] = []
    for event in events:
        after = evolve(state, event)
        new = list(_recorded(state, event, after, breaches)) if event not in taken_back else []
        found += [each for each in new if _act(each.breach) not in known and each not in found]
        state = after
    return tuple(BreachRemoved(stored.get(e.breach, e.breach)) if isinstance(e, BreachRemoved) else e for e in found)


def texts_by_players(state: Tournament, events: Events) -> Events:
    """The acts kept by numbers that others have after `events`, recorded by their players: late entries move others."""
    texts = [each for each in state.breaches if each.text]
    if not texts or not any(isinstance(each, PlayersChanged | SettingsChanged) for each in events):
        return ()
    after = fold(state, events)
    found: list[Event] = []
    for breach in texts:
        read = _by_players(state, breach)
        if breach in after.breaches and read not in (breach, _by_players(after, breach)):
            found += [BreachRemoved(breach), BreachRecorded(read)]
    return tuple(found)


def _act(breach: Breach) -> tuple[BreachKind, int]:
    """What makes two records one act: numbers that are given back are the same act, whichever way they came."""
    kind = BreachKind.REGENERATION if breach.kind is BreachKind.EXCHANGE else breach.kind
    return kind, breach.round


def _recorded(state: Tournament, event: Event, after: Tournament, breaches: tuple[Breach, ...]) -> Records:
    match event:
        case EditingChanged():
            yield from _session(state, event, after)
        case RoundUnpaired():
            yield from _forgotten(state, event.undone.round, ROUND_KINDS)
        case ResultRecorded():
            yield from _result(state, event, breaches)
        case RatingResultRecorded():
            yield from _rated_otherwise(after, event)
        case SettingsChanged() if state.rounds and changed_unrated(event.before, event.after):
            both = _unrated(event.before), _unrated(event.after)
            for section in state.sections:
                yield BreachRecorded(Breach(BreachKind.CONFIGURATION, len(state.rounds), section, unrated=both))
        case RoundPaired() | BoardsChanged():
            for section in numbered_otherwise(state) if isinstance(event, RoundPaired) and event.round == 1 else ():
                yield BreachRecorded(Breach(BreachKind.NUMBERING, 1, section))
            yield from _full_point_byes(state, event)
            if isinstance(event, BoardsChanged) and is_followed(state, event.round):
                for made in changed_pairings(state, event):  # a change back takes back what was recorded
                    back = replace(made, pairings=made.pairings[::-1])
                    yield BreachRemoved(back) if back in state.breaches else BreachRecorded(made)
                yield from map(BreachRecorded, changed_byes(state, event))
        case NumbersChanged() if state.rounds:
            yield from _renumbered(state, event, after)
        case _:
            return


def _result(state: Tournament, event: ResultRecorded, breaches: tuple[Breach, ...]) -> Records:
    """A correction, or an adjourned game that is not drawn; one act with the correction that emptied the game."""
    change, earlier = change_of(state, event, breaches), emptied_by(state, event, breaches)
    if change is ResultChange.FIRST:
        return
    game, before, after = state.pairing(event.pairing), final(event.before), final(event.after)
    if earlier is not None:
        yield BreachRemoved(earlier)
    if change is ResultChange.CORRECTION and earlier is not None:
        yield BreachRecorded(replace(earlier, results=(earlier.results[0], after)))
        return
    adjourned = change is ResultChange.ADJOURNMENT and not is_draw(event)
    if (change is ResultChange.CORRECTION or adjourned) and is_followed(state, event.round):
        kind = BreachKind.ADJOURNMENT if adjourned else BreachKind.CORRECTION
        yield BreachRecorded(Breach(kind, event.round, game.section, game.players, (before, after)))


def _session(state: Tournament, event: EditingChanged, after: Tournament) -> Records:
    """A session that ends with other pairings than the engine's; one that begins forgets what the last one left."""
    if event.after:
        yield from _forgotten(state, event.round, (BreachKind.BY_HAND,))
        return
    here = after.rounds[event.round - 1]
    engine = format_of(after).engine
    for section, deviation in engine.deviations(after, here).items():
        yield BreachRecorded(Breach(BreachKind.BY_HAND, event.round, section, pairings=deviation))
    if event.differing is None and engine.differences(after, here) is None:
        yield from _repeated_meetings(after, here)


def _repeated_meetings(state: Tournament, here: Round) -> Records:
    """The games of a round with nothing to compare it with whose players meet once more than they should."""
    again = {found.players for found in hand_concerns(state, here) if found.concern in MEETINGS}
    for section in state.sections:
        games = [each for each in here.boards if each.section == section]
        pairs = tuple(game.players for game in games if game.players in again)
        if pairs:
            yield BreachRecorded(Breach(BreachKind.BY_HAND, here.number, section, pairings=((), pairs)))


def _unrated(settings: Settings) -> Unrated:
    """What stands for players without a rating."""
    fixed = settings.unrated_method is UnratedMethod.FIXED
    return settings.unrated or None if fixed else settings.unrated_method


def _forgotten(state: Tournament, round: int, kinds: tuple[BreachKind, ...]) -> Records:
    for breach in state.breaches:
        if breach.round == round and breach.kind in kinds:
            yield BreachRemoved(breach)


def _rated_otherwise(state: Tournament, event: RatingResultRecorded) -> Records:
    game = state.game(event.pairing)
    act = Breach(BreachKind.RATING_CORRECTION, event.round, game.section, game.players)
    if event.before is not None:
        yield BreachRemoved(replace(act, results=(final(game.result), final(event.before))))
    if event.after is not None:
        yield BreachRecorded(replace(act, results=(final(game.result), final(event.after))))


def _renumbered(state: Tournament, event: NumbersChanged, after: Tournament) -> Records:
    moved = moved_numbers(state, after)
    exchanged = event.after is not None and event.after.by_hand
    kind = BreachKind.EXCHANGE if exchanged else BreachKind.REGENERATION
    for section in state.sections:
        own = [(old, new) for where, old, new in moved if where == section]
        if len(own) > 1:
            numbers = tuple(old for old, _ in own), tuple(new for _, new in own)
            yield BreachRecorded(Breach(kind, len(state.rounds), section, numbers=numbers))


def _full_point_byes(state: Tournament, event: RoundPaired | BoardsChanged) -> Records:
    """The full-point byes that come, and those that go: what is not there any more is not named."""
    boards = (Boards(), event.boards) if isinstance(event, RoundPaired) else (event.before, event.after)
    before, now = ({bye.player: bye.section for bye in full_point_byes(each)} for each in boards)
    for id in dict.fromkeys((*before, *now)):
        if id in before and id in now:
            continue
        section = now.get(id, before.get(id, ""))
        breach = Breach(BreachKind.FULL_POINT_BYE, event.round, section, (id,), byes=(None, ByeType.UNPAIRED))
        if id in now:
            yield BreachRecorded(breach)
        elif breach in state.breaches:
            yield BreachRemoved(breach)
