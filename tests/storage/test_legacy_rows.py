"""What becomes of each row of an older database: kept, and never guessed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from podium.app.access import OPERATOR
from podium.app.older.adoption import Report, adopt, examine
from podium.app.queries import card, crosstable, standings
from podium.app.rounds.answers import pairing_row, result_rows, round_row
from podium.bootstrap import Podium, older_records, opened
from podium.config import Config
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.points import Points
from podium.core.result import ByeType, Result
from podium.flow.commands import RecordBye, RecordResult, Revert
from podium.flow.state import Bye, Game, Stage, Tournament

OLD = """CREATE TABLE pairings (id TEXT PRIMARY KEY, tournament_id TEXT, round INTEGER, board INTEGER,
    white_player_id TEXT, black_player_id TEXT, result TEXT, section TEXT, color TEXT, created_at DATETIME);"""
NEW = OLD.replace("color TEXT,", "color TEXT, bye_type TEXT,")
LOOSE = """CREATE TABLE pairings (id, tournament_id, round, board, white_player_id, black_player_id, result, section,
    bye_type, is_bye, created_at);"""
RESULTS = "CREATE TABLE results (player_id TEXT, round INTEGER, points REAL, result TEXT);"


class Older:
    """An older database in the making."""

    def __init__(self, file: Path, *schema: str) -> None:
        self.file = file
        with sqlite3.connect(file) as connection:
            for statement in schema:
                connection.execute(statement)
        connection.close()

    def row(self, table: str = "pairings", /, **values: object) -> Older:
        names = ", ".join(values)
        marks = ", ".join("?" for _ in values)
        with sqlite3.connect(self.file) as connection:
            connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(values.values()))
        connection.close()
        return self

    def game(self, id: object, white: object, black: object, result: str | None = None, **more: object) -> Older:
        values = {"tournament_id": "t1", "round": 1, "board": 1, **more}
        return self.row(id=id, white_player_id=white, black_player_id=black, result=result, **values)


@pytest.fixture
def podium(tmp_path: Path) -> Iterator[Podium]:
    with opened(Config(str(tmp_path / "podium.db"))) as podium:
        yield podium


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "old.db"


def brought(podium: Podium, older: Older) -> Report:
    return adopt(podium.desk, older_records(older.file), None)


def state_of(podium: Podium, id: str = "t1") -> Tournament:
    state = podium.journal.head(TournamentId(id)).state
    assert state is not None
    return state


def notes(report: Report) -> set[tuple[str, str]]:
    return {(note.code, note.where) for each in report.adopted for note in each.adoption.notes}


def bye(podium: Podium, id: str) -> Bye:
    found = state_of(podium).pairing(PairingId(id))
    assert isinstance(found, Bye)
    return found


def game(podium: Podium, id: str) -> Game:
    found = state_of(podium).pairing(PairingId(id))
    assert isinstance(found, Game)
    return found


def points(podium: Podium) -> dict[str, str]:
    return {row.player.name: str(row.points) for row in standings(state_of(podium))}


def test_pairings_alone_are_enough(podium: Podium, file: Path) -> None:
    older = Older(file, OLD).game("p1", "A", "B", "1-0").game("p2", "C", "D", "1/2-1/2", board=2)
    report = brought(podium, older.game("p3", "E", None, board=3))
    state = state_of(podium)
    assert points(podium) == {"A": "1.0", "B": "0.0", "C": "0.5", "D": "0.5", "E": "0.0"}
    assert list(state.where) == ["p1", "p2", "p3"]
    assert state.settings.name == "Tournament t1"
    assert state.rounds[0].stage is Stage.PUBLISHED
    assert notes(report) == {("bye-unspecified", "p3")}


def test_a_bye_without_a_recorded_type_is_unspecified_and_scores_nothing(podium: Podium, file: Path) -> None:
    brought(podium, Older(file, NEW).game("p1", "A", None, bye_type=None).game("p2", "B", None, bye_type="", board=2))
    for id in ("p1", "p2"):
        assert (bye(podium, id).kind, bye(podium, id).recorded) == (ByeType.UNSPECIFIED, Points())
        row = pairing_row(state_of(podium), bye(podium, id))
        assert (row.is_bye, row.bye_type, row.result) == (True, None, None)
    assert points(podium) == {"A": "0.0", "B": "0.0"}


@pytest.mark.parametrize(
    ("word", "kind", "scored"),
    [("bye", ByeType.BYE, "0.5"), ("unpaired", ByeType.UNPAIRED, "1.0"), ("half", ByeType.HALF, "0.5")],
)
def test_a_recorded_type_is_kept(podium: Podium, file: Path, word: str, kind: ByeType, scored: str) -> None:
    report = brought(podium, Older(file, NEW).game("p1", "A", None, bye_type=word))
    assert bye(podium, "p1").kind is kind
    assert points(podium) == {"A": scored}
    assert notes(report) == set()


def test_a_type_that_is_not_known_is_unspecified_and_reported(podium: Podium, file: Path) -> None:
    report = brought(podium, Older(file, NEW).game("p1", "A", None, bye_type="walkover"))
    assert bye(podium, "p1").kind is ByeType.UNSPECIFIED
    assert ("bye-type-unknown", "p1") in notes(report)


@pytest.mark.parametrize("paid", [0.5, 1.0, 0])
def test_an_unspecified_bye_keeps_the_points_of_the_results_table(podium: Podium, file: Path, paid: float) -> None:
    older = Older(file, OLD, RESULTS).game("p1", "A", None)
    brought(podium, older.row("results", player_id="A", round=1, points=paid, result="bye"))
    assert bye(podium, "p1").kind is ByeType.UNSPECIFIED
    assert points(podium) == {"A": str(Points.of(paid))}
    rows = result_rows(state_of(podium), bye(podium, "p1"))
    assert [(row.points, row.result) for row in rows] == [(paid, None)]


def test_a_result_that_names_the_type_is_a_record_of_it(podium: Podium, file: Path) -> None:
    older = Older(file, OLD, RESULTS).game("p1", "A", None).game("p2", "B", None, "bye_bye", board=2)
    brought(podium, older.row("results", player_id="A", round=1, points=1.0, result="bye_unpaired"))
    assert (bye(podium, "p1").kind, bye(podium, "p2").kind) == (ByeType.UNPAIRED, ByeType.BYE)


def test_a_typed_bye_that_was_paid_otherwise_keeps_what_was_paid(podium: Podium, file: Path) -> None:
    older = Older(file, NEW, RESULTS).game("p1", "A", None, bye_type="bye")
    report = brought(podium, older.row("results", player_id="A", round=1, points=1.0, result="bye_bye"))
    assert points(podium) == {"A": "1.0"}
    assert ("points-kept", "p1") in notes(report)


@pytest.mark.parametrize("paid", ["many", -1, 0.333, 1e9, None])
def test_points_that_make_no_sense_are_reported_and_score_nothing(podium: Podium, file: Path, paid: object) -> None:
    older = Older(file, OLD, RESULTS).game("p1", "A", None)
    report = brought(podium, older.row("results", player_id="A", round=1, points=paid, result=None))
    assert points(podium) == {"A": "0.0"}
    assert ("points-unclear", "p1") in notes(report)


def test_results_are_found_by_pairing_and_by_tournament(podium: Podium, file: Path) -> None:
    schema = (
        "CREATE TABLE results (id TEXT, tournament_id TEXT, pairing_id TEXT, player_id TEXT, round INTEGER, points)"
    )
    older = Older(file, OLD, schema).game("p1", "A", None).game("p2", "A", None, tournament_id="t2")
    older.row("results", tournament_id="t1", player_id="A", round=1, points=0.5)
    brought(podium, older.row("results", pairing_id="p2", player_id="A", points=1))
    assert bye(podium, "p1").recorded == Points.of("0.5")
    other = state_of(podium, "t2").pairing(PairingId("p2"))
    assert isinstance(other, Bye)
    assert other.recorded == Points.of(1)


@pytest.mark.parametrize(
    ("word", "result"),
    [
        ("1-0", Result.WHITE_WINS),
        (" 0-1 ", Result.BLACK_WINS),
        ("½-½", Result.DRAW),
        ("1-0f", Result.WHITE_WINS_BY_FORFEIT),
        ("0-0F", Result.BOTH_FORFEIT),
        ("", None),
        ("*", None),
        (None, None),
    ],
)
def test_known_results_are_kept(podium: Podium, file: Path, word: str | None, result: Result | None) -> None:
    report = brought(podium, Older(file, OLD).game("p1", "A", "B", word))
    assert game(podium, "p1").result is result
    assert notes(report) == set()


def test_an_unknown_result_leaves_the_game_open_and_is_reported(podium: Podium, file: Path) -> None:
    report = brought(podium, Older(file, OLD).game("p1", "A", "B", "adjourned"))
    assert game(podium, "p1").result is None
    [note] = report.adopted[0].adoption.notes
    assert (note.code, note.where, note.value) == ("result-unknown", "p1", "adjourned")


def test_a_game_takes_its_result_from_the_results_table_where_it_has_none(podium: Podium, file: Path) -> None:
    older = Older(file, OLD, RESULTS).game("p1", "A", "B").game("p2", "C", "D", "1-0", board=2)
    older.row("results", player_id="A", round=1, points=0, result="0-1")
    report = brought(podium, older.row("results", player_id="C", round=1, points=0.5, result="1-0"))
    assert game(podium, "p1").result is Result.BLACK_WINS
    assert game(podium, "p2").result is Result.WHITE_WINS
    assert notes(report) == {("points-differ", "p2")}


def test_rows_that_say_little_are_kept(podium: Podium, file: Path) -> None:
    older = Older(file, LOOSE).game("p1", None, "B").game("p2", None, None).game("p3", "C", "C", "1-0")
    older.game("p4", "D", "E", is_bye=1).game("p5", "F", None, is_bye=0)
    report = brought(podium, older)
    assert bye(podium, "p1").player == "B"
    assert state_of(podium).players[bye(podium, "p2").player].name == "(no player recorded)"
    assert bye(podium, "p3").player == "C"
    assert game(podium, "p4").players == ("D", "E")
    assert bye(podium, "p5").kind is ByeType.UNSPECIFIED
    said = {code for code, _ in notes(report)}
    assert {"white-missing", "players-missing", "against-self", "bye-on-game", "board-twice"} <= said


def test_a_gap_between_rounds_is_an_empty_round(podium: Podium, file: Path) -> None:
    report = brought(podium, Older(file, OLD).game("p1", "A", "B", "1-0").game("p3", "B", "A", "1-0", round=3))
    assert [len(here.games) for here in state_of(podium).rounds] == [1, 0, 1]
    assert state_of(podium).where == {"p1": 1, "p3": 3}
    assert notes(report) == {("round-empty", "2")}


def test_rows_without_a_usable_round_stand_after_the_last(podium: Podium, file: Path) -> None:
    older = Older(file, LOOSE).game("p1", "A", "B", "1-0")
    for at, round in enumerate((None, 0, -3, "final", 10**8)):
        older.game(f"q{at}", "A", None, round=round, board=None)
    report = brought(podium, older)
    assert [len(here.games) for here in state_of(podium).rounds] == [1, 5]
    assert {where for code, where in notes(report) if code == "round-missing"} == {f"q{at}" for at in range(5)}


def test_boards_and_players_twice_in_a_round_do_no_harm(podium: Podium, file: Path) -> None:
    older = Older(file, OLD).game("p1", "A", "B", "1-0").game("p2", "A", "C", "0-1").game("p3", "A", None)
    report = brought(podium, older)
    assert {("board-twice", "p2"), ("player-twice", "A")} <= notes(report)
    state = state_of(podium)
    assert points(podium) == {"A": "1.0", "C": "1.0", "B": "0.0"}
    assert len(round_row(state, state.rounds[0]).pairings) == 3
    crosstable(state)
    for player in state.players:
        card(state, PlayerId(player))


def test_an_adopted_event_goes_on_and_can_be_undone(podium: Podium, file: Path) -> None:
    older = Older(file, OLD).game("p1", "A", "B").game("p2", "A", "C").game("p3", "D", None)
    brought(podium, older)
    id = TournamentId("t1")
    podium.desk.perform(OPERATOR, id, RecordBye(PairingId("p3"), ByeType.UNPAIRED))
    podium.desk.perform(OPERATOR, id, RecordResult(PairingId("p1"), Result.WHITE_WINS))
    assert points(podium) == {"A": "1.0", "D": "1.0", "B": "0.0", "C": "0.0"}
    podium.desk.perform(OPERATOR, id, Revert())
    podium.desk.perform(OPERATOR, id, Revert())
    assert bye(podium, "p3").kind is ByeType.UNSPECIFIED
    assert podium.desk.stream_of("p3") == "t1"


def test_sections_are_kept_and_nobody_is_without_one(podium: Podium, file: Path) -> None:
    older = Older(file, OLD).game("p1", "A", "B", "1-0", section="Open").game("p2", "C", "D", section="U1600", board=2)
    report = brought(podium, older.game("p3", "E", None, board=3))
    state = state_of(podium)
    assert state.settings.sections == ("Open", "U1600", "No section")
    assert [each.section for each in state.rounds[0].games.values()] == ["Open", "U1600", "No section"]
    assert {player.name: player.section for player in state.players.values()}["C"] == "U1600"
    assert ("section-missing", "E") in notes(report)


def test_players_and_tournaments_are_described_where_there_are_tables(podium: Podium, file: Path) -> None:
    players = "CREATE TABLE players (id INTEGER, first_name, last_name, rating, fide_id, mood, tournament_id, section)"
    tournaments = "CREATE TABLE tournaments (id, name, location, start_date, rounds, format, secret)"
    older = Older(file, OLD, players, tournaments).game("p1", 1, 2, "1-0").game("p2", 9, None, board=2)
    older.row("players", id=1, first_name="Hans", last_name="Müller", rating="1850", mood="good")
    older.row("players", id=2, first_name="Ana", last_name="Ruiz", rating="fast", fide_id=2200001)
    older.row("players", id=3, last_name="Late", tournament_id="t1")
    older.row("players", id=4, last_name="Elsewhere")
    older.row("tournaments", id="t1", name="Spring  Open", location="Hall", start_date="2023-04-01 09:00:00", rounds=5)
    report = brought(podium, older.row("tournaments", id="t2", name="Never played", rounds="lots"))
    state = state_of(podium)
    settings = state.settings
    assert (settings.name, settings.place, settings.start, settings.rounds) == ("Spring Open", "Hall", "2023-04-01", 5)
    assert {id: (each.name, each.fields.rating) for id, each in state.players.items()} == {
        "3": ("Late", None),
        "1": ("Müller, Hans", 1850),
        "2": ("Ruiz, Ana", None),
        "9": ("9", None),
    }
    assert state.players[PlayerId("2")].fields.fide_id == "2200001"
    assert {("player-field-dropped", "2"), ("player-not-listed", "9")} <= notes(report)
    assert [note.where for note in report.notes] == ["4"]
    assert state_of(podium, "t2").settings.name == "Never played"


def test_the_only_tournament_holds_every_player_and_rows_without_one(podium: Podium, file: Path) -> None:
    bare = "CREATE TABLE pairings (round, white_player_id, black_player_id)"
    older = Older(file, bare, "CREATE TABLE players (id, name)", "CREATE TABLE tournaments (id, name)")
    older.row("players", id="A", name="Alice").row("players", id="B", name="Bob")
    older.row("tournaments", id="only", name="Only One")
    brought(podium, older.row(round=1, white_player_id="A", black_player_id=None))
    state = state_of(podium, "only")
    assert sorted(player.name for player in state.players.values()) == ["Alice", "Bob"]
    assert list(state.where) == ["only-row1"]


def test_ids_are_kept_where_they_are_free(podium: Podium, file: Path, tmp_path: Path) -> None:
    brought(podium, Older(file, OLD).game("p1", "A", "B", "1-0").game("t1-x", "C", None, tournament_id="t2"))
    assert list(state_of(podium).where) == ["p1"]
    assert list(state_of(podium, "t2").where) == ["t2-t1-x"]  # it would read as one of t1
    assert podium.desk.stream_of("t2-t1-x") == "t2"
    other = Older(tmp_path / "other.db", OLD).game("p1", "X", "Y", tournament_id="t3")
    report = brought(podium, other)
    assert list(state_of(podium, "t3").where) == ["t3-p1"]
    assert podium.desk.stream_of("p1") == "t1"
    assert ("pairing-id-new", "p1") in notes(report)


def test_ids_that_an_address_cannot_carry_are_replaced(podium: Podium, file: Path) -> None:
    older = Older(file, LOOSE).game("a/b", "x y", "é" * 50, "1-0", tournament_id="open #1")
    report = brought(podium, older.game("a/b", "x y", None, tournament_id="open #1", round=2))
    [adopted] = report.adopted
    state = state_of(podium, adopted.id)
    assert len(state.where) == 2
    assert all(set("/ #é").isdisjoint(id) for id in (adopted.id, *state.where, *state.players))
    assert {player.name for player in state.players.values()} == {"x y", "é" * 50}
    said = {code for code, _ in notes(report)}
    assert {"tournament-id-new", "pairing-id-new", "player-id-new"} <= said


def test_a_second_import_changes_nothing(podium: Podium, file: Path, tmp_path: Path) -> None:
    older = Older(file, NEW, RESULTS).game("p1", "A", "B", "1-0").game("p2", "C", None, bye_type="bye", board=2)
    first = brought(podium, older.game("p3", "A", None, tournament_id="t2"))
    podium.desk.perform(OPERATOR, TournamentId("t1"), RecordResult(PairingId("p1"), Result.DRAW))
    before = {id: podium.journal.head(id).version for id in podium.journal.streams()}
    again = brought(podium, older)
    assert [each.new for each in first.adopted] == [True, True]
    assert [each.new for each in again.adopted] == [False, False]
    assert {id: podium.journal.head(id).version for id in podium.journal.streams()} == before
    assert game(podium, "p1").result is Result.DRAW


def test_another_tournament_of_the_same_id_is_brought_over_beside_it(
    podium: Podium, file: Path, tmp_path: Path
) -> None:
    brought(podium, Older(file, OLD).game("p1", "A", "B", "1-0"))
    other = Older(tmp_path / "other.db", OLD).game("p1", "X", "Y", "0-1")
    [adopted] = brought(podium, other).adopted
    assert adopted.id != "t1"
    assert [each.new for each in brought(podium, other).adopted] == [False]
    assert len(podium.journal.streams()) == 2
    assert points(podium) == {"A": "1.0", "B": "0.0"}


def test_examining_writes_nothing(podium: Podium, file: Path) -> None:
    report = examine(older_records(Older(file, OLD).game("p1", "A", None).file))
    assert (report.adopted[0].version, report.adopted[0].adoption.byes) == (0, {"unspecified": 1})
    assert podium.journal.streams() == []


def test_a_row_without_an_id_and_results_without_a_pairing(podium: Podium, file: Path) -> None:
    older = Older(file, LOOSE, RESULTS).game(None, "A", "B", "1-0").game(None, "C", None, board=2)
    report = brought(podium, older.row("results", player_id="Z", round=4, points=1, result="1-0"))
    assert list(state_of(podium).where) == ["t1-row1", "t1-row2"]
    assert [(note.code, note.where) for note in report.notes] == [("result-without-pairing", "Z")]


def test_text_that_is_not_utf8_and_blobs_do_not_stop_it(podium: Podium, file: Path) -> None:
    older = Older(file, LOOSE, "CREATE TABLE players (id, name)").game("p1", b"A", "B", "1-0")
    with sqlite3.connect(file) as connection:
        connection.execute("INSERT INTO players VALUES ('B', CAST(x'4dfc6c' AS TEXT))")
    connection.close()
    brought(podium, older)
    assert points(podium) == {"A": "1.0", "M�l": "0.0"}


def test_a_large_file_is_brought_over_whole(podium: Podium, file: Path) -> None:
    older = Older(file, OLD)
    rows = [(f"p{r}-{b}", "t1", r, b, f"w{b}", f"b{b}", "1-0") for r in range(1, 8) for b in range(1, 101)]
    with sqlite3.connect(file) as connection:
        connection.executemany(
            "INSERT INTO pairings (id, tournament_id, round, board, white_player_id, black_player_id, result) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
    connection.close()
    brought(podium, older)
    assert len(state_of(podium).where) == 700
    assert {str(row.points) for row in standings(state_of(podium))} == {"7.0", "0.0"}
