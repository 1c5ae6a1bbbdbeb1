"""On PostgreSQL many streams are locked at once, in the order of their ids: nobody waits in a ring.

The end of a game locks it, and then its tournament; a result by hand locks the tournament, and then the game. So a
transaction that finds out that it needs another stream lets go of all it has, and begins anew with all of them. The
controls lock in the order in which streams are met, and what is due before the game: both end in a deadlock.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.event import listen
from sqlalchemy.exc import OperationalError

from podium.app.access import Role
from podium.app.ports import GameReceipt, Intent, Receipt, StreamId
from podium.chess import BLACK, WHITE
from podium.core.errors import PodiumError
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.commands import ChangeSettings, Command, PairRound, PublishRound, RecordResult
from podium.games.state import Status
from podium.storage import read_model
from podium.storage.journal import journal as journal_module
from podium.storage.journal import writers
from podium.storage.journal.heads import AnyHead, Heads, StreamKind, Streams
from podium.storage.journal.intents import Deciding
from podium.storage.journal.journal import SqlJournal
from podium.storage.live.sweeper import Sweeper
from podium.storage.sql.database import Database
from tests.kit import services
from tests.kit.cups import bracket
from tests.kit.events import CHIEF
from tests.kit.live_journal import FOOLS_MATE, SHUFFLE, LiveEvent, live_cup, live_swiss, on_disk
from tests.kit.waiting import PATIENCE, at_once

Patch = pytest.MonkeyPatch


pytestmark = pytest.mark.postgres  # SQLite has one writer, and nothing to lock


@pytest.fixture(autouse=True)
def who_waits_waits_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that PostgreSQL finds rings before anybody gives up."""
    monkeypatch.setattr(writers, "GLANCE", 1000 * PATIENCE)


@pytest.fixture
def url(ready_postgres_url: str) -> str:
    services.empty(ready_postgres_url)
    return ready_postgres_url


class Deadlocks:
    """How many of them a database has reported."""

    def __init__(self) -> None:
        self.count = 0

    def watch(self, database: Database) -> None:
        listen(database.writing, "handle_error", self._note)

    def _note(self, context: ExceptionContext) -> None:
        self.count += getattr(context.original_exception, "sqlstate", None) == "40P01"


@pytest.fixture
def deadlocks() -> Deadlocks:
    return Deadlocks()


@pytest.fixture
def journals(url: str, deadlocks: Deadlocks) -> Iterator[list[SqlJournal]]:
    """Four journals on one database, as processes would have."""
    databases = [Database(url) for _ in range(4)]
    for each in databases:
        deadlocks.watch(each)
    journals = [SqlJournal(each) for each in databases]
    yield journals
    for journal in journals:
        journal.close()
    for each in databases:
        each.close()


# --- many at once ----------------------------------------------------------------------------


def answered(futures: list[Future[GameReceipt] | Future[Receipt]]) -> list[object]:
    return [future.exception(PATIENCE) for future in futures]


def test_games_of_many_events_end_while_their_directors_work(
    url: str, journals: list[SqlJournal], deadlocks: Deadlocks
) -> None:
    cups = [live_cup(journals[at], f"cup{at}", players=8, policy="BEST_OF_3") for at in range(2)]
    opens = [live_swiss(journals[2 + at], f"open{at}", players=12) for at in range(2)]
    last: list[tuple[LiveEvent, PairingId, str]] = []
    for event, moves in [*((cup, SHUFFLE) for cup in cups), *((swiss, FOOLS_MATE) for swiss in opens)]:
        games = event.open[:-1]  # the last board is for the director
        event.starts(*games)
        for game in games:
            event.plays(game, moves[:-1])
            last.append((event, game, moves[-1]))
    wishes = [event.wish(game, event.move(game, text), BLACK) for event, game, text in last]
    futures: list[Future[GameReceipt] | Future[Receipt]] = []
    for at, wish in enumerate(wishes):
        futures.extend(journals[(at + extra) % 4].submit_game(wish) for extra in range(2))  # and once more elsewhere
        event = (*cups, *opens)[at % 4]
        if at < 4:
            by_hand = RecordResult(event.open[-1], Result.WHITE_WINS, confirm=True)
            futures.append(journals[(at + 1) % 4].submit(intent(event, by_hand)))
        futures.append(journals[(at + 2) % 4].submit(intent(event, ChangeSettings({"place": f"Hall {at}"}))))
    assert answered(futures) == [None] * len(futures)
    assert deadlocks.count == 0
    for event, game, _ in last:
        assert (event.status(game), event.is_counted(game)) == (Status.FINISHED, True)
        assert sum(type(each).__name__ == "GameEnded" for each in event.events(game)) == 1
    for cup in cups:
        assert sum(match.parent is not None for match in bracket(cup)) == 3 * 3
        assert len(cup.open) == 3  # a tie-break game for each of the drawn ones
    for swiss in opens:
        assert not swiss.round(1).pending
        swiss.do(PairRound())
        swiss.do(PublishRound(2))
        assert len(swiss.open) == 6
    check_read_model(url, journals[0])


def intent(event: LiveEvent, command: Command) -> Intent:
    return Intent(event.stream, command, CHIEF, Role.OWNER)


def check_read_model(url: str, journal: SqlJournal) -> None:
    """What was written step by step is what is written anew."""
    database = Database(url)
    before = on_disk(database)
    journal.rebuild()
    assert on_disk(database) == before
    database.close()


# --- two that need the same two --------------------------------------------------------------


