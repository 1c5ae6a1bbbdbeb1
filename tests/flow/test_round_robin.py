"""Round robins: the tables, odd fields, who is away, and the vacant seat."""

import pytest

from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, ImportPlayers, PairAllRounds
from podium.flow.players.unpaired import left_out
from podium.flow.state import Boards
from tests.kit.events import Director, director, games, refused
from tests.kit.loops import every


def robin(players: str, **settings: object) -> Director:
    event = director("round-robin", "t1", **settings)
    event.players(*players)
    return event


def test_everybody_meets_everybody() -> None:
    event = robin("ABCD")
    for _ in range(3):
        event.pair()
    assert [event.sheet(number) for number in (1, 2, 3)] == [["A-D", "B-C"], ["D-C", "A-B"], ["B-D", "C-A"]]
    with refused("rounds-exhausted") as caught:
        event.pair()
    assert caught.value.facts["most"] == 3


def test_an_odd_field_has_a_free_day_every_round() -> None:
    event = robin("ABC")
    for _ in range(3):
        event.pair()
    assert [event.sheet(number) for number in (1, 2, 3)] == [["B-C", "A zero"], ["A-B", "C zero"], ["C-A", "B zero"]]


def test_two_cycles_turn_the_colours() -> None:
    event = robin("AB", cycles=2)
    event.pair()
    event.pair()
    assert [event.sheet(1), event.sheet(2)] == [["A-B"], ["B-A"]]


def test_a_shorter_plan_ends_earlier() -> None:
    event = robin("ABCD", rounds=2)
    event.pair()
    event.pair()
    with refused("rounds-exhausted"):
        event.pair()


@every("players", ["", "A"], ids=["nobody", "one player"])
def test_a_round_robin_needs_two(players: str) -> None:
    with refused("too-few-players"):
        robin(players).pair()


def test_one_player_in_each_section_is_too_few() -> None:
    event = director("round-robin", "t1", sections=["A", "B"])
    event.do(AddPlayers((PlayerFields("Ann", section="A"), PlayerFields("Ben", section="B"))))
    with refused("too-few-players") as caught:
        event.pair()
    assert caught.value.facts == {"value": 1, "least": 2}


def test_only_those_who_take_part_are_seated() -> None:
    event = robin("ABC")
    event.withdraws("B")
    event.pair()
    assert event.sheet() == ["A-C"]
    assert event.state.seats == {"": (event.id("A"), event.id("C"))}


def test_nobody_left_is_too_few() -> None:
    event = robin("AB")
    event.withdraws("A")
    event.withdraws("B")
    with refused("too-few-players"):
        event.pair()


def test_the_second_click_does_not_pair_again() -> None:
    event = robin("ABCD")
    event.pair(1)
    with refused("round-exists"):
        event.pair(1)
    with refused("round-not-next") as caught:
        event.pair(3)
    assert caught.value.facts["next"] == 2
    with refused("round-not-next"):
        event.pair(0)


def test_the_seed_and_the_engine_are_written_down() -> None:
    event = robin("ABCD")
    event.pair()
    assert (event.round().engine, event.round().seed) == ("round-robin", "memory/t1/2")
    assert event.round().paired_at


# --- all at once ------------------------------------------------------------------------------


def test_all_rounds_are_paired_in_one_commit_as_one_by_one() -> None:
    one_by_one, at_once = robin("ABCDE", cycles=2), robin("ABCDE", cycles=2)
    for _ in range(10):
        one_by_one.pair()
    receipt = at_once.do(PairAllRounds())
    numbers = range(1, 11)
    assert [at_once.sheet(number) for number in numbers] == [one_by_one.sheet(number) for number in numbers]
    assert len(receipt.events) == 10
    assert len({id for here in at_once.state.rounds for id in here.games}) == 30
    before = at_once.state
    at_once.undo()
    assert at_once.state.rounds == ()
    assert at_once.state.seats == {}
    at_once.redo()
    assert at_once.state == before


