"""The end of a live game reaches its tournament once: its end, the result and the next tie-break game, or nothing.

Each race stands beside its control: the same with a check switched off, and the damage that the check prevents.

| race                                    | check switched off                          | function      |
|-----------------------------------------|---------------------------------------------|---------------|
| a crash between any two statements      | one transaction                             | `commit_each` |
| the process is killed while games end   | the same: a kill is a crash somewhere       | `commit_each` |
| ten clients send the move that ends it  | the present state; one commit of a version  | `blindfold`   |
| two processes play the two sides        | the present state; one commit of a version  | `blindfold`   |
| an end, and a result by hand            | the present state                           | `blindfold`   |
| an end, and the round is taken back     | the present state                           | `blindfold`   |
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from typing import Protocol

import pytest
from sqlalchemy import Connection, Table, func, select
from sqlalchemy.event import listen
from sqlalchemy.exc import OperationalError

from podium.app.access import Role
from podium.app.live.live_games import is_counted
from podium.app.ports import GameReceipt, Intent, Receipt, StreamId
from podium.chess import BLACK, WHITE, Colour
from podium.core.errors import PodiumError, Unavailable
from podium.core.ids import PairingId, TournamentId
from podium.core.result import Result
from podium.flow.commands import Command, RecordResult, Rewind, UnpairRound
from podium.games.events import GameEnded
from podium.games.state import PauseCause, Status
from podium.storage import read_model, tables
from podium.storage.journal.heads import AnyHead, Heads, Streams
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.kit.cups import bracket
from tests.kit.events import CHIEF
from tests.kit.live_journal import FOOLS_MATE, SHUFFLE, LiveEvent, live_cup, live_swiss, on_disk
from tests.kit.waiting import PATIENCE, at_once, program
from tests.races.test_knockout import commit_each, lay_bare, refused_by_row, without_view

CLIENTS = 10
STREAM = TournamentId("t1")

Patch = pytest.MonkeyPatch


class Bare(Protocol):
    """Takes from tables what must be unique in them; without `keys` the primary key too."""

    def __call__(self, *named: Table, keys: bool = True) -> None: ...


@pytest.fixture
def database(ready_url: str) -> Iterator[Database]:
    made = Database(ready_url)
    yield made
    made.close()


@pytest.fixture
def bare(database: Database) -> Iterator[Bare]:
    """Takes from tables what must be unique in them, until the end of the test: others use the same ones after it."""
    bared: list[Table] = []

    def lay(*named: Table, keys: bool = True) -> None:
        bared.extend(named)
        lay_bare(database, *named, keys=keys)

    yield lay
    with database.writing.begin() as connection, without_view(connection):
        for table in bared:
            table.drop(connection)
            table.create(connection)


@pytest.fixture
def journals(ready_url: str) -> Iterator[list[SqlJournal]]:
    """Journals on one database, as processes would have."""
    databases = [Database(ready_url) for _ in range(CLIENTS)]
    journals = [SqlJournal(each) for each in databases]
    yield journals
    for journal in journals:
        journal.close()
    for each in databases:
        each.close()


def blindfold(patch: Patch, journals: list[SqlJournal], *games: PairingId) -> None:
    """Lets each journal decide on the tournament and the games as they are now, whatever others have written by then.

    The versions are those of now too: without the lock each would have seen them.
    """

    def tie(journal: SqlJournal) -> None:
        seen: dict[StreamId, AnyHead] = {STREAM: journal.head(STREAM), **{id: journal.game(id) for id in games}}
        look = journal.heads.read

        def glance(connection: Connection, streams: Streams, *, lock: bool = False) -> dict[StreamId, AnyHead]:
            unknown = {stream: kind for stream, kind in streams.items() if stream not in seen}
            known = {stream: seen[stream] for stream in streams if stream in seen}
            return {**known, **(look(connection, unknown) if unknown else {})}

        patch.setattr(journal.heads, "read", glance)
        patch.setattr(Heads, "keep", lambda *_: None)

    for journal in journals:
        tie(journal)


def written(answers: list[GameReceipt | PodiumError]) -> int:
    return sum(isinstance(answer, GameReceipt) and answer.written for answer in answers)


def about_to_be_drawn(journal: SqlJournal, policy: str = "BEST_OF_3") -> tuple[LiveEvent, PairingId]:
    """A cup, and its first game before the move with which the position occurs for the third time."""
    event = live_cup(journal, policy=policy)
    game = event.open[0]
    event.starts(game)
    event.plays(game, SHUFFLE[:-1])
    return event, game


def about_to_be_won(journal: SqlJournal) -> tuple[LiveEvent, PairingId]:
    """A Swiss, and its first game before the move with which Black mates."""
    event = live_swiss(journal)
    game = event.open[0]
    event.starts(game)
    event.plays(game, FOOLS_MATE[:-1])
    return event, game


def ends(database: Database, game: PairingId) -> int:
    """How many times a game has ended, by its stream on disk."""
    here = tables.event.c
    query = select(func.count()).where(here.stream == game, here.type == GameEnded.__name__)
    with database.read(EVERY_TOURNAMENT) as connection:
        return connection.scalars(query).one()


def results_of(database: Database, kind: str = "RecordResult") -> int:
    """How many commits the tournament has that record a result."""
    here = tables.commit.c
    query = select(func.count()).where(here.stream == STREAM, here.kind == kind)
    with database.read(EVERY_TOURNAMENT) as connection:
        return connection.scalars(query).one()


def afresh(database: Database) -> Iterator[LiveEvent]:
    """The event as a process that starts now would find it."""
    journal = SqlJournal(database)
    yield LiveEvent(journal, STREAM)
    journal.close()


# --- a crash between any two statements ------------------------------------------------------


@pytest.fixture
def crashing(ready_url: str) -> Iterator[SqlJournal]:
    """A journal whose way to the database will crash."""
    made = Database(ready_url)
    journal = SqlJournal(made)
    yield journal
    journal.close()
    made.close()


def crashes(journal: SqlJournal, event: LiveEvent, game: PairingId) -> Iterator[None]:
    """Crashes before each statement of the move that ends a game, the last of which is COMMIT; until it succeeds."""
    left = 0

    def crash(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise OperationalError("crash", None, Exception())

    wish = event.wish(game, event.move(game, SHUFFLE[-1]), BLACK)
    journal.head(STREAM), journal.game(game)  # what it knows already takes no statements to find out
    engine = journal._database.writing
    listen(engine, "before_cursor_execute", crash)
    listen(engine, "commit", crash)
    for steps in range(1, 100):
        left = steps
        try:
            journal.submit_game(wish).result(PATIENCE)
        except Unavailable:
            left = 0
            yield
        else:
            left = 0  # no more crashes
            return
    pytest.fail("it never succeeds")


def test_a_crash_between_any_two_statements_leaves_nothing_and_a_retry_all_of_it(
    database: Database, journals: list[SqlJournal], crashing: SqlJournal
) -> None:
    event, game = about_to_be_drawn(journals[0])
    before = on_disk(database)
    crashed = 0
    for _ in crashes(crashing, event, game):
        assert on_disk(database) == before
        crashed += 1
    assert crashed > 8  # heads, commits, events, heads again, matches, games, due, statuses, COMMIT
    after = on_disk(database)
    assert {name for name in after if after[name] != before[name]} == {
        *("commit", "event", "head", "matches", "games", "due")
    }
    for found in afresh(database):
        assert (found.ending(game), found.is_counted(game)) == (("DRAW", "THREE_FOLD_REPETITION"), True)
        assert len(bracket(found).match(game).tie_breaks) == 3
        first, _other = found.open
        assert (found.status(first), found.game(first).terms.tie_break) == (Status.WAITING, True)
    assert (ends(database, game), results_of(database)) == (1, 1)


def test_control_without_one_transaction_a_crash_leaves_half(
    database: Database, journals: list[SqlJournal], crashing: SqlJournal
) -> None:
    event, game = about_to_be_drawn(journals[0])
    before = on_disk(database)
    commit_each(crashing._database)
    half = next(left for _ in crashes(crashing, event, game) if (left := on_disk(database)) != before)
    changed = {name for name in half if half[name] != before[name]}
    assert changed == {"commit"}  # of the game and of the tournament, without what happened


# --- the process is killed while games end ---------------------------------------------------

PLAYER = """
import sys
from podium.storage.sql.database import Database
from podium.storage.journal.journal import SqlJournal
from tests.kit.live_journal import FOOLS_MATE, live_swiss

