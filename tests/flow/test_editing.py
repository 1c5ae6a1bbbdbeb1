"""Pairing by hand is a session: what opens one, how it ends, and what it leaves behind."""

from podium.flow.commands import CloseRound, EditRound, PairRound, PublishRound, RearrangePairing
from podium.flow.events import EditingChanged
from tests.kit.events import Director, director, refused
from tests.kit.loops import every


def swiss(names: str = "ABCDEF", rules: str = "club") -> Director:
    event = director("swiss", rounds=5, rules=rules)
    event.players(*names)
    return event


def after_round_1() -> Director:
    """Round 2 of six, of whom three have a point."""
    event = swiss()
    event.pair()
    event.all_results("1-0")
    event.pair()
    return event


# --- what opens one ---------------------------------------------------------------------------


def test_a_round_written_by_hand_opens_one() -> None:
    event = swiss()
    event.pairs(1, [("B", "A"), ("C", "D"), ("E", "F")])
    assert (event.round().editing, event.round().implied) == (True, True)


@every("act", ["turn", "seat", "remove", "bye"])
def test_an_edit_of_who_meets_whom_opens_one(act: str) -> None:
    event = swiss("ABCDEFG")
    event.pair()
    if act == "turn":
        event.turns("A")
    elif act == "seat":
        event.seats("A", white="B")
    else:
        event.removes_pairing("A")
        event.do(EditRound(1, open=False, acknowledge=True))
        if act == "bye":
            event.bye(1, "A")
    assert event.round().editing is (act != "remove")


def test_moving_a_board_and_giving_a_bye_that_was_asked_for_open_none() -> None:
    event = swiss()
    event.pair()
    event.do(RearrangePairing(event.pairing_id("A"), board=3))
    event.players("G")
    event.bye(1, "G", "half")
    assert not event.round().editing


def test_a_tournament_that_is_paired_by_hand_has_no_sessions() -> None:
    event = director("manual")
    event.players("A", "B", "C", "D")
    event.pairs(1, [("A", "B"), ("C", "D")])
    event.turns("A")
    assert not event.round().editing


# --- how it ends ------------------------------------------------------------------------------


def test_pairings_that_are_not_the_engine_s_are_acknowledged() -> None:
    event = swiss()
    event.pair()
    event.turns("A")
    with refused("differences-not-acknowledged") as caught:
        event.do(EditRound(1, open=False))
    assert caught.value.facts["count"] == 1
    [ended] = event.do(EditRound(1, open=False, acknowledge=True)).events
    assert isinstance(ended, EditingChanged)
    assert (ended.after, ended.differing) == (False, 1)


def test_a_round_that_is_the_engine_s_again_needs_no_acknowledgement() -> None:
    event = swiss()
    event.pair()
    event.turns("A")
    event.turns("A")
    event.do(EditRound(1, open=False))
    assert not event.round().editing


def test_a_round_robin_is_compared_with_its_table() -> None:
    event = director("round-robin")
    event.players("A", "B", "C", "D")
    event.pair()
    event.turns("A")
    assert event.round().editing
    with refused("differences-not-acknowledged"):
        event.do(EditRound(1, open=False))


def test_a_round_robin_begun_by_hand_has_nothing_to_be_compared_with() -> None:
    event = director("round-robin")
    event.players("A", "B", "C", "D")
    event.pairs(1, [("A", "B"), ("C", "D")])
    event.do(EditRound(1, open=False))
    assert not event.round().editing


@every("then", [PublishRound(1), CloseRound(1), PairRound()], ids=lambda act: type(act).__name__)
def test_in_a_club_event_one_that_an_edit_opened_ends_with_what_is_done_next(then: PublishRound) -> None:
    event = swiss()
    event.pair()
    event.turns("A")
    event.all_results("1-0")
    events = event.do(then).events
    assert isinstance(events[0], EditingChanged)
    assert events[0].differing == 1
    assert not event.round(1).editing
    event.undo()
    assert event.round(1).editing
    assert event.round(1).implied


@every("then", [PublishRound(1), CloseRound(1), PairRound()], ids=lambda act: type(act).__name__)
def test_by_fide_s_rules_it_is_to_be_acknowledged_first(then: PublishRound) -> None:
    event = swiss(rules="fide")
    event.pair()
    event.turns("A")
    event.all_results("1-0")
    with refused("round-being-edited"):
        event.do(then)
    event.do(EditRound(1, open=False, acknowledge=True))
    event.do(then)


def test_by_fide_s_rules_a_round_that_is_the_engine_s_again_is_published() -> None:
    event = swiss(rules="fide")
    event.pair()
    event.turns("A")
    event.turns("A")
    event.publish(1)
    assert not event.round().editing


# --- what it leaves behind --------------------------------------------------------------------


def boards(event: Director) -> dict[int, set[str]]:
    return {each.board: {event.name(id) for id in each.players} for each in event.round().in_order}


def test_boards_are_in_order_again() -> None:
    """C.04.2 3.6: by score, then by pairing number."""
    event = after_round_1()
    leaders = [name for name, points in event.points.items() if points == "1.0"]
    lowest = [name for name, points in event.points.items() if points == "0.0"]
    first, last = event.round().in_order[0], event.round().in_order[-1]
    assert {event.name(id) for id in first.players} <= set(leaders)
    assert {event.name(id) for id in last.players} <= set(lowest)
    event.do(EditRound(2, open=True))
    event.do(RearrangePairing(first.id, white=last.players[0], black=last.players[1]))
    event.do(EditRound(2, open=False, acknowledge=True))
    assert boards(event)[1] <= set(leaders)
    assert boards(event)[3] <= set(lowest)
    assert event.round().games[first.id].board == 3


def test_a_board_that_was_chosen_by_hand_stays() -> None:
    event = after_round_1()
    last = event.round().in_order[-1]
    event.do(RearrangePairing(last.id, board=1))
    event.turns(event.name(last.players[0]))
    event.do(EditRound(2, open=False, acknowledge=True))
    assert event.round().games[last.id].board == 1
    assert sorted(boards(event)) == [1, 2, 3]


def test_boards_stay_once_a_game_has_its_result() -> None:
    event = after_round_1()
    first, _, last = event.round().in_order
    event.do(EditRound(2, open=True))
    event.do(RearrangePairing(first.id, white=last.players[0], black=last.players[1]))
    event.all_results("1-0")
    before = boards(event)
    event.do(EditRound(2, open=False, acknowledge=True))
    assert boards(event) == before


def test_a_round_written_by_hand_keeps_its_boards_where_nobody_ends_the_session() -> None:
    event = swiss()
    event.pairs(1, [("E", "F"), ("C", "D"), ("B", "A")])
    event.publish(1)
    assert boards(event)[1] == {"E", "F"}


def test_the_end_of_a_session_is_undone_with_its_boards() -> None:
    event = after_round_1()
    first, _, last = event.round().in_order
    event.do(EditRound(2, open=True))
    event.do(RearrangePairing(first.id, white=last.players[0], black=last.players[1]))
    before = event.state
    event.do(EditRound(2, open=False, acknowledge=True))
    assert event.state != before
    event.undo()
    assert event.state == before
