"""Tournaments as the public may see them: where games are shown late, so is everything that their results led to.

Each public read goes through here, by `Desk.see`. What is shown is the whole event as it stood before the first result
that is still held back: no list, page, stream or file can know more than that state does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from podium.app.memory import Recent
from podium.app.ports import Head, Journal, Past
from podium.app.server.steady_clock import iso
from podium.core.ids import TournamentId
from podium.flow.event.live_options import LONGEST_DELAY
from podium.flow.events import BracketChanged, Event, ResultRecorded, SettingsChanged
from podium.flow.state import Tournament

MINUTE = 60_000  # milliseconds
KEPT = 64  # events whose public state stays in memory


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a stream at `version`: what the public saw last, and which commits after it have a result."""

    version: int
    shown: Head
    results: tuple[tuple[int, str], ...] = ()


class PublicHeads:
    """Where streams stand for the public; the state that is shown is made once for all who look."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: Recent[TournamentId, _Known] = Recent(KEPT)

    def may_be_late(self, at: str) -> bool:
        """Whether the public may not know yet of what was written at a time, in whatever event."""
        return at > iso(self._journal.milliseconds() - LONGEST_DELAY * MINUTE)

    def public_head(self, head: Head) -> Head:
        """The head as the public sees it: before the first result that is younger than the event's delay."""
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
