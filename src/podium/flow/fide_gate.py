"""The one gate of FIDE mode: every change of an event in it passes here, wherever it comes from."""

from __future__ import annotations

from collections.abc import Sequence

from podium.core.errors import Cautioned, Refused
from podium.flow.breach_log import breach_events
from podium.flow.commands import AdoptRecords, Command, LeaveFideMode
from podium.flow.declared_groups import refuse_other_groups
from podium.flow.events import Events, FideModeLeft
from podium.flow.fide_cautions import IMPORTED, OUT_OF_WINDOW, REWOUND, Caution, Level, cautions, leaves_by_settings
from podium.flow.fide_mode import in_fide_mode
from podium.flow.round_window import differs_outside_window, window_start
from podium.flow.state import Tournament

MOST_STEPS = max(level.steps for level in Level)
"""What is acknowledged by somebody who asks nothing any more."""


def guarded(state: Tournament, command: Command, events: Events, acknowledged: int) -> Events:
    """`events`, with what has to be recorded of them; raises Refused until what they do has been acknowledged.

    Outside FIDE mode they pass as they are.
    """
    if not in_fide_mode(state):
        return events
    refuse_other_groups(state, events)
    _ask(cautions(state, command, events), acknowledged)
    if isinstance(command, LeaveFideMode) or any(leaves_by_settings(event) for event in events):
        return (*events, FideModeLeft(len(state.rounds)))
    return (*events, *breach_events(state, events))


def guarded_travel(before: Tournament, after: Tournament, acknowledged: int) -> Events:
    """What has to be recorded where an event moves to another version of itself: that FIDE mode was left stays so.

    Raises Refused until moving has been acknowledged, and where it would change rounds that cannot change any more.
    """
    if before.fide_mode_exit is not None:
        earlier = after.fide_mode_exit is None or after.fide_mode_exit > before.fide_mode_exit
        return (FideModeLeft(before.fide_mode_exit),) if earlier else ()
    if in_fide_mode(before):
        changed = differs_outside_window(before, after)
        forbidden = [Caution(OUT_OF_WINDOW, changed, first=window_start(before))] if changed is not None else []
        _ask(forbidden or [Caution(REWOUND, len(after.rounds))], acknowledged)
    return ()


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
