"""The one gate of FIDE mode: every change of an event in it passes here, wherever it comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from podium.core.errors import Cautioned, Refused
from podium.flow.breach_log import breach_events, is_of_a_result, renumbered_breaches
from podium.flow.commands import AdoptRecords, Command, LeaveFideMode
from podium.flow.declared_groups import refuse_other_groups
from podium.flow.events import (
    BoardsChanged,
    CommitReverted,
    Event,
    Events,
    FideModeLeft,
    PlayersChanged,
    ResultRecorded,
    RoundPaired,
)
from podium.flow.evolve import fold
from podium.flow.fide_cautions import (
    IMPORTED,
    LEAVING,
    OUT_OF_WINDOW,
    REWOUND,
    Caution,
    Level,
    cautions,
    leaves_by_settings,
)
from podium.flow.fide_mode import in_fide_mode
from podium.flow.half_byes import check_half_byes_since
from podium.flow.result_changes import adjourned_again
from podium.flow.round_window import (
    can_change,
    differs_outside_window,
    window_kept,
    window_moved_by,
    window_start,
)
from podium.flow.rounds_taken_back import check_rounds_taken_back
from podium.flow.state import Tournament

MOST_STEPS = max(level.steps for level in Level)
"""What is acknowledged by somebody who asks nothing any more."""


def guarded(state: Tournament, command: Command, events: Events, acknowledged: int, taken_back: Events = ()) -> Events:
    """`events`, with what has to be recorded of them; raises Refused until what they do has been acknowledged.

    Those that are `taken_back` are no act of their own. Outside FIDE mode all pass.
    """
    if not in_fide_mode(state):
        return (*events, *renumbered_breaches(state, events))
    refuse_other_groups(state, events)
    _ask(cautions(state, command, events, taken_back), acknowledged)
    if isinstance(command, LeaveFideMode) or any(leaves_by_settings(event) for event in events):
        return (*events, FideModeLeft(len(state.rounds)))
    events = (*events, *breach_events(state, events, taken_back))
    events = (*events, *renumbered_breaches(state, events))
    return (*events, *window_moved_by(state, events))


def guarded_reversal(
    state: Tournament,
    command: Command,
    events: Events,
    since: Sequence[Event],
    then: Callable[[], Tournament | None],
    acknowledged: int,
) -> Events:
    """`events`, which take a commit back, judged as if what they change were changed directly.

    `since` is what came after that commit and still stands: once a round was paired upon it, results that it changed
    are corrected and not taken back; nor is the end of an adjourned game of a round that cannot change any more, once
    others were played after it. `then` gives the event as it was before that commit.
    """
    if not in_fide_mode(state):
        return events
    after = fold(state, events)
    assert after is not None
    if in_fide_mode(after):
        version = next(each.version for each in events if isinstance(each, CommitReverted))
        check_rounds_taken_back(state, after, events, version, then)
        if any(isinstance(each, RoundPaired | BoardsChanged | PlayersChanged) for each in events):
            check_half_byes_since(state, after)
    if any(isinstance(each, RoundPaired) for each in since):
        return guarded(state, command, tuple(each for each in events if not is_of_a_result(each)), acknowledged)
    went_on = any(isinstance(each, ResultRecorded) and each.before is None for each in since)
    adjourned = tuple(each for each in adjourned_again(events) if not went_on or _is_in_window(state, each))
    return guarded(state, command, events, acknowledged, adjourned)


def _is_in_window(state: Tournament, event: ResultRecorded) -> bool:
    return can_change(state, event.round, state.pairing(event.pairing).section)


def guarded_travel(before: Tournament, after: Tournament, acknowledged: int) -> Events:
    """What has to be recorded where an event moves to another version of itself: that FIDE mode was left stays so.

    To move to a version that is not in FIDE mode is to leave it; the rounds that can change stay the same ones. Raises
    Refused until moving has been acknowledged, and where it would change rounds that cannot change any more.
    """
    if before.fide_mode_exit is not None:
        earlier = after.fide_mode_exit is None or after.fide_mode_exit > before.fide_mode_exit
        return (FideModeLeft(before.fide_mode_exit),) if earlier else ()
    rewound = Caution(REWOUND, len(after.rounds))
    if not in_fide_mode(before):  # one that was in it before has left, if long ago without a record
        return (FideModeLeft(len(before.rounds)),) if in_fide_mode(after) else ()
    if not in_fide_mode(after):
        _ask([Caution(LEAVING), rewound], acknowledged)
        return (FideModeLeft(len(before.rounds)),)
    changed = differs_outside_window(before, after)
    forbidden = [Caution(OUT_OF_WINDOW, changed, first=window_start(before))] if changed is not None else []
    _ask(forbidden or [rewound], acknowledged)
    return window_kept(before, after)


def guarded_import(command: AdoptRecords, acknowledged: int) -> None:
    """Nothing, if the rounds that are brought in are those of the rules, or what they are has been acknowledged."""
    if command.fide_mode_exit is None:
        found = [Caution(IMPORTED, each.round, expected=each.before, actual=each.after) for each in command.breaches]
        _ask(found, acknowledged)


def _ask(found: Sequence[Caution], acknowledged: int) -> None:
    """Nothing, if all that was found has been acknowledged often enough; what is forbidden never has."""
    levels = {caution.level for caution in found}
    forbidden = [caution for caution in found if caution.level is Level.L5]
    if forbidden:
        raise Refused("fide-mode-forbids", value=forbidden[0].code, level=Level.L5.value, cautions=_facts(forbidden))
    steps = max((level.steps for level in levels), default=0)
    if acknowledged < steps:
        level = max(levels, key=lambda level: level.value)
        raise Cautioned(_facts(found), level.value, acknowledged + 1, steps)


def _facts(found: Sequence[Caution]) -> list[dict[str, object]]:
    return [
        {
            "code": caution.code,
            "level": caution.level.value,
            "round": caution.round,
            "names": list(caution.names),
            "met_in": caution.met_in,
            "first": caution.first,
            "expected": caution.expected,
            "actual": caution.actual,
        }
        for caution in found
    ]
