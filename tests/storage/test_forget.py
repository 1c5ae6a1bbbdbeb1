"""Forgetting a person leaves no trace in the database, and everything that was played."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy import text as sql

from podium.app.access import Actor, Role
from podium.app.hall.screens import Content, Screen, ScreenItem
from podium.app.history.history import history
from podium.app.memory import Memory
from podium.app.ports import Commit, Intent, Receipt
from podium.app.queries import crosstable, standings
from podium.core.errors import Forbidden, Refused, Unknown
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import (
    AddPlayers,
    Command,
    CreateTournament,
    EditPlayer,
    ForgetPlayer,
    ImportPlayers,
    RecordResult,
    Revert,
    Rewind,
)
from podium.flow.events import Event
from podium.flow.players.numbers import pairing_numbers
from podium.flow.state import Tournament
from podium.storage import read_model, tables
from podium.storage.hall.screens import SqlScreens
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.kit.events import CHIEF, Director, refused
from tests.kit.waiting import PATIENCE, at_once
from tests.storage.conftest import OpenJournal

STREAM = TournamentId("t1")
NAME = "Zebulon Quickstep"
PERSONAL = PlayerFields(
    NAME, 1850, "XQZ", "987654321", "FM", "m", "1971-03-29", "Wexbridge Knights", "Quillmouth", "Zedshire", "PhB7"
)
TRACES = (
    NAME, "Zebedee", "Quackstep", "987654321", "XQZ", "1971-03-29", "Wexbridge", "Quillmouth", "Zedshire", "PhB7",
)  # fmt: skip
OTHERS = ("Alice", "Bob", "Carol", "Dave", "Yvonne")


def begun(journal: SqlJournal) -> tuple[Director, PlayerId]:
    """A Swiss with two rounds and a history in which the person is everywhere; all have one rating and title."""
    event = Director(journal, STREAM)
    event.do(CreateTournament(STREAM, {"name": "Open", "format": "swiss", "rounds": 5}))
    event.do(AddPlayers(tuple(PlayerFields(name, 1850, title="FM") for name in OTHERS)))
    event.do(AddPlayers((PERSONAL,)), key="add-1")
    id = event.id(NAME)
    event.do(EditPlayer(id, {"name": "Zebedee Quackstep"}), key="Zebedee Quackstep is the name")
    event.undo()
    event.do(EditPlayer(id, {"club": "Wexbridge Knights II"}))
    event.undo()
    event.removes(NAME)
    event.undo()
    event.do(ImportPlayers((), {id: PERSONAL}))
    event.withdraws(NAME)
    event.returns(NAME)
    event.edit(NAME, city="Quillmouth-on-Sea")
    event.rewind(event.version - 1)
    for number in (1, 2):
        event.pair(number)
        event.all_results("1-0" if number == 1 else "1/2-1/2")
        event.close(number)
    return event, id


def traces(database: Database) -> set[str]:
    """Which of the person's data are anywhere in the database: in the files of SQLite, in the columns of PostgreSQL."""
    if database.is_sqlite:
        file = Path(str(database.url.database))
        content = b"".join(each.read_bytes() for each in file.parent.glob(f"{file.name}*"))
        return {text for text in TRACES if text.encode() in content}
    with database.read(EVERY_TOURNAMENT) as connection:
        told = [
            str(tuple(row))
            for table in tables.metadata.sorted_tables
            for row in connection.execute(sql(f'SELECT * FROM "{table.name}"'))
        ]
    return {text for text in TRACES if any(text in row for row in told)}


def played(state: Tournament) -> tuple[object, ...]:
    """All that must be the same: pairings, results, points, tie-breaks, places, and who has which number.

    Who shares a rank stands by name, and the name is gone.
    """
    rows = {(row.rank, row.player.id, row.points, tuple(row.tiebreaks.items())) for row in standings(state)}
    cells = {(row.number, row.cells) for table in crosstable(state) for row in table.rows}
    return state.rounds, rows, cells, pairing_numbers(state, "")


def forget(event: Director, id: PlayerId) -> None:
    event.do(ForgetPlayer(id))


def entries(event: Director) -> list[tuple[Commit, tuple[Event, ...]]]:
    with event.journal.past(STREAM) as past:
        told = past.events_by_version()
        return [(commit, told.get(commit.version, ())) for commit in past.commits()]


