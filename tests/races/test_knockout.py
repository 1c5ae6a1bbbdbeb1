"""Ten clients at the same moment: one bracket, one set of tie-break games, one next round, nothing twice.

Each race stands beside its control: the same race with a check switched off, and the damage that the check prevents.
Where the database stands behind a check, the first control shows that it stops the damage, and the second one lays
the database bare too. No control depends on who is faster.

| race                          | check switched off                              | function      |
|-------------------------------|-------------------------------------------------|---------------|
| the bracket is built by ten   | the look at the present state                   | `look_away`   |
| the same, without the lock    | a version has one commit                        | `lay_bare`    |
| the same draw from ten        | the present state; one game of an index         | both          |
| what the games decided, again | a report of what is known changes nothing       | `_known`      |
| retries with one key          | the look for the first answer; one commit a key | `forget`      |
| two different results         | the present state                               | `look_away`   |
| the last results of a round   | the present state                               | `look_away`   |
| a crash between any two steps | one transaction                                 | `commit_each` |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import TypeVar

import pytest
from sqlalchemy import Column, Connection, MetaData, Table, func, insert, select, text
from sqlalchemy.event import listen
from sqlalchemy.exc import IntegrityError, OperationalError

from podium.app.ports import Head, Intent, Receipt, StreamId
from podium.core.errors import PodiumError, Unavailable
from podium.core.ids import PairingId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, CreateTournament, PairRound
from podium.flow.formats.knockout import match_report
from podium.knockout import Knockout, Outcome
from podium.storage import read_model, tables
from podium.storage.journal.heads import AnyHead, Streams
from podium.storage.journal.intents import Deciding
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.kit.cups import bracket
from tests.kit.events import Director
from tests.kit.waiting import at_once
from tests.knockout.hall import check
from tests.races.test_two_writers import STREAM, intent

CLIENTS = 10
T = TypeVar("T")
AWAY = "row-refused"  # what is noted of a write that the database refuses again and again
DRAW, WHITE, BLACK = Outcome.DRAW, Outcome.WHITE_WIN, Outcome.BLACK_WIN

Answers = Sequence[Receipt | PodiumError]
Journals = list[SqlJournal]
Patch = pytest.MonkeyPatch


@pytest.fixture
def database(spoilable_url: str) -> Iterator[Database]:
    made = Database(spoilable_url)
    yield made
    made.close()


@pytest.fixture
def journals(database: Database, spoilable_url: str) -> Iterator[Journals]:
    """Ten journals on one database, as ten processes would have."""
    databases = [Database(spoilable_url) for _ in range(CLIENTS)]
    journals = [SqlJournal(each) for each in databases]
    yield journals
    for journal in journals:
        journal.close()
    for each in databases:
        each.close()


# --- the checks, switched off ----------------------------------------------------------------


def look_away(patch: Patch, journals: Journals) -> None:
    """Lets each journal decide on what it sees now, whatever others have written by then."""

    def blindfold(journal: SqlJournal) -> None:
        seen, look = journal.head(STREAM).state, journal.heads.read

        def glance(connection: Connection, streams: Streams, *, lock: bool = False) -> dict[StreamId, AnyHead]:
            heads = look(connection, streams, lock=lock)
            found = heads[STREAM]
            assert isinstance(found, Head)
            return {**heads, STREAM: replace(found, state=seen)} if lock else heads

        patch.setattr(journal.heads, "read", glance)

    for journal in journals:
        blindfold(journal)


def unlock(patch: Patch, journals: Journals, *, once: bool = True) -> None:
    """Lets each journal look at the head before any other has written, as it could without the lock.

    Not only `once`: also when it tries again because another was writing.
    """

    def let_in(journal: SqlJournal) -> None:
        head = journal.head(STREAM)
        early, look = iter([head]) if once else repeat(head), journal.heads.read

        def glance(connection: Connection, streams: Streams, *, lock: bool = False) -> dict[StreamId, AnyHead]:
            head = next(early, None)
            return {STREAM: head} if head is not None else look(connection, streams, lock=lock)

        patch.setattr(journal.heads, "read", glance)

    for journal in journals:
        let_in(journal)


def forget(patch: Patch) -> None:
    """Lets no journal look for the first answer to a key: neither on disk nor in the batch it is writing."""
    patch.setattr(Deciding, "_first_receipt", lambda *_: None)


def lay_bare(database: Database, *bared: Table, keys: bool = True) -> None:
    """Takes from empty tables what must be unique in them; without `keys` the primary key too."""
    for table in bared:
        columns = [Column(each.name, each.type, primary_key=keys and each.primary_key) for each in table.columns]
        with database.writing.begin() as connection, without_view(connection):
            table.drop(connection)
            Table(table.name, MetaData(), *columns).create(connection)


@contextmanager
def without_view(connection: Connection) -> Iterator[None]:
    """A block in which PostgreSQL lets tables be dropped that a view of ours is made of."""
    if connection.dialect.name == "sqlite":
        yield
        return
    shown = connection.scalar(text("SELECT pg_get_viewdef('match_moves')"))
    connection.execute(text("DROP VIEW match_moves"))
    yield
    connection.exec_driver_sql(f"CREATE VIEW match_moves AS {shown}".replace("%", "%%"))


def commit_each(database: Database) -> None:
    """Makes every statement a transaction of its own."""
    listen(database.writing, "after_cursor_execute", lambda connection, *_: connection.connection.commit())


# --- what happens, and what is left of it ----------------------------------------------------


def entered(journal: SqlJournal, players: int, policy: str) -> Director:
    """An event with its players, before the bracket is built."""
    event = Director(journal, STREAM)
    event.do(CreateTournament(STREAM, {"name": "Cup", "format": "knockout", "tieBreakPolicy": policy}))
    event.do(AddPlayers(tuple(PlayerFields(f"P{number}", 2000 - number) for number in range(players))))
    return event


def begun(journal: SqlJournal, players: int = 4, policy: str = "BEST_OF_3") -> Director:
    event = entered(journal, players, policy)
    event.do(PairRound())
    return event


def afresh(database: Database) -> Knockout:
    """The bracket as a process that starts now would find it."""
    journal = SqlJournal(database)
    try:
        return bracket(Director(journal, STREAM))
    finally:
        journal.close()


def playable(event: Director) -> list[PairingId]:
    """The matches and games that wait for a result, in order."""
    return [match.id for match in bracket(event) if match.full and match.played is None]


def games(knockout: Knockout) -> int:
    """How many tie-break games there are."""
    return sum(match.parent is not None for match in knockout)


def sent(journals: Journals, *wishes: Intent) -> Answers:
    """What came of wishes sent at the same moment, one by each journal, over and over if they are fewer."""
    acts = [partial(each.perform, wishes[at % len(wishes)]) for at, each in enumerate(journals)]
    return at_once([partial(refused_by_row, act) for act in acts])


def refused_by_row(act: Callable[[], T]) -> T:
    """What comes of an act; a row that the database does not take is a refusal here."""
    try:
        return act()
    except IntegrityError:
        raise Unavailable(AWAY) from None


def written(answers: Answers) -> int:
    return sum(isinstance(answer, Receipt) and answer.written for answer in answers)


def refusals(answers: Answers) -> list[str]:
    return [answer.code for answer in answers if isinstance(answer, PodiumError)]


def count(database: Database, table: Table) -> int:
    with database.read(EVERY_TOURNAMENT) as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar_one()


# --- the bracket is built by ten -------------------------------------------------------------


def test_ten_who_build_the_bracket_build_one(database: Database, journals: Journals) -> None:
    entered(journals[0], 8, "NONE")
    answers = sent(journals, intent(PairRound()))
    assert written(answers) == 1
    assert refusals(answers) == ["round-exists"] * 9
    assert count(database, read_model.matches) == 4


def test_control_ten_who_look_away_build_ten(database: Database, journals: Journals, monkeypatch: Patch) -> None:
    entered(journals[0], 8, "NONE")
    look_away(monkeypatch, journals)
    assert written(sent(journals, intent(PairRound()))) == 10
    assert count(database, read_model.matches) == 10 * 4


def test_without_the_lock_the_number_of_a_version_keeps_order(
    database: Database, journals: Journals, monkeypatch: Patch
) -> None:
    entered(journals[0], 8, "NONE")
    unlock(monkeypatch, journals)
    answers = sent(journals, intent(PairRound()))
    assert written(answers) == 1
    assert refusals(answers) == ["round-exists"] * 9
    assert count(database, read_model.matches) == 4


def test_control_without_that_number_too_ten_build_the_third_version(
    database: Database, journals: Journals, monkeypatch: Patch
) -> None:
    lay_bare(database, tables.commit, tables.event, keys=False)
    entered(journals[0], 8, "NONE")
    unlock(monkeypatch, journals, once=False)
    answers = sent(journals, intent(PairRound()))
    assert [answer.version for answer in answers if isinstance(answer, Receipt)] == [3] * 10
    assert count(database, read_model.matches) == 10 * 4


# --- the same draw from ten ------------------------------------------------------------------


def test_ten_reports_of_the_same_draw_make_one_set_of_tie_break_games(database: Database, journals: Journals) -> None:
    event = begun(journals[0])
    answers = sent(journals, intent(match_report(playable(event)[0], DRAW)))
    assert refusals(answers) == []
    assert written(answers) == 1
    assert count(database, read_model.matches) == 3 + 3
    assert games(bracket(event)) == 3
    check(afresh(database))


def test_the_database_alone_lets_only_one_set_in(database: Database, journals: Journals, monkeypatch: Patch) -> None:
    event = begun(journals[0])
    look_away(monkeypatch, journals)
    answers = sent(journals, intent(match_report(playable(event)[0], DRAW)))
    assert written(answers) == 1
    assert refusals(answers) == [AWAY] * 9
    assert count(database, read_model.matches) == 3 + 3
    check(afresh(database))


def test_control_in_a_bare_database_ten_make_ten_sets(
    database: Database, journals: Journals, monkeypatch: Patch
) -> None:
    lay_bare(database, read_model.matches)
    event = begun(journals[0])
    look_away(monkeypatch, journals)
    assert written(sent(journals, intent(match_report(playable(event)[0], DRAW)))) == 10
    assert count(database, read_model.matches) == 3 + 10 * 3
    assert games(afresh(database)) == 10 * 3


@pytest.mark.parametrize("bare", [False, True])
def test_the_database_has_one_game_of_an_index(database: Database, journals: Journals, bare: bool) -> None:
    if bare:
        lay_bare(database, read_model.matches)
    event = begun(journals[0])
    event.do(match_report(playable(event)[0], DRAW))
    with database.write(EVERY_TOURNAMENT) as connection:
        game = connection.execute(select(read_model.matches).where(read_model.matches.c.isTieBreak)).mappings().first()
        assert game is not None
        connection.execute(insert(read_model.matches), {**game, "id": "other", "tieBreakIndex": 99})
        again = insert(read_model.matches).values({**game, "id": "another"})
        if bare:
            connection.execute(again)
        else:
            with pytest.raises(IntegrityError), connection.begin_nested():
                connection.execute(again)


# --- what the games decided, again -----------------------------------------------------------


def decided_again(journals: Journals) -> tuple[Answers, Director]:
    """Ten who report, and confirm, what the tie-break games of a match have led to."""
    event = begun(journals[0])
    first = playable(event)[0]
    event.do(match_report(first, DRAW))
    for game, outcome in zip(bracket(event).match(first).tie_breaks, (WHITE, BLACK), strict=False):
        event.do(match_report(game, outcome))  # colours alternate: the same player twice
    return sent(journals, intent(match_report(first, WHITE, confirm=True))), event


def test_ten_who_say_what_the_games_decided_change_nothing(journals: Journals) -> None:
    answers, event = decided_again(journals)
    assert refusals(answers) == []
    assert written(answers) == 0
    assert games(bracket(event)) == 3


def test_control_unless_it_is_known_they_wipe_out_the_games(journals: Journals, monkeypatch: Patch) -> None:
    monkeypatch.setattr("podium.knockout.event._known", lambda *_: False)
    answers, event = decided_again(journals)
    assert written(answers) >= 1
    assert games(bracket(event)) == 0


# --- retries with one key --------------------------------------------------------------------


def retried(journals: Journals) -> tuple[Answers, Director]:
    """A phone that reports a draw, an arbiter who corrects it, and the phone again, ten times at once."""
    event = begun(journals[0])
    first = playable(event)[0]
    draw = intent(match_report(first, DRAW), key="phone")
    journals[0].perform(draw)
    event.do(match_report(first, WHITE, confirm=True), key="arbiter")
    return sent(journals, draw), event


def test_retries_are_answered_like_the_first_and_leave_a_later_correction(journals: Journals) -> None:
    answers, event = retried(journals)
    assert {answer.version for answer in answers if isinstance(answer, Receipt)} == {4}
    assert (written(answers), event.version, games(bracket(event))) == (0, 5, 0)


def test_the_database_alone_refuses_a_second_commit_of_a_key(journals: Journals, monkeypatch: Patch) -> None:
    forget(monkeypatch)
    answers, event = retried(journals)
    assert refusals(answers) == [AWAY] * 10
    assert (event.version, games(bracket(event))) == (5, 0)


def test_control_in_a_bare_database_a_retry_undoes_the_correction(
    database: Database, journals: Journals, monkeypatch: Patch
) -> None:
    lay_bare(database, tables.commit)
    forget(monkeypatch)
    answers, event = retried(journals)
    assert (written(answers), event.version, games(bracket(event))) == (1, 6, 3)


@pytest.mark.parametrize("forgetful", [False, True])
def test_first_tries_at_once_are_answered_alike(journals: Journals, monkeypatch: Patch, forgetful: bool) -> None:
    """The control: those who forget answer all but one as if there had been nothing to do."""
    event = begun(journals[0])
    if forgetful:
        forget(monkeypatch)
    answers = sent(journals, intent(match_report(playable(event)[0], DRAW), key="phone"))
    assert written(answers) == 1
    told = [len(answer.events) for answer in answers if isinstance(answer, Receipt)]
    assert sorted(told) == ([0] * 9 + [1] if forgetful else [1] * 10)


@pytest.mark.parametrize("forgetful", [False, True])
def test_a_retry_in_the_same_batch_is_a_retry(
    database: Database, journals: Journals, monkeypatch: Patch, forgetful: bool
) -> None:
    """The control: those who forget, in a bare database, undo the correction between the two."""
    if forgetful:
        lay_bare(database, tables.commit)
        forget(monkeypatch)
    first = playable(begun(journals[0]))[0]
    draw = intent(match_report(first, DRAW), key="phone")
    answers = journals[0]._transact([draw, intent(match_report(first, WHITE, confirm=True)), draw])
    versions = [answer.version for answer in answers if isinstance(answer, Receipt)]
    assert versions == ([4, 5, 6] if forgetful else [4, 5, 4])
    assert games(afresh(database)) == (3 if forgetful else 0)


# --- two different results -------------------------------------------------------------------


def disputed(event: Director, journals: Journals) -> Answers:
    """A draw and a win of the same match, at the same moment."""
    first = playable(event)[0]
    return sent(journals, *(intent(match_report(first, said)) for said in (DRAW, WHITE)))


def test_of_two_results_at_once_one_stands(database: Database, journals: Journals) -> None:
    event = begun(journals[0])
    first = playable(event)[0]
    answers = disputed(event, journals)
    stands = bracket(event).match(first)
    assert (stands.played, games(bracket(event))) in ((DRAW, 3), (WHITE, 0))
    assert set(refusals(answers)) <= {"result-has-consequences"}
    check(afresh(database))


def test_control_two_who_look_away_leave_a_winner_with_games_to_play(
    database: Database, journals: Journals, monkeypatch: Patch
) -> None:
    event = begun(journals[0])
    look_away(monkeypatch, journals)
    assert written(disputed(event, journals[:2])) == 2
    left = afresh(database)
    final = left.on_board(2, 1)
    assert final is not None
    assert (final.white, games(left)) == (left.entrants[0], 3)
    with pytest.raises(AssertionError):
        check(left)


# --- the last results of a round -------------------------------------------------------------


def test_the_last_results_of_a_round_at_once_make_one_next_round(database: Database, journals: Journals) -> None:
    event = begun(journals[0], 8, "NONE")
    for _ in range(3):
        answers = sent(journals, *(intent(match_report(match, WHITE)) for match in playable(event)))
        assert refusals(answers) == []
    assert [len(here.matches) for here in bracket(event).rounds] == [4, 2, 1]
    assert len(bracket(event).champions) == 1
    assert count(database, read_model.matches) == 7
    check(afresh(database))


def test_control_two_who_look_away_leave_out_the_next_round(
    database: Database, journals: Journals, monkeypatch: Patch
) -> None:
    event = begun(journals[0], 4, "NONE")
    look_away(monkeypatch, journals)
    answers = sent(journals[:2], *(intent(match_report(match, WHITE)) for match in playable(event)))
    assert written(answers) == 2
    left = afresh(database)
    assert left.over  # neither saw the other: both winners are taken for champions
    assert len(left.champions) == 2


def test_control_ten_who_look_away_make_ten_next_rounds(
    database: Database, journals: Journals, monkeypatch: Patch
) -> None:
    event = begun(journals[0], 4, "NONE")
    one, other = playable(event)
    event.do(match_report(one, WHITE))
    look_away(monkeypatch, journals)
    assert written(sent(journals, intent(match_report(other, WHITE)))) == 10
    assert [len(here.matches) for here in afresh(database).rounds] == [2, 10]


# --- a crash between any two steps -----------------------------------------------------------

Trace = tuple[int, int, int, int]


def trace(database: Database) -> Trace:
    """The commits, the events, the version of the head and the matches that are on disk."""
    with database.reading.connect() as connection:
        version = connection.execute(select(tables.head.c.version)).scalar_one()
    return count(database, tables.commit), count(database, tables.event), version, count(database, read_model.matches)


def crashed(crashing: Database, journal: SqlJournal, wish: Intent, seen_by: Database) -> Iterator[Trace]:
    """What is on disk after a crash before each step of a wish, the last of which is COMMIT; ends as it succeeds."""
    left = 0

    def crash(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise OperationalError("crash", None, Exception())

    journal.head(STREAM)  # what it knows already takes no steps to find out
    listen(crashing.writing, "before_cursor_execute", crash)
    listen(crashing.writing, "commit", crash)
    for steps in range(1, 100):
        left = steps
        try:
            journal.perform(wish)
        except Unavailable:
            yield trace(seen_by)
        else:
            left = 0  # no more crashes
            return


@pytest.fixture
def crashing(database: Database) -> Iterator[tuple[Database, SqlJournal]]:
    """A way to the database that will crash, and the journal that goes it."""
    made = Database(database.url.render_as_string(hide_password=False))
    journal = SqlJournal(made)
    yield made, journal
    journal.close()
    made.close()


def test_a_crash_between_any_two_steps_leaves_nothing_and_a_retry_one_set(
    database: Database, journals: Journals, crashing: tuple[Database, SqlJournal]
) -> None:
    event = begun(journals[0])
    wish = intent(match_report(playable(event)[0], DRAW), key="phone")
    before = trace(database)
    traces = list(crashed(*crashing, wish, database))
    assert set(traces) == {before} == {(3, 3, 3, 3)}
    assert len(traces) > 5  # the head, the commit, its event, the head again, the matches, COMMIT
    assert trace(database) == (4, 4, 4, 6)
    assert crashing[1].perform(wish).written is False
    check(afresh(database))


def test_control_without_one_transaction_half_is_left_and_a_retry_is_told_that_all_is_well(
    database: Database, journals: Journals, crashing: tuple[Database, SqlJournal]
) -> None:
    event = begun(journals[0])
    wish = intent(match_report(playable(event)[0], DRAW), key="phone")
    commit_each(crashing[0])
    half = next(left for left in crashed(*crashing, wish, database) if left != (3, 3, 3, 3))
    assert half == (4, 3, 3, 3)  # a commit without its event
    assert crashing[1].perform(wish).version == 4
    assert games(afresh(database)) == 0


def test_the_read_model_is_the_same_when_it_is_rebuilt(database: Database, journals: Journals) -> None:
    event = begun(journals[0])
    event.do(match_report(playable(event)[0], DRAW))
    event.do(match_report(playable(event)[0], WHITE))
    with database.read(EVERY_TOURNAMENT) as connection:
        before = connection.execute(select(read_model.matches).order_by(read_model.matches.c.id)).all()
    journals[0].rebuild()
    with database.read(EVERY_TOURNAMENT) as connection:
        after = connection.execute(select(read_model.matches).order_by(read_model.matches.c.id)).all()
    assert before == after
    assert len(before) == 6
