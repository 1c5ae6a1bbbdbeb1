"""Events: each has an exact opposite, and folding them is going step by step."""

from collections.abc import Callable

import pytest

from podium.core.errors import PodiumError
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.commands import ReportMatch
from podium.flow.events import EVENTS, CommitReverted, Event, ResultRecorded, opposite
from podium.flow.evolve import evolve, fold
from podium.flow.state import Tournament
from podium.knockout import Outcome
from tests.kit.events import Director, director


def whole_event() -> Director:
    """An event in which every kind of event happens."""
    event = director("round-robin", sections=["One"])
    event.players("Alice", "Bob", "Carol")
    event.pair()
    event.players("Dave")
    event.settings(place="Hall")
    event.publish_event()
    event.publish(1)
    event.result("Bob", "1-0")
    event.bye_result("Alice", "unpaired")
    event.pair()
    event.turns("Alice")
    event.unpair(2)
    event.undo()
    event.redo()
    event.close(1)
    return event


def whole_knockout() -> Director:
    """A knockout in which every kind of event that only knockouts have happens."""
    event = director("knockout", tieBreakPolicy="BLITZ")
    event.players("Alice", "Bob", "Carol")
    event.pair()
    knockout = event.state.knockout
    assert knockout is not None
    playable = next(match for match in knockout if match.full)
    event.do(ReportMatch(playable.id, Outcome.DRAW))
    event.unpair(1)
    event.undo()
    return event


def history(event: Director) -> list[Event]:
    return [each for events in event.past.events_by_version().values() for each in events]


def test_every_kind_of_event_is_among_them() -> None:
    seen = {type(event) for event in (*history(whole_event()), *history(whole_knockout()))}
    assert seen == set(EVENTS)


@pytest.mark.parametrize("whole", [whole_event, whole_knockout])
def test_folding_is_going_step_by_step(whole: Callable[[], Director]) -> None:
    event = whole()
    state: Tournament | None = None
    for each in history(event):
        state = evolve(state, each)
    assert state == event.state == fold(None, history(event))


@pytest.mark.parametrize("whole", [whole_event, whole_knockout])
def test_the_opposite_takes_an_event_back_exactly(whole: Callable[[], Director]) -> None:
    state: Tournament | None = None
    for event in history(whole()):
        after = evolve(state, event)
        if (back := opposite(event)) is not None:
            assert evolve(after, back) == state
        state = after


@pytest.mark.parametrize("whole", [whole_event, whole_knockout])
def test_the_opposite_of_the_opposite_is_the_event(whole: Callable[[], Director]) -> None:
    for event in history(whole()):
        back = opposite(event)
        assert back is None or opposite(back) == event


def test_a_creation_and_a_mark_have_no_opposite() -> None:
    events = history(whole_event())
    assert opposite(events[0]) is None
    assert opposite(CommitReverted(3)) is None


def test_a_mark_changes_nothing() -> None:
    state = whole_event().state
    assert evolve(state, CommitReverted(3)) is state


def test_a_stream_without_a_beginning_is_damaged() -> None:
    with pytest.raises(PodiumError) as caught:
        evolve(None, ResultRecorded(1, PairingId("x-1"), None, Result.DRAW))
    assert caught.value.code == "stream-damaged"
    assert fold(None, ()) is None


def test_untouched_parts_stay_the_same_object() -> None:
    event = director()
    event.players("Alice", "Bob")
    event.pairs(1, [("Alice", "Bob")])
    event.pairs(2, [("Bob", "Alice")])
    before = event.state
    event.result("Alice", "1-0", 2)
    after = event.state
    assert after.players is before.players
    assert after.settings is before.settings
    assert after.rounds[0] is before.rounds[0]
    assert after.where is before.where
