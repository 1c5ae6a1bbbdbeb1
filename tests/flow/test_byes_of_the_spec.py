"""The bye handling of the bye specification: its seven test cases, its nine players and its five standings rows."""

import pytest

from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.points import Points
from podium.core.result import ByeType
from podium.flow.commands import AdoptRecords, RecordBye
from podium.flow.events import BoardsChanged
from podium.flow.state import Bye, Game, Round, Stage
from tests.kit.events import Director, director, refused
from tests.kit.memory import MemoryJournal


@pytest.fixture
def nine() -> Director:
    """Nine players, four games by hand; the ninth is left over."""
    event = director()
    event.players(*"ABCDEFGHI")
    event.pairs(1, [("A", "B"), ("C", "D"), ("E", "F"), ("G", "H")])
    return event


def test_the_nine_player_scenario(nine: Director) -> None:
    assert nine.sheet() == ["A-B", "C-D", "E-F", "G-H", "I bye"]
    bye = nine.pairing("I")
    assert isinstance(bye, Bye)
    assert bye.kind is ByeType.BYE
    assert bye.kind.row == "bye_bye"
    nine.bye_result("I", "bye")
    assert nine.points["I"] == "0.5"


def test_player_gets_bye_and_receives_half_a_point(nine: Director) -> None:
    assert nine.points["I"] == "0.5"  # as soon as the round is paired


def test_player_is_unpaired_and_receives_a_full_point() -> None:
    event = director()
    event.players(*"ABCDEF")
    event.pairs(1, [("A", "B"), ("C", "D"), ("E",)])
    assert event.sheet() == ["A-B", "C-D", "E bye", "F bye"]  # one left over gets the bye ...
    event.bye_result("F", "unpaired")  # ... and did not show up
    assert event.points["E"] == "0.5"
    assert event.points["F"] == "1.0"


def test_a_player_left_out_of_a_paired_round_is_added() -> None:
    event = director()
    event.players(*"ABCDEFG")
    event.pairs(1, [("A", "B"), ("C", "D")])
    assert event.sheet() == ["A-B", "C-D"]  # three are left over: nobody is chosen for the bye
    event.bye(1, "E", "bye")
    event.bye(1, "F", "unpaired")
    assert event.sheet() == ["A-B", "C-D", "E bye", "F unpaired"]
    assert (event.points["E"], event.points["F"], event.points["G"]) == ("0.5", "1.0", "0.0")


def test_the_bye_type_is_told_apart_in_the_standings() -> None:
    """The five rows of the standings example, with the points as printed there."""
    event = director()
    event.players("Alice", "Bob", "Carol", "Dave", "Eve", "X", "Y", "Z")
    event.pairs(1, [("Alice", "X"), ("Bob", "Y"), ("Carol", "Z"), ("Dave", "", "unpaired"), ("Eve",)])
    event.all_results("1-0")
    event.pairs(2, [("Alice", "Y"), ("Bob", "Z"), ("X", "Carol"), ("Dave", "Eve")])
    event.result("Alice", "1-0")
    event.result("Bob", "1-0")
    event.result("Carol", "1/2-1/2")
    event.result("Dave", "1-0")
    event.pairs(3, [("Alice",)])
    five = {name: event.points[name] for name in ("Alice", "Bob", "Carol", "Dave", "Eve")}
    assert five == {"Alice": "2.5", "Bob": "2.0", "Carol": "1.5", "Dave": "2.0", "Eve": "0.5"}
    assert event.pairing("Alice", 3).players == (event.id("Alice"),)
    kinds = {event.name(bye.player): bye.kind.row for bye in event.round(1).games.values() if isinstance(bye, Bye)}
    assert kinds == {"Dave": "bye_unpaired", "Eve": "bye_bye"}


@pytest.mark.parametrize(("kind", "points"), [("bye", "0.5"), ("unpaired", "1.0")])
def test_recording_a_bye_type(nine: Director, kind: str, points: str) -> None:
    nine.bye_result("I", kind)
    assert nine.sheet()[-1] == f"I {kind}"
    assert nine.points["I"] == points


def test_recording_the_same_bye_type_again_changes_nothing(nine: Director) -> None:
    assert nine.bye_result("I", "bye").written is False
    nine.bye_result("I", "unpaired")
    assert nine.bye_result("I", "unpaired").written is False


def test_a_changed_bye_type_is_one_event_and_comes_back(nine: Director) -> None:
    [event] = nine.bye_result("I", "unpaired").events
    assert isinstance(event, BoardsChanged)
    nine.undo()
    assert nine.points["I"] == "0.5"
    nine.redo()
    assert nine.points["I"] == "1.0"


def test_an_invalid_bye_type_is_an_error(nine: Director) -> None:
    with pytest.raises(ValueError, match="'holiday' is not a valid ByeType"):
        nine.bye_result("I", "holiday")
    with refused("bye-type-unknown") as caught:
        nine.bye_result("I", "unspecified")  # known only from older databases
    assert caught.value.facts["allowed"] == ["bye", "unpaired", "half", "zero", "absent"]
    with refused("bye-type-unknown"):
        nine.pairs(2, [("A", "", "unspecified")])
    nine.removes_pairing("I")
    with refused("bye-type-unknown"):
        nine.bye(1, "I", "unspecified")


def test_a_bye_type_needs_a_bye(nine: Director) -> None:
    with refused("pairing-has-two-players"):
        nine.bye_result("A", "unpaired")
    with refused("unknown-pairing"):
        nine.do(RecordBye(PairingId("t1-nowhere"), ByeType.BYE))


def test_a_result_needs_a_game(nine: Director) -> None:
    with refused("result-on-bye"):
        nine.result("I", "1-0")


def test_backward_compatibility_with_old_data() -> None:
    """An old bye without a type keeps the points it was paid, scores 0 otherwise, and can be told what it is."""
    game = Game(PairingId("old-1"), 1, PlayerId("a"), PlayerId("b"))
    paid = Bye(PairingId("old-2"), 2, PlayerId("c"), ByeType.UNSPECIFIED, recorded=Points.of("0.5"))
    unpaid = Bye(PairingId("old-3"), 3, PlayerId("d"), ByeType.UNSPECIFIED)
    round = Round(1, {each.id: each for each in (game, paid, unpaid)}, Stage.PUBLISHED)
    event = Director(MemoryJournal(), TournamentId("old"))
    players = {PlayerId(id): PlayerFields(id.upper()) for id in "abcd"}
    event.do(AdoptRecords(event.stream, {"name": "Old", "format": "manual"}, players, (round,)))
    assert event.round(1).games == round.games
    assert event.sheet() == ["A-B", "C unspecified", "D unspecified"]
    assert event.points == {"A": "0.0", "B": "0.0", "C": "0.5", "D": "0.0"}
    event.bye_result("C", "unpaired")
    event.bye_result("D", "bye")
    assert (event.points["C"], event.points["D"]) == ("1.0", "0.5")
    event.undo(2)
    assert event.points["C"] == "0.5"


def test_the_fide_preset_pays_the_allocated_bye_in_full(nine: Director) -> None:
    nine.settings(scoring="fide")
    assert nine.points["I"] == "1.0"
