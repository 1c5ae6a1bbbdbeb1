"""The results of a round in the order in which they came."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.ports import Past
from podium.core.ids import PairingId
from podium.flow.events import BracketChanged, Event, ResultRecorded, SetsRecorded
from podium.flow.state import Bye, Game, Match, Round

LOOKED_AT = 400  # commits: beyond, a result is old


@dataclass(frozen=True, slots=True)
class LatestResult:
    """A result that is there, and when it came; None for one that is older than what is looked at."""

    pairing: Game | Match
    at: str | None


def latest_results(past: Past, version: int, here: Round) -> tuple[LatestResult, ...]:
    """The results of round `here`, the latest first; `version` is that of the tournament."""
    after = max(0, version - LOOKED_AT)
    moments = {commit.version: commit.at for commit in past.commits(after)}
    came: dict[PairingId, str] = {}
    for at, events in past.events_by_version(after).items():
        for id in (id for event in events for id in _pairings(event)):
            came.pop(id, None)  # so that the last change gives its place
            came[id] = moments[at]
    order = {id: place for place, id in enumerate(came)}
    there = [each for each in here.every if not isinstance(each, Bye) and _has_result(each)]
    there.sort(key=lambda each: order.get(each.id, -1), reverse=True)
    return tuple(LatestResult(each, came.get(each.id)) for each in there)


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
