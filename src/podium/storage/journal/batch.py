"""A transaction in the making: where streams stood, where they stand now, and the rows to write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, insert

from podium.app.access import Role
from podium.app.accounts.audit import AuditAction, Author
from podium.app.handle import NewCommit
from podium.app.live.live_games import NewGameCommit
from podium.app.ports import GameHead, GameIntent, GameReceipt, Head, Intent, Receipt, StreamId
from podium.core.ids import TournamentId
from podium.flow.events import Event, PlayerForgotten
from podium.flow.state import Tournament
from podium.games.events import GameEvent
from podium.games.state import LiveGame
from podium.storage import tables
from podium.storage.accounts.registry_connections import audit_row
from podium.storage.journal.codec import digest, event_row
from podium.storage.journal.heads import AnyHead, kind_of
from podium.storage.journal.projection import project
from podium.storage.live.game_projection import project_due, project_games
from podium.storage.sql.bulk_insert import insert_rows
from podium.storage.upkeep.forgetting import rewrite

Mark = tuple[dict[StreamId, AnyHead], tuple[int, ...]]


@dataclass(slots=True)
class Batch:
    """What one transaction writes, and the receipts of all of it in order; `beat` is when it gives a sign of life.

    `tournaments` are those that it is about, whose rows it sees once anything is written.
    """

    heads_before: dict[StreamId, AnyHead] = field(default_factory=dict)
    heads: dict[StreamId, AnyHead] = field(default_factory=dict)
    commits: list[dict[str, object]] = field(default_factory=list)
    events: list[dict[str, object]] = field(default_factory=list)
    owners: list[dict[str, object]] = field(default_factory=list)
    audited: list[dict[str, object]] = field(default_factory=list)
    forgotten: list[tuple[TournamentId, int, PlayerForgotten]] = field(default_factory=list)
    receipts: list[Receipt | GameReceipt] = field(default_factory=list)
    not_due: list[LiveGame] = field(default_factory=list)
    """Games for which something was due that is not, by today's rules: their row is written anew."""
    beat: int | None = None
    tournaments: frozenset[TournamentId] = frozenset()

    def add_heads(self, heads: dict[StreamId, AnyHead]) -> None:
        """Note where streams stood before."""
        self.heads_before |= heads
        self.heads |= heads

    def add(self, intent: Intent, head: Head, outcome: NewCommit, at: str) -> Receipt:
        """The receipt of `outcome`, whose rows are now among those to write."""
        version = self._write(intent, head.version, outcome.parent, outcome.events, at)
        gone = (event for event in outcome.events if isinstance(event, PlayerForgotten))
        self.forgotten.extend((intent.stream, version, event) for event in gone)
        if version == 1 and intent.actor.user is not None:
            owner = {"tournament_id": intent.stream, "user_id": intent.actor.user, "role": Role.OWNER.word}
            self.owners.append(owner)
            facts = {"role": Role.OWNER.word, "before": None}
            author, given = Author(intent.actor), AuditAction.ROLE_GIVEN
            self.audited.append(audit_row(at, author, given, intent.actor.name, intent.stream, facts))
        self.heads[intent.stream] = Head(intent.stream, version, outcome.state, at)
        receipt = Receipt(intent.stream, version, outcome.state, outcome.events, at, dropped=outcome.dropped)
        self.receipts.append(receipt)
        return receipt

    def add_of_game(self, intent: GameIntent, head: GameHead, outcome: NewGameCommit, at: str) -> GameReceipt:
        """The receipt of `outcome`, whose rows are now among those to write."""
        version = self._write(intent, head.version, head.version, outcome.events, at)
        self.heads[intent.stream] = GameHead(intent.stream, version, outcome.state, at)
        receipt = GameReceipt(intent.stream, version, outcome.state, outcome.events, at)
        self.receipts.append(receipt)
        return receipt

    def _write(
        self, intent: Intent | GameIntent, before: int, parent: int, events: Sequence[Event | GameEvent], at: str
    ) -> int:
        version = before + 1
        rows = [event_row(each, intent.stream, version, seq) for seq, each in enumerate(events)]
        # Only now, when it is certain that all can be written.
        self.commits.append(
            {
                "stream": intent.stream,
                "version": version,
                "parent": parent,
                "kind": type(intent.command).__name__,
                "command_id": intent.command_id,
                "digest": fingerprint(intent) if intent.command_id else None,
                "actor": intent.actor.key,
                "at": at,
                "reason": intent.reason,
            }
        )
        self.events.extend(rows)
        return version

    def put(self, connection: Connection) -> None:
        """Write the rows that are not written yet."""
        insert_rows(connection, tables.commit, self.commits, tournaments=self.tournaments)
        insert_rows(connection, tables.event, self.events)
        insert_rows(connection, tables.roles, self.owners)
        if self.audited:
            connection.execute(insert(tables.audit), self.audited)
        self.commits, self.events, self.owners, self.audited = [], [], [], []

    def write(self, connection: Connection) -> None:
        """Write all that was decided: the journal, where the streams stand now, and the read model."""
        self.put(connection)
        for stream, version, gone in self.forgotten:
            rewrite(connection, stream, version, gone)
        moved = [head for stream, head in self.heads.items() if head is not self.heads_before[stream]]
        rows = [
            {"stream": head.stream, "version": head.version, "at": head.at, "kind": kind_of(head).value}
            for head in moved
        ]
        insert_rows(connection, tables.head, rows, replace=True)
        games: list[tuple[LiveGame | None, LiveGame]] = []
        tournaments: list[tuple[Tournament | None, Tournament]] = []
        for head in moved:
            before = self.heads_before[head.stream]
            if isinstance(head, Head):
                assert head.state is not None  # it has a commit
                assert isinstance(before, Head)
                tournaments.append((before.state, head.state))
            elif isinstance(before, GameHead) and head.state is not None:
                games.append((before.state, head.state))
        project(connection, tournaments)
        if games:
            project_games(connection, games)
        if self.not_due:
            project_due(connection, [(game, game) for game in self.not_due if self.heads[game.id].state is game])

    def mark(self) -> Mark:
        """Where the batch is now, for `back_to`."""
        return dict(self.heads), tuple(map(len, self._lists()))

    def back_to(self, mark: Mark) -> None:
        """Drop what was added since the mark was made."""
        self.heads, lengths = mark
        for rows, length in zip(self._lists(), lengths, strict=True):
            del rows[length:]

    def _lists(self) -> tuple[list[Any], ...]:
        """All that grows with an intent."""
        return self.commits, self.events, self.owners, self.audited, self.forgotten, self.receipts


def fingerprint(intent: Intent | GameIntent) -> str:
    """A fingerprint of what the client wanted."""
    return (isinstance(intent, Intent) and intent.fingerprint) or digest(intent.command)
