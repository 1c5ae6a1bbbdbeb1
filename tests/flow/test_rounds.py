"""Rounds by hand, their stages and their results."""

import pytest

from podium.core.ids import PairingId, PlayerId
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPairing,
    Command,
    GiveBye,
    HandPairing,
    PairByHand,
    RearrangePairing,
    RecordBye,
    RecordResult,
    RemovePairing,
    UnpairRound,
)
from podium.flow.players.unpaired import left_out
from podium.flow.state import Stage
from podium.knockout import Reason
from tests.kit.events import Director, director, refused


@pytest.fixture
def four() -> Director:
    event = director()
    event.players("Alice", "Bob", "Carol", "Dave")
    return event


@pytest.fixture
def paired(four: Director) -> Director:
    four.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    return four


def stages(event: Director) -> list[str]:
    return [here.stage.value for here in event.state.rounds]


# --- pairing by hand --------------------------------------------------------------------------


def test_nobody_cannot_be_paired() -> None:
    with refused("too-few-players"):
        director().pair()


def test_one_player_gets_the_bye() -> None:
    event = director()
    event.players("Alice")
    event.pair()
    assert event.sheet() == ["Alice bye"]


def test_boards_follow_the_lines_and_byes_come_after_them(four: Director) -> None:
    four.players("Eve")
    four.pairs(1, [("Eve", "", "unpaired"), ("Dave", "Alice"), ("Bob", "Carol")])
    assert four.sheet() == ["Dave-Alice", "Bob-Carol", "Eve unpaired"]
    assert [pairing.board for pairing in four.round().in_order] == [1, 2, 3]


def test_several_left_over_are_left_out(four: Director) -> None:
    four.pairs(1, [("Alice", "Bob")])
    assert four.sheet() == ["Alice-Bob"]
    assert [player.name for player in left_out(four.state, 1)] == ["Carol", "Dave"]
    four.adds(1, "Dave", "Carol")
    assert four.sheet() == ["Alice-Bob", "Dave-Carol"]
    assert left_out(four.state, 1) == []


def test_one_left_over_in_each_section_gets_the_bye() -> None:
    event = director(sections=["One", "Two"])
    event.players("Alice", "Bob", "Carol", section="One")
    event.players("Dave", section="Two")
    event.pairs(1, [("Alice", "Bob")])
    assert event.sheet() == ["Alice-Bob", "Carol bye", "Dave bye"]


def test_a_manual_event_is_paired_board_by_board(four: Director) -> None:
    four.pair()
    assert four.sheet() == []
    four.adds(1, "Alice", "Bob")
    four.bye(1, "Carol", "half")
    assert four.sheet() == ["Alice-Bob", "Carol half"]
    assert [pairing.board for pairing in four.round().in_order] == [1, 2]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        pytest.param([("Alice", "Bob"), ("Alice", "Carol")], "player-twice", id="a player in two games"),
        pytest.param([("Alice", "Bob"), ("Bob",)], "player-twice", id="a player with a game and a bye"),
        pytest.param([("Alice", "Alice")], "player-twice", id="a player against himself"),
    ],
)
def test_a_line_is_refused(four: Director, lines: list[tuple[str, ...]], code: str) -> None:
    with refused(code):
        four.pairs(1, lines)


def test_unknown_and_withdrawn_players_are_not_paired(four: Director) -> None:
    with refused("unknown-player"):
        four.do(PairByHand((HandPairing(PlayerId("nobody"), four.id("Alice")),)))
    four.withdraws("Bob")
    with refused("player-withdrawn"):
        four.pairs(1, [("Alice", "Bob")])


def test_sections_do_not_mix() -> None:
    event = director(sections=["One", "Two"])
    event.players("Alice", "Eve", section="One")
    event.players("Bob", section="Two")
    with refused("sections-differ") as caught:
        event.pairs(1, [("Alice", "Bob")])
    assert caught.value.facts["sections"] == ["One", "Two"]
    event.pair()
    event.removes_pairing("Bob")
    with refused("sections-differ"):
        event.adds(1, "Alice", "Bob")


