"""Undo, redo and rewind: what stands, what can come back, and who may ask."""

import pytest

from podium.app.access import Actor, Role
from podium.app.handle import ancestry, is_rewind, undoable_and_redoable, way_forward, went_back
from podium.core.errors import Forbidden, Stale, Unknown
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, Command, PairRound, RecordResult, Redo, Revert, Rewind
from tests.kit.events import Director, director, refused

ANN = Actor("user:2", "Ann")
BEN = Actor("user:3", "Ben")


@pytest.fixture
def event() -> Director:
    """An event with three commits that can be undone: versions 2, 3 and 4."""
    event = director()
    for name in ("Alice", "Bob", "Carol"):
        event.players(name)
    return event


def names(event: Director) -> list[str]:
    return [player.name for player in event.state.players.values()]


def lists(event: Director) -> tuple[list[int], list[int]]:
    commits = {commit.version: commit for commit in event.past.commits()}
    return undoable_and_redoable(commits, ancestry(commits, event.version), event.past.reversals())


def test_undo_takes_back_the_newest_first(event: Director) -> None:
    event.undo()
    assert names(event) == ["Alice", "Bob"]
    event.undo()
    assert names(event) == ["Alice"]


def test_undo_undo_redo_redo_is_where_we_were(event: Director) -> None:
    before = event.state
    event.undo()
    event.undo()
    assert lists(event) == ([2], [5, 6])
    event.redo()
    assert names(event) == ["Alice", "Bob"]
    event.redo()
    assert event.state == before
    assert lists(event) == ([2, 7, 8], [])
    with refused("nothing-to-redo"):
        event.redo()


def test_what_was_redone_can_be_undone_again(event: Director) -> None:
    event.undo()
    event.redo()
    event.undo()
    assert names(event) == ["Alice", "Bob"]
    assert lists(event) == ([2, 3], [7])


def test_something_new_clears_what_could_be_redone(event: Director) -> None:
    event.undo()
    event.players("Dave")
    with refused("nothing-to-redo"):
        event.redo()


def test_nothing_is_left_to_undo_but_the_creation(event: Director) -> None:
    for _ in range(3):
        event.undo()
    assert names(event) == []
    with refused("nothing-to-undo"):
        event.undo()
    with refused("not-standing"):
        event.undo(1)


def test_one_commit_in_the_middle_is_undone_alone(event: Director) -> None:
    event.undo(3)
    assert names(event) == ["Alice", "Carol"]
    assert lists(event) == ([2, 4], [5])
    event.redo()
    assert sorted(names(event)) == ["Alice", "Bob", "Carol"]


def test_what_is_undone_is_not_undone_twice(event: Director) -> None:
    event.undo(3)
    with refused("not-standing"):
        event.undo(3)
    with refused("not-standing"):
        event.undo(5)  # an undoing is taken back by redo, not by undo


def test_an_unknown_commit_is_unknown(event: Director) -> None:
    with refused("unknown-commit"):
        event.undo(99)
    with refused("unknown-commit"):
        event.rewind(99)
    with refused("unknown-commit"):
        event.rewind(0)


def test_rewind_gives_exactly_the_event_as_it_was_and_lists_what_it_drops(event: Director) -> None:
    then = event.past.state(2)
    receipt = event.rewind(2)
    assert event.state == then
    assert receipt.dropped == (3, 4)
    assert receipt.events == ()
    assert event.past.state(event.version) == then


def test_rewinding_to_where_we_are_is_nothing(event: Director) -> None:
    with refused("nothing-to-undo"):
        event.rewind(event.version)


def test_redo_rewinds_forward_and_then_there_is_no_more(event: Director) -> None:
    before = event.state
    event.rewind(2)
    event.redo()
    assert event.state == before
    with refused("nothing-to-redo"):
        event.redo()


def test_each_rewind_has_its_own_redo(event: Director) -> None:
    states = [event.state]
    event.rewind(3)
    states.append(event.state)
    event.rewind(2)
    event.redo()
    assert event.state == states.pop()
    event.redo()
    assert event.state == states.pop()
    with refused("nothing-to-redo"):
        event.redo()


def test_after_a_rewind_undo_goes_on_from_there(event: Director) -> None:
    event.rewind(3)
    event.undo()
    assert names(event) == ["Alice"]
    event.redo()
    assert names(event) == ["Alice", "Bob"]


def test_a_dropped_commit_cannot_be_undone(event: Director) -> None:
    event.rewind(2)
    with refused("not-standing"):
        event.undo(4)


def test_something_new_after_a_rewind_closes_the_way_forward(event: Director) -> None:
    event.rewind(2)
    event.players("Dave")
    with refused("nothing-to-redo"):
        event.redo()
    assert names(event) == ["Alice", "Dave"]


def test_one_may_rewind_into_a_branch_that_was_dropped(event: Director) -> None:
    event.rewind(2)
    event.players("Dave")
    event.rewind(4)
    assert names(event) == ["Alice", "Bob", "Carol"]
    with refused("nothing-to-redo"):
        event.redo()  # that was a move sideways: there is no forward


