"""Fewer tables than matches: who is called where, and that nobody who plays is moved."""

from __future__ import annotations

import msgspec

from podium.app.rounds.answers import pairing_row
from podium.app.rounds.table_calls import last_call, table_places
from podium.flow.commands import RecordSets
from podium.flow.formats.knockout import match_report
from podium.flow.rounds.tables import waiting_matches
from podium.flow.state import Match, Side
from podium.knockout import Outcome
from tests.kit.cups import cup, match
from tests.kit.events import Director, director


def evening(tables: int | None = 2, players: int = 20) -> Director:
    """A round of doubles of five matches."""
    event = director("doubles", rounds=5)
    event.settings(tables=tables)
    event.players(*(f"P{number}" for number in range(1, players + 1)))
    event.pair()
    event.publish(1)
    return event


def tables(event: Director) -> dict[int, int]:
    """Tables by the number of the match, of those that are being played."""
    return {each.board: event.state.tables[each.id] for each in event.round().matches if is_called(event, each)}


def is_called(event: Director, each: Match) -> bool:
    return bool(each.problem) and each.id in event.state.tables


def win(event: Director, number: int, home: int | None = 3, away: int | None = 0) -> None:
    event.do(RecordSets(event.round().matches[number - 1].id, {Side.HOME: home, Side.AWAY: away}))


def test_a_result_frees_the_table_for_the_next_match_and_nobody_else_moves() -> None:
    event = evening(tables=2)
    assert tables(event) == {1: 1, 2: 2}
    win(event, 2)
    assert tables(event) == {1: 1, 3: 2}
    win(event, 3)
    assert tables(event) == {1: 1, 4: 2}, "the free table takes the next one, whichever it is"
    win(event, 1)
    assert tables(event) == {5: 1, 4: 2}
    win(event, 5)
    assert tables(event) == {4: 2}


def test_a_set_is_no_result_and_a_match_that_waited_may_be_decided_all_the_same() -> None:
    event = evening(tables=2)
    win(event, 1, home=2, away=1)
    assert tables(event) == {1: 1, 2: 2}
    win(event, 3)
    assert tables(event) == {1: 1, 2: 2}
    win(event, 1)
    assert tables(event) == {4: 1, 2: 2}


def test_undo_brings_a_match_back_to_its_table_and_who_was_called_there_waits_again() -> None:
    event = evening(tables=2)
    win(event, 2)
    win(event, 1)
    called = event.state.tables
    event.undo()
    assert tables(event) == {1: 1, 3: 2}
    win(event, 1)
    assert event.state.tables == called
    win(event, 2, home=None, away=None)
    win(event, 2, home=0, away=3)
    assert event.state.tables == called, "a score entered anew moves nobody"


def test_more_tables_less_tables_and_no_number_of_tables() -> None:
    event = evening(tables=None)
    assert (event.state.tables, table_places(event.state)) == ({}, {})
    event.settings(tables=3)
    assert tables(event) == {1: 1, 2: 2, 3: 3}
    event.settings(tables=4)
    assert tables(event) == {1: 1, 2: 2, 3: 3, 4: 4}
    event.settings(tables=1)
    assert tables(event) == {1: 1}
    event.settings(tables=None)
    assert table_places(event.state) == {}


def test_a_draft_calls_nobody_and_a_round_paired_anew_begins_anew() -> None:
    event = director("doubles", rounds=5)
    event.settings(tables=2)
    event.players(*(f"P{number}" for number in range(1, 13)))
    event.pair()
    assert (tables(event), waiting_matches(event.state)) == ({}, [])
    event.publish(1)
    assert tables(event) == {1: 1, 2: 2}
    event.unpair(1)
    event.pair()
    event.publish(1)
    assert tables(event) == {1: 1, 2: 2}


def test_words_say_where_who_waits_and_who_was_called() -> None:
    event = evening(tables=2)
    first, second, third, fourth, fifth = (each.id for each in event.round().matches)
    places = table_places(event.state)
    assert [places[each] for each in (first, second, third, fourth, fifth)] == [
        "table 1",
        "table 2",
        "waiting: next",
        "waiting: 1 match before",
        "waiting: 2 matches before",
    ]
    assert last_call(event.state) == ""
    win(event, 2)
    assert last_call(event.state).startswith("Table 2 is free: P")
    win(event, 3, home=1, away=0)
    assert last_call(event.state) == "", "they play"


def test_a_cup_calls_matches_of_the_next_round_once_both_players_are_known() -> None:
    event = cup(8, tables=2)
    numbers = [event.state.tables.get(match(event, 1, board).id) for board in (1, 2, 3, 4)]
    assert numbers == [1, 2, None, None]
    for board in (1, 2):
        event.do(match_report(match(event, 1, board).id, Outcome.WHITE_WIN))
    numbers = [event.state.tables.get(match(event, 1, board).id) for board in (3, 4)]
    assert numbers == [1, 2]
    assert waiting_matches(event.state) == [match(event, 2, 1).id]
    event.do(match_report(match(event, 1, 4).id, Outcome.WHITE_WIN))
    assert event.state.tables[match(event, 2, 1).id] == 2


def test_rows_of_the_api_have_a_table_where_there_are_some() -> None:
    event = evening(tables=2)
    rows = [pairing_row(event.state, each) for each in event.round().matches]
    assert [row.table for row in rows] == [1, 2, None, None, None]
    without = evening(tables=None)
    assert b"table" not in msgspec.json.encode(pairing_row(without.state, without.round().matches[0]))
