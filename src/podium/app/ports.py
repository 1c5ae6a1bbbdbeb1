"""What the app needs from the outside, and the values that cross that line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from podium.app.access import Actor, Role
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.flow.commands import Command
from podium.flow.events import CommitReverted, Event
from podium.flow.state import Tournament
from podium.games.commands import GameCommand
from podium.games.events import GameEvent
from podium.games.state import LiveGame

StreamId = TournamentId | PairingId
"""A stream of the journal: a tournament, or a game, which has the id of its pairing."""


@dataclass(frozen=True, slots=True)
class Intent:
    """A command on its way: who wants it, as what, and what they expect to find.

    `command_id` makes it repeatable without a second effect; `expected` is the version it was made for. `fingerprint`
    is that of what the client sent, where the command was made from that and the present state together.
    `acknowledged` is the number that answers a question of FIDE mode: how many steps have been read, and where it has
    several, what the last of them came with (`handle.py`). None asks nothing, where nothing is to be written.
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
    acknowledged: int | None = 0


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
class GameIntent:
    """A command for a live game on its way; it arrived at `at`, in milliseconds since the epoch.

    `acknowledged` is how many steps of a warning of FIDE mode have been read, where a result is taken back.
    """

    stream: PairingId
    tournament: TournamentId
    command: GameCommand
    actor: Actor
    role: Role
    at: int
    player: PlayerId | None = None
    command_id: str | None = None
    reason: str | None = None
    acknowledged: int = 0


@dataclass(frozen=True, slots=True)
class GameHead:
    """Where the stream of a game stands: version 0 and no state before it was opened."""

    stream: PairingId
    version: int
    state: LiveGame | None
    at: str = ""


@dataclass(frozen=True, slots=True)
class GameReceipt:
    """What came of a command for a game: the version it made, and the game at that version.

    `written` is false where there was nothing to change, or the same had been written before.
    """

    stream: PairingId
    version: int
    state: LiveGame
    events: tuple[GameEvent, ...]
    at: str
    written: bool = True


@dataclass(frozen=True, slots=True)
class Commit:
    """One line of the history."""

    version: int
    parent: int
    kind: str
    actor: str
    at: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class GameCommit:
    """One line of the history of a game, with its events."""

    game: PairingId
    commit: Commit
    events: tuple[GameEvent, ...]


class Past(Protocol):
    """The history of one stream, as far as undo needs it."""

    def commits(self, after: int = 0) -> Sequence[Commit]:
        """The commits after a version, oldest first."""

    def commits_named(self, prefix: str, after: int = 0) -> Sequence[Commit]:
        """The commits after a version whose command id begins so, oldest first."""

    def reversals(self) -> Mapping[int, CommitReverted]:
        """The commits that reverse another, by their version."""

    def events(self, version: int) -> tuple[Event, ...]:
        """The events of one commit."""

    def events_by_version(self, after: int = 0) -> Mapping[int, tuple[Event, ...]]:
        """The events of every commit after a version that has any."""

    def state(self, version: int) -> Tournament | None:
        """The event as it was at that version."""

    def head(self, known: Head, version: int, at: str) -> Head:
        """The stream at `version`, made from a `known` older head by reading only what is newer."""


class AtHand(Protocol):
    """The clock, and tournaments that are in memory."""

    def state_at_hand(self, stream: TournamentId) -> Tournament | None:
        """A tournament from memory; None for one that was not in use lately."""

    def tournament_of_game(self, game: LiveGame) -> Tournament:
        """The tournament of a game; from memory, where it is in use."""

    def milliseconds(self) -> int:
        """The time since the epoch by a clock that nobody sets."""


class Journal(AtHand, Protocol):
    """Where streams are kept: everything that ever happened, in order."""

    def submit(self, intent: Intent) -> Future[Receipt]:
        """The receipt, once the intent is decided and on disk; or the refusal."""

    def preview(self, intent: Intent) -> tuple[Head, Receipt]:
        """What is, and what would come of the intent; nothing is written."""

    def head(self, stream: TournamentId) -> Head:
        """Where the stream stands now."""

    def past(self, stream: TournamentId) -> AbstractContextManager[Past]:
        """The history of the stream, while the block lasts."""

    def submit_game(self, intent: GameIntent) -> Future[GameReceipt]:
        """The receipt, once the intent for a game is decided and on disk; or the refusal."""

    def game(self, stream: PairingId) -> GameHead:
        """Where a game stands now; version 0 if there is none."""

    def games(self, streams: Sequence[PairingId]) -> Mapping[PairingId, GameHead]:
        """Where the games of these pairings stand, as far as there are any."""

    def game_versions_at(self, at: str, streams: Sequence[PairingId]) -> Mapping[PairingId, tuple[int, str]]:
        """The version that each of these games had at a time, and when that was written; the first of younger ones."""

    def tournament_at_hand(self, game: PairingId) -> TournamentId | None:
        """The tournament of a game, without asking the database; None for one that was not in use lately."""

    def playing(self, tournament: TournamentId) -> frozenset[PairingId]:
        """The games of a tournament that have begun and are not over."""

    def game_commits(self, tournament: TournamentId) -> Sequence[GameCommit]:
        """What happened to the games of a tournament beside moves and what players do, newest first."""


Listener = Callable[[Sequence[Receipt | GameReceipt]], None]
"""Is told what was written, on the thread that wrote it."""
GameListener = Callable[[Sequence[GameReceipt]], None]
"""Is told what was written of games, in the same way."""

News = Sequence[tuple[int, tuple[Event, ...]]]
"""Commits and their events, oldest first; a rewind has none."""

GameNews = Sequence[tuple[int, tuple[GameEvent, ...]]]
"""Commits of a game and their events, oldest first."""


ConnectedPlayer = tuple[PairingId, PlayerId]
"""A live game that one of its players has open, and the player."""


class Feed(AtHand, Protocol):
    """What has happened since, for pages that watch."""

    def on_commit(self, listener: Listener) -> None:
        """Tell `listener` of every transaction of this process, after COMMIT."""

    def on_game_commit(self, listener: GameListener) -> None:
        """Tell `listener` of what every transaction of this process wrote of games, after COMMIT."""

    def on_notice(self, listener: Callable[[Sequence[StreamId]], None]) -> None:
        """Tell `listener` which streams another process wrote to; none of them named means any."""

    def versions(self, streams: Sequence[StreamId]) -> Mapping[StreamId, int]:
        """Where each of these streams stands."""

    def news(self, stream: TournamentId, after: int, most: int) -> News:
        """The commits after a version, but no more than `most`."""

    def game_news(self, stream: PairingId, after: int, most: int) -> GameNews:
        """The commits of a game after a version, but no more than `most`."""

    def tell_connected(self, players: Collection[ConnectedPlayer]) -> None:
        """Note which players are connected to this process, for the games that wait and for other processes."""

    def connected_elsewhere(self) -> Collection[ConnectedPlayer]:
        """The players who are connected to other processes, as far as these have said so."""