def test_the_line_of_descent_leaves_out_what_was_dropped(event: Director) -> None:
    event.rewind(2)
    event.players("Dave")
    commits = {commit.version: commit for commit in event.past.commits()}
    assert ancestry(commits, event.version) == [1, 2, 5, 6]
    assert [version for version in commits if is_rewind(commits[version])] == [5]
    assert went_back(commits, 5)
    assert way_forward(commits, 5) == 4
    assert way_forward(commits, 6) is None


def test_the_state_at_any_version_is_the_fold_of_its_line(event: Director) -> None:
    seen = {event.version: event.state}
    travels: list[Command] = [Revert(), Rewind(3), Redo(), AddPlayers((PlayerFields("Dave"),))]
    for command in travels:
        event.do(command)
        seen[event.version] = event.state
    assert {version: event.past.state(version) for version in seen} == seen


def test_an_archived_event_does_not_travel(event: Director) -> None:
    event.archive()
    for travel in (Revert(), Rewind(2), Redo()):
        with refused("tournament-archived"):
            event.do(travel)


# --- who may ask ------------------------------------------------------------------------------


@pytest.fixture
def scored() -> Director:
    """Two games: Ann entered the first result (version 4), Ben the second (5)."""
    event = director()
    event.players("Alice", "Bob", "Carol", "Dave")
    event.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    event.do(RecordResult(event.pairing_id("Alice"), Result.WHITE_WINS), by=ANN, role=Role.SCORER)
    event.do(RecordResult(event.pairing_id("Carol"), Result.DRAW), by=BEN, role=Role.SCORER)
    return event


def test_a_scorer_takes_back_his_own(scored: Director) -> None:
    scored.do(Revert(4), by=ANN, role=Role.SCORER)
    assert scored.sheet() == ["Alice-Bob", "Carol-Dave 1/2-1/2"]


def test_a_scorer_leaves_the_others_alone(scored: Director) -> None:
    with pytest.raises(Forbidden):
        scored.do(Revert(5), by=ANN, role=Role.SCORER)
    with pytest.raises(Forbidden):
        scored.do(Revert(3), by=ANN, role=Role.SCORER)
    with pytest.raises(Forbidden):
        scored.do(Revert(), by=ANN, role=Role.SCORER)  # the newest is Ben's


def test_a_scorer_brings_back_what_he_took_back_himself(scored: Director) -> None:
    scored.do(Revert(4), by=ANN, role=Role.SCORER)
    with pytest.raises(Forbidden):
        scored.do(Redo(), by=BEN, role=Role.SCORER)
    scored.do(Redo(), by=ANN, role=Role.SCORER)
    assert scored.sheet() == ["Alice-Bob 1-0", "Carol-Dave 1/2-1/2"]


def test_a_scorer_does_not_move_the_whole_event(scored: Director) -> None:
    with pytest.raises(Forbidden):
        scored.do(Rewind(2), by=ANN, role=Role.SCORER)
    scored.rewind(3)
    with pytest.raises(Forbidden):
        scored.do(Redo(), by=ANN, role=Role.SCORER)


def test_an_arbiter_takes_back_anybodys(scored: Director) -> None:
    scored.do(Revert(4), role=Role.ARBITER)
    scored.do(Revert(5), role=Role.ARBITER)
    assert scored.sheet() == ["Alice-Bob", "Carol-Dave"]


# --- the journal's promises -------------------------------------------------------------------


def test_the_same_key_and_words_have_one_effect(event: Director) -> None:
    add = AddPlayers((PlayerFields("Dave"),))
    first = event.do(add, key="k1")
    again = event.do(add, key="k1")
    assert names(event).count("Dave") == 1
    assert (again.version, again.events, again.state) == (first.version, first.events, first.state)
    assert (first.written, again.written) == (True, False)


def test_the_same_key_with_other_words_is_refused(event: Director) -> None:
    event.do(AddPlayers((PlayerFields("Dave"),)), key="k1")
    with refused("idempotency-key-reused"):
        event.do(AddPlayers((PlayerFields("Eve"),)), key="k1")


def test_another_persons_key_is_another_key(event: Director) -> None:
    event.do(AddPlayers((PlayerFields("Dave"),)), key="k1", by=ANN)
    event.do(AddPlayers((PlayerFields("Eve"),)), key="k1", by=BEN)
    assert names(event)[-2:] == ["Dave", "Eve"]


def test_what_was_made_for_an_older_version_is_stale(event: Director) -> None:
    with pytest.raises(Stale) as caught:
        event.do(PairRound(), expected=3)
    assert caught.value.facts == {"expected": 3, "actual": 4}
    assert event.do(PairRound(), expected=4).version == 5


def test_what_is_true_already_makes_no_commit(event: Director) -> None:
    event.publish_event()
    receipt = event.publish_event()
    assert (receipt.written, receipt.version, receipt.events) == (False, event.version, ())


def test_an_event_that_never_was_cannot_be_changed() -> None:
    event = director()
    event.stream = type(event.stream)("elsewhere")
    with pytest.raises(Unknown):
        event.pair()