def test_the_rounds_that_are_left_are_paired_up_to_the_plan() -> None:
    event = robin("ABCDEF", rounds=4)
    event.pair()
    event.asks("C", {3: "half"})
    event.do(PairAllRounds())
    assert len(event.state.rounds) == 4
    assert "C half" in event.sheet(3)
    with refused("rounds-exhausted"):
        event.do(PairAllRounds())


def test_sections_of_different_length_end_each_with_its_own_table() -> None:
    event = director("round-robin", sections=["X", "Y"])
    event.players("A", "B", "C", "D", section="X")
    event.players("E", "F", section="Y")
    event.do(PairAllRounds())
    assert [len(event.sheet(number)) for number in (1, 2, 3)] == [3, 2, 2]


def test_a_result_keeps_the_undo_of_all_rounds_back() -> None:
    event = robin("ABCD")
    paired = event.do(PairAllRounds()).version
    event.result("A", "1-0")
    with refused("change-depended-on"):
        event.undo(paired)


@every("format", ["swiss", "manual", "doubles", "knockout"])
def test_other_formats_are_not_paired_whole(format: str) -> None:
    event = director(format)
    if format != "knockout":
        event.settings(rounds=3)
    event.players(*"ABCDEFGH")
    with refused("knockout-rounds" if format == "knockout" else "rounds-follow-results"):
        event.do(PairAllRounds())


def test_what_was_begun_by_hand_goes_on_by_hand() -> None:
    event = robin("ABCD")
    event.pairs(1, [("A", "B"), ("C", "D")])
    with refused("paired-by-hand"):
        event.do(PairAllRounds())


def test_too_many_games_for_one_step_are_refused() -> None:
    event = director("round-robin")
    event.players(*(f"P{number}" for number in range(102)))
    with refused("too-many-at-once") as caught:
        event.do(PairAllRounds())
    assert caught.value.facts == {"value": 5151, "most": 5000}
    event.settings(rounds=9)
    event.do(PairAllRounds())
    assert len(event.state.rounds) == 9


# --- away -------------------------------------------------------------------------------------


def test_who_withdraws_forfeits_the_games_to_come() -> None:
    event = robin("ABCD")
    event.pair()
    event.withdraws("D")
    event.pair()
    assert event.sheet(2) == ["D-C 0-1F", "A-B"]
    event.withdraws("C")
    event.returns("C")
    event.pair()
    assert event.sheet(3) == ["B-D 1-0F", "C-A"]


def test_two_who_withdrew_both_forfeit() -> None:
    event = robin("ABCD")
    event.pair()
    event.withdraws("C")
    event.withdraws("D")
    event.pair()
    assert event.sheet(2) == ["D-C 0-0F", "A-B"]


def test_who_withdrew_gets_no_bye_from_the_table() -> None:
    event = robin("ABC")
    event.pair()
    event.withdraws("C")
    event.pair()
    assert event.sheet(2) == ["A-B"]


def test_who_asked_for_a_bye_leaves_one_to_the_opponent() -> None:
    event = robin("ABCD")
    event.asks("A", {1: "half"})
    event.pair()
    assert event.sheet() == ["B-C", "D bye", "A half"]


def test_two_opponents_who_both_asked_have_what_they_asked_for() -> None:
    event = robin("ABCD")
    event.asks("A", {1: "half"})
    event.asks("D", {1: "zero"})
    event.pair()
    assert event.sheet() == ["B-C", "A half", "D zero"]


def test_a_bye_asked_for_before_withdrawing_does_not_spare_the_forfeit() -> None:
    event = robin("ABCD")
    event.asks("D", {2: "half"})
    event.pair()
    event.withdraws("D")
    event.pair()
    assert event.sheet(2) == ["D-C 0-1F", "A-B"]


def test_a_bye_asked_for_after_the_last_round_makes_no_round() -> None:
    event = robin("AB")
    event.asks("A", {2: "half"})
    event.pair()
    with refused("rounds-exhausted"):
        event.pair()


# --- sections ---------------------------------------------------------------------------------


