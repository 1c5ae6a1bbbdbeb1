"""Events: each has an exact opposite, and folding them is going step by step."""

from collections.abc import Callable

import pytest

from podium.app.access import Role
from podium.app.prizes.contests import RunOptions, contest_of
from podium.app.prizes.prizegiving import allocated_of
from podium.core.errors import PodiumError
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.commands import (
    AllocatePrizes,
    ContinueAs,
    CorrectForRating,
    CorrectResult,
    EditRound,
    ForgetPlayer,
    LeaveFideMode,
    OrderTie,
    PairAllRounds,
    RecordResult,
    RecordSets,
    RenumberPlayers,
    ReopenRound,
    ReportResult,
    SetGroups,
    SetPrizes,
    StartRound,
    StartStage,
    TypeTiebreaks,
)
from podium.flow.events import EVENTS, CommitReverted, Event, ResultRecorded, opposite
from podium.flow.evolve import evolve, fold
from podium.flow.formats.knockout import match_report
from podium.flow.rounds.kept_values import TieOrderedBy
from podium.flow.state import Side, Tournament
from podium.knockout import Outcome
from podium.prizes import allocate
from tests.kit.events import Director, director
from tests.kit.finished import entered, play_out
from tests.kit.loops import every


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
    event.do(EditRound(2, open=True))
    event.turns("Alice")
    event.do(EditRound(2, open=False, acknowledge=True))
    event.unpair(2)
    event.undo()
    event.redo()
    event.close(1)
    event.do(SetPrizes(({"name": "Open", "prizes": [{"place": 1, "cash": 10}]},), {"order": "value-first"}))
    event.do(AllocatePrizes(allocated_of(allocate(contest_of(event.state, RunOptions())), event.state.prizes.plan)))
    event.do(ForgetPlayer(event.id("Carol")))
    return event


def level() -> Director:
    """An event whose players are level, until lots decide."""
    event = director("manual", rounds=1, tiebreaks=["EXT"])
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1/2-1/2")
    players = (event.id("Ann"), event.id("Ben"))
    event.do(OrderTie(players, TieOrderedBy.LOT))
    event.do(OrderTie(players, TieOrderedBy.HAND))
    event.do(OrderTie(players, None))
    event.do(TypeTiebreaks({players[0]: "2.5"}))
    return event


def evening() -> Director:
    """An event of doubles, in which sets are entered."""
    event = director("doubles", rounds=2)
    event.players("Ann", "Ben", "Cid", "Dan", "Eve")
    event.pair()
    [match] = event.round().pending
    event.do(RecordSets(match.id, {Side.HOME: 3, Side.AWAY: 1}))
    event.close(1)
    event.pair()
    return event


def whole_knockout() -> Director:
    """A knockout in which every kind of event that only knockouts have happens."""
    event = director("knockout", tieBreakPolicy="BLITZ", live=True)
    event.players("Alice", "Bob", "Carol")
    event.pair()
    event.do(StartRound(2, "2026-08-31T14:00Z"))
    knockout = event.state.knockout
    assert knockout is not None
    playable = next(match for match in knockout if match.full)
    event.do(match_report(playable.id, Outcome.DRAW))
    event.unpair(1)
    event.undo()
    return event


def renumbered_swiss() -> Director:
    """A Swiss of Chess960 whose players get other numbers after the first round."""
    event = director("swiss", rounds=3, chess960=True)
    event.players("Alice", "Bob", "Carol")
    event.pair()
    event.result("Alice", "1-0")
    event.edit("Carol", rating=2400)
    event.do(RenumberPlayers())
    event.players("Dave")
    event.pair()
    event.unpair(2)
    event.undo()
    return event


def continued_event() -> Director:
    """An event paired by hand that goes on as a round robin."""
    event = director()
    event.players("Alice", "Bob", "Carol")
    event.pairs(1, [("Carol", "Alice")])
    event.publish(1)
    event.do(ContinueAs({"format": "round-robin"}))
    event.pair()
    event.unpair(2)
    return event


def reported_event() -> Director:
    """An event in which players report, object, and are decided upon."""
    event = director("swiss", rounds=1)
    event.players("Alice", "Bob")
    event.pair()
    event.publish(1)
    [game] = event.round().games
    for who, score in (("Alice", Result.WHITE_WINS), ("Bob", Result.DRAW)):
        event.do(ReportResult(game, score), role=Role.PLAYER, player=who)
    event.result("Alice", "1/2-1/2")
    event.result("Alice", None)
    return event


def fide_event() -> Director:
    """An event in FIDE mode in which results are corrected and cleared, a game rated otherwise, and the mode left."""
    event = director("swiss", rounds=4, rules="fide")
    event.players("Alice", "Bob", "Carol", "Dave")
    first = PairingId("")
    for number in (1, 2, 3):
        event.pair()
        for game in list(event.round(number).games.values()):
            event.do(RecordResult(game.id, Result.DRAW))
        event.close(number)
        if number == 2:
            first = next(iter(event.round(1).games))
            event.do(CorrectResult(RecordResult(first, Result.WHITE_WINS)), acknowledged=1)
            event.undo()
            event.do(CorrectResult(RecordResult(first, Result.WHITE_WINS)), acknowledged=1)
            event.close(1)
    event.do(CorrectForRating(first, Result.DRAW))
    event.do(ReopenRound(3))
    event.do(RecordResult(next(iter(event.round(3).games)), None))
    event.do(LeaveFideMode(), acknowledged=2)
    return event


def fide_table() -> Director:
    """A round robin in FIDE mode whose last round is played first, and a result of the others cleared."""
    event = director("round-robin", rules="fide")
    event.players("Alice", "Bob", "Carol", "Dave", "Erin", "Frank")
    event.do(PairAllRounds())
    for number in (5, 1, 2, 3):
        event.all_results("1-0", number)
    event.do(RecordResult(next(iter(event.round(3).games)), None), acknowledged=1)
    return event


def staged_event() -> Director:
    """Groups and a bracket, with groups set, a start taken back, and a result of a group corrected after the cut."""
    event = entered("stages")
    ids = [each.id for each in event.state.players.values()]
    event.do(SetGroups(1, (tuple(ids[::2]), tuple(ids[1::2]))))
    play_out(event)
    game = event.round(1).boards[0]
    event.do(RecordResult(game.id, None, confirm=True))
    event.do(RecordResult(game.id, Result.DRAW))
    event.close(1)
    event.do(StartStage(2))
    return event


WHOLE = [
    staged_event,
    fide_event,
    fide_table,
    reported_event,
    whole_event,
    level,
    evening,
    whole_knockout,
    continued_event,
    renumbered_swiss,
]


def history(event: Director) -> list[Event]:
    return [each for events in event.past.events_by_version().values() for each in events]


def test_every_kind_of_event_is_among_them() -> None:
    assert {type(event) for make in WHOLE for event in history(make())} == set(EVENTS)


@every("make", WHOLE)
def test_folding_is_going_step_by_step(make: Callable[[], Director]) -> None:
    event = make()
    state: Tournament | None = None
    for each in history(event):
        state = evolve(state, each)
    assert state == event.state == fold(None, history(event))


@every("make", WHOLE)
def test_the_opposite_takes_an_event_back_exactly(make: Callable[[], Director]) -> None:
    state: Tournament | None = None
    for event in history(make()):
        after = evolve(state, event)
        if (back := opposite(event)) is not None:
            assert evolve(after, back) == state
        state = after


@every("make", WHOLE)
def test_the_opposite_of_the_opposite_is_the_event(make: Callable[[], Director]) -> None:
    for event in history(make()):
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
