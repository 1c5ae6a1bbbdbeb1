"""Tournaments as the public may see them: where games are shown late, so is everything that their results led to; and
where the director reveals the places, everything that the results of the last round led to, until the winner is named.

Each public read goes through here, by `Desk.see`. What is shown is the whole event as it stood before the first result
that is still held back: no list, page, stream or file can know more than that state does.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, replace

from podium.app.event.progress import planned_rounds
from podium.app.handle import ancestry
from podium.app.memory import Recent
from podium.app.ports import Head, Journal, Past
from podium.app.server.steady_clock import iso
from podium.core.ids import PairingId, TournamentId
from podium.flow.event.live_options import LONGEST_DELAY
from podium.flow.events import BracketChanged, Event, ResultRecorded, SetsRecorded, SettingsChanged
from podium.flow.state import Round, Tournament

MINUTE = 60_000  # milliseconds
KEPT = 64  # events whose public state stays in memory
EMPTY = Round(0, {})  # before the first


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a stream at `version`: what the public saw last, and which commits after it have a result."""

    version: int
    shown: Head
    results: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Held:
    """Where a stream at `version` stood before the results of its last round, which has these games."""

    version: int
    games: frozenset[PairingId]
    shown: Head | None


class PublicHeads:
    """Where streams stand for the public; the state that is shown is made once for all who look.

    `holds_back` says whether the director of an event has yet to reveal who won.
    """

    def __init__(self, journal: Journal, holds_back: Callable[[TournamentId], bool]) -> None:
        self._journal = journal
        self._holds_back = holds_back
        self._known: Recent[TournamentId, _Known] = Recent(KEPT)
        self._held: Recent[TournamentId, _Held] = Recent(KEPT)

    def may_be_late(self, at: str) -> bool:
        """Whether the public may not know yet of what was written at a time, in whatever event."""
        return at > iso(self._journal.milliseconds() - LONGEST_DELAY * MINUTE)

    def public_head(self, head: Head) -> Head:
        """The head as the public sees it: before the first result that is held back, or comes late."""
        return self.late_head(self.held_head(head) or head)

    def late_head(self, head: Head) -> Head:
        """The head before the first result that is younger than the event's delay."""
        delay = public_delay(head.state) if head.state is not None else 0
        since = iso(self._journal.milliseconds() - delay)
        if not delay or head.at <= since:
            return head
        generation = self._known.generation
        known = self._known.get(head.stream) or _Known(0, Head(head.stream, 0, None))
        if known.version != head.version:
            with self._journal.past(head.stream) as past:
                known = _Known(head.version, known.shown, _results(past, known.shown.version, head.version))
        version = next((version - 1 for version, at in known.results if at > since), head.version)
        if version == head.version:
            known = replace(known, shown=head)
        elif version > known.shown.version:
            with self._journal.past(head.stream) as past:
                known = replace(known, shown=past.head(known.shown, version, since))
        self._known.put(head.stream, known, generation)
        return known.shown

    def held_head(self, head: Head) -> Head | None:
        """The head before the results that the director has yet to reveal; None where nothing is held back.

        They are those of the last round, from the first that came once the round before had begun.
        """
        last = _last_round(head.state) if head.state is not None else None
        if last is None or not self._holds_back(head.stream):
            return None
        before, here = last
        generation = self._held.generation
        known = self._held.get(head.stream)
        if known is None or known.version != head.version:
            with self._journal.past(head.stream) as past:
                newer = past.commits(known.version if known is not None else 0)
                straight = all(commit.parent == commit.version - 1 for commit in newer)
                if known is None or not straight or known.games.isdisjoint(here):
                    known = _Held(head.version, here, _before_results(past, head, before, here))
            known = replace(known, version=head.version)
            self._held.put(head.stream, known, generation)
        return known.shown


def _last_round(state: Tournament) -> tuple[frozenset[PairingId], frozenset[PairingId]] | None:
    """The games of the round before the one that decides the places, and those of that: the last that is planned, or
    the newest, of the last stage. None before it has a result."""
    planned = planned_rounds(state)
    to_come = state.has_stage_to_come or (planned is not None and len(state.rounds) < planned)
    if not state.rounds or (to_come and not state.archived):
        return None
    if not any(each.entered for each in state.rounds[-1].games.values()):
        return None
    before, here = (frozenset(each.id for each in played.every) for played in (EMPTY, *state.rounds)[-2:])
    return before, here


def _before_results(past: Past, head: Head, before: Set[PairingId], here: Set[PairingId]) -> Head | None:
    """The stream before the first result of the games `here` that came once there was one of those `before`."""
    commits, events = {commit.version: commit for commit in past.commits()}, past.events_by_version()
    begun = not before
    for version in ancestry(commits, head.version):
        games = {id for event in events.get(version, ()) for id in _games_with_result(event)}
        if begun and not here.isdisjoint(games):
            shown = commits[version].parent
            return past.head(Head(head.stream, 0, None), shown, commits[shown].at)
        begun = begun or not before.isdisjoint(games)
    return None  # it came with its results, from a file


def _games_with_result(event: Event) -> tuple[PairingId, ...]:
    match event:
        case ResultRecorded() | SetsRecorded():
            return (event.pairing,) if event.after is not None else ()
        case BracketChanged():
            return tuple(each.id for each in event.changed.after if each.played is not None)
    return ()


def public_delay(state: Tournament) -> int:
    """How much later than it happens the public sees what comes of games, in milliseconds."""
    return state.settings.public_delay * MINUTE


def _results(past: Past, after: int, upto: int) -> tuple[tuple[int, str], ...]:
    """The commits with a result after a version, and when each was written.

    What was recorded before the event had a delay is out already.
    """
    events, found = past.events_by_version(after), list[tuple[int, str]]()
    for commit in past.commits(after):
        here = events.get(commit.version, ())
        if any(map(_begins_delay, here)):
            found.clear()
        if commit.version <= upto and any(isinstance(event, ResultRecorded | BracketChanged) for event in here):
            found.append((commit.version, commit.at))
    return tuple(found)


def _begins_delay(event: Event) -> bool:
    return isinstance(event, SettingsChanged) and not event.before.public_delay and bool(event.after.public_delay)
