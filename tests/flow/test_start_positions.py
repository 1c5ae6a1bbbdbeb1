"""Chess960: each round has a start position that is drawn with it, kept with its seed, and goes with it."""

from __future__ import annotations

from podium.app.access import Role, visible_tournament
from podium.app.live.live_games import consequences
from podium.chess import START_POSITIONS
from podium.core.dice import Dice
from podium.flow.commands import PairAllRounds, SetStartPosition
from podium.flow.events import StartPositionChanged
from podium.flow.rounds.kept_values import StartPosition
from podium.flow.rounds.open_games import playable
from podium.games.commands import OpenGame
from tests.kit.cups import cup
from tests.kit.events import Director, director, refused


def swiss() -> Director:
    event = director("swiss", chess960=True, rounds=3)
    event.players("Ann", "Ben", "Cid", "Dan")
    return event


def test_a_position_is_drawn_when_a_round_is_paired_and_its_seed_says_which() -> None:
    event = swiss()
    receipt = event.pair()
    [drawn] = [each for each in receipt.events if isinstance(each, StartPositionChanged)]
    assert (drawn.round, drawn.before) == (1, None)
    position = event.state.start_positions[1]
    assert drawn.after == position
    assert position.seed is not None
    assert position.number == Dice(position.seed).below(960)
    assert position.number in START_POSITIONS


def test_an_event_of_usual_chess_has_none() -> None:
    event = director("swiss", rounds=3)
    event.players("Ann", "Ben")
    event.pair()
    assert event.state.start_positions == {}
    with refused("not-chess960"):
        event.do(SetStartPosition(1, 518))


def test_a_round_paired_by_hand_has_one_too() -> None:
    event = director("manual", chess960=True)
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    assert set(event.state.start_positions) == {1}


def test_rounds_that_are_paired_at_once_have_one_each() -> None:
    event = director("round-robin", chess960=True)
    event.players("Ann", "Ben", "Cid", "Dan")
    event.do(PairAllRounds())
    assert set(event.state.start_positions) == {1, 2, 3}


def test_unpairing_takes_the_position_back_and_undo_brings_the_same_again() -> None:
    event = swiss()
    event.pair()
    drawn = event.state.start_positions
    event.unpair(1)
    assert event.state.start_positions == {}
    event.undo()
    assert event.state.start_positions == drawn
    assert len(event.state.rounds) == 1


def test_undoing_the_pairing_takes_the_position_back() -> None:
    event = swiss()
    event.pair()
    drawn = event.state.start_positions
    event.undo()
    assert (event.state.rounds, event.state.start_positions) == ((), {})
    event.redo()
    assert event.state.start_positions == drawn


def test_a_position_can_be_set_as_it_was_drawn_in_the_hall_or_drawn_anew() -> None:
    event = swiss()
    event.pair()
    event.do(SetStartPosition(1, 518))
    assert event.state.start_positions[1] == StartPosition(518)
    assert event.do(SetStartPosition(1, 518)).written is False
    event.do(SetStartPosition(1))
    assert event.state.start_positions[1].seed is not None
    event.undo()
    assert event.state.start_positions[1] == StartPosition(518)
    with refused("start-position-unknown"):
        event.do(SetStartPosition(1, 960))
    with refused("unknown-round"):
        event.do(SetStartPosition(2, 0))


def test_a_closed_round_keeps_its_position() -> None:
    event = swiss()
    event.pair()
    event.publish(1)
    event.all_results("1-0")
    event.close(1)
    with refused("round-closed"):
        event.do(SetStartPosition(1, 0))


def test_the_public_sees_no_position_of_a_draft() -> None:
    event = swiss()
    event.pair()
    assert visible_tournament(event.state, Role.PUBLIC).start_positions == {}
    event.publish(1)
    assert visible_tournament(event.state, Role.PUBLIC).start_positions == event.state.start_positions


def test_a_round_of_a_knockout_gets_its_position_when_its_first_players_are_known() -> None:
    event = cup(4, chess960=True)
    assert set(event.state.start_positions) == {1}
    first = event.state.start_positions[1]
    event.all_results("1-0")
    assert set(event.state.start_positions) == {1, 2}
    assert event.state.start_positions[1] == first
    event.undo()
    assert set(event.state.start_positions) == {1}


def test_it_is_fixed_once_a_round_is_paired() -> None:
    event = swiss()
    event.pair()
    with refused("rounds-exist"):
        event.settings(chess960=False)


def test_live_games_begin_from_the_position_of_their_round() -> None:
    event = director("manual", chess960=True, live=True)
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    event.publish(1)
    drawn = event.state.start_positions[1].number
    other = (drawn + 1) % 960
    assert [each.terms.start_position for each in playable(event.state).values()] == [drawn]
    before = event.state
    event.do(SetStartPosition(1, other))
    [(_id, command)] = consequences(before, event.state)
    assert isinstance(command, OpenGame)
    assert command.terms.start_position == other


def test_doubles_are_no_chess() -> None:
    with refused("chess960-not-in-format"):
        director("doubles", chess960=True)
