"""Ten clients at the same moment: one set of tie-break games, one next round, nothing twice.

Each race stands beside its control, which shows what would happen if nobody kept order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

import pytest
from sqlalchemy import insert, select
from sqlalchemy.event import listen
from sqlalchemy.exc import IntegrityError, OperationalError

from podium.app.handle import resolve
from podium.app.ports import Receipt
from podium.core.dice import Dice
from podium.core.errors import PodiumError, Unavailable
from podium.core.ids import PairingId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, CreateTournament, PairRound, ReportMatch
from podium.flow.events import BracketChanged
from podium.knockout import Knockout, Outcome
from podium.storage import tables
from podium.storage.database import Database
from podium.storage.journal import SqlJournal
from tests.kit.events import Director
from tests.races.test_two_writers import STREAM, at_once, intent

CLIENTS = 10


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    made = Database(database_url)
    made.migrate()
    yield made
    made.close()


@pytest.fixture
def journals(database: Database, database_url: str) -> Iterator[list[SqlJournal]]:
    """Ten journals on one database, as ten processes would have."""
    databases = [Database(database_url) for _ in range(CLIENTS)]
    journals = [SqlJournal(each) for each in databases]
    yield journals
    for journal in journals:
        journal.close()
    for each in databases:
        each.close()


def begun(journal: SqlJournal, players: int = 4, policy: str = "BEST_OF_3") -> Director:
    event = Director(journal, STREAM)
    event.do(CreateTournament(STREAM, {"name": "Cup", "format": "knockout", "tieBreakPolicy": policy}))
    event.do(AddPlayers(tuple(PlayerFields(f"P{number}", 2000 - number) for number in range(players))))
    event.do(PairRound())
    return event


def bracket(event: Director) -> Knockout:
    assert event.state.knockout is not None
    return event.state.knockout


def playable(event: Director) -> list[PairingId]:
    """The matches and games that wait for a result, in order."""
    return [match.id for match in bracket(event) if match.full and match.played is None]


def stored(database: Database) -> list[tuple[object, ...]]:
    """(parent, index, round, board) of every row of the read model."""
    here = tables.matches.c
    with database.reading.connect() as connection:
        rows = connection.execute(select(here.parentMatchId, here.tieBreakIndex, here.roundNumber, here.boardNumber))
        return [tuple(row) for row in rows]


def once_each(rows: list[tuple[object, ...]]) -> bool:
    return max(Counter(rows).values()) == 1


def test_ten_who_build_the_bracket_build_one(journals: list[SqlJournal]) -> None:
    event = Director(journals[0], STREAM)
    event.do(CreateTournament(STREAM, {"name": "Cup", "format": "knockout"}))
    event.do(AddPlayers(tuple(PlayerFields(f"P{number}") for number in range(8))))
    answers = at_once([partial(each.perform, intent(PairRound())) for each in journals])
    assert sum(isinstance(answer, Receipt) for answer in answers) == 1
    assert {answer.code for answer in answers if isinstance(answer, PodiumError)} == {"round-exists"}


def test_ten_reports_of_the_same_draw_make_one_set_of_tie_break_games(
    database: Database, journals: list[SqlJournal]
) -> None:
    event = begun(journals[0])
    first = playable(event)[0]
    answers = at_once([partial(each.perform, intent(ReportMatch(first, Outcome.DRAW))) for each in journals])
    assert all(isinstance(answer, Receipt) for answer in answers), answers
    assert sum(answer.written for answer in answers if isinstance(answer, Receipt)) == 1
    assert len(bracket(event).match(first).tie_breaks) == 3
    rows = stored(database)
    assert len(rows) == 3 + 3
    assert once_each(rows)


def test_control_without_order_every_report_would_make_games_of_its_own(journals: list[SqlJournal]) -> None:
    event = begun(journals[0])
    first = playable(event)[0]
    head = journals[0].head(STREAM)
    made = set()
    for seed in "abc":
        outcome = resolve(intent(ReportMatch(first, Outcome.DRAW)), head, event.past, "now", Dice(seed))
        assert outcome is not None
        [event_made] = outcome.events
        assert isinstance(event_made, BracketChanged)
        made |= {match.id for match in event_made.changed.created}
    assert len(made) == 3 * 3


def test_retries_with_one_key_are_granted_once_and_answered_the_same(journals: list[SqlJournal]) -> None:
    event = begun(journals[0])
    wish = intent(ReportMatch(playable(event)[0], Outcome.DRAW), key="phone 1")
    answers = at_once([partial(each.perform, wish) for each in journals])
    answers += [journals[0].perform(wish)]
    assert all(isinstance(answer, Receipt) for answer in answers), answers
    assert {answer.version for answer in answers if isinstance(answer, Receipt)} == {4}
    assert len({answer.events for answer in answers if isinstance(answer, Receipt)}) == 1
    assert sum(answer.written for answer in answers if isinstance(answer, Receipt)) == 1


def test_control_a_retry_with_another_key_after_the_game_moved_on_is_another_wish(journals: list[SqlJournal]) -> None:
    event = begun(journals[0])
    first = playable(event)[0]
    event.do(ReportMatch(first, Outcome.DRAW), key="phone 1")
    event.do(ReportMatch(first, Outcome.WHITE_WIN, confirm=True), key="phone 2")
    again = journals[0].perform(intent(ReportMatch(first, Outcome.DRAW), key="phone 3"))
    assert (again.written, again.version) == (True, 6)


def test_two_different_results_at_once_one_stands_and_the_other_is_told(journals: list[SqlJournal]) -> None:
    event = begun(journals[0])
    first = playable(event)[0]
    said = [Outcome.DRAW, Outcome.WHITE_WIN]
    acts = [
        partial(each.perform, intent(ReportMatch(first, said[at % 2]), key=f"client {at}"))
        for at, each in enumerate(journals)
    ]
    answers = at_once(acts)
    stands = bracket(event).match(first)
    games = len(stands.tie_breaks)
    assert (stands.played, games) in ((Outcome.DRAW, 3), (Outcome.WHITE_WIN, 0))
    codes = {answer.code for answer in answers if isinstance(answer, PodiumError)}
    assert codes <= {"result-has-consequences"}
    assert sum(match.parent is not None for match in bracket(event)) == games


def test_the_last_two_results_of_a_round_at_once_make_one_next_round(
    database: Database, journals: list[SqlJournal]
) -> None:
    event = begun(journals[0], 8, policy="NONE")
    for _ in range(3):
        now = playable(event)
        acts = [
            partial(each.perform, intent(ReportMatch(now[at % len(now)], Outcome.WHITE_WIN)))
            for at, each in enumerate(journals)
        ]
        assert all(isinstance(answer, Receipt) for answer in at_once(acts))
    assert [len(here.boards) for here in bracket(event).rounds] == [4, 2, 1]
    assert len(bracket(event).champions) == 1
    rows = stored(database)
    assert len(rows) == 7
    assert once_each([row[2:] for row in rows])


def test_control_on_one_old_state_both_last_results_leave_the_round_unfinished(journals: list[SqlJournal]) -> None:
    event = begun(journals[0], 4, policy="NONE")
    head = journals[0].head(STREAM)
    for id in playable(event):
        outcome = resolve(intent(ReportMatch(id, Outcome.WHITE_WIN)), head, event.past, "now", Dice("a"))
        assert outcome is not None
        assert outcome.state.knockout is not None
        assert len(outcome.state.knockout.rounds) == 1  # neither saw the other: nobody would form the next round


def test_a_crash_between_any_two_steps_leaves_all_or_nothing_and_a_retry_one_set(
    database: Database, database_url: str
) -> None:
    crashing = Database(database_url)
    journal = SqlJournal(crashing)
    event = begun(journal)
    first = playable(event)[0]
    wish = intent(ReportMatch(first, Outcome.DRAW), key="phone 1")
    before, rows = event.state, stored(database)
    left = 0

    def crash(*_: object) -> None:
        nonlocal left
        if left == 0:
            raise OperationalError("crash", None, Exception())
        left -= 1

    listen(crashing.writing, "before_cursor_execute", crash)
    crashes = 0
    for steps in range(100):
        left = steps
        try:
            journal.perform(wish)
        except Unavailable:
            left = 1000
            assert journal.head(STREAM).state == before
            assert stored(database) == rows
            crashes += 1
        else:
            break
    assert crashes > 3  # the commit, its event, the head, the matches
    left = 1000
    assert journal.perform(wish).written is False
    assert len(bracket(event).match(first).tie_breaks) == 3
    assert len(stored(database)) == len(rows) + 3
    journal.close()
    crashing.close()


def test_the_database_itself_refuses_a_second_game_of_one_index(database: Database, journals: list[SqlJournal]) -> None:
    event = begun(journals[0])
    event.do(ReportMatch(playable(event)[0], Outcome.DRAW))
    game = next(match for match in bracket(event) if match.parent is not None)
    row = {
        "id": "t1-another",
        "tournamentId": STREAM,
        "roundNumber": 1,
        "boardNumber": 1,
        "status": "PENDING",
        "isTieBreak": True,
        "parentMatchId": game.parent,
    }
    with pytest.raises(IntegrityError), database.writing.begin() as connection:
        connection.execute(insert(tables.matches), {**row, "tieBreakIndex": game.index})
    with database.writing.begin() as connection:  # the control: another index is another game
        connection.execute(insert(tables.matches), {**row, "tieBreakIndex": 99})


def test_the_read_model_is_the_same_when_it_is_rebuilt(database: Database, journals: list[SqlJournal]) -> None:
    event = begun(journals[0])
    event.do(ReportMatch(playable(event)[0], Outcome.DRAW))
    event.do(ReportMatch(playable(event)[0], Outcome.WHITE_WIN))
    with database.reading.connect() as connection:
        before = [tuple(row) for row in connection.execute(select(tables.matches).order_by(tables.matches.c.id))]
    journals[0].rebuild()
    with database.reading.connect() as connection:
        after = [tuple(row) for row in connection.execute(select(tables.matches).order_by(tables.matches.c.id))]
    assert before == after
    assert len(before) == 6