def test_the_last_round_of_the_plan_is_the_last(four: Director) -> None:
    four.settings(rounds=1)
    four.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    with refused("rounds-exhausted"):
        four.pairs(2, [("Alice", "Carol")])


# --- adding to a round ------------------------------------------------------------------------


def test_who_has_a_game_gets_no_other(paired: Director) -> None:
    paired.players("Eve")
    with refused("player-has-game"):
        paired.adds(1, "Alice", "Eve")
    with refused("player-has-game"):
        paired.bye(1, "Alice", "unpaired")
    paired.bye(1, "Eve", "unpaired")
    with refused("player-has-bye"):
        paired.bye(1, "Eve", "bye")


def test_nobody_plays_against_himself(paired: Director) -> None:
    paired.players("Eve")
    with refused("player-against-self"):
        paired.adds(1, "Eve", "Eve")


def test_there_must_be_such_a_round_and_such_a_player(paired: Director) -> None:
    with refused("unknown-round"):
        paired.bye(2, "Alice")
    with refused("unknown-round"):
        paired.adds(0, "Alice", "Bob")
    with refused("unknown-player"):
        paired.do(GiveBye(1, PlayerId("nobody"), ByeType.BYE))


# --- results ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "white", "black"),
    [
        ("1-0", "1.0", "0.0"),
        ("0-1", "0.0", "1.0"),
        ("1/2-1/2", "0.5", "0.5"),
        ("1-0F", "1.0", "0.0"),
        ("0-1F", "0.0", "1.0"),
        ("0-0F", "0.0", "0.0"),
        (None, "0.0", "0.0"),
    ],
)
def test_a_result_is_entered_over_another(paired: Director, result: str | None, white: str, black: str) -> None:
    paired.result("Alice", "1/2-1/2")
    paired.result("Alice", result)
    assert (paired.points["Alice"], paired.points["Bob"]) == (white, black)


def test_the_same_result_again_changes_nothing(paired: Director) -> None:
    assert paired.result("Alice", None).written is False
    paired.result("Alice", "1-0")
    assert paired.result("Alice", "1-0").written is False


def test_a_result_touches_its_own_round_only(paired: Director) -> None:
    paired.pairs(2, [("Alice", "Carol"), ("Bob", "Dave")])
    first = paired.round(1)
    paired.result("Alice", "1-0", 2)
    assert paired.round(1) is first


def test_a_result_may_say_what_it_replaces(paired: Director) -> None:
    game = paired.pairing_id("Alice")
    paired.do(RecordResult(game, Result.WHITE_WINS, None, replaces=True))
    with refused("result-differs") as caught:
        paired.do(RecordResult(game, Result.DRAW, None, replaces=True))
    assert (caught.value.facts["value"], caught.value.facts["stored"]) == (None, "1-0")
    with refused("result-differs") as caught:
        paired.do(RecordResult(game, Result.DRAW, Result.BLACK_WINS, replaces=True))
    assert (caught.value.facts["value"], caught.value.facts["stored"]) == ("0-1", "1-0")
    again = paired.do(RecordResult(game, Result.WHITE_WINS, Result.DRAW, replaces=True))
    assert again.written is False  # somebody was faster, with the same result
    paired.do(RecordResult(game, Result.DRAW, Result.WHITE_WINS, replaces=True))
    assert paired.sheet()[0] == "Alice-Bob 1/2-1/2"


def test_a_reason_is_not_taken_where_it_would_be_lost(paired: Director) -> None:
    with refused("reason-not-kept") as caught:
        paired.do(RecordResult(paired.pairing_id("Alice"), Result.DRAW, reason=Reason.STALEMATE))
    assert caught.value.facts["value"] == "STALEMATE"
    assert paired.sheet()[0] == "Alice-Bob"


