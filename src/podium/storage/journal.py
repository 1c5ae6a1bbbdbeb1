"""The journal in SQL: intents are decided on the present state and written in one transaction.

On SQLite one writer thread takes what has queued up, decides each intent on the state the one before it left, writes
them all and answers after COMMIT: under load one write to disk serves many. On PostgreSQL a pool of threads does the
same, each with what has queued up for one stream, holding the lock on the stream's head row.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from podium.app.access import Role
from podium.app.handle import NewCommit, left_behind, resolve
from podium.app.memory import clear_all
from podium.app.ports import Head, Intent, Listener, News, Receipt
from podium.core.dice import Dice
from podium.core.errors import PodiumError, Refused, Unavailable, Unknown
from podium.core.ids import TournamentId
from podium.flow.commands import ForgetPlayer, OfThePast
from podium.flow.events import PlayerForgotten
from podium.storage import tables
from podium.storage.bulk_insert import insert_rows
from podium.storage.codec import digest, encode
from podium.storage.database import Database
from podium.storage.forgetting import rewrite
from podium.storage.history import SqlPast, created
from podium.storage.notices import Notices
from podium.storage.projection import project
from podium.storage.rebuilding import rebuild
from podium.storage.writers import Answer, ManyWriters, OneWriter

KEPT = 1024  # streams whose state stays in memory
TRIES = 5  # how often to decide anew when another process was faster

Clock = Callable[[], datetime]

_HEAD = select(tables.head.c.version, tables.head.c.at).where(tables.head.c.stream == bindparam("stream"))
_LOCKED_HEAD = _HEAD.with_for_update()


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class Batch:
    """A transaction in the making: where streams stood, where they stand now, and the rows to write."""

    heads_before: dict[TournamentId, Head] = field(default_factory=dict)
    heads: dict[TournamentId, Head] = field(default_factory=dict)
    commits: list[dict[str, object]] = field(default_factory=list)
    events: list[dict[str, object]] = field(default_factory=list)
    owners: list[dict[str, object]] = field(default_factory=list)
    forgotten: list[tuple[TournamentId, int, PlayerForgotten]] = field(default_factory=list)

    def add(self, intent: Intent, head: Head, outcome: NewCommit, at: str) -> Head:
        """The head after `outcome`, whose rows are now among those to write."""
        version = head.version + 1
        bodies = [encode(event) for event in outcome.events]  # first: what cannot be written leaves no trace
        self.commits.append(
            {
                "stream": intent.stream,
                "version": version,
                "parent": outcome.parent,
                "kind": type(intent.command).__name__,
                "command_id": intent.command_id,
                "digest": _fingerprint(intent) if intent.command_id else None,
                "actor": intent.actor.key,
                "at": at,
                "reason": intent.reason,
            }
        )
        for seq, (kind, schema, body) in enumerate(bodies):
            self.events.append(
                {
                    "stream": intent.stream,
                    "version": version,
                    "seq": seq,
                    "type": kind,
                    "schema": schema,
                    "body": body,
                }
            )
        gone = (event for event in outcome.events if isinstance(event, PlayerForgotten))
        self.forgotten.extend((intent.stream, version, event) for event in gone)
        if version == 1 and intent.actor.user is not None:
            owner = {"tournament_id": intent.stream, "user_id": intent.actor.user, "role": Role.OWNER.word}
            self.owners.append(owner)
        head = Head(intent.stream, version, outcome.state, at)
        self.heads[intent.stream] = head
        return head

    def put(self, connection: Connection) -> None:
        """Write the rows that are not written yet."""
        insert_rows(connection, tables.commit, self.commits)
        insert_rows(connection, tables.event, self.events)
        insert_rows(connection, tables.roles, self.owners)
        self.commits, self.events, self.owners = [], [], []


class SqlJournal:
    """Streams in a database, with the state of those in use kept in memory."""

    def __init__(self, database: Database, clock: Clock = utc_now) -> None:
        self._database = database
        self._clock = clock
        self._heads: OrderedDict[TournamentId, Head] = OrderedDict()
        self._lock = threading.Lock()
        self._listeners: list[Listener] = []
        self._notices = None if database.is_sqlite else Notices(database)
        self._writer = OneWriter(self._transact) if database.is_sqlite else ManyWriters(self._transact)

    def close(self) -> None:
        """Finish what is queued and take no more."""
        self._writer.close()
        if self._notices is not None:
            self._notices.close()

    # --- asking ---------------------------------------------------------------------------

    def head(self, stream: TournamentId) -> Head:
        """Where the stream stands now; reads only commits newer than those it has seen."""
        with self._reading() as connection:
            return self._caught_up(connection, stream)

    @contextmanager
    def past(self, stream: TournamentId) -> Iterator[SqlPast]:
        """The history of the stream, while the block lasts."""
        with self._reading() as connection:
            yield SqlPast(connection, stream)

    def streams(self) -> list[TournamentId]:
        """Every stream there is, in the order of their ids."""
        with self._reading() as connection:
            return list(connection.scalars(select(tables.head.c.stream).order_by(tables.head.c.stream)))

    def versions(self, streams: Sequence[TournamentId]) -> dict[TournamentId, int]:
        """Where each of these streams stands; those that do not exist are left out."""
        here = tables.head.c
        with self._reading() as connection:
            rows = connection.execute(select(here.stream, here.version).where(here.stream.in_(streams)))
            return {TournamentId(row.stream): row.version for row in rows}

    def news(self, stream: TournamentId, after: int, most: int) -> News:
        """The commits after a version, but no more than `most`, each with its events."""
        with self._reading() as connection:
            return SqlPast(connection, stream).news(after, most)

    def preview(self, intent: Intent) -> tuple[Head, Receipt]:
        """What is, and what would come of the intent; nothing is written."""
        with self._reading() as connection:
            head = self._caught_up(connection, intent.stream)
            at = max(self._now(), head.at)
            outcome = self._resolved(connection, intent, head, at)
        return head, _receipt(head, outcome, at)

    # --- changing -------------------------------------------------------------------------

    def on_commit(self, listener: Listener) -> None:
        """Call `listener` with the receipts of each transaction, after COMMIT, on the writing thread."""
        self._listeners.append(listener)

    def on_notice(self, listener: Callable[[Sequence[TournamentId]], None]) -> None:
        """Call `listener` with the streams that other processes wrote to, where the database can tell."""
        if self._notices is not None:
            self._notices.hear(listener)

    def submit(self, intent: Intent) -> Future[Receipt]:
        """The receipt, once the intent is decided and on disk; or the refusal."""
        return self._writer.put(intent)

    def perform(self, intent: Intent) -> Receipt:
        """The receipt of `intent`; waits for the disk."""
        return self.submit(intent).result()

    def rebuild(self) -> int:
        """Write the read model anew from the journal; returns how many streams it holds."""
        with self._database.writing.begin() as connection:
            return rebuild(connection)

    def _transact(self, intents: Sequence[Intent]) -> Sequence[Answer]:
        try:
            batch, answers = self._written(intents)
        except (OperationalError, PoolExhausted):
            return [Unavailable() for _ in intents]
        except Exception as problem:  # noqa: BLE001  # a fault of ours must reach the caller, not end the writer
            if len(intents) > 1:  # it may be the fault of one: nobody else is to suffer for it
                return [answer for intent in intents for answer in self._transact([intent])]
            return [Unavailable() if isinstance(problem, DBAPIError) else problem]
        self._remember(batch.heads.values())
        if batch.forgotten:
            clear_all()
        answers = self._scrubbed(intents, answers)
        self._tell([answer for answer in answers if isinstance(answer, Receipt) and answer.written])
        return answers

    def _written(self, intents: Sequence[Intent]) -> tuple[Batch, list[Answer]]:
        """What was written in one transaction, and the answers; decided anew where another process was faster."""
        for _ in range(TRIES):
            batch = Batch()
            try:
                with self._database.writing.begin() as connection:
                    answers = self._decide(connection, batch, intents)
                    self._write(connection, batch)
            except IntegrityError:
                continue  # another process wrote the same version first: decide on what it left
            return batch, answers
        raise Unavailable

    def _scrubbed(self, intents: Sequence[Intent], answers: list[Answer]) -> list[Answer]:
        """The answers; that to forgetting a person says so where traces could not be removed from the files.

        It is done each time it is asked for, so that whoever asks again gets it done.
        """
        forgetting = [isinstance(intent.command, ForgetPlayer) for intent in intents]
        if not any(isinstance(answer, Receipt) for answer, forgets in zip(answers, forgetting, strict=True) if forgets):
            return answers
        try:
            self._database.scrub()
        except Refused as problem:
            return [
                problem if forgets and isinstance(answer, Receipt) else answer
                for answer, forgets in zip(answers, forgetting, strict=True)
            ]
        return answers

    def _decide(self, connection: Connection, batch: Batch, intents: Sequence[Intent]) -> list[Answer]:
        for stream in sorted({intent.stream for intent in intents}):
            batch.heads_before[stream] = self._caught_up(connection, stream, lock=True)
        batch.heads.update(batch.heads_before)
        answers: list[Answer] = []
        seen: dict[tuple[str, str, str], tuple[str, Receipt]] = {}
        now = self._now()
        for intent in intents:
            try:
                answers.append(self._decide_one(connection, batch, intent, now, seen))
            except PodiumError as refusal:
                answers.append(refusal)
            except SQLAlchemyError:
                raise  # the transaction is lost, for everybody in it
            except Exception as fault:  # noqa: BLE001  # ours, but not the fault of those who came in the same batch
                answers.append(fault)
        return answers

    def _decide_one(
        self,
        connection: Connection,
        batch: Batch,
        intent: Intent,
        now: str,
        seen: dict[tuple[str, str, str], tuple[str, Receipt]],
    ) -> Receipt:
        key = (intent.stream, intent.actor.key, intent.command_id or "")
        if intent.command_id is not None:
            first = seen.get(key) or self._first(connection, intent)
            if first is not None:
                if first[0] not in (None, _fingerprint(intent)):  # none any more, where a person was forgotten since
                    raise Refused("idempotency-key-reused", value=intent.command_id)
                return first[1]
        head = batch.heads[intent.stream]
        at = max(now, head.at)  # never before the last commit
        if isinstance(intent.command, OfThePast):
            batch.put(connection)  # it is decided by the whole history, those before it in the batch included
        outcome = self._resolved(connection, intent, head, at)
        receipt = _receipt(head, outcome, at)
        if outcome is not None:
            batch.add(intent, head, outcome, at)
            if intent.command_id is not None:
                seen[key] = (_fingerprint(intent), replace(receipt, written=False))
        return receipt

    def _first(self, connection: Connection, intent: Intent) -> tuple[str | None, Receipt] | None:
        """The digest and the receipt of the same intent, if it was written before."""
        here = tables.commit.c
        row = connection.execute(
            select(here.version, here.digest, here.at).where(
                here.stream == intent.stream,
                here.actor == intent.actor.key,
                here.command_id == intent.command_id,
            )
        ).first()
        if row is None:
            return None
        past = SqlPast(connection, intent.stream)
        state = past.state(row.version)
        assert state is not None
        events = past.events(row.version)
        dropped = () if events else _dropped(past, row.version)
        return row.digest, Receipt(intent.stream, row.version, state, events, row.at, written=False, dropped=dropped)

    def _resolved(self, connection: Connection, intent: Intent, head: Head, at: str) -> NewCommit | None:
        past = partial(SqlPast, connection, intent.stream)
        try:
            return resolve(intent, head, past, at, Dice(secrets.token_hex(16)))
        except Unknown as unknown:
            id = str(unknown.facts["value"])
            if unknown.code in ("unknown-pairing", "unknown-match") and past().mentions(id):
                raise Refused("pairing-undone", value=id) from None
            raise

    def _write(self, connection: Connection, batch: Batch) -> None:
        batch.put(connection)
        for stream, version, gone in batch.forgotten:
            rewrite(connection, stream, version, gone)
        moved = [head for stream, head in batch.heads.items() if head is not batch.heads_before[stream]]
        rows = [{"stream": head.stream, "version": head.version, "at": head.at} for head in moved]
        insert_rows(connection, tables.head, rows, replace=True)
        for head in moved:
            assert head.state is not None  # it has a commit
            begun = partial(created, connection, head.stream)
            project(connection, batch.heads_before[head.stream].state, head.state, begun)

    # --- keeping up -----------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._database.reading.connect() as connection:
                yield connection
        except (DBAPIError, PoolExhausted):
            raise Unavailable from None

    def _caught_up(self, connection: Connection, stream: TournamentId, *, lock: bool = False) -> Head:
        query = _LOCKED_HEAD if lock and not self._database.is_sqlite else _HEAD
        row = connection.execute(query, {"stream": stream}).first()
        if row is None:
            return Head(stream, 0, None)
        with self._lock:
            known = self._heads.get(stream)
        if known is not None and known.version == row.version:
            return known
        if known is None or known.version > row.version:
            known = Head(stream, 0, None)
        head = SqlPast(connection, stream).head(known, row.version, row.at)
        self._remember([head])
        return head

    def _remember(self, heads: Iterable[Head]) -> None:
        with self._lock:
            for head in heads:
                if head.version > 0:
                    self._heads[head.stream] = head
                    self._heads.move_to_end(head.stream)
            while len(self._heads) > KEPT:
                self._heads.popitem(last=False)

    def _now(self) -> str:
        """The time as it is written down, in UTC."""
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds")

    def _tell(self, receipts: Sequence[Receipt]) -> None:
        if receipts:
            for listener in self._listeners:
                listener(receipts)
            if self._notices is not None:
                self._notices.tell(receipt.stream for receipt in receipts)


def _receipt(head: Head, outcome: NewCommit | None, at: str) -> Receipt:
    if outcome is None:
        assert head.state is not None
        return Receipt(head.stream, head.version, head.state, (), head.at, written=False)
    return Receipt(head.stream, head.version + 1, outcome.state, outcome.events, at, dropped=outcome.dropped)


def _dropped(past: SqlPast, version: int) -> tuple[int, ...]:
    """The commits that a rewind went behind."""
    commits = {commit.version: commit for commit in past.commits()}
    return tuple(left_behind(commits, version - 1, commits[version].parent))


def _fingerprint(intent: Intent) -> str:
    """A fingerprint of what the client wanted."""
    return intent.fingerprint or digest(intent.command)