class TestNothingIsLeft:
    def test_what_the_walls_say_of_the_person_goes_too(self, journal: SqlJournal, database: Database) -> None:
        event, id = begun(journal)
        screens = SqlScreens(database)
        screens.add_message(STREAM, f"{NAME.upper()}, please come to the desk.", None)
        kept = screens.add_message(STREAM, "Lunch is served.", None)
        named, hall = (Screen("", name, items=(ScreenItem(Content.NAMES),)) for name in (f"Board of {NAME}", "Hall"))
        screens.change_screens(STREAM, lambda _: (named, hall))
        forget(event, id)
        assert screens.display(STREAM).messages == (kept,)
        assert [each.name for each in screens.screens(STREAM)] == ["Hall"]
        assert traces(database) == set()

    def test_no_trace_is_in_the_database(self, journal: SqlJournal, database: Database) -> None:
        event, id = begun(journal)
        assert traces(database) == set(TRACES), "the test would not see what is left"
        forget(event, id)
        assert traces(database) == set()

    def test_what_lay_in_the_tables_before_leaves_no_trace_in_free_pages(
        self, open_journal: OpenJournal, database: Database
    ) -> None:
        if database.is_sqlite:  # some builds overwrite what is deleted, others do not
            with database.writing.connect() as connection:
                connection.exec_driver_sql("PRAGMA secure_delete=OFF")
        event, id = begun(open_journal())
        many = tuple(PlayerFields(f"Extra {number}", club="Wexbridge Knights") for number in range(300))
        event.do(ImportPlayers(many))
        event.rewind(event.version - 1)  # the tables shrink, and their pages are free
        with database.writing.begin() as connection:
            connection.execute(tables.event.delete().where(tables.event.c.body.contains("Extra 1")))
        forget(Director(open_journal(), STREAM), id)
        assert traces(database) == set()

    def test_neither_is_one_in_any_version_of_the_past(self, open_journal: OpenJournal) -> None:
        event, id = begun(open_journal())
        forget(event, id)
        for journal in (event.journal, open_journal()):
            with journal.past(STREAM) as past:
                states = [past.state(commit.version) for commit in past.commits()]
                told = [*states, past.events_by_version()]
            assert not [text for text in TRACES if text in str(told)]
        assert not [text for text in TRACES if text in str(history(entries(event)))]

    def test_fingerprints_of_what_was_asked_are_gone_where_they_were_about_the_person(
        self, journal: SqlJournal, database: Database
    ) -> None:
        event, id = begun(journal)
        event.do(AddPlayers((PlayerFields("Erin"),)), key="erin")
        forget(event, id)
        with database.reading.connect() as connection:
            here = tables.commit.c
            kept = {key: digest for key, digest in connection.execute(select(here.command_id, here.digest)) if key}
        assert kept.keys() == {"add-1", "erin"}, "a key that spells the name must go"
        assert kept["add-1"] is None
        assert kept["erin"] is not None

    def test_a_player_who_was_removed_again_can_be_forgotten(self, journal: SqlJournal, database: Database) -> None:
        event = Director(journal, STREAM)
        event.do(CreateTournament(STREAM, {"name": "Open", "format": "manual"}))
        event.do(AddPlayers((PERSONAL,)))
        id = event.id(NAME)
        event.removes(NAME)
        forget(event, id)
        assert traces(database) == set()
        event.undo()
        assert [player.name for player in event.state.players.values()] == ["Player 1"]

    def test_a_player_of_a_deleted_event_can_be_forgotten_by_its_owner_alone(
        self, journal: SqlJournal, database: Database
    ) -> None:
        event, id = begun(journal)
        event.delete()
        with pytest.raises(Unknown):
            event.do(ForgetPlayer(id), role=Role.ARBITER)
        forget(event, id)
        assert traces(database) == set()

    def test_a_player_of_an_archived_event_can_be_forgotten(self, journal: SqlJournal, database: Database) -> None:
        event, id = begun(journal)
        event.archive()
        forget(event, id)
        assert traces(database) == set()

    def test_whoever_is_entered_in_the_same_batch_is_forgotten_with_it(
        self, journal: SqlJournal, database: Database
    ) -> None:
        event = Director(journal, STREAM)
        event.do(CreateTournament(STREAM, {"name": "Open", "format": "manual"}))
        event.players("Alice")
        id = event.id("Alice")
        wishes: list[Command] = [
            EditPlayer(id, {"name": NAME}),
            Revert(),
            EditPlayer(id, {"club": "Wexbridge Knights"}),
            ForgetPlayer(id),
        ]
        answers = journal._transact([Intent(STREAM, wish, CHIEF, Role.OWNER) for wish in wishes])
        assert [answer.version for answer in answers if isinstance(answer, Receipt)] == [3, 4, 5, 6], answers
        assert traces(database) == set()
        assert event.state.players[id].name == "Player 1"