def test_sections_pair_separately_and_boards_run_on() -> None:
    event = director("round-robin", sections=["One", "Two"])
    event.players(*"ABC", section="One")
    event.players(*"DEFGH", section="Two")
    event.pair()
    assert event.sheet() == ["B-C", "E-H", "F-G", "A zero", "D zero"]
    assert [game.board for game in games(event.round())] == [1, 2, 3]  # no table stays empty
    assert [pairing.board for pairing in event.round().in_order] == [1, 2, 3, 4, 5]
    assert {pairing.section for pairing in event.round().in_order} == {"One", "Two"}


def test_a_section_that_is_done_is_not_left_out() -> None:
    event = director("round-robin", sections=["One", "Two"])
    event.players(*"AB", section="One")
    event.players(*"CDEF", section="Two")
    event.asks("A", {2: "half"})
    event.pair()
    event.pair()
    assert event.sheet(2) == ["F-E", "C-D"]  # no half point after the end
    assert left_out(event.state, 2) == []
    event.pair()
    with refused("rounds-exhausted"):
        event.pair()


def test_a_section_of_one_has_no_table_but_the_others_play() -> None:
    event = director("round-robin", sections=["One", "Two"])
    event.players("A", section="One")
    event.players(*"CD", section="Two")
    event.pair()
    assert event.sheet() == ["C-D"]
    assert [player.name for player in left_out(event.state, 1)] == ["A"]
    with refused("round-robin-started"):
        event.players("B", section="One")
    event.withdraws("A")
    event.returns("A")


# --- by hand ----------------------------------------------------------------------------------


def test_a_round_robin_paired_by_hand_stays_by_hand() -> None:
    event = robin("ABCD")
    event.pairs(1, [("A", "B"), ("C", "D")])
    with refused("paired-by-hand"):
        event.pair()
    event.players("E")
    event.pairs(2, [("A", "C"), ("B", "D")])
    assert event.sheet(2) == ["A-C", "B-D", "E bye"]


def test_one_round_by_hand_leaves_the_table_to_the_others() -> None:
    by_table, by_hand = robin("ABCD"), robin("ABCD")
    for _ in range(3):
        by_table.pair()
    by_hand.pair()
    by_hand.pairs(2, [("A", "C"), ("B", "D")])
    by_hand.pair()
    assert by_hand.sheet(2) == ["A-C", "B-D"]
    assert by_hand.sheet(3) == by_table.sheet(3)


def test_unpairing_the_first_round_draws_anew() -> None:
    event = robin("ABC")
    event.pair()
    event.unpair(1)
    assert event.state.seats == {}
    event.players("D")
    event.pair()
    assert event.sheet() == ["A-D", "B-C"]
    event.unpair(1)
    event.undo()
    assert event.sheet() == ["A-D", "B-C"]
    assert len(event.state.seats[""]) == 4


# --- the vacant seat --------------------------------------------------------------------------


@pytest.fixture
def begun() -> Director:
    """Three players after round 1: the fourth seat is vacant."""
    event = robin("ABC")
    event.pair()
    return event


def test_a_late_entry_takes_the_vacant_seat(begun: Director) -> None:
    begun.players("D")
    assert begun.state.seats == {"": tuple(map(begun.id, "ABCD"))}
    assert begun.sheet(1) == ["B-C", "A zero"]  # what was a free day stays one
    begun.pair()
    begun.pair()
    assert [begun.sheet(2), begun.sheet(3)] == [["D-C", "A-B"], ["B-D", "C-A"]]


def test_a_full_table_takes_nobody(begun: Director) -> None:
    begun.players("D")
    with refused("round-robin-started") as caught:
        begun.players("E")
    assert caught.value.facts["value"] == "E"


def test_two_do_not_fit_on_one_seat(begun: Director) -> None:
    with refused("round-robin-started") as caught:
        begun.do(AddPlayers((PlayerFields("D"), PlayerFields("E"))))
    assert caught.value.facts["value"] == "E"
    assert len(begun.state.players) == 3


def test_an_import_seats_a_late_entry_too(begun: Director) -> None:
    begun.do(ImportPlayers((PlayerFields("D"),), {begun.id("A"): PlayerFields("A", rating=1700)}))
    assert len(begun.state.seats[""]) == 4


