"""Editing a round by hand: who sits where, with which colour, on which board."""

import pytest

from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.points import Points
from podium.core.result import ByeType
from podium.flow.commands import AdoptRecords, RearrangePairing
from podium.flow.state import Bye, Game, Round
from tests.kit.events import Director, director, refused
from tests.kit.memory import MemoryJournal


@pytest.fixture
def event() -> Director:
    """Two games, a bye, and Frank who is left out."""
    event = director()
    event.players("Alice", "Bob", "Carol", "Dave", "Eve")
    event.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    event.players("Frank")
    assert event.sheet() == ["Alice-Bob", "Carol-Dave", "Eve bye"]
    return event


def test_colours_are_turned(event: Director) -> None:
    event.turns("Alice")
    assert event.sheet()[0] == "Bob-Alice"
    event.turns("Alice")
    assert event.sheet()[0] == "Alice-Bob"


def test_two_players_change_places(event: Director) -> None:
    event.seats("Alice", black="Dave")
    assert event.sheet() == ["Alice-Dave", "Carol-Bob", "Eve bye"]


def test_two_players_of_one_board_change_places(event: Director) -> None:
    event.seats("Alice", white="Bob")
    assert event.sheet()[0] == "Bob-Alice"


def test_both_seats_are_given_at_once(event: Director) -> None:
    event.seats("Alice", white="Dave", black="Carol")
    assert event.sheet()[:2] == ["Dave-Carol", "Bob-Alice"]


def test_naming_the_players_in_the_other_order_turns_the_board(event: Director) -> None:
    event.seats("Alice", white="Bob", black="Alice")
    assert event.sheet()[0] == "Bob-Alice"


def test_a_player_left_out_takes_a_seat_and_the_one_there_is_left_out(event: Director) -> None:
    event.seats("Alice", black="Frank")
    assert event.sheet() == ["Alice-Frank", "Carol-Dave", "Eve bye"]
    assert event.round().pairing_of(event.id("Bob")) is None


def test_the_bye_changes_hands(event: Director) -> None:
    event.seats("Alice", white="Eve")
    assert event.sheet() == ["Eve-Bob", "Carol-Dave", "Alice bye"]
    event.seats("Alice", white="Frank")
    assert event.sheet()[-1] == "Frank bye"


def test_a_bye_the_director_gave_changes_hands_as_it_is(event: Director) -> None:
    event.bye_result("Eve", "unpaired")
    event.seats("Alice", white="Eve")
    assert event.sheet()[-1] == "Alice unpaired"


def test_a_bye_one_asked_for_is_not_the_next_ones() -> None:
    event = director()
    event.players("Alice", "Bob", "Carol")
    event.asks("Carol", {1: "half"})
    event.pairs(1, [("Alice", "Bob")])
    assert event.sheet() == ["Alice-Bob", "Carol half"]
    event.seats("Alice", white="Carol")
    assert event.sheet() == ["Carol-Bob", "Alice bye"]


def test_points_an_older_database_paid_stay_with_the_player_who_got_them() -> None:
    bye = Bye(PairingId("o-1"), 1, PlayerId("a"), ByeType.UNSPECIFIED, recorded=Points.of(1))
    event = Director(MemoryJournal(), TournamentId("o"))
    players = {PlayerId("a"): PlayerFields("Alice"), PlayerId("b"): PlayerFields("Bob")}
    rounds = (Round(1, {bye.id: bye}),)
    event.do(AdoptRecords(event.stream, {"name": "Old", "format": "manual"}, players, rounds))
    event.seats("Alice", white="Bob")
    assert event.points == {"Alice": "0.0", "Bob": "0.5"}


def test_a_board_moves_and_the_one_there_takes_its_number(event: Director) -> None:
    event.moves("Carol", 1)
    assert event.sheet()[:2] == ["Carol-Dave", "Alice-Bob"]
    event.moves("Carol", 7)
    assert event.sheet()[:2] == ["Alice-Bob", "Carol-Dave"]
    assert [pairing.board for pairing in event.round().in_order] == [2, 7, 3]


def test_a_new_board_comes_after_the_last(event: Director) -> None:
    event.moves("Carol", 7)
    event.bye(1, "Frank", "unpaired")
    assert event.pairing("Frank").board == 8


@pytest.mark.parametrize("board", [0, -1, 100_000])
def test_there_must_be_such_a_board(event: Director, board: int) -> None:
    with refused("board-out-of-range"):
        event.moves("Alice", board)


def test_what_is_so_already_changes_nothing(event: Director) -> None:
    assert event.seats("Alice", white="Alice", black="Bob").written is False
    assert event.moves("Alice", 1).written is False
    assert event.do(RearrangePairing(event.pairing_id("Alice"))).written is False


def test_a_board_with_a_result_keeps_its_players(event: Director) -> None:
    event.result("Carol", "1-0")
    with refused("pairing-has-result"):
        event.seats("Alice", black="Dave")
    with refused("pairing-has-result"):
        event.turns("Carol")
    with refused("pairing-has-result"):
        event.removes_pairing("Carol")
    event.moves("Carol", 1)
    assert event.sheet()[:2] == ["Carol-Dave 1-0", "Alice-Bob"]
    event.result("Carol", None)
    event.removes_pairing("Carol")
    assert event.sheet() == ["Alice-Bob", "Eve bye"]


def test_a_bye_has_one_seat(event: Director) -> None:
    with refused("result-on-bye"):
        event.turns("Eve")
    with refused("result-on-bye"):
        event.seats("Eve", black="Frank")


def test_withdrawn_and_unknown_players_are_not_seated(event: Director) -> None:
    event.withdraws("Frank")
    with refused("player-withdrawn"):
        event.seats("Alice", black="Frank")
    with refused("unknown-player"):
        event.do(RearrangePairing(event.pairing_id("Alice"), PlayerId("nobody")))


def test_an_unknown_pairing_is_unknown(event: Director) -> None:
    with refused("unknown-pairing"):
        event.do(RearrangePairing(PairingId("t1-nowhere"), turn=True))


def test_sections_do_not_mix_by_hand_either() -> None:
    event = director(sections=["One", "Two"])
    event.players("Alice", "Bob", section="One")
    event.players("Carol", "Dave", section="Two")
    event.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    with refused("sections-differ"):
        event.seats("Alice", black="Carol")
    with refused("sections-differ"):
        event.seats("Alice", white="Carol", black="Dave")


def test_a_pairing_keeps_its_id_whoever_sits_there(event: Director) -> None:
    ids = set(event.state.where)
    event.seats("Alice", black="Frank")
    event.moves("Alice", 9)
    assert set(event.state.where) == ids


def test_an_edit_is_undone_and_redone(event: Director) -> None:
    before = event.state
    event.seats("Alice", white="Eve", black="Dave")
    after = event.state
    event.undo()
    assert event.state == before
    event.redo()
    assert event.state == after


def test_a_removed_pairing_leaves_its_players_out(event: Director) -> None:
    gone = event.pairing_id("Alice")
    event.removes_pairing("Alice")
    assert gone not in event.state.where
    event.adds(1, "Bob", "Alice")
    game = event.pairing("Alice")
    assert isinstance(game, Game)
    assert game.board == 4
    assert game.id != gone