@contextmanager
def both_have_one(patch: Patch, *journals: SqlJournal) -> Iterator[None]:
    """Lets each journal lock what it knows that it needs, and go on when the other has done so too; once each."""
    meeting = threading.Barrier(len(journals), timeout=PATIENCE)

    def hold(journal: SqlJournal) -> None:
        look, first = journal.heads.read, iter([meeting.wait])

        def read(connection: Connection, streams: Streams, *, lock: bool = False) -> dict[StreamId, AnyHead]:
            heads = look(connection, streams, lock=lock)
            if lock:
                next(first, lambda: 0)()
            return heads

        patch.setattr(journal.heads, "read", read)

    for journal in journals:
        hold(journal)
    yield


def as_met(patch: Patch) -> None:
    """Lets whoever needs another stream lock it beside those it has."""

    def need(self: Deciding, streams: Streams) -> None:
        missing = {stream: kind for stream, kind in streams.items() if stream not in self._batch.heads}
        if missing:
            self._batch.add_heads(self._heads.read(self._connection, missing, lock=True))

    patch.setattr(Deciding, "_need", need)


def crossed(journals: list[SqlJournal], patch: Patch) -> tuple[LiveEvent, PairingId, list[object]]:
    """A game that ends by a move while the director enters its result: one has the game, one the tournament."""
    event = live_swiss(journals[0], players=2)
    [game] = event.open
    event.starts(game)
    event.plays(game, FOOLS_MATE[:-1])
    wish = event.wish(game, event.move(game, FOOLS_MATE[-1]), BLACK)
    by_hand = intent(event, RecordResult(game, Result.DRAW, was=None, replaces=True, confirm=True))
    with both_have_one(patch, *journals[:2]):
        acts: list[Callable[[], object]] = [
            lambda: journals[0].submit_game(wish).result(PATIENCE),
            lambda: journals[1].perform(by_hand),
        ]
        return event, game, list(at_once(acts))


def refusals(answers: list[object]) -> list[str]:
    return [answer.code for answer in answers if isinstance(answer, PodiumError)]


def check(event: LiveEvent, game: PairingId, answers: list[object]) -> None:
    [refusal] = refusals(answers)
    assert refusal in ("game-not-running", "result-differs")
    assert (event.status(game), event.is_counted(game)) == (Status.FINISHED, True)


def test_an_end_and_a_result_by_hand_wait_for_one_another(
    journals: list[SqlJournal], deadlocks: Deadlocks, monkeypatch: Patch
) -> None:
    check(*crossed(journals, monkeypatch))
    assert deadlocks.count == 0


def test_control_locked_as_they_are_met_they_wait_in_a_ring_and_one_is_decided_anew(
    journals: list[SqlJournal], deadlocks: Deadlocks, monkeypatch: Patch
) -> None:
    as_met(monkeypatch)
    check(*crossed(journals, monkeypatch))
    assert deadlocks.count >= 1


def test_control_were_it_not_decided_anew_one_would_hear_that_the_database_is_away(
    journals: list[SqlJournal], deadlocks: Deadlocks, monkeypatch: Patch
) -> None:
    as_met(monkeypatch)
    monkeypatch.setattr(journal_module, "LOST_RACES", ())
    _, _, answers = crossed(journals, monkeypatch)
    assert "database-away" in refusals(answers)
    assert deadlocks.count == 1


# --- a move while the sweeper looks ----------------------------------------------------------


def moved_while(
    journals: list[SqlJournal], patch: Patch, sweep: Callable[[threading.Barrier, PairingId], None]
) -> None:
    """A move whose game is locked when a sweeper has looked at what is due."""
    event = live_swiss(journals[0], players=2)
    [game] = event.open
    event.starts(game)
    meeting = threading.Barrier(2, timeout=PATIENCE)
    look, first = journals[0].heads.read, iter([meeting.wait])

    def read(connection: Connection, streams: Streams, *, lock: bool = False) -> dict[StreamId, AnyHead]:
        heads = look(connection, streams, lock=lock)
        if lock:
            next(first, lambda: 0)()
        return heads

    wish = event.wish(game, event.move(game, "e4"), WHITE)
    patch.setattr(journals[0].heads, "read", read)
    acts: list[Callable[[], object]] = [
        lambda: journals[0].submit_game(wish).result(PATIENCE),
        lambda: sweep(meeting, game),
    ]
    moved, _ = at_once(acts)
    assert isinstance(moved, GameReceipt)
    assert event.game(game).ply == 1


def test_a_sweeper_locks_nothing_that_is_due(
    journals: list[SqlJournal], deadlocks: Deadlocks, monkeypatch: Patch
) -> None:
    sweeper = Sweeper(journals[1]._database, journals[1])

    def sweep(meeting: threading.Barrier, game: PairingId) -> None:
        assert [row.game for row in sweeper._due()] == [game]
        meeting.wait()
        sweeper.sweep()

    moved_while(journals, monkeypatch, sweep)
    assert deadlocks.count == 0


def test_control_one_that_locks_what_is_due_before_the_game_waits_in_a_ring(
    journals: list[SqlJournal], deadlocks: Deadlocks, monkeypatch: Patch
) -> None:
    heads = Heads(is_sqlite=False)

    def sweep(meeting: threading.Barrier, game: PairingId) -> None:
        try:
            with journals[1]._database.writing.begin() as connection:
                connection.execute(select(read_model.due).with_for_update()).all()
                meeting.wait()
                heads.read(connection, {game: StreamKind.GAME}, lock=True)
        except OperationalError:
            pass  # one of the two is told of the deadlock

    moved_while(journals, monkeypatch, sweep)
    assert deadlocks.count >= 1