def test_the_seat_must_be_in_the_players_own_section() -> None:
    event = director("round-robin", sections=["One", "Two"])
    event.players(*"ABC", section="One")
    event.players(*"EFGH", section="Two")
    event.pair()
    with refused("round-robin-started"):
        event.players("X", section="Two")
    event.players("D", section="One")
    event.pair()
    assert event.sheet(2)[:2] == ["D-C", "A-B"]


def test_nobody_is_seated_at_a_table_that_is_done(begun: Director) -> None:
    begun.pair()
    begun.pair()
    with refused("round-robin-started"):
        begun.players("D")


def test_who_was_away_at_the_draw_comes_back_to_the_vacant_seat() -> None:
    event = robin("ABCD")
    event.withdraws("D")
    event.pair()
    assert event.sheet(1) == ["B-C", "A zero"]
    event.returns("D")
    event.pair()
    assert event.sheet(2) == ["D-C", "A-B"]


def test_who_was_away_at_the_draw_does_not_come_back_to_a_full_table() -> None:
    event = robin("ABC")
    event.withdraws("C")
    event.pair()
    with refused("round-robin-started"):
        event.returns("C")


def test_who_has_a_seat_comes_back_to_it(begun: Director) -> None:
    begun.withdraws("A")
    begun.returns("A")
    begun.pair()
    assert begun.sheet(2) == ["A-B", "C zero"]


def test_a_late_entry_is_removed_until_paired(begun: Director) -> None:
    begun.players("D")
    begun.removes("D")
    assert len(begun.state.seats[""]) == 3
    begun.players("E")
    begun.pair()
    with refused("player-has-games"):
        begun.removes("E")


def test_a_seat_the_table_counts_on_is_not_emptied() -> None:
    event = robin("ABC")
    event.pair()
    event.removes_pairing("B")
    with refused("player-has-games"):
        event.removes("C")  # the last seat of three: without it the table would be another one
    event.players("D")
    event.removes_pairing("A")
    with refused("player-has-games"):
        event.removes("A")


def test_a_late_entry_changes_section_until_paired() -> None:
    event = director("round-robin", sections=["One", "Two"])
    event.players(*"ABC", section="One")
    event.players(*"EFG", section="Two")
    event.pair()
    event.players("X", section="One")
    event.edit("X", section="Two")
    assert {section: len(seats) for section, seats in event.state.seats.items()} == {"One": 3, "Two": 4}
    event.undo()
    assert {section: len(seats) for section, seats in event.state.seats.items()} == {"One": 4, "Two": 3}


def test_a_late_entry_is_undone_and_redone_with_the_seat(begun: Director) -> None:
    before = begun.state
    begun.players("D")
    after = begun.state
    begun.undo()
    assert begun.state == before
    begun.redo()
    assert begun.state == after


def test_a_late_entry_stays_once_paired(begun: Director) -> None:
    begun.players("D")
    begun.pair()
    with refused("change-depended-on") as caught:
        begun.undo(4)
    assert (caught.value.facts["what"], caught.value.facts["round"]) == ("round", 2)


def test_the_first_round_stays_while_a_late_entry_sits_at_its_table(begun: Director) -> None:
    begun.players("D")
    with refused("change-depended-on") as caught:
        begun.undo(3)
    assert (caught.value.facts["what"], caught.value.facts["name"]) == ("player", "D")
    begun.undo()
    begun.undo()
    assert begun.state.rounds == ()


def test_unpairing_keeps_the_seat_of_a_late_entry_for_its_undo(begun: Director) -> None:
    begun.players("D")
    before = begun.state
    begun.unpair(1)
    begun.undo()
    assert begun.state == before


def test_an_unpaired_draw_does_not_come_back_without_a_newcomer() -> None:
    event = robin("ABC")
    event.pair()
    event.unpair(1)
    event.players("D")
    with refused("change-depended-on") as caught:
        event.undo(4)
    assert (caught.value.facts["what"], caught.value.facts["name"]) == ("player", "D")


def test_a_round_without_games_is_empty() -> None:
    event = director()
    event.players(*"AB")
    event.pair()
    assert Boards.from_pairings(*event.round().in_order) == Boards()
