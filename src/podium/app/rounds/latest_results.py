"""The results of a round in the order in which they came."""

from __future__ import annotations

from podium.app.ports import Past
from podium.core.ids import PairingId
from podium.flow.events import BracketChanged, Event, ResultRecorded, SetsRecorded
from podium.flow.state import Bye, Game, Match, Round

LOOKED_AT = 400  # commits: what came before them is old, and comes last


def latest_results(past: Past, version: int, here: Round) -> tuple[Game | Match, ...]:
    """The games and matches of round `here` that have a result, the latest first; `version` is the tournament's."""
    came: dict[PairingId, None] = {}
    for events in past.events_by_version(max(0, version - LOOKED_AT)).values():
        for id in (id for event in events for id in _pairings(event)):
            came.pop(id, None)  # so that the last change gives its place
            came[id] = None
    order = {id: place for place, id in enumerate(came)}
    there = [each for each in here.every if not isinstance(each, Bye) and _has_result(each)]
    return tuple(sorted(there, key=lambda each: -order.get(each.id, -1)))


def _pairings(event: Event) -> tuple[PairingId, ...]:
    """The pairings whose result an event set."""
    match event:
        case ResultRecorded(pairing=pairing) | SetsRecorded(pairing=pairing):
            return (pairing,)
        case BracketChanged(changed=changed):
            before = {match.id: match.played for match in changed.before}
            return tuple(match.id for match in changed.after if match.played != before.get(match.id))
        case _:
            return ()


def _has_result(pairing: Game | Match) -> bool:
    return pairing.result is not None if isinstance(pairing, Game) else pairing.problem is None
