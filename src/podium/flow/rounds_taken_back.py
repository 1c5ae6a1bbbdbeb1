"""Rounds that come back, or change, where a commit is taken back in FIDE mode: as they were, or as the engine pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.result import ByeType
from podium.flow.breaches import NONE
from podium.flow.events import BoardsChanged, EditingChanged, Event, Events, RoundPaired
from podium.flow.formats.registry import format_of
from podium.flow.invariants import Obstacle
from podium.flow.state import Bye, Game, Pairing, Round, Tournament


def check_rounds_taken_back(
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
        case BoardsChanged() if _seats(event.before) != _seats(event.after):
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
    recorded = {
        (breach.section, breach.before, breach.after) for breach in after.breaches if breach.round == here.number
    }
    for section, (expected, actual) in engine.deviations(after, here).items():
        if (section, " ".join(expected) or NONE, " ".join(actual)) not in recorded:
            return "comparison", {"round": here.number}
    return None


def _is_as_it_was(earlier: Tournament, after: Tournament, here: Round) -> bool:
    """Whether a round, and all that it was paired from, is the same as `earlier`."""
    if here.number > len(earlier.rounds) or earlier.rounds[here.number - 1].editing:
        return False
    return (
        _seats(earlier.rounds[here.number - 1].games.values()) == _seats(here.games.values())
        and _played(earlier, here) == _played(after, here)
        and earlier.settings == after.settings
        and earlier.seats == after.seats
        and _entrants(earlier) == _entrants(after)
    )


def _seats(pairings: Iterable[Pairing]) -> set[tuple[PlayerId, ...]]:
    """Who meets whom with which colour, and who has the bye of the pairing."""
    return {each.players for each in pairings if not isinstance(each, Bye) or each.kind is ByeType.BYE}


def _played(state: Tournament, here: Round) -> list[set[tuple[object, ...]]]:
    """What a round was paired from: every game before it with its result, every bye; nothing where tables decide."""
    if not format_of(state).engine.follows_results:
        return []
    return [
        {(each.players, each.result if isinstance(each, Game) else None, _kind(each)) for each in one.games.values()}
        for one in state.rounds[: here.number - 1]
    ]


def _kind(pairing: Pairing) -> ByeType | None:
    return pairing.kind if isinstance(pairing, Bye) else None


def _entrants(state: Tournament) -> dict[PlayerId, tuple[object, ...]]:
    """What of the players decides who is paired, and who may meet."""
    return {
        id: (player.withdrawn, player.byes, player.section, player.fields.club, player.fields.federation)
        for id, player in state.players.items()
    }
