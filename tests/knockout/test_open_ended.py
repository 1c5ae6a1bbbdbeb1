"""Draws that take both players on: rounds form one at a time, and yet every event ends."""

from podium.knockout import Outcome, Status
from tests.knockout.hall import Hall, check, refused


def test_only_the_first_round_is_there_at_first() -> None:
    hall = Hall(8)
    assert [len(here.parents) for here in hall.state.rounds] == [4]
    assert hall.state.slots(hall.on(1, 1)) is not None


def test_the_next_round_comes_with_the_last_result_and_not_before() -> None:
    hall = Hall(4)
    assert not hall.wins("1", "4").created
    created = hall.wins("3", "2").created
    assert [(match.round, match.white, match.black) for match in created] == [(2, "1", "3")]
    assert hall.state.slots(hall.on(2, 1)) is None
    hall.wins("3", "1")
    assert hall.champions() == ("3",)
    assert hall.over()


def test_without_draws_it_is_the_bracket() -> None:
    open_ended, bracket = Hall(16), Hall(16, tieBreakPolicy="RAPID")
    for hall in (open_ended, bracket):
        while not hall.over():
            for match in hall.state.rounds[hall.state.begun - 1].parents:
                hall.report(match, Outcome.BLACK_WIN)
    assert [open_ended.pairs(number) for number in range(1, 5)] == [bracket.pairs(number) for number in range(1, 5)]
    assert open_ended.champions() == bracket.champions()


def test_both_advance_white_before_black_and_are_paired_in_board_order() -> None:
    hall = Hall(8)  # 1-8 4-5 2-7 3-6
    hall.draw("1", "8")
    hall.wins("5", "4")
    hall.draw("2", "7")
    hall.wins("3", "6")
    assert hall.pairs(2) == [("1", "8"), ("5", "2"), ("7", "3")]
    assert hall.on(1, 1).resolved
    assert hall.on(1, 1).tie_breaks == ()


def test_the_best_seed_without_a_bye_so_far_sits_out() -> None:
    hall = Hall(5)  # byes: 1, 2, 3
    hall.draw("4", "5")
    assert hall.champions() == ("1", "4", "5", "2", "3")  # nobody was eliminated
    hall.another_round()
    assert hall.pairs(2) == [("1", "5"), ("2", "3"), ("4", None)]
    sitting = hall.on(2, 3)
    assert (sitting.status, sitting.result) == (Status.FINISHED, Outcome.BYE)
    hall.wins("5", "1")
    hall.wins("2", "3")  # left: 5, 2, 4; only 5 had no bye
    assert hall.pairs(3) == [("2", "4"), ("5", None)]
    hall.draw("2", "4")
    assert hall.champions() == ("2", "4", "5")
    hall.another_round()
    assert hall.pairs(4) == [("4", "5"), ("2", None)]  # all had one: the best seed again
    check(hall.state)


def test_a_round_that_eliminates_nobody_ends_the_event_with_joint_champions() -> None:
    hall = Hall(4)
    hall.draw("1", "4")
    hall.draw("2", "3")
    assert hall.over()
    assert hall.champions() == ("1", "4", "2", "3")
    assert len(hall.state.rounds) == 1


def test_the_director_may_order_another_round_for_joint_champions() -> None:
    hall = Hall(2)
    hall.draw("1", "2")
    assert hall.champions() == ("1", "2")
    hall.another_round()
    assert not hall.over()
    assert hall.champions() == ()
    assert hall.pairs(2) == [("1", "2")]
    hall.wins("2", "1")
    assert hall.champions() == ("2",)
    with refused("no-joint-champions"):
        hall.another_round()


def test_another_round_is_refused_while_one_is_played_and_in_a_whole_bracket() -> None:
    hall = Hall(4)
    with refused("no-joint-champions"):
        hall.another_round()
    bracket = Hall(2, tieBreakPolicy="RAPID")
    bracket.wins("1", "2")
    with refused("no-joint-champions"):
        bracket.another_round()


def test_a_double_no_show_eliminates_both() -> None:
    hall = Hall(4)
    hall.nobody_comes("1", "4")
    hall.draw("2", "3")
    assert hall.pairs(2) == [("2", "3")]
    hall.nobody_comes("2", "3")
    assert hall.over()
    assert hall.champions() == ()


def test_the_last_one_left_is_the_champion() -> None:
    hall = Hall(4)
    hall.nobody_comes("1", "4")
    hall.wins("2", "3")
    assert hall.over()
    assert hall.champions() == ("2",)


def test_the_losers_before_a_final_play_for_third_place() -> None:
    hall = Hall(4, thirdPlaceMatch=True)
    hall.wins("1", "4")
    hall.wins("2", "3")
    assert hall.pairs(2) == [("1", "2"), ("4", "3")]
    assert hall.on(2, 2).third_place
    hall.draw("1", "2")
    assert hall.champions() == ("1", "2")
    assert not hall.over()
    with refused("no-joint-champions"):
        hall.another_round()
    hall.draw("3", "4")
    assert hall.over()
    assert len(hall.state.rounds) == 2
    hall.another_round()
    assert hall.pairs(3) == [("1", "2")]
    hall.report(hall.on(2, 2), Outcome.WHITE_WIN)  # who is third matters to nobody else
    assert hall.pairs(3) == [("1", "2")]


def test_there_is_no_match_for_third_place_where_one_or_three_lost() -> None:
    hall = Hall(3, thirdPlaceMatch=True)
    hall.wins("2", "3")
    assert hall.pairs(2) == [("1", "2")]


def test_the_slowest_way_through_ends_too() -> None:
    hall = Hall(64)
    rounds = 0
    while not hall.over():
        rounds += 1
        matches = [match for match in hall.state.rounds[-1].ties if match.full]
        hall.report(matches[0], Outcome.WHITE_WIN)  # one decided game a round is the slowest way on
        for match in matches[1:]:
            hall.report(match, Outcome.DRAW)
    assert rounds == 63
    assert len(hall.champions()) == 1
