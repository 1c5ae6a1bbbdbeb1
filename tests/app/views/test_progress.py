"""What the director does next, from an empty event to its final standings."""

from __future__ import annotations

from podium.app.event.progress import Step, left_open, planned_rounds
from podium.app.queries import progress
from podium.flow.commands import PairAllRounds
from tests.kit.events import Director, director


def step(event: Director) -> tuple[Step, int, int]:
    now = progress(event.state)
    return now.step, now.round, now.missing


def test_one_step_follows_another_until_the_end() -> None:
    event = director("round-robin")
    assert step(event) == (Step.ADD_PLAYERS, 1, 0)
    event.players("Ann", "Ben", "Cid", "Dan")
    assert step(event) == (Step.PUBLISH, 1, 0)
    event.publish_event()
    assert step(event) == (Step.PAIR, 1, 0)
    for number in (1, 2, 3):
        event.pair()
        assert step(event) == (Step.PUBLISH_ROUND, number, 2)
        event.publish(number)
        assert step(event) == (Step.ENTER_RESULTS, number, 2)
        event.all_results("1-0")
        assert step(event) == (Step.CLOSE_ROUND, number, 0)
        event.close(number)
        assert step(event) == ((Step.PAIR, number + 1, 0) if number < 3 else (Step.LOOK, 3, 0))


def test_who_paired_before_publishing_is_to_publish_the_tournament_before_a_game_is_over() -> None:
    event = director("round-robin")
    event.players("Ann", "Ben", "Cid", "Dan")
    event.pair()
    assert step(event) == (Step.PUBLISH_ROUND, 1, 2)
    event.publish(1)
    assert step(event) == (Step.PUBLISH, 1, 0)
    then = progress(event.state).then
    assert then is not None
    assert (then.step, then.round, then.missing) == (Step.ENTER_RESULTS, 1, 2)
    event.all_results("1-0")
    assert step(event)[0] is Step.CLOSE_ROUND


def test_one_player_is_not_enough_and_those_who_withdrew_do_not_count() -> None:
    event = director()
    event.players("Ann", "Ben")
    event.withdraws("Ben")
    assert step(event)[0] is Step.ADD_PLAYERS


def test_an_event_without_a_last_round_goes_on() -> None:
    event = director()
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    event.all_results("1-0")
    event.close(1)
    assert progress(event.state).planned is None
    assert step(event) == (Step.PAIR, 2, 0)


def test_the_longest_table_says_how_many_rounds_a_round_robin_has() -> None:
    event = director("round-robin", sections=["A", "B"], cycles=2)
    assert planned_rounds(event.state) is None
    event.players("Ann", "Ben", section="A")
    event.players("Cid", "Dan", "Eve", section="B")
    assert planned_rounds(event.state) == 6
    event.settings(rounds=4)
    assert planned_rounds(event.state) == 4
    event.pair()
    event.withdraws("Eve")
    assert planned_rounds(event.state) == 4  # the seats count, not who sits on them


def test_a_manual_event_has_the_rounds_its_settings_say() -> None:
    assert planned_rounds(director(rounds=7).state) == 7


def played(event: Director, *numbers: int, close: bool = True) -> None:
    for number in numbers:
        event.pair()
        event.publish(number)
        event.all_results("1-0")
        if close:
            event.close(number)


def test_a_round_that_was_reopened_is_to_be_closed_before_anything_else() -> None:
    event = director("round-robin", rounds=3)
    event.players("Ann", "Ben", "Cid", "Dan")
    event.publish_event()
    played(event, 1, 2)
    event.reopen(1)
    assert step(event) == (Step.CLOSE_ROUND, 1, 0)
    then = progress(event.state).then
    assert then is not None
    assert (then.step, then.round) == (Step.PAIR, 3)
    played(event, 3)
    assert step(event) == (Step.CLOSE_ROUND, 1, 0)  # not over while a round is open
    event.close(1)
    assert step(event) == (Step.LOOK, 3, 0)


def test_a_game_put_off_waits_until_nothing_else_is_to_be_done() -> None:
    event = director("round-robin", rounds=2)
    event.players("Ann", "Ben", "Cid", "Dan")
    event.publish_event()
    event.pair()
    event.publish(1)
    event.result("Ann", "1-0")
    event.pair()
    assert step(event) == (Step.ENTER_RESULTS, 1, 1)
    then = progress(event.state).then
    assert then is not None
    assert (then.step, then.round) == (Step.PUBLISH_ROUND, 2)
    event.result("Ann", "1-0")
    assert step(event) == (Step.PUBLISH_ROUND, 2, 1)
    assert [each.number for each in left_open(event.state)] == [1]
    event.all_results("1-0")
    event.close(2)
    assert step(event) == (Step.ENTER_RESULTS, 1, 1)


def test_rounds_paired_ahead_are_not_the_present_one() -> None:
    event = director("round-robin")
    event.players("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
    event.publish_event()
    event.do(PairAllRounds())
    assert step(event) == (Step.PUBLISH_ROUND, 1, 3)
    event.publish(5)
    assert step(event) == (Step.ENTER_RESULTS, 1, 3)
    event.result("Ann", "1-0", round=5)  # played in advance
    assert step(event) == (Step.ENTER_RESULTS, 1, 3)
    event.result("Ann", "1-0", round=1)
    event.result("Ben", "1-0", round=1)
    assert step(event) == (Step.ENTER_RESULTS, 1, 1)
    event.all_results("1-0", round=1)
    assert step(event) == (Step.CLOSE_ROUND, 1, 0)
    event.close(1)
    assert step(event) == (Step.ENTER_RESULTS, 2, 3)
    assert left_open(event.state) == ()
