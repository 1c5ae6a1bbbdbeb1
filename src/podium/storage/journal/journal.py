"""The journal in SQL: intents are decided on the present state and written in one transaction.

On SQLite one writer thread takes what has queued up, decides each intent on the state the one before it left, writes
them all and answers after COMMIT: under load one write to disk serves many. On PostgreSQL a pool of threads does the
same, each with what has queued up for one stream, or with the results of many, holding the locks on their head rows.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import Connection, func, or_, select
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from podium.app.access import SYSTEM, Role
from podium.app.accounts.credentials import CredentialKind
from podium.app.live.live_games import match_of_game
from podium.app.memory import clear_all
from podium.app.ports import (
    ConnectedPlayer,
    GameCommit,
    GameHead,
    GameIntent,
    GameListener,
    GameNews,
    GameReceipt,
    Head,
    Intent,
    Listener,
    News,
    Receipt,
    StreamId,
)
from podium.app.server.steady_clock import SteadyClock, milliseconds, written
from podium.core.errors import Unavailable
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.flow.commands import ForgetPlayer
from podium.flow.state import Tournament
from podium.games.commands import Interrupt, NotePresence
from podium.games.state import LiveGame, Status
from podium.storage import read_model, tables
from podium.storage.accounts.access_tables import CredentialsLocked
from podium.storage.journal.batch import Batch
from podium.storage.journal.heads import Heads, StreamKind, Streams
from podium.storage.journal.history import GamePast, SqlPast, game_commits
from podium.storage.journal.intents import AnyIntent, Deciding, MoreStreams, resolved, unchanged
from podium.storage.journal.projection import rebuild, stop_writers
from podium.storage.journal.writers import Answer, Locked, ManyWriters, OneWriter
from podium.storage.live.presence import Heartbeat, Presence
from podium.storage.sql.database import Database
from podium.storage.sql.faults import is_locked, is_taken
from podium.storage.sql.notices import Notices
from podium.storage.sql.transactions import EVERY_TOURNAMENT, LOCK, allow_long, limit_locks

TRIES = 5  # how often to decide anew when another process was faster
RACED = (tables.commit.name, tables.event.name, tables.head.name)  # of which two may write the same row at once
LOST_RACES = ("40001", "40P01")  # what PostgreSQL calls a serialization failure, and a deadlock

Clock = Callable[[], datetime]


class SqlJournal:
    """Streams in a database, with the state of those in use kept in memory."""

    def __init__(self, database: Database, clock: Clock | None = None) -> None:
        self._database = database
        self._clock = clock or SteadyClock()
        self.heads = Heads(is_sqlite=database.is_sqlite)
        self.heartbeat = Heartbeat()
        self._listeners: list[Listener] = []
        self._game_listeners: list[GameListener] = []
        self._notices = None if database.is_sqlite else Notices(database)
        self._presence = None if database.is_sqlite else Presence(database)  # one process has a SQLite file to itself
        self._connected: frozenset[ConnectedPlayer] = frozenset()  # to this process
        self._connecting = threading.Lock()
        self._scrubber = ThreadPoolExecutor(1, thread_name_prefix="podium-scrubber")
        self._writer = (
            OneWriter(self._transact, database.empty_log) if database.is_sqlite else ManyWriters(self._transact)
        )

    def close(self) -> None:
        """Finish what is queued and take no more."""
        self._writer.close()
        self._scrubber.shutdown()
        if self._notices is not None:
            self._notices.close()

    # --- asking ---------------------------------------------------------------------------

    def waiting(self) -> int:
        """How many commands wait to be written."""
        return self._writer.waiting()

    def head(self, stream: TournamentId) -> Head:
        """Where the stream stands now; reads only commits newer than those it has seen."""
        with self._database.read() as connection:
            return self.heads.tournament(connection, stream)

    def game(self, stream: PairingId) -> GameHead:
        """Where a game stands now; version 0 if there is none."""
        with self._database.read() as connection:
            return self.heads.game(connection, stream)

    def games(self, streams: Sequence[PairingId]) -> dict[PairingId, GameHead]:
        """Where the games of these pairings stand, as far as there are any."""
        with self._database.read() as connection:
            heads = self.heads.read(connection, dict.fromkeys(streams, StreamKind.GAME))
        return {head.stream: head for head in heads.values() if isinstance(head, GameHead) and head.state is not None}

    def game_versions_at(self, at: str, streams: Sequence[PairingId]) -> dict[PairingId, tuple[int, str]]:
        """The version that each of these games had at a time, and when that was written; the first of younger ones."""
        if not streams:
            return {}
        here = tables.commit.c
        query = (
            select(here.stream, func.max(here.version), func.max(here.at))
            .where(here.stream.in_(streams), or_(here.at <= at, here.version == 1))
            .group_by(here.stream)
        )
        with self._database.read() as connection:
            return {stream: (version, written_at) for stream, version, written_at in connection.execute(query)}

    def tournament_at_hand(self, game: PairingId) -> TournamentId | None:
        """The tournament of a game, without asking the database; None for one that was not in use lately."""
        known = self.heads.known(game)
        return known.state.tournament if known is not None and isinstance(known.state, LiveGame) else None

    def playing(self, tournament: TournamentId) -> frozenset[PairingId]:
        """The games of a tournament that have begun and are not over."""
        here, under_way = read_model.games.c, (Status.RUNNING.value, Status.PAUSED.value)
        # One row for all, as for the heads: each row more would let go of Python's lock once more.
        found = select(func.aggregate_strings(here.id, "\n"))
        query = found.where(here.tournament_id == tournament, here.status.in_(under_way))
        with self._database.read([tournament]) as connection:
            ids: str = connection.scalar(query) or ""
        return frozenset(PairingId(id) for id in ids.split("\n") if id)

    def game_commits(self, tournament: TournamentId) -> Sequence[GameCommit]:
        """What happened to the games of a tournament beside moves and what players do, newest first."""
        with self._database.read([tournament]) as connection:
            return game_commits(connection, tournament)

    @contextmanager
    def past(self, stream: TournamentId) -> Iterator[SqlPast]:
        """The history of the stream, while the block lasts."""
        with self._database.read() as connection:
            yield SqlPast(connection, stream)

    def streams(self) -> list[TournamentId]:
        """Every tournament there is, in the order of their ids."""
        here = tables.head.c
        query = select(here.stream).where(here.kind == StreamKind.TOURNAMENT.value).order_by(here.stream)
        with self._database.read() as connection:
            return list(connection.scalars(query))

    def versions(self, streams: Sequence[StreamId]) -> dict[StreamId, int]:
        """Where each of these streams stands; those that do not exist are left out."""
        with self._database.read() as connection:
            return self.heads.versions(connection, streams)

    def news(self, stream: TournamentId, after: int, most: int) -> News:
        """The commits after a version, but no more than `most`, each with its events."""
        with self._database.read() as connection:
            return SqlPast(connection, stream).news(after, most)

    def tournament_of_game(self, game: LiveGame) -> Tournament:
        """The tournament of a game, as this process knows it; from the database where it does not."""
        known = self.heads.known(game.tournament) or self.head(game.tournament)
        assert isinstance(known.state, Tournament)  # the tournament opened it
        return known.state

    def state_at_hand(self, stream: TournamentId) -> Tournament | None:
        """A tournament from memory; None for one that was not in use lately."""
        known = self.heads.known(stream)
        return known.state if isinstance(known, Head) else None

    def game_news(self, stream: PairingId, after: int, most: int) -> GameNews:
        """The commits of a game after a version, but no more than `most`, each with its events."""
        with self._database.read() as connection:
            return GamePast(connection, stream).news(after, most)

    def preview(self, intent: Intent) -> tuple[Head, Receipt]:
        """What is, and what would come of the intent; nothing is written."""
        with self._database.read() as connection:
            head = self.heads.tournament(connection, intent.stream)
            at = max(written(self._clock()), head.at)
            outcome = resolved(connection, intent, head, lambda id: self.heads.game(connection, id).state, at)
        if outcome is None:
            return head, unchanged(head)
        return head, Receipt(head.stream, head.version + 1, outcome.state, outcome.events, at, dropped=outcome.dropped)

    def milliseconds(self) -> int:
        """The time since the epoch by the journal's clock."""
        return milliseconds(self._clock())

    # --- changing -------------------------------------------------------------------------

    def on_commit(self, listener: Listener) -> None:
        """Call `listener` with the receipts of each transaction, after COMMIT, on the writing thread."""
        self._listeners.append(listener)

    def on_game_commit(self, listener: GameListener) -> None:
        """Call `listener` with the receipts of games of each transaction that has any, in the same way."""
        self._game_listeners.append(listener)

    def on_notice(self, listener: Callable[[Sequence[StreamId]], None]) -> None:
        """Call `listener` with the streams that other processes wrote to, where the database can tell."""
        if self._notices is not None:
            self._notices.hear(listener)

    def tell_connected(self, players: Collection[ConnectedPlayer]) -> None:
        """Note which players are connected to this process, for the games that wait and for other processes."""
        now = self.milliseconds()
        with self._connecting:
            here, before = frozenset(players), self._connected
            self._connected = here
            if self._presence is not None:
                self._presence.tell(here, now)
            gone = before - here
            if gone and self._presence is not None:
                gone -= self._presence.elsewhere(now, asked_anew=True)
            self._note_presence(here, there=True)
            self._note_presence(gone, there=False)

    def is_connected(self, game: LiveGame, player: PlayerId) -> bool:
        """Whether a player has a game, or another of the same match, open anywhere."""
        open_now = self._connected.union(self.connected_elsewhere())
        return any((id, player) in open_now for id in match_of_game(self.tournament_of_game(game), game.id))

    def _note_presence(self, players: Collection[ConnectedPlayer], *, there: bool) -> None:
        """Tell the games of the matches that these players have open, or had, where it makes a difference."""
        watched = self.games(list({game for game, _ in players}))
        matches = {
            (id, player)
            for game, player in players
            if game in watched and (state := watched[game].state) is not None
            for id in match_of_game(self.tournament_of_game(state), game)
        }
        heads, now = self.games(list({id for id, _ in matches})), self.milliseconds()
        answers = [
            self.submit_game(GameIntent(id, game.tournament, NotePresence(player, there), SYSTEM, Role.OWNER, now))
            for id, player in sorted(matches)
            if id in heads
            and (game := heads[id].state) is not None
            and game.end is None
            and (colour := game.colour_of(player)) is not None
            and (colour in game.present) is not there
            and (there or not self.is_connected(game, player))
        ]
        for answer in answers:
            answer.exception()  # what could not be noted is noted at the next look

    def connected_elsewhere(self) -> Collection[ConnectedPlayer]:
        """The players who are connected to other processes, or were a moment ago."""
        return self._presence.elsewhere(self.milliseconds()) if self._presence is not None else ()

    def announce(self, streams: Sequence[StreamId]) -> None:
        """Tell other processes, where the database can, that something about these streams changed beside commits."""
        if self._notices is not None:
            self._notices.tell(streams)

    def submit(self, intent: Intent) -> Future[Receipt]:
        """The receipt, once the intent is decided and on disk; or the refusal."""
        answer = self._writer.put(intent)
        if isinstance(intent.command, ForgetPlayer) and self._database.is_sqlite:
            try:
                return self._scrubber.submit(self._scrubbed, answer)
            except RuntimeError:  # it is closed, and so is the writer
                return answer
        return answer

    def perform(self, intent: Intent) -> Receipt:
        """The receipt of `intent`; waits for the disk."""
        return self.submit(intent).result()

    def submit_game(self, intent: GameIntent) -> Future[GameReceipt]:
        """The receipt, once the intent for a game is decided and on disk; or the refusal."""
        return self._writer.put(intent)

    def rebuild(self) -> int:
        """Write the read model anew from the journal; returns how many streams it holds."""
        with self._database.write(EVERY_TOURNAMENT) as connection:
            allow_long(connection)
            stop_writers(connection)
            return rebuild(connection)

    def interrupt(self, connection: Connection, tournament: TournamentId, since: int) -> int:
        """Pause the games of a tournament, in a transaction of somebody else's, for the time since then; how many.

        The tournament has just come into the database, and nobody plays in it yet.
        """
        here, games = read_model.due.c.stream, read_model.games.c
        due = select(here).join(read_model.games, games.id == here).where(games.tournament_id == tournament)
        now = self._clock()
        intents = [
            GameIntent(id, tournament, Interrupt(since), SYSTEM, Role.OWNER, milliseconds(now))
            for id in sorted(connection.scalars(due))
        ]
        if not intents:
            return 0
        batch = Batch()
        deciding = Deciding(connection, batch, Heads(is_sqlite=self._database.is_sqlite), now)
        deciding.answers(intents, {tournament: StreamKind.TOURNAMENT})
        batch.write(connection)
        return len(batch.receipts)

    def _transact(self, intents: Sequence[AnyIntent], wait: int = LOCK, /) -> Sequence[Answer]:
        try:
            batch, answers = self._written(intents, wait)
            self._database.check_place()
        except CredentialsLocked as problem:
            error = self._database.faults.unavailable(Unavailable("database-busy"))
            return self._without(intents, problem.kind, error, wait)
        except (OperationalError, PoolExhausted, Unavailable) as problem:
            if is_locked(problem):
                return [Locked() for _ in intents]
            error = self._database.faults.unavailable(problem)
            return [error for _ in intents]
        except Exception as problem:  # noqa: BLE001  # a fault of ours must reach the caller, not end the writer
            if len(intents) > 1:  # it may be the fault of one: nobody else is to suffer for it
                return [answer for intent in intents for answer in self._transact([intent], wait)]
            return [self._database.faults.unavailable(problem) if isinstance(problem, DBAPIError) else problem]
        self.heads.keep(batch.heads.values())
        if batch.beat is not None:
            self.heartbeat.beaten(batch.beat)
        if batch.forgotten:
            clear_all()
        self._tell(batch.receipts)
        return answers

    def _without(
        self, intents: Sequence[AnyIntent], kind: CredentialKind, error: Exception, wait: int
    ) -> Sequence[Answer]:
        """The answers where nobody can tell which credentials of a kind are in force: who came by others goes on."""
        kinds = [each.actor.credential.kind if each.actor.credential is not None else None for each in intents]
        others = [intent for intent, own in zip(intents, kinds, strict=True) if own is not kind]
        answers = iter(self._transact(others, wait) if others else ())
        return [error if own is kind else next(answers) for own in kinds]

    def _written(self, intents: Sequence[AnyIntent], wait: int) -> tuple[Batch, list[Answer]]:
        """What was written in one transaction, and the answers; decided anew where another process was faster.

        A lock is waited for as many milliseconds as `wait` says.
        """
        more: Streams = {}
        tries = 0
        while tries < TRIES:
            batch = Batch()
            try:
                with self._database.writing.begin() as connection:
                    limit_locks(connection, wait)
                    answers = self._decided(connection, batch, intents, more)
            except MoreStreams as met:
                more = {**more, **met.streams}
                continue
            except DBAPIError as problem:
                if not _is_lost_race(problem):
                    raise
                tries += 1  # another process was faster: decide on what it left
                if tries == TRIES and is_taken(problem, *RACED):
                    raise  # nobody is that fast: a row is there that should not be
                continue
            return batch, answers
        raise Unavailable("database-busy")

    def _decided(
        self, connection: Connection, batch: Batch, intents: Sequence[AnyIntent], more: Streams
    ) -> list[Answer]:
        """The answers to `intents`, whose rows are written; after a silence games are interrupted first."""
        clock = self._clock()
        now = milliseconds(clock)
        beats = any(isinstance(intent, GameIntent) for intent in intents) and self.heartbeat.is_due(now)
        first = self.heartbeat.interruptions(connection, now) if beats else []
        answers = Deciding(connection, batch, self.heads, clock).answers([*first, *intents], more)
        batch.write(connection)
        if beats:
            self.heartbeat.beat(connection, now)
            batch.beat = now
        return answers[len(first) :]

    def _scrubbed(self, forgetting: Future[Receipt]) -> Receipt:
        """The receipt of forgetting a person, once no trace is in the files; says so where some could not be removed.

        It is done each time it is asked for, so that asking again gets it done.
        """
        receipt = forgetting.result()
        self._database.scrub()
        return receipt

    def _tell(self, receipts: Sequence[Receipt | GameReceipt]) -> None:
        if not receipts:
            return
        for listener in self._listeners:
            listener(receipts)
        if games := [each for each in receipts if isinstance(each, GameReceipt)]:
            for hear in self._game_listeners:
                hear(games)
        if self._notices is not None:
            self._notices.tell(receipt.stream for receipt in receipts)


def _is_lost_race(problem: DBAPIError) -> bool:
    """Whether a transaction failed because of another one: both wrote the same version, or waited in a ring."""
    return is_taken(problem, *RACED) or getattr(problem.orig, "sqlstate", None) in LOST_RACES
