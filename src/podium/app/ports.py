"""What the app needs from the outside, and the values that cross that line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from podium.app.access import Actor, Role
from podium.core.ids import PlayerId, TournamentId
from podium.flow.commands import Command
from podium.flow.events import CommitReverted, Event
from podium.flow.state import Tournament


@dataclass(frozen=True, slots=True)
class Intent:
    """A command on its way: who wants it, as what, and what they expect to find.

    `command_id` makes it repeatable without a second effect; `expected` is the version it was made for. `fingerprint`
    is that of what the client sent, where the command was made from that and the present state together.
    """

    stream: TournamentId
    command: Command
    actor: Actor
    role: Role
    player: PlayerId | None = None
    command_id: str | None = None
    expected: int | None = None
    reason: str | None = None
    fingerprint: str | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """Where a stream stands: version 0 and no state before its first commit."""

    stream: TournamentId
    version: int
    state: Tournament | None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What came of an intent: the version it made, and the state at that version.

    `written` is false where there was nothing to change, or the same intent had been written before.
    """

    stream: TournamentId
    version: int
    state: Tournament
    events: tuple[Event, ...]
    at: str
    written: bool = True
    dropped: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Commit:
    """One line of the history."""

    version: int
    parent: int
    kind: str
    actor: str
    at: str
    reason: str | None = None


class Past(Protocol):
    """The history of one stream, as far as undo needs it."""

    def commits(self, after: int = 0) -> Sequence[Commit]:
        """The commits after a version, oldest first."""

    def reversals(self) -> Mapping[int, CommitReverted]:
        """The commits that reverse another, by their version."""

    def events(self, version: int) -> tuple[Event, ...]:
        """The events of one commit."""

    def events_by_version(self, after: int = 0) -> Mapping[int, tuple[Event, ...]]:
        """The events of every commit after a version that has any."""

    def state(self, version: int) -> Tournament | None:
        """The event as it was at that version."""


class Journal(Protocol):
    """Where streams are kept: everything that ever happened, in order."""

    def submit(self, intent: Intent) -> Future[Receipt]:
        """The receipt, once the intent is decided and on disk; or the refusal."""

    def preview(self, intent: Intent) -> tuple[Head, Receipt]:
        """What is, and what would come of the intent; nothing is written."""

    def head(self, stream: TournamentId) -> Head:
        """Where the stream stands now."""

    def past(self, stream: TournamentId) -> AbstractContextManager[Past]:
        """The history of the stream, while the block lasts."""


Listener = Callable[[Sequence[Receipt]], None]
"""Is told what was written, on the thread that wrote it."""

News = Sequence[tuple[int, tuple[Event, ...]]]
"""Commits and their events, oldest first; a rewind has none."""


class Feed(Protocol):
    """What has happened since, for those who watch."""

    def on_commit(self, listener: Listener) -> None:
        """Tell `listener` of every transaction of this process, after COMMIT."""

    def on_notice(self, listener: Callable[[Sequence[TournamentId]], None]) -> None:
        """Tell `listener` which streams another process wrote to; none of them named means any."""

    def versions(self, streams: Sequence[TournamentId]) -> Mapping[TournamentId, int]:
        """Where each of these streams stands."""

    def news(self, stream: TournamentId, after: int, most: int) -> News:
        """The commits after a version, but no more than `most`."""