class TestEverythingElseStays:
    def test_pairings_standings_and_tie_breaks_are_what_they_were(self, journal: SqlJournal) -> None:
        event, id = begun(journal)
        event.settings(tiebreaks=["BH", "SB", "DE"])
        before = played(event.state)
        forget(event, id)
        assert played(event.state) == before
        assert event.state.players[id].fields == PlayerFields("Player 6", 1850, title="FM")

    @pytest.mark.parametrize("first", [OTHERS, OTHERS[::-1]], ids=["from the front", "from the back"])
    def test_the_next_round_is_paired_as_if_nobody_was_forgotten(
        self, open_journal: OpenJournal, first: tuple[str, ...]
    ) -> None:
        event, id = begun(open_journal())
        before = played(event.state)
        ids = [event.id(name) for name in first]
        event.pair(3)
        wanted = [pairing.players for pairing in event.round(3).in_order]
        event.undo()
        for each in (id, *ids):
            forget(event, each)
            assert played(event.state) == before
        event.pair(3)
        assert [pairing.players for pairing in event.round(3).in_order] == wanted

    def test_a_replay_gives_the_same_state_as_the_head(self, open_journal: OpenJournal) -> None:
        event, id = begun(open_journal())
        forget(event, id)
        event.pair(3)
        assert open_journal().head(STREAM) == event.journal.head(STREAM)
        with event.journal.past(STREAM) as past:
            assert past.state(event.version) == event.state

    def test_the_read_model_equals_a_rebuild(self, journal: SqlJournal, database: Database) -> None:
        event, id = begun(journal)
        forget(event, id)
        with database.read(EVERY_TOURNAMENT) as connection:
            before = connection.execute(select(read_model.players).order_by(read_model.players.c.number)).all()
        assert before[-1].name == "Player 6"
        journal.rebuild()
        with database.read(EVERY_TOURNAMENT) as connection:
            assert connection.execute(select(read_model.players).order_by(read_model.players.c.number)).all() == before

    def test_other_tournaments_are_not_touched(self, journal: SqlJournal) -> None:
        event, id = begun(journal)
        other = Director(journal, TournamentId("t2"))
        other.do(CreateTournament(other.stream, {"name": "Other", "format": "manual"}))
        other.players(NAME)
        forget(event, id)
        assert [player.name for player in other.state.players.values()] == [NAME]


class TestTheHistory:
    def test_it_says_that_it_was_done_and_by_whom(self, journal: SqlJournal) -> None:
        event, id = begun(journal)
        forget(event, id)
        line = history(entries(event)).lines[0]
        assert (line.commit.kind, line.who) == ("ForgetPlayer", "1")
        assert line.summary == "The personal data of Player 6 were removed"
        assert (line.undoable, line.dropped, line.undone) == (False, False, False)

    def test_undo_goes_past_it(self, journal: SqlJournal) -> None:
        event, id = begun(journal)
        event.reopen(2)
        forget(event, id)
        version = event.version
        with refused("forgotten-for-good"):
            event.undo(version)
        event.undo()
        assert event.round(2).stage.value == "closed"
        event.redo()
        assert event.state.players[id].name == "Player 6"

    def test_a_redo_that_was_open_stays_open(self, journal: SqlJournal) -> None:
        event, id = begun(journal)
        event.reopen(2)
        event.undo()
        forget(event, id)
        event.redo()
        assert event.round(2).stage.value == "published"

    def test_the_way_forward_after_going_back_stays_open(self, journal: SqlJournal) -> None:
        event, id = begun(journal)
        before = event.version
        event.rewind(4)
        forget(event, id)
        assert history(entries(event)).redo
        there = event.redo()
        assert there.dropped == (before + 1,), "the move back, and not that a person was forgotten"
        assert len(event.state.rounds) == 2
        assert history(entries(event)).lines[0].summary == f"Went forward to version {before}"
        assert event.state.players[id].name == "Player 6"

    def test_rewinding_brings_nothing_back(self, open_journal: OpenJournal) -> None:
        event, id = begun(open_journal())
        forget(event, id)
        forgotten = event.version
        for version in range(4, forgotten):
            if event.version != version:
                event.do(Rewind(version))
            assert not [text for text in TRACES if text in str(event.state)]
        assert not next(line for line in history(entries(event)).lines if line.commit.version == forgotten).dropped

    def test_forgetting_twice_is_forgetting_once(self, journal: SqlJournal) -> None:
        event, id = begun(journal)
        first = event.do(ForgetPlayer(id))
        again = event.do(ForgetPlayer(id))
        assert (again.version, again.written) == (first.version, False)

    def test_what_is_entered_anew_can_be_forgotten_anew(self, journal: SqlJournal, database: Database) -> None:
        event, id = begun(journal)
        forget(event, id)
        event.do(EditPlayer(id, {"name": NAME}))
        event.undo()
        forget(event, id)
        assert traces(database) == set()

    def test_only_owners_may(self, journal: SqlJournal) -> None:
        event, id = begun(journal)
        with pytest.raises(Forbidden):
            event.do(ForgetPlayer(id), by=Actor("user:2", "Ann"), role=Role.ARBITER)

    def test_nobody_is_unknown(self, journal: SqlJournal) -> None:
        event, _ = begun(journal)
        with refused("unknown-player"):
            forget(event, PlayerId("nobody"))

    def test_the_key_of_a_request_about_the_person_still_works_once(self, journal: SqlJournal) -> None:
        event, id = begun(journal)
        forget(event, id)
        again = event.do(AddPlayers((PERSONAL,)), key="add-1")
        assert (again.version, again.written) == (3, False)
        assert again.state.players[id].name == "Player 6"


