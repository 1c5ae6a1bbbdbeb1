"""The one gate of FIDE mode: every change of an event in it passes here, wherever it comes from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import asdict

from podium.core.errors import Cautioned, Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.commands import Command, LeaveFideMode
from podium.flow.event.setting_values import Apart
from podium.flow.events import (
    BoardsChanged,
    CommitReverted,
    EditingChanged,
    Event,
    Events,
    FideModeLeft,
    Obstacle,
    PlayersChanged,
    ResultRecorded,
    RoundPaired,
)
from podium.flow.evolve import fold
from podium.flow.fide.cautions import LEAVING, OUT_OF_WINDOW, REWOUND, Caution, Level, cautions, leaves_by_settings
from podium.flow.fide.corrections import adjourned_again
from podium.flow.fide.half_byes import check_half_byes_since
from podium.flow.fide.recording import breach_events, breaches_by_players, is_about_result, texts_by_players
from podium.flow.fide.round_window import can_change, differs_outside_window, window_kept, window_moved_by, window_start
from podium.flow.formats.registry import format_of
from podium.flow.rounds.editing import seats
from podium.flow.state import Round, Tournament

MOST_STEPS = max(level.steps for level in Level)
"""What is acknowledged by somebody who asks nothing any more."""


def guarded(state: Tournament, command: Command, events: Events, acknowledged: int, taken_back: Events = ()) -> Events:
    """`events`, with what has to be recorded of them; raises Refused until what they do has been acknowledged.

    Those that are `taken_back` are no act of their own. Outside FIDE mode all pass.
    """
    if not state.in_fide_mode:
        return (*events, *texts_by_players(state, events))
    _refuse_other_groups(state, events)
    read = breaches_by_players(state)
    ask(cautions(read, command, events, taken_back), acknowledged)
    if isinstance(command, LeaveFideMode) or any(leaves_by_settings(event) for event in events):
        return (*events, FideModeLeft(len(state.rounds)))
    events = (*events, *breach_events(state, events, taken_back))
    events = (*events, *texts_by_players(state, events))
    return (*events, *window_moved_by(read, events))


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
    if not state.in_fide_mode:
        return events
    after = fold(state, events)
    if after.in_fide_mode:
        version = next(each.version for each in events if isinstance(each, CommitReverted))
        _check_rounds_taken_back(state, after, events, version, then)
        if any(isinstance(each, RoundPaired | BoardsChanged | PlayersChanged) for each in events):
            check_half_byes_since(state, after)
    if any(isinstance(each, RoundPaired) for each in since):
        return guarded(state, command, tuple(each for each in events if not is_about_result(each)), acknowledged)
    went_on = any(isinstance(each, ResultRecorded) and each.before is None for each in since)
    adjourned = tuple(
        each
        for each in adjourned_again(events)
        if not went_on or can_change(state, each.round, state.pairing(each.pairing).section)
    )
    return guarded(state, command, events, acknowledged, adjourned)


def guarded_travel(before: Tournament, after: Tournament, acknowledged: int) -> Events:
    """What has to be recorded where an event moves to another version of itself: that FIDE mode was left stays so.

    To move to a version that is not in FIDE mode is to leave it; the rounds that can change stay the same ones. Raises
    Refused until moving has been acknowledged, and where it would change rounds that cannot change any more.
    """
    if before.fide_mode_exit is not None:
        earlier = after.fide_mode_exit is None or after.fide_mode_exit > before.fide_mode_exit
        return (FideModeLeft(before.fide_mode_exit),) if earlier else ()
    rewound = Caution(REWOUND, len(after.rounds))
    if not before.in_fide_mode:  # one that was in it before has left, if long ago without a record
        return (FideModeLeft(len(before.rounds)),) if after.in_fide_mode else ()
    if not after.in_fide_mode:
        ask([Caution(LEAVING), rewound], acknowledged)
        return (FideModeLeft(len(before.rounds)),)
    changed = differs_outside_window(before, after)
    forbidden = [Caution(OUT_OF_WINDOW, changed, first=window_start(before))] if changed is not None else []
    ask(forbidden or [rewound], acknowledged)
    return window_kept(before, after)


def ask(found: Sequence[Caution], acknowledged: int) -> None:
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
    return [{"code": each.code, "level": each.level.value, **asdict(each), "names": list(each.names)} for each in found]


def _refuse_other_groups(state: Tournament, events: Events) -> None:
    """Nothing, unless `events` change who of the players in paired rounds may not meet; raises Refused naming one.

    Clubs and federations that are kept apart are declared before round 1. Who comes late joins the group of the own
    club or federation, and can be moved until the first round with a record.
    """
    if not (state.rounds and state.settings.apart and any(isinstance(event, PlayersChanged) for event in events)):
        return
    after = fold(state, events)
    bound = {id for here in state.rounds for pairing in here.games.values() for id in pairing.players}
    for what in state.settings.apart:
        if _groups(state, what, bound) == _groups(after, what, bound):
            continue
        moved = next(
            after.players[id]
            for id in state.players
            if id in bound and _group(state.players[id], what) != _group(after.players[id], what)
        )
        own = what.own(moved) or None
        raise Refused("groups-declared-before-round-1", field=what.value, value=own, name=moved.name)


def _group(player: Player, what: Apart) -> tuple[str, str]:
    """The name of a group: those of a section who share something."""
    return player.section, what.own(player).casefold()


def _groups(state: Tournament, what: Apart, bound: Set[PlayerId]) -> frozenset[frozenset[PlayerId]]:
    together: dict[tuple[str, str], set[PlayerId]] = defaultdict(set)
    for id in bound & state.players.keys():
        player = state.players[id]
        if what.own(player):
            together[_group(player, what)].add(id)
    return frozenset(frozenset(group) for group in together.values() if len(group) > 1)


def _check_rounds_taken_back(
    state: Tournament, after: Tournament, events: Events, version: int, then: Callable[[], Tournament | None]
) -> None:
    """Nothing, if all that `events` make of rounds by taking commit `version` back needs no session by hand.

    A round that was so before that commit, and is so again with all that it was paired from, does not: `then` gives the
    event as it was. Any other must be as the engine pairs it, or as is recorded; raises Refused.
    """
    touched = sorted({number for event in events for number in _rearranged(event)})
    settled = [after.rounds[number - 1] for number in touched if number <= len(after.rounds)]
    settled = [here for here in settled if not here.editing]  # a session that is open is compared at its end
    if not settled or not format_of(after).engine.can_be_compared:
        return
    earlier = then()
    for here in settled:
        if earlier is not None and _is_as_it_was(earlier, after, here):
            continue
        if (obstacle := _in_the_way(state, earlier, after, here)) is not None:
            what, facts = obstacle
            raise Refused("change-depended-on", value=version, what=what, **facts)


def _rearranged(event: Event) -> Iterator[int]:
    """The round that comes about by `event`, whose games change by it, or that is no longer changed by hand."""
    match event:
        case RoundPaired():
            yield event.round
        case BoardsChanged() if seats(event.before) != seats(event.after):
            yield event.round
        case EditingChanged() if not event.after:
            yield event.round
        case _:
            return


def _in_the_way(state: Tournament, earlier: Tournament | None, after: Tournament, here: Round) -> Obstacle | None:
    engine, comes_back = format_of(after).engine, here.number > len(state.rounds)
    if comes_back and (earlier is None or _played(earlier, here) != _played(after, here)):
        return "basis", {"round": here.number}
    if not engine.follows_results and engine.differences(after, here) is None:  # no table to compare it with
        return "comparison", {"round": here.number}
    breaches = breaches_by_players(after).breaches
    recorded = {(breach.section, breach.pairings) for breach in breaches if breach.round == here.number}
    if any(deviation not in recorded for deviation in engine.deviations(after, here).items()):
        return "comparison", {"round": here.number}
    return None


def _is_as_it_was(earlier: Tournament, after: Tournament, here: Round) -> bool:
    """Whether a round, and all that it was paired from, is the same as `earlier`."""
    if here.number > len(earlier.rounds) or earlier.rounds[here.number - 1].editing:
        return False
    return (
        seats(earlier.rounds[here.number - 1].games.values()) == seats(here.games.values())
        and _played(earlier, here) == _played(after, here)
        and earlier.settings == after.settings
        and earlier.seats == after.seats
        and _entrants(earlier) == _entrants(after)
    )


def _played(state: Tournament, here: Round) -> list[set[tuple[object, ...]]]:
    """What a round was paired from: every game before it with its result, every bye; nothing where tables decide."""
    if not format_of(state).engine.follows_results:
        return []
    return [
        {(each.players, each.result, each.bye_kind) for each in one.games.values()}
        for one in state.rounds[: here.number - 1]
    ]


def _entrants(state: Tournament) -> dict[PlayerId, tuple[object, ...]]:
    """What of the players decides who is paired, and who may meet."""
    return {
        id: (player.withdrawn, player.byes, player.section, player.fields.club, player.fields.federation)
        for id, player in state.players.items()
    }