def test_a_result_needs_a_pairing_there_is(paired: Director) -> None:
    with refused("unknown-pairing"):
        paired.do(RecordResult(PairingId("t1-nowhere"), Result.DRAW))


# --- stages -----------------------------------------------------------------------------------


def test_a_round_is_published_closed_and_reopened(paired: Director) -> None:
    assert stages(paired) == ["draft"]
    paired.publish(1)
    assert paired.publish(1).written is False
    assert stages(paired) == ["published"]
    paired.all_results("1-0")
    paired.close(1)
    assert stages(paired) == ["closed"]
    with refused("round-closed"):
        paired.close(1)
    paired.reopen(1)
    assert stages(paired) == ["published"]
    with refused("round-open"):
        paired.reopen(1)


def test_a_round_is_published_with_those_before_it(paired: Director) -> None:
    paired.pairs(2, [("Alice", "Carol")])
    paired.pairs(3, [("Alice", "Dave")])
    paired.publish(2)
    assert stages(paired) == ["published", "published", "draft"]
    paired.undo()
    assert stages(paired) == ["draft", "draft", "draft"]


def test_closing_a_round_shows_those_before_it(paired: Director) -> None:
    paired.pairs(2, [("Alice", "Carol"), ("Bob", "Dave")])
    paired.all_results("1-0", 2)
    paired.close(2)
    assert stages(paired) == ["published", "closed"]
    paired.undo()
    assert stages(paired) == ["draft", "draft"]


def test_a_round_with_games_pending_is_not_closed(paired: Director) -> None:
    paired.result("Alice", "1-0")
    with refused("round-not-complete") as caught:
        paired.close(1)
    assert caught.value.facts["matches"] == [{"id": paired.pairing_id("Carol"), "problem": "missing"}]


def test_an_empty_round_is_not_closed_but_one_of_byes_is(four: Director) -> None:
    four.pair()
    with refused("round-not-complete"):
        four.close(1)
    four.bye(1, "Alice", "unpaired")
    four.close(1)


def test_a_closed_round_is_left_alone(paired: Director) -> None:
    paired.players("Eve")
    paired.all_results("1-0")
    paired.close(1)
    alice, eve = paired.id("Alice"), paired.id("Eve")
    game = paired.pairing_id("Alice")
    commands: list[Command] = [
        RecordResult(game, Result.DRAW),
        RecordBye(game, ByeType.BYE),
        AddPairing(1, eve, alice),
        RemovePairing(game),
        RearrangePairing(game, turn=True),
        UnpairRound(1),
    ]
    for command in commands:
        with refused("round-closed"):
            paired.do(command)
    assert paired.publish(1).written is False


@pytest.mark.parametrize("act", ["publish", "close", "reopen", "unpair"])
@pytest.mark.parametrize("number", [0, -1, 2])
def test_there_must_be_such_a_round(paired: Director, act: str, number: int) -> None:
    with refused("unknown-round"):
        getattr(paired, act)(number)


def test_only_the_last_round_is_unpaired(paired: Director) -> None:
    paired.pairs(2, [("Alice", "Carol")])
    with refused("later-round-exists"):
        paired.unpair(1)
    paired.unpair(2)
    paired.unpair(1)
    assert paired.state.rounds == ()
    assert paired.state.where == {}


def test_an_unpaired_round_comes_back_with_its_results_and_its_ids(paired: Director) -> None:
    paired.publish(1)
    paired.result("Alice", "1-0")
    before = paired.state
    paired.unpair(1)
    paired.undo()
    assert paired.state == before
    assert paired.round(1).stage is Stage.PUBLISHED


def test_a_round_paired_anew_has_new_ids(paired: Director) -> None:
    old = set(paired.state.where)
    paired.unpair(1)
    paired.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    assert not old & set(paired.state.where)
    with refused("unknown-pairing"):
        paired.do(RecordResult(old.pop(), Result.DRAW))