class TestOtherProcesses:
    def test_they_show_the_name_no_more(self, open_journal: OpenJournal) -> None:
        one, other = open_journal(), open_journal()
        event, id = begun(one)
        there = other.head(STREAM)
        assert there.state is not None
        assert there.state.players[id].name == NAME
        computed: Memory[str] = Memory(3)
        computed.keep((there.state,), NAME)
        forget(event, id)
        now = other.head(STREAM)
        assert now == one.head(STREAM)
        assert len(computed) == 0, "what was computed from the old state is kept"

    def test_what_they_write_next_has_no_name_in_it(self, open_journal: OpenJournal, database: Database) -> None:
        one, other = open_journal(), open_journal()
        event, id = begun(one)
        other.head(STREAM)
        forget(event, id)
        elsewhere = Director(other, STREAM)
        elsewhere.do(EditPlayer(id, {"rating": 1900}))
        elsewhere.undo()
        assert traces(database) == set()

    def test_results_that_come_in_meanwhile_are_kept(self, open_journal: OpenJournal, database: Database) -> None:
        one, other = open_journal(), open_journal()
        event, id = begun(one)
        event.pair(3)
        games = [game.id for game in event.round(3).pending]

        def record() -> None:
            for game in games:
                other.perform(Intent(STREAM, RecordResult(game, Result.DRAW), CHIEF, Role.OWNER))

        assert at_once([record, lambda: forget(event, id)])[0] is None
        assert not event.round(3).pending
        assert traces(database) == set()


def test_whoever_holds_up_the_files_is_waited_for_or_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(str(tmp_path / "podium.db"))
    database.migrate()
    journal = SqlJournal(database)
    event, id = begun(journal)

    def held_up() -> None:
        raise Refused("traces-left")

    monkeypatch.setattr(database, "scrub", held_up)
    with refused("traces-left"):
        forget(event, id)
    monkeypatch.undo()
    assert event.state.players[id].name == "Player 6", "the journal is rewritten all the same"
    forget(event, id)  # there is nothing left to rewrite, but the files
    assert traces(database) == set()
    journal.close()
    database.close()


def test_a_reader_of_the_past_holds_it_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("podium.storage.sql.database.MOMENTS", 2)
    database = Database(str(tmp_path / "podium.db"))
    database.migrate()
    with database.reading.connect() as reader:
        reader.execute(select(tables.event)).all()
        with database.writing.begin() as connection:
            connection.execute(tables.users.insert(), {"name": "A", "password": "", "created_at": ""})
        with refused("traces-left"):
            database.scrub()
    database.scrub()
    database.close()


class TestStall:
    def test_others_write_while_the_files_are_searched(
        self, ready_sqlite_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        database = Database(ready_sqlite_url)
        journal = SqlJournal(database)
        event, id = begun(journal)
        searching, go = threading.Event(), threading.Event()

        def slow() -> None:
            searching.set()
            assert go.wait(PATIENCE)

        monkeypatch.setattr(database, "scrub", slow)
        forgetting = journal.submit(Intent(STREAM, ForgetPlayer(id), CHIEF, Role.OWNER))
        assert searching.wait(PATIENCE)
        event.edit("Alice", city="Elsewhere")  # would wait for ever
        assert not forgetting.done()
        go.set()
        assert forgetting.result(PATIENCE).written
        journal.close()
        database.close()
