"""The journal keeps its promises on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import pytest
from sqlalchemy import event as sql_event
from sqlalchemy import select

from podium.app.access import Actor, Role
from podium.app.history.history import Histories
from podium.app.ports import Intent
from podium.core.errors import Refused, Stale, Unavailable, Unknown
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPlayers,
    CreateTournament,
    DeleteTournament,
    PairRound,
    RecordBye,
    RecordResult,
    Redo,
    Revert,
    Rewind,
)
from podium.flow.state import Game
from podium.storage import read_model
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.kit.events import CHIEF, Director, refused
from tests.kit.waiting import PATIENCE
from tests.storage.conftest import OpenJournal

STREAM = TournamentId("t1")


def begun(journal: SqlJournal, *names: str, stream: str = STREAM) -> Director:
    event = Director(journal, TournamentId(stream))
    event.do(CreateTournament(event.stream, {"name": "Club evening", "format": "manual"}))
    if names:
        event.players(*names)
    return event


def rows(database: Database) -> dict[str, list[dict[str, object]]]:
    """The whole read model."""
    with database.read(EVERY_TOURNAMENT) as connection:
        return {
            table.name: [
                dict(row._mapping) for row in connection.execute(select(table).order_by(*table.primary_key.columns))
            ]
            for table in read_model.READ_MODEL
        }


class TestAppending:
    def test_a_commit_is_seen_by_a_journal_that_remembers_nothing(self, open_journal: OpenJournal) -> None:
        here = begun(open_journal(), "Alice", "Bob", "Carol")
        here.pairs(1, [("Alice", "Bob")])
        here.result("Alice", "1-0")
        there = open_journal().head(STREAM)
        assert there == here.journal.head(STREAM)
        assert there.version == 4

    def test_a_journal_catches_up_with_what_another_process_wrote(self, open_journal: OpenJournal) -> None:
        one, other = open_journal(), open_journal()
        here = begun(one, "Alice", "Bob")
        assert other.head(STREAM).version == 2
        here.pairs(1, [("Alice", "Bob")])
        here.result("Alice", "1/2-1/2")
        assert other.head(STREAM) == one.head(STREAM)
        Director(other, STREAM).result("Alice", "0-1")
        assert one.head(STREAM).version == 5
        assert here.sheet() == ["Alice-Bob 0-1"]

    def test_only_newer_commits_are_read(self, open_journal: OpenJournal, database: Database) -> None:
        one, other = open_journal(), open_journal()
        here = begun(one, "Alice", "Bob")
        other.head(STREAM)
        here.pairs(1, [("Alice", "Bob")])
        asked: list[object] = []

        def listen(*call: object) -> None:
            if "body" in str(call[2]):
                asked.append(call[3])

        sql_event.listen(database.reading, "before_cursor_execute", listen)
        other.head(STREAM)
        other.head(STREAM)
        sql_event.remove(database.reading, "before_cursor_execute", listen)
        assert len(asked) == 1, "events were read more than once"
        assert "2" in str(asked[0]), "reading did not begin after version 2"

    def test_a_rewind_by_another_process_is_followed(self, open_journal: OpenJournal) -> None:
        one, other = open_journal(), open_journal()
        here = begun(one, "Alice", "Bob")
        here.pairs(1, [("Alice", "Bob")])
        assert other.head(STREAM).version == 3
        here.do(Rewind(2))
        there = other.head(STREAM)
        assert there.version == 4
        assert there.state == one.head(STREAM).state
        assert there.state is not None
        assert there.state.rounds == ()

    def test_streams_do_not_mix(self, journal: SqlJournal) -> None:
        begun(journal, "Alice", stream="t1")
        begun(journal, "Bob", "Carol", stream="t2")
        assert journal.streams() == ["t1", "t2"]
        assert [len(journal.head(TournamentId(id)).state.players) for id in ("t1", "t2")] == [1, 2]  # type: ignore[union-attr]  # both exist

    def test_time_never_goes_back(self, database: Database) -> None:
        from datetime import UTC, datetime

        times = iter([datetime(2026, 5, 1, 12, 0, tzinfo=UTC), datetime(2026, 5, 1, 11, 0, tzinfo=UTC)])
        journal = SqlJournal(database, clock=lambda: next(times))
        event = Director(journal, STREAM)
        first = event.do(CreateTournament(STREAM, {"name": "Open", "format": "manual"}))
        second = event.players("Alice")
        journal.close()
        assert second.at == first.at == "2026-05-01T12:00:00.000+00:00"


class TestHistory:
    def test_it_can_be_read_from_a_version_on(self, journal: SqlJournal) -> None:
        event = begun(journal, "Alice", "Bob")
        event.pairs(1, [("Alice", "Bob")])
        event.do(Rewind(2))
        event.players("Carol")
        with journal.past(STREAM) as past:
            assert [commit.version for commit in past.commits(2)] == [3, 4, 5]
            assert list(past.events_by_version(2)) == [3, 5]  # a rewind has no events
            assert past.commits(5) == []
            assert past.events_by_version(5) == {}

    def test_what_is_remembered_follows_what_another_process_wrote(self, open_journal: OpenJournal) -> None:
        one, other = open_journal(), open_journal()
        here = begun(one, "Alice", "Bob")
        histories = Histories(other)
        assert histories.history(STREAM).version == 2
        here.pairs(1, [("Alice", "Bob")])
        here.result("Alice", "1-0")
        here.do(Rewind(2))
        here.do(Redo())
        here.do(Revert())
        told = histories.history(STREAM)
        assert told == Histories(one).history(STREAM)
        assert [line.summary for line in told.lines[:3]] == [
            "Undid: Round 1, board 1: Alice 1-0 Bob",
            "Went forward to version 4",
            "Went back to version 2 (dropped 3-4)",
        ]


class TestRefusing:
    def test_a_refusal_writes_nothing(self, journal: SqlJournal) -> None:
        event = begun(journal, "Alice", "Bob")
        with refused("round-not-next"):
            event.do(PairRound(5))
        assert journal.head(STREAM).version == 2

    def test_nothing_to_change_makes_no_version(self, journal: SqlJournal) -> None:
        event = begun(journal, "Alice", "Bob")
        event.pairs(1, [("Alice", "Bob")])
        event.result("Alice", "1-0")
        again = event.result("Alice", "1-0")
        assert (again.version, again.written) == (4, False)

    def test_an_expected_version_that_moved_on_is_stale(self, journal: SqlJournal) -> None:
        event = begun(journal, "Alice", "Bob")
        with pytest.raises(Stale) as caught:
            event.do(PairRound(), expected=1)
        assert caught.value.facts == {"expected": 1, "actual": 2}

    def test_a_late_result_for_an_undone_pairing_says_so(self, journal: SqlJournal) -> None:
        event = begun(journal, "Alice", "Bob")
        event.pairs(1, [("Alice", "Bob")])
        late = event.pairing_id("Alice")
        event.do(Revert())
        with refused("pairing-undone"):
            event.do(RecordResult(late, Result.DRAW))

    def test_a_pairing_that_never_was_is_unknown(self, journal: SqlJournal) -> None:
        event = begun(journal, "Alice", "Bob")
        with refused("unknown-pairing"):
            event.do(RecordResult("t1-neverminted", Result.DRAW))  # type: ignore[arg-type]  # any text may come

    @pytest.mark.parametrize("text", ["%", "_", '"', "\\", "'; drop table event; --", "x" * 500])
    def test_strange_ids_are_unknown(self, journal: SqlJournal, text: str) -> None:
        event = begun(journal, "Alice", "Bob")
        event.pairs(1, [("Alice", "Bob")])
        with refused("unknown-pairing"):
            event.do(RecordResult(text, Result.DRAW))  # type: ignore[arg-type]  # any text may come

    def test_a_tournament_that_is_not_there_is_unknown(self, journal: SqlJournal) -> None:
        with pytest.raises(Unknown):
            Director(journal, STREAM).do(PairRound())

    def test_one_refusal_in_a_batch_leaves_the_others_alone(self, journal: SqlJournal) -> None:
        event = begun(journal, "Alice", "Bob", "Carol", "Dave")
        event.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
        good = Intent(STREAM, RecordResult(event.pairing_id("Alice"), Result.DRAW), CHIEF, Role.OWNER)
        bad = Intent(STREAM, PairRound(9), CHIEF, Role.OWNER)
        also = Intent(STREAM, RecordResult(event.pairing_id("Carol"), Result.WHITE_WINS), CHIEF, Role.OWNER)
        futures = [journal.submit(intent) for intent in (good, bad, also)]
        assert [future.exception() is None for future in futures] == [True, False, True]
        assert event.sheet() == ["Alice-Bob 1/2-1/2", "Carol-Dave 1-0"]

    def test_a_database_that_is_away_is_said_to_be_away(self) -> None:
        database = Database("postgresql://nobody@127.0.0.1:1/nothing")
        journal = SqlJournal(database)
        with pytest.raises(Unavailable):
            journal.head(STREAM)
        with pytest.raises(Unavailable):
            journal.perform(Intent(STREAM, PairRound(), CHIEF, Role.OWNER))
        journal.close()
        database.close()

    def test_a_closed_journal_takes_nothing_more(self, database: Database) -> None:
        journal = SqlJournal(database)
        event = begun(journal)
        journal.close()
        with pytest.raises((Unavailable, RuntimeError)):
            event.players("Alice")


class TestOnce:
    def test_the_same_key_and_body_give_the_first_receipt(self, journal: SqlJournal) -> None:
        event = begun(journal)
        command = AddPlayers((PlayerFields("Alice"),))
        first = event.do(command, key="k1")
        event.players("Bob")
        again = event.do(command, key="k1")
        assert (again.version, again.state, again.events) == (first.version, first.state, first.events)
        assert not again.written
        assert len(event.state.players) == 2

    def test_the_same_key_with_another_body_is_refused(self, journal: SqlJournal) -> None:
        event = begun(journal)
        event.do(AddPlayers((PlayerFields("Alice"),)), key="k1")
        with refused("idempotency-key-reused"):
            event.do(AddPlayers((PlayerFields("Bob"),)), key="k1")

    def test_two_people_may_use_the_same_key(self, journal: SqlJournal) -> None:
        event = begun(journal)
        event.do(AddPlayers((PlayerFields("Alice"),)), key="k1")
        event.do(AddPlayers((PlayerFields("Bob"),)), key="k1", by=Actor("user:bo", "Bo"))
        assert len(event.state.players) == 2

    def test_the_same_key_twice_in_one_batch_has_one_effect(self, journal: SqlJournal) -> None:
        begun(journal)
        intent = Intent(STREAM, AddPlayers((PlayerFields("Alice"),)), CHIEF, Role.OWNER, command_id="k1")
        receipts = [future.result(PATIENCE) for future in [journal.submit(intent) for _ in range(20)]]
        assert {receipt.version for receipt in receipts} == {2}
        assert sum(receipt.written for receipt in receipts) == 1

    def test_a_repeated_creation_is_the_same_tournament(self, journal: SqlJournal) -> None:
        command = CreateTournament(STREAM, {"name": "Open", "format": "manual"})
        event = Director(journal, STREAM)
        assert event.do(command, key="k").version == event.do(command, key="k").version == 1


class TestTelling:
    def test_listeners_hear_each_commit_once_and_no_refusal(self, journal: SqlJournal) -> None:
        heard: list[int] = []
        journal.on_commit(lambda receipts: heard.extend(receipt.version for receipt in receipts))
        event = begun(journal, "Alice", "Bob")
        event.pairs(1, [("Alice", "Bob")])
        with pytest.raises(Refused):
            event.do(PairRound(1))
        event.result("Alice", "1-0")
        event.result("Alice", "1-0")
        event.do(Rewind(3))
        assert heard == [1, 2, 3, 4, 5]

    def test_a_preview_writes_nothing(self, journal: SqlJournal) -> None:
        event = begun(journal, "Alice", "Bob")
        head, would = journal.preview(Intent(STREAM, PairRound(), CHIEF, Role.OWNER))
        assert head.version == 2
        assert would.version == 3
        assert len(would.state.rounds) == 1
        assert event.state.rounds == ()
        assert journal.head(STREAM).version == 2


class TestReadModel:
    def test_a_bye_has_every_column_of_the_spec(self, journal: SqlJournal, database: Database) -> None:
        event = begun(journal, "Alice", "Bob", "Carol")
        event.pairs(1, [("Alice", "Bob")])
        bye = next(row for row in rows(database)["pairings"] if row["is_bye"])
        spec = "id tournament_id round board white_player_id black_player_id result section color bye_type created_at"
        assert set(spec.split()) <= set(bye)
        assert bye["white_player_id"] == event.id("Carol")
        assert bye["black_player_id"] is None
        assert bye["bye_type"] == "bye"

    def test_results_read_as_in_the_spec(self, journal: SqlJournal, database: Database) -> None:
        event = begun(journal, "Alice", "Bob", "Carol")
        event.pairs(1, [("Alice", "Bob")])
        event.result("Alice", "1-0")
        event.do(RecordBye(event.pairing_id("Carol"), ByeType.UNPAIRED))
        found = {row["player_id"]: (row["round"], row["points"], row["result"]) for row in rows(database)["results"]}
        assert found == {
            event.id("Alice"): (1, 1.0, "1-0"),
            event.id("Bob"): (1, 0.0, "1-0"),
            event.id("Carol"): (1, 1.0, "bye_unpaired"),
        }

    def test_it_follows_undo_rewind_and_redo_and_equals_a_rebuild(
        self, journal: SqlJournal, database: Database
    ) -> None:
        event = begun(journal, "Alice", "Bob", "Carol", "Dave", "Eve")
        event.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
        event.result("Alice", "1-0")
        event.settings(scoring="3-1-0")
        event.do(Revert())
        event.do(Rewind(2))
        assert rows(database)["pairings"] == rows(database)["results"] == []
        event.do(Redo())
        written = rows(database)
        assert len(written["pairings"]) == 3
        assert journal.rebuild() == 1
        assert rows(database) == written

    def test_scoring_that_changes_is_scored_anew(self, journal: SqlJournal, database: Database) -> None:
        event = begun(journal, "Alice", "Bob", "Carol")
        event.pairs(1, [("Alice", "Bob")])
        event.result("Alice", "1-0")
        event.settings(scoring="3-1-0")
        assert sorted(row["points"] for row in rows(database)["results"]) == [0.0, 3.0, 3.0]  # type: ignore[type-var]  # points are numbers

    def test_a_deleted_tournament_leaves_the_tables_and_comes_back(
        self, journal: SqlJournal, database: Database
    ) -> None:
        event = begun(journal, "Alice", "Bob")
        event.pairs(1, [("Alice", "Bob")])
        before = rows(database)
        event.do(DeleteTournament())
        assert not any(rows(database).values())
        journal.rebuild()
        assert not any(rows(database).values())
        state = journal.head(STREAM).state
        assert state is not None
        assert isinstance(next(iter(state.rounds[0].games.values())), Game)
        assert before["pairings"]
