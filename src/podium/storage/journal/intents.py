"""Intents decided in one transaction, each on what the one before it left, with all that follows from it.

A tournament's commit opens, ends or suspends games; the end of a game gives its result to the tournament, which may
open the next one. All of it is one transaction, or none of it is.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from podium.app.access import Role
from podium.app.accounts.credentials import Credential, CredentialEnded
from podium.app.handle import NewCommit, left_behind, resolve
from podium.app.live.live_games import (
    Games,
    check_pairing,
    cleared,
    clears_result,
    consequences,
    is_counted,
    is_dropped,
    resolve_game,
    result_of,
)
from podium.app.ports import GameHead, GameIntent, GameReceipt, Head, Intent, Receipt, StreamId
from podium.app.server.steady_clock import iso, milliseconds, written
from podium.core.dice import Dice
from podium.core.errors import Forbidden, PodiumError, Refused, Unknown
from podium.core.ids import PairingId, TournamentId
from podium.flow.commands import OfThePast, RecordResult
from podium.games.commands import Elapse, EndByHand, GameCommand, OpenGame, PlayMove, SystemAct
from podium.games.state import LiveGame, Status
from podium.storage import tables
from podium.storage.accounts.access_tables import holding, roles_of
from podium.storage.journal.batch import Batch, fingerprint
from podium.storage.journal.heads import AnyHead, Heads, StreamKind, Streams
from podium.storage.journal.history import SqlPast
from podium.storage.journal.writers import Answer
from podium.storage.sql.transactions import EVERY_TOURNAMENT, show_tournaments

AnyIntent = Intent | GameIntent
AnyReceipt = Receipt | GameReceipt
First = tuple[str | None, AnyReceipt]
"""The digest and the receipt of an intent that was written before."""


class MoreStreams(Exception):  # not an error: the transaction begins anew with these locked as well
    """Streams that what is being decided touches, beside those that were locked."""

    def __init__(self, streams: Streams) -> None:
        super().__init__(streams)
        self.streams = streams


class Deciding:
    """One transaction: what is decided goes into `batch`."""

    def __init__(self, connection: Connection, batch: Batch, heads: Heads, now: datetime) -> None:
        self._connection = connection
        self._batch = batch
        self._heads = heads
        self._now = written(now)
        self._milliseconds = milliseconds(now)
        self._seen: dict[tuple[str, str, str], First] = {}
        self._holding: frozenset[Credential] = frozenset()
        self._roles: Mapping[tuple[TournamentId, int], Role] = {}
        self._locks = connection.dialect.name != "sqlite"

    def answers(self, intents: Sequence[AnyIntent], more: Streams) -> list[Answer]:
        """The answer to each of `intents`; `more` are streams that follow from them, as far as is known."""
        game, event = StreamKind.GAME, StreamKind.TOURNAMENT
        streams = {each.stream: game if isinstance(each, GameIntent) else event for each in intents} | dict(more)
        self._batch.tournaments = frozenset(_tournament_of(each) for each in intents)
        self._batch.add_heads(self._heads.read(self._connection, streams, lock=True))
        self._look_at_credentials(intents)
        return [self._answer(each) for each in intents]

    def _answer(self, intent: AnyIntent) -> Answer:
        if isinstance(intent.command, OfThePast):
            self._batch.put(self._connection)  # it is decided by the whole history, those before it included
        mark = self._batch.mark()
        try:
            now = self._as_of_now(intent)
            return self._game(now) if isinstance(now, GameIntent) else self._tournament(now)
        except (MoreStreams, SQLAlchemyError):
            raise  # the transaction is lost, for everybody in it
        except PodiumError as refusal:
            self._batch.back_to(mark)
            return refusal
        except Exception as fault:  # noqa: BLE001  # ours, but not the fault of other intents of the batch
            self._batch.back_to(mark)
            return fault

    # --- tournaments ----------------------------------------------------------------------

    def _tournament(self, intent: Intent) -> Receipt:
        first = self._first_receipt(intent)
        if first is not None:
            assert isinstance(first, Receipt)
            return first
        head = self._tournament_head(intent.stream)
        at = max(self._now, head.at)  # never before the last commit
        outcome = resolved(self._connection, intent, head, self._game_state, at)
        if outcome is None:
            return unchanged(head)
        receipt = self._batch.add(intent, head, outcome, at)
        if outcome.state.settings.live or (head.state is not None and head.state.settings.live):
            self._follow(intent, consequences(head.state, outcome.state))
        self._note(intent, replace(receipt, written=False))
        return receipt

    def _follow(self, intent: Intent, commands: Sequence[tuple[PairingId, GameCommand]]) -> None:
        """Tell games what the change of their tournament means for them."""
        self._need({game: StreamKind.GAME for game, _ in commands})
        for game, command in commands:
            if isinstance(command, EndByHand) and isinstance(intent.command, RecordResult):
                command = replace(command, reason=intent.command.reason or command.reason)  # as it was said
            if isinstance(command, OpenGame) or self._game_state(game) is not None:
                self._game(GameIntent(game, intent.stream, command, intent.actor, Role.OWNER, self._milliseconds))

    # --- games ----------------------------------------------------------------------------

    def _game(self, intent: GameIntent) -> GameReceipt:
        first = self._first_receipt(intent)
        if first is not None:
            assert isinstance(first, GameReceipt)
            return first
        head = self._game_head(intent.stream)
        if head.state is not None and not isinstance(intent.command, PlayMove | SystemAct):
            self._check_pairing(intent, head.state)
        if clears_result(intent.command) and head.state is not None:
            self._take_back(intent, head.state)
            head = self._game_head(intent.stream)  # which that may have opened again
        outcome = resolve_game(intent, head)
        state = outcome.state if outcome is not None else head.state
        if state is None:
            raise Unknown("game", intent.stream)
        if outcome is None and isinstance(intent.command, Elapse):
            self._batch.not_due.append(state)
        if outcome is None:
            receipt = GameReceipt(head.stream, head.version, state, (), head.at, written=False)
        else:
            receipt = self._batch.add_of_game(intent, head, outcome, max(iso(intent.at), head.at))
        record = result_of(intent.command, state, receipt.events)
        if record is not None:
            self._record(intent, record, refusable=outcome is not None)
        if outcome is not None:
            self._note(intent, replace(receipt, written=False))
        return receipt

    def _record(self, intent: GameIntent, record: RecordResult, *, refusable: bool) -> None:
        """Give the tournament the result of a game; if it refuses, the game stands and is not counted.

        A caller that asks for nothing but that it be counted gets the refusal.
        """
        mark = self._batch.mark()
        try:
            self._tournament(self._for_tournament(intent, record))
        except PodiumError:
            if not refusable:
                raise
            self._batch.back_to(mark)

    def _check_pairing(self, intent: GameIntent, game: LiveGame) -> None:
        """Refuse what lets a game go on whose pairing is no more, or is done in an event that is put away."""
        if game.status is not Status.FINISHED and not is_dropped(game):
            return
        state = self._tournament_head(game.tournament).state
        assert state is not None  # it opened the game
        check_pairing(intent.command, game, state)

    def _take_back(self, intent: GameIntent, game: LiveGame) -> None:
        """Have the tournament clear the result of a game that it counts; raises what stands in the way."""
        if intent.role < Role.ARBITER:
            raise Forbidden(type(intent.command).__name__)
        state = self._tournament_head(game.tournament).state
        if state is not None and is_counted(state, game):
            self._tournament(self._for_tournament(intent, cleared(intent.command, game)))

    def _for_tournament(self, intent: GameIntent, record: RecordResult) -> Intent:
        acknowledged = intent.acknowledged
        return Intent(
            intent.tournament, record, intent.actor, Role.OWNER, reason=intent.reason, acknowledged=acknowledged
        )

    # --- who asks -------------------------------------------------------------------------

    def _look_at_credentials(self, intents: Sequence[AnyIntent]) -> None:
        """Ask once for all whether what they came with is in force, and what they are: what has ended ends here."""
        asking = [(each.actor, _tournament_of(each)) for each in intents if each.actor.credential is not None]
        if not asking:
            return
        show_tournaments(self._connection, EVERY_TOURNAMENT)  # a link may be that of another one
        credentials = {actor.credential for actor, _ in asking if actor.credential is not None}
        self._holding = holding(self._connection, credentials, self._now)
        users = {actor.user for actor, _ in asking if actor.user is not None}
        if users:
            self._roles = roles_of(self._connection, users, {event for _, event in asking})

    def _as_of_now(self, intent: AnyIntent) -> AnyIntent:
        """The intent of somebody who is still let in, in no greater role than they have now."""
        actor = intent.actor
        if actor.credential is None:
            return intent
        if actor.credential not in self._holding:
            raise CredentialEnded
        if actor.grant is not None and intent.player not in (None, actor.grant.player):
            raise Forbidden(type(intent.command).__name__)
        if actor.user is None or actor.operator:
            return intent
        role = self._roles.get((_tournament_of(intent), actor.user), Role.PUBLIC)
        return replace(intent, role=min(intent.role, role))

    # --- both -----------------------------------------------------------------------------

    def _tournament_head(self, stream: TournamentId) -> Head:
        head = self._head(stream, StreamKind.TOURNAMENT)
        assert isinstance(head, Head)
        return head

    def _game_head(self, stream: PairingId) -> GameHead:
        head = self._head(stream, StreamKind.GAME)
        assert isinstance(head, GameHead)
        return head

    def _game_state(self, stream: PairingId) -> LiveGame | None:
        return self._game_head(stream).state

    def _head(self, stream: StreamId, kind: StreamKind) -> AnyHead:
        if stream not in self._batch.heads:
            self._need({stream: kind})
        return self._batch.heads[stream]

    def _need(self, streams: Streams) -> None:
        """Have these heads in the batch. Where heads are locked that is done in the order of ids, all at once.

        A stream that has no head yet has nothing to lock; its first version is written once, by the faster one.
        """
        missing = {stream: kind for stream, kind in streams.items() if stream not in self._batch.heads}
        if not missing:
            return
        found = self._heads.read(self._connection, missing)
        existing = {stream: missing[stream] for stream, head in found.items() if head.version > 0}
        if self._locks and existing:
            raise MoreStreams(existing)
        self._batch.add_heads(found)

    def _note(self, intent: AnyIntent, receipt: AnyReceipt) -> None:
        """Remember the receipt for the same intent in the same batch."""
        if intent.command_id is not None:
            self._seen[intent.stream, intent.actor.key, intent.command_id] = (fingerprint(intent), receipt)

    def _first_receipt(self, intent: AnyIntent) -> AnyReceipt | None:
        """The receipt of the same intent, if it was written before; refuses a key that was another one's."""
        if intent.command_id is None:
            return None
        key = (intent.stream, intent.actor.key, intent.command_id)
        first = self._seen.get(key) or self._stored(intent)
        if first is None:
            return None
        if first[0] not in (None, fingerprint(intent)):  # none any more, where a person was forgotten since
            raise Refused("idempotency-key-reused", value=intent.command_id)
        return first[1]

    def _stored(self, intent: AnyIntent) -> First | None:
        here = tables.commit.c
        row = self._connection.execute(
            select(here.version, here.digest, here.at).where(
                here.stream == intent.stream,
                here.actor == intent.actor.key,
                here.command_id == intent.command_id,
            )
        ).first()
        if row is None:
            return None
        if isinstance(intent, GameIntent):  # games never go back: as it stands now it has what the first one did
            head = self._game_head(intent.stream)
            assert head.state is not None
            return row.digest, GameReceipt(head.stream, head.version, head.state, (), head.at, written=False)
        past = SqlPast(self._connection, intent.stream)
        state = past.state(row.version)
        assert state is not None
        events = past.events(row.version)
        dropped = () if events else _dropped(past, row.version)
        return row.digest, Receipt(intent.stream, row.version, state, events, row.at, written=False, dropped=dropped)


def resolved(connection: Connection, intent: Intent, head: Head, games: Games, at: str) -> NewCommit | None:
    """What comes of an intent on the head of its tournament; None where nothing changes."""
    past = partial(SqlPast, connection, intent.stream)
    try:
        return resolve(intent, head, past, games, at, Dice(secrets.token_hex(16)))
    except Unknown as unknown:
        id = str(unknown.facts["value"])
        if unknown.code in ("unknown-pairing", "unknown-match") and past().mentions(id):
            raise Refused("pairing-undone", value=id) from None
        raise


def unchanged(head: Head) -> Receipt:
    """The receipt where there was nothing to change."""
    assert head.state is not None
    return Receipt(head.stream, head.version, head.state, (), head.at, written=False)


def _tournament_of(intent: AnyIntent) -> TournamentId:
    return intent.tournament if isinstance(intent, GameIntent) else intent.stream


def _dropped(past: SqlPast, version: int) -> tuple[int, ...]:
    """The commits that a rewind went behind."""
    commits = {commit.version: commit for commit in past.commits()}
    return tuple(left_behind(commits, version - 1, commits[version].parent))