journal = SqlJournal(Database(sys.argv[1]))
event = live_swiss(journal, players=16)
games = event.open
event.starts(*games)
for game in games:
    event.plays(game, FOOLS_MATE[:-1])
print("ready", flush=True)
waiting = [(game, event.sends(game, event.move(game, FOOLS_MATE[-1]), event.game(game).turn)) for game in games]
for game, future in waiting:
    future.result(60)
    print(game, flush=True)
input()
"""


def killed(url: str, after: float) -> list[PairingId]:
    """The games whose end was acknowledged by a process that was killed."""
    command = [sys.executable, "-c", PLAYER, url]
    with program(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        assert player.stdout.readline() == "ready\n"
        time.sleep(after)
        player.send_signal(signal.SIGKILL)
        return [PairingId(line) for line in player.stdout.read().split("\n")[:-1]]


def check_ends(database: Database, acknowledged: list[PairingId]) -> None:
    for event in afresh(database):
        games = {id: event.game(id) for id in event.state.rounds[0].games}
        over = {id for id, game in games.items() if game.status is Status.FINISHED}
        assert set(acknowledged) <= over, "an acknowledged end was lost"
        assert over == {id for id, game in games.items() if is_counted(event.state, game)}
        before = on_disk(database)
        event.journal.rebuild()
        assert on_disk(database) == before


@pytest.mark.parametrize("after", [0.02, *(pytest.param(each / 100, marks=pytest.mark.long) for each in range(20))])
def test_after_a_kill_every_game_that_ended_counts(ready_url: str, database: Database, after: float) -> None:
    check_ends(database, killed(ready_url, after))


# --- ten clients send the move that ends it --------------------------------------------------


def ended_by_ten(journals: list[SqlJournal], event: LiveEvent, game: PairingId) -> list[GameReceipt | PodiumError]:
    wish = event.wish(game, event.move(game, SHUFFLE[-1]), BLACK)
    acts = [partial(lambda each: each.submit_game(wish).result(PATIENCE), each) for each in journals]
    return at_once([partial(refused_by_row, act) for act in acts])


def test_ten_clients_who_send_the_last_move_end_the_game_once(database: Database, journals: list[SqlJournal]) -> None:
    event, game = about_to_be_drawn(journals[0])
    answers = ended_by_ten(journals, event, game)
    assert (written(answers), len(answers)) == (1, CLIENTS)
    assert {answer.state.status for answer in answers if isinstance(answer, GameReceipt)} == {Status.FINISHED}
    assert (ends(database, game), results_of(database)) == (1, 1)
    for found in afresh(database):
        assert len(bracket(found).match(game).tie_breaks) == 3
        assert len(found.open) == 2
        assert found.is_counted(game)


def test_the_database_alone_lets_one_end_in(database: Database, journals: list[SqlJournal], monkeypatch: Patch) -> None:
    event, game = about_to_be_drawn(journals[0])
    blindfold(monkeypatch, journals, game)
    answers = ended_by_ten(journals, event, game)
    assert written(answers) == 1
    assert (ends(database, game), results_of(database)) == (1, 1)


def test_control_in_a_bare_database_ten_who_look_away_end_it_ten_times(
    database: Database, bare: Bare, journals: list[SqlJournal], monkeypatch: Patch
) -> None:
    bare(tables.commit, tables.event, keys=False)
    bare(read_model.matches)
    event, game = about_to_be_drawn(journals[0])
    blindfold(monkeypatch, journals, game)
    answers = ended_by_ten(journals, event, game)
    assert written(answers) == CLIENTS
    assert (ends(database, game), results_of(database)) == (CLIENTS, CLIENTS)


# --- two processes play the two sides --------------------------------------------------------


def side(event: LiveEvent, game: PairingId, colour: Colour, moves: tuple[str, ...]) -> int:
    """Plays one side of a game to its end, looking again and again whether it is to move; how often it was refused."""
    refused = 0
    while (found := event.game(game)).status is not Status.FINISHED:
        if found.turn is not colour:
            continue
        try:
            event.act(game, event.move(game, moves[found.ply]), colour)
        except PodiumError:
            refused += 1
    return refused


def test_two_processes_play_the_two_sides(database: Database, journals: list[SqlJournal]) -> None:
    event = live_cup(journals[0], policy="ARMAGEDDON")
    other = LiveEvent(journals[1], STREAM)
    for _ in range(2):  # the game, and then its tie-break game
        game = event.open[0]
        at_once([partial(event.starts, game), partial(other.starts, game)])
        played = at_once([partial(side, event, game, WHITE, SHUFFLE), partial(side, other, game, BLACK, SHUFFLE)])
        assert played == [0, 0]
        assert (ends(database, game), event.ending(game)) == (1, ("DRAW", "THREE_FOLD_REPETITION"))
        assert event.is_counted(game)
        assert other.is_counted(game)
    assert len([match for match in bracket(other) if match.parent is not None]) == 1
    final = bracket(other).on_board(2, 1)
    assert final is not None
    assert final.black is None  # a drawn Armageddon is Black's, who waits in the final
    assert final.white is not None


# --- an end and a result by hand -------------------------------------------------------------


def tournament(command: Command) -> Intent:
    return Intent(STREAM, command, CHIEF, Role.OWNER)


def disputed(
    journals: list[SqlJournal], event: LiveEvent, game: PairingId, command: Command
) -> tuple[GameReceipt | PodiumError, Receipt | PodiumError]:
    """What comes of the move that mates and of what the director does, at the same moment."""
    wish = event.wish(game, event.move(game, FOOLS_MATE[-1]), BLACK)

    def mate() -> GameReceipt | Receipt:
        return journals[0].submit_game(wish).result(PATIENCE)

    def direct() -> GameReceipt | Receipt:
        return journals[1].perform(tournament(command))

    one, other = at_once([mate, direct])
    assert not isinstance(one, Receipt)
    assert not isinstance(other, GameReceipt)
    return one, other


def test_an_end_and_a_result_by_hand_leave_one_end_and_agree(database: Database, journals: list[SqlJournal]) -> None:
    event = live_swiss(journals[0], players=8)
    for game in event.open:
        event.starts(game)
        event.plays(game, FOOLS_MATE[:-1])
        by_hand = RecordResult(game, Result.DRAW, was=None, replaces=True, confirm=True)
        mated, directed = disputed(journals, event, game, by_hand)
        assert isinstance(mated, PodiumError) != isinstance(directed, PodiumError)  # whoever is first
        end = event.game(game).end
        assert end is not None
        assert (end.by_hand, event.stored(game)) == (
            (True, "1/2-1/2") if isinstance(mated, PodiumError) else (False, "0-1")
        )
        assert ends(database, game) == 1
        assert event.is_counted(game)


def test_control_two_who_look_away_leave_an_end_that_the_tournament_does_not_have(
    database: Database, bare: Bare, journals: list[SqlJournal], monkeypatch: Patch
) -> None:
    bare(tables.commit, tables.event, keys=False)
    event, game = about_to_be_won(journals[0])
    blindfold(monkeypatch, journals[:2], game)
    mated, directed = disputed(journals, event, game, RecordResult(game, Result.DRAW, confirm=True))
    assert isinstance(mated, GameReceipt)
    assert isinstance(directed, Receipt)
    assert (ends(database, game), results_of(database)) == (2, 2)


# --- an end, and the round is taken back -----------------------------------------------------


@pytest.mark.parametrize("command", [Rewind(2), UnpairRound(1)])
def test_an_end_and_a_round_that_is_taken_back(
    database: Database, journals: list[SqlJournal], command: Command
) -> None:
    for _ in range(3):
        event, game = about_to_be_won(journals[0])
        mated, directed = disputed(journals, event, game, command)
        found = event.game(game)
        if isinstance(mated, PodiumError):
            assert isinstance(directed, Receipt)
            assert found.pause is not None
            assert (found.status, found.pause.cause) == (Status.PAUSED, PauseCause.DROPPED)
        else:
            assert found.status is Status.FINISHED
        assert event.is_counted(game) == isinstance(directed, PodiumError)
        assert ends(database, game) <= 1
        assert len(event.state.rounds) == isinstance(directed, PodiumError)
        return


def test_control_two_who_look_away_end_a_game_of_a_round_that_is_no_more(
    database: Database, bare: Bare, journals: list[SqlJournal], monkeypatch: Patch
) -> None:
    bare(tables.commit, tables.event, keys=False)
    event, game = about_to_be_won(journals[0])
    blindfold(monkeypatch, journals[:2], game)
    mated, directed = disputed(journals, event, game, Rewind(2))
    assert isinstance(mated, GameReceipt)
    assert isinstance(directed, Receipt)
    assert ends(database, game) == 1
    with database.reading.connect() as connection:
        kinds = list(connection.scalars(select(tables.commit.c.kind).where(tables.commit.c.stream == game)))
    assert {"PlayMove", "SuspendGame"} <= set(kinds)  # it has ended, and it is suspended
