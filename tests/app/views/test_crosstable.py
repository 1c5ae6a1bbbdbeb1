"""Crosstables: by seat in a round robin, round by round otherwise."""

from msgspec import to_builtins

from podium.app.queries import crosstable
from podium.app.standings.answers import crosstable_row
from podium.app.standings.crosstable import Crosstable
from podium.app.words.language import speaking
from podium.core.result import BY_TRF, Result
from podium.flow.commands import RecordResult
from podium.flow.state import Game
from tests.kit.events import Director, director


def cells(table: Crosstable) -> list[tuple[str, ...]]:
    """The number, the name and the cells of each row."""
    return [(str(row.number), row.standing.player.name, *(cell.text for cell in row.cells)) for row in table.rows]


def beats(event: Director, winner: str, loser: str, text: str = "1-0") -> None:
    """Enter a result, written from the side of `winner`, for the first open game of the two."""
    pair = {event.id(winner), event.id(loser)}
    for here in event.state.rounds:
        for game in here.pending:
            if isinstance(game, Game) and set(game.players) == pair:
                result = Result(text) if game.white == event.id(winner) else BY_TRF[Result(text).trf[::-1]]
                event.do(RecordResult(game.id, result))
                return
    raise AssertionError(f"{winner} has no open game against {loser}")


def test_a_round_robin_is_a_matrix_by_seat() -> None:
    event = director("round-robin")
    event.players("Ann", "Ben", "Cid", "Dot")
    for _ in range(3):
        event.pair()
    beats(event, "Dot", "Ann")
    beats(event, "Ben", "Cid", "1/2-1/2")
    beats(event, "Ann", "Cid", "1-0F")
    [table] = crosstable(event.state)
    assert table.matrix
    assert table.columns == ("1", "2", "3", "4")
    assert cells(table) == [
        ("1", "Ann", "*", "", "+", "0"),
        ("2", "Ben", "", "*", "½", ""),
        ("3", "Cid", "-", "½", "*", ""),
        ("4", "Dot", "1", "", "", "*"),
    ]


def test_two_cycles_share_a_cell_first_cycle_first() -> None:
    event = director("round-robin", cycles=2)
    event.players("Ann", "Ben")
    event.pair()
    event.pair()
    beats(event, "Ann", "Ben")
    beats(event, "Ann", "Ben", "1/2-1/2")
    [table] = crosstable(event.state)
    assert cells(table) == [("1", "Ann", "*", "1 ½"), ("2", "Ben", "0 ½", "*")]


def test_byes_in_a_round_robin_have_a_column_so_that_rows_add_up() -> None:
    event = director("round-robin", free_day="bye")
    event.players("Ann", "Ben", "Cid")
    event.pair()
    [table] = crosstable(event.state)
    assert table.columns == ("1", "2", "3", "byes")
    assert [row[-1] for row in cells(table)].count("bye ½") == 1
    for row in table.rows:
        assert str(row.standing.points) == ("0.5" if row.cells[-1].text else "0.0")


def test_other_formats_go_round_by_round_and_call_opponents_by_their_number() -> None:
    event = director()
    event.players("Ann", "Ben", "Cid")
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "0-1")
    event.pairs(2, [("Cid", "Ben"), ("Ann", "", "unpaired")])
    event.result("Cid", "0-1F")
    event.pairs(3, [("Ann", "Cid"), ("Ben", "", "zero")])
    [table] = crosstable(event.state)
    assert not table.matrix
    assert table.columns == ("1", "2", "3")
    assert cells(table) == [
        ("2", "Ben", "1b1", "3b+", "zero-point bye 0"),
        ("1", "Ann", "2w0", "unpaired 1", "3w"),
        ("3", "Cid", "bye ½", "2w-", "1b"),
    ]


def test_each_cell_knows_its_pairing() -> None:
    event = director()
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    [table] = crosstable(event.state)
    game = event.pairing("Ann")
    assert isinstance(game, Game)
    assert [row.cells[0].pairings for row in table.rows] == [(game.id,), (game.id,)]


def test_sections_have_tables_of_their_own() -> None:
    event = director(sections=["A", "B", "Empty"])
    event.players("Ann", "Ben", section="A")
    event.players("Cid", section="B")
    assert [(table.section, len(table.rows)) for table in crosstable(event.state)] == [("A", 2), ("B", 1)]


def test_a_crosstable_after_a_round_ends_there_and_is_a_row() -> None:
    event = director()
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1-0")
    event.pairs(2, [("Ben", "Ann")])
    [table] = crosstable(event.state, after=1)
    assert to_builtins(crosstable_row(table)) == {
        "section": None,
        "kind": "rounds",
        "columns": ["1"],
        "rows": [
            {
                "number": 1,
                "player_id": event.id("Ann"),
                "name": "Ann",
                "rank": 1,
                "points": 1.0,
                "cells": ["2w1"],
            },
            {
                "number": 2,
                "player_id": event.id("Ben"),
                "name": "Ben",
                "rank": 2,
                "points": 0.0,
                "cells": ["1b0"],
            },
        ],
    }


def test_what_people_read_is_brief_and_has_the_letters_of_their_language() -> None:
    event = director()
    event.players("Ann", "Ben", "Cid")
    event.pairs(1, [("Ann", "Ben"), ("Cid", "", "half")])
    event.result("Ann", "1-0")
    for code, ann, ben, cid in (
        ("en", "2w1", "1b0", "bye ½"),
        ("de", "2w1", "1s0", "frei ½"),
        ("fr", "2b1", "1n0", "exempt ½"),
    ):
        with speaking(code):
            (table,) = crosstable(event.state)
            brief = {row.standing.player.name: row.cells[0].brief for row in table.rows}
            assert brief == {"Ann": ann, "Ben": ben, "Cid": cid}
            assert {row.cells[0].text for row in table.rows} >= {"2w1", "1b0"}  # as programs know it
