"""A journal in memory: everything the real one promises, without a disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from podium.app.handle import NewCommit, ancestry, resolve
from podium.app.ports import Commit, GameCommit, GameHead, GameIntent, GameReceipt, Head, Intent, Receipt
from podium.core.dice import Dice
from podium.core.errors import PodiumError, Refused, Unknown
from podium.core.ids import PairingId, TournamentId
from podium.flow.commands import Command
from podium.flow.events import CommitReverted, Event, PlayerForgotten
from podium.flow.evolve import evolve, fold
from podium.flow.players.forget import forgotten
from podium.flow.state import Tournament
from podium.games.state import LiveGame


@dataclass(slots=True)
class MemoryPast:
    """The history of one stream; `found` keeps the state each commit left, to compare with a replay."""

    lines: list[Commit] = field(default_factory=list)
    told: dict[int, tuple[Event, ...]] = field(default_factory=dict)
    found: dict[int, Tournament] = field(default_factory=dict)
    ids: dict[int, str] = field(default_factory=dict)

    def commits(self, after: int = 0) -> Sequence[Commit]:
        """The commits after a version, oldest first."""
        return tuple(self.lines[after:])

    def commits_named(self, prefix: str, after: int = 0) -> Sequence[Commit]:
        """The commits after a version whose command id begins so, oldest first."""
        return tuple(commit for commit in self.lines[after:] if self.ids.get(commit.version, "").startswith(prefix))

    def reversals(self) -> Mapping[int, CommitReverted]:
        """The commits that reverse another, by their version."""
        return {
            version: event
            for version, events in self.told.items()
            for event in events
            if isinstance(event, CommitReverted)
        }

    def events(self, version: int) -> tuple[Event, ...]:
        """The events of one commit."""
        return self.told[version]

    def events_by_version(self, after: int = 0) -> Mapping[int, tuple[Event, ...]]:
        """The events of every commit after a version that has any."""
        return {version: events for version, events in self.told.items() if events and version > after}

    def state(self, version: int) -> Tournament | None:
        """The event as it was at that version, replayed from its events."""
        line = ancestry({commit.version: commit for commit in self.lines}, version)
        return fold(None, (event for at in line for event in self.told[at]))

    def head(self, known: Head, version: int, at: str) -> Head:
        """The stream at `version`."""
        return Head(known.stream, version, self.state(version), at)


class MemoryJournal:
    """Streams in memory; every commit draws from a seed of its own, as it does in the database."""

    def __init__(self, seed: str = "memory") -> None:
        self._seed = seed
        self._pasts: dict[TournamentId, MemoryPast] = {}
        self._receipts: dict[tuple[TournamentId, str, str], tuple[Command, Receipt]] = {}

    def head(self, stream: TournamentId) -> Head:
        """Where the stream stands now."""
        past = self._pasts.get(stream, MemoryPast())
        version = len(past.lines)
        return Head(stream, version, past.found.get(version), past.lines[-1].at if past.lines else "")

    @contextmanager
    def past(self, stream: TournamentId) -> Iterator[MemoryPast]:
        """The history of the stream."""
        yield self._pasts[stream]

    def preview(self, intent: Intent) -> tuple[Head, Receipt]:
        """What is, and what would come of the intent; nothing is written."""
        head = self.head(intent.stream)
        return head, self._receipt(head, self._resolved(intent, head), self._now(head))

    def submit(self, intent: Intent) -> Future[Receipt]:
        """The receipt of the intent, or its refusal, at once."""
        answer: Future[Receipt] = Future()
        try:
            answer.set_result(self.perform(intent))
        except PodiumError as refusal:
            answer.set_exception(refusal)
        return answer

    def perform(self, intent: Intent) -> Receipt:
        """The receipt of the intent."""
        key = (intent.stream, intent.actor.key, intent.command_id or "")
        if intent.command_id is not None and key in self._receipts:
            command, first = self._receipts[key]
            if command != intent.command:
                raise Refused("idempotency-key-reused", value=intent.command_id)
            return replace(first, written=False)
        head = self.head(intent.stream)
        at = self._now(head)
        outcome = self._resolved(intent, head)
        receipt = self._receipt(head, outcome, at)
        if outcome is not None:
            self._append(intent, outcome, receipt)
            self._receipts[key] = intent.command, receipt
        return receipt

    def _resolved(self, intent: Intent, head: Head) -> NewCommit | None:
        dice = Dice(f"{self._seed}/{intent.stream}/{head.version}")
        past = self._pasts.get(intent.stream, MemoryPast())
        return resolve(intent, head, lambda: past, lambda _pairing: None, self._now(head), dice)

    # No live games are kept in memory: the games of an event stay what their results say.

    def game(self, stream: PairingId) -> GameHead:
        return GameHead(stream, 0, None)

    def games(self, streams: Sequence[PairingId]) -> dict[PairingId, GameHead]:
        return {}

    def game_versions_at(self, at: str, streams: Sequence[PairingId]) -> dict[PairingId, tuple[int, str]]:
        return {}

    def state_at_hand(self, stream: TournamentId) -> Tournament | None:
        return self.head(stream).state

    def game_commits(self, tournament: TournamentId) -> Sequence[GameCommit]:
        return ()

    def playing(self, tournament: TournamentId) -> frozenset[PairingId]:
        return frozenset()

    def tournament_at_hand(self, game: PairingId) -> TournamentId | None:
        return None

    def tournament_of_game(self, game: LiveGame) -> Tournament:
        raise Unknown("game", game.id)

    def submit_game(self, intent: GameIntent) -> Future[GameReceipt]:
        answer: Future[GameReceipt] = Future()
        answer.set_exception(Unknown("game", intent.stream))
        return answer

    def milliseconds(self) -> int:
        return 0

    def _append(self, intent: Intent, outcome: NewCommit, receipt: Receipt) -> None:
        past = self._pasts.setdefault(intent.stream, MemoryPast())
        kind = type(intent.command).__name__
        commit = Commit(receipt.version, outcome.parent, kind, intent.actor.key, receipt.at, intent.reason)
        past.lines.append(commit)
        past.ids[commit.version] = intent.command_id or ""
        past.told[receipt.version] = outcome.events
        past.found[receipt.version] = outcome.state
        for gone in (event for event in outcome.events if isinstance(event, PlayerForgotten)):
            self._forget(intent.stream, past, gone)

    def _forget(self, stream: TournamentId, past: MemoryPast, gone: PlayerForgotten) -> None:
        """Rewrite what was kept, as the real journal does."""
        for version, events in past.told.items():
            past.told[version] = tuple(forgotten(event, gone) for event in events)
        for version, state in past.found.items():
            past.found[version] = evolve(state, gone)
        self._receipts = {key: kept for key, kept in self._receipts.items() if key[0] != stream}

    @staticmethod
    def _now(head: Head) -> str:
        return f"2026-01-01T{head.version // 60:02d}:{head.version % 60:02d}:00.000+00:00"

    @staticmethod
    def _receipt(head: Head, outcome: NewCommit | None, at: str) -> Receipt:
        if outcome is None:
            assert head.state is not None
            return Receipt(head.stream, head.version, head.state, (), head.at, written=False)
        return Receipt(head.stream, head.version + 1, outcome.state, outcome.events, at, dropped=outcome.dropped)
