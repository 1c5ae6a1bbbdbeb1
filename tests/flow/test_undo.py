"""Taking one commit back: what is independent goes, what is built upon stays, and the refusal names it."""

import pytest

from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.result import ByeType
from podium.flow.commands import AdoptRecords
from podium.flow.obstacles import problems
from podium.flow.revert import reverted
from podium.flow.state import Bye, Round, Stage
from tests.kit.events import Director, director, refused
from tests.kit.memory import MemoryJournal


@pytest.fixture
def event() -> Director:
    event = director()
    event.players("Alice", "Bob", "Carol", "Dave")  # version 2
    return event


def stands(event: Director, version: int, what: str, **facts: object) -> None:
    """Version `version` cannot be undone, and the refusal says why; nothing changes."""
    before = event.state
    with refused("change-depended-on") as caught:
        event.undo(version)
    assert caught.value.facts["value"] == version
    assert caught.value.facts["what"] == what
    assert {name: caught.value.facts.get(name) for name in facts} == facts
    assert event.state == before


# --- players ----------------------------------------------------------------------------------


def test_players_who_were_paired_stay(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    stands(event, 2, "round", round=1, name="Alice")


def test_a_player_who_was_edited_since_stays(event: Director) -> None:
    event.edit("Bob", rating=1500)
    stands(event, 2, "player", name="Bob")
    event.undo(3)
    event.undo(2)
    assert event.state.players == {}


def test_an_edit_goes_unless_another_came_after(event: Director) -> None:
    event.edit("Bob", rating=1500)
    event.edit("Alice", rating=1600)
    event.edit("Bob", club="Rooks")
    stands(event, 3, "player", name="Bob")
    event.undo(4)
    assert event.player("Alice").fields.rating is None


def test_a_player_paired_in_the_new_section_does_not_go_back() -> None:
    event = director(sections=["One", "Two"])
    event.players("Alice", "Bob", section="One")
    event.edit("Alice", section="Two")
    event.players("Carol", section="Two")
    event.pairs(1, [("Alice", "Carol")])
    stands(event, 3, "player", name="Alice")


def test_a_removed_player_does_not_come_back_to_a_section_that_went() -> None:
    event = director(sections=["One", "Two"])
    event.players("Alice", section="Two")
    event.removes("Alice")
    event.settings(sections=["One"])
    stands(event, 3, "player", name="Alice")


def test_a_removed_player_does_not_come_back_to_a_number_that_was_taken(event: Director) -> None:
    event.removes("Dave")
    event.players("Eve")
    assert event.player("Eve").number == 4
    stands(event, 3, "player")
    event.undo(4)
    event.undo(3)
    assert event.player("Dave").number == 4


def test_a_removed_player_does_not_come_back_to_a_full_table() -> None:
    event = director("round-robin")
    event.players("Alice", "Bob", "Carol")
    event.removes("Carol")
    event.pair()
    stands(event, 3, "player", name="Carol")


def test_a_withdrawal_is_undone_at_any_time(event: Director) -> None:
    event.withdraws("Dave")
    event.pairs(1, [("Alice", "Bob")])
    event.undo(3)
    assert event.player("Dave").withdrawn is False


def test_a_bye_asked_for_and_given_stays_asked_for(event: Director) -> None:
    event.asks("Dave", {1: "half", 2: "half"})
    event.pairs(1, [("Alice", "Bob")])
    stands(event, 3, "round", round=1, name="Dave")


# --- settings ---------------------------------------------------------------------------------


def test_settings_changed_again_stay(event: Director) -> None:
    event.settings(name="One")
    event.settings(place="Hall")
    stands(event, 3, "settings")


def test_a_format_with_rounds_stays(event: Director) -> None:
    event.settings(format="round-robin")
    event.pair()
    stands(event, 3, "round", round=1)


def test_a_plan_that_was_paired_stays(event: Director) -> None:
    event.settings(rounds=1)
    event.settings(rounds=2)
    event.pairs(1, [("Alice", "Bob")])
    event.pairs(2, [("Alice", "Bob")])
    stands(event, 4, "round", round=2)


def test_a_section_with_players_stays() -> None:
    event = director(sections=["One"])
    event.settings(sections=["One", "Two"])
    event.players("Alice", section="Two")
    stands(event, 2, "player", name="Alice")


def test_visibility_changed_again_stays(event: Director) -> None:
    event.publish_event()
    event.publish_event(False)
    stands(event, 3, "visibility")


# --- rounds -----------------------------------------------------------------------------------


def test_a_round_with_results_stays(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    event.result("Alice", "1-0")
    stands(event, 3, "results", round=1)
    event.result("Alice", None)
    stands(event, 3, "results", round=1)  # else the two results would be about a round that never was
    event.undo(5)
    event.undo(4)
    event.undo(3)
    assert event.state.rounds == ()


def test_what_was_changed_and_changed_back_is_not_untouched(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    event.result("Alice", "1-0")  # 4
    event.result("Alice", "0-1")
    event.result("Alice", "1-0")
    stands(event, 4, "result", round=1)
    event.edit("Bob", rating=1500)  # 7
    event.edit("Bob", rating=1600)
    event.edit("Bob", rating=1500)
    stands(event, 7, "player", name="Bob")
    event.settings(place="Hall")  # 10
    event.settings(place="Barn")
    event.settings(place="Hall")
    stands(event, 10, "settings")
    event.publish_event()  # 13
    event.publish_event(False)
    event.publish_event()
    stands(event, 13, "visibility")
    event.turns("Carol")  # 16
    event.turns("Carol")
    event.turns("Carol")
    stands(event, 16, "pairing", round=1, board=2)
    event.result("Carol", "1-0")
    event.close(1)  # 20
    event.reopen(1)
    event.close(1)
    stands(event, 20, "stage", round=1)
    event.reopen(1)
    event.unpair(1)  # 24
    event.undo()
    event.unpair(1)
    event.undo(26)
    for _ in range(22):
        event.undo()
    assert event.state == event.past.state(1)


def test_what_came_and_went_since_was_there_all_the_same(event: Director) -> None:
    """Else undo would stop for good at the commits that stand on what is no more."""
    event.settings(rounds=2)  # 3
    event.pairs(1, [("Alice", "Bob")])  # 4
    event.pairs(2, [("Carol", "Dave")])
    event.unpair(2)
    stands(event, 4, "results", round=1)
    event.unpair(1)
    stands(event, 3, "settings")
    stands(event, 2, "player", name="Alice")
    for _ in range(6):
        event.undo()
    assert event.state == event.past.state(1)


def test_a_round_with_another_after_it_stays(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.pairs(2, [("Alice", "Bob")])
    stands(event, 3, "round", round=2)


def test_a_published_round_stays(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.publish(1)
    stands(event, 3, "stage", round=1)


def test_a_round_that_was_unpaired_cannot_be_undone_as_well(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.unpair(1)
    stands(event, 3, "results", round=1)


def test_an_unpaired_round_does_not_come_back_over_another(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.unpair(1)
    event.pairs(1, [("Carol", "Dave")])
    stands(event, 4, "round", round=1)


def test_an_unpaired_round_does_not_come_back_without_the_one_before(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.pairs(2, [("Carol", "Dave")])
    event.unpair(2)
    event.unpair(1)
    stands(event, 5, "results", round=1)
    event.undo(6)
    event.undo(5)
    assert len(event.state.rounds) == 2


def test_an_unpaired_round_does_not_come_back_without_its_players(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.unpair(1)
    event.removes("Alice")
    stands(event, 4, "pairing", round=1, board=1)


def test_an_unpaired_round_does_not_come_back_beyond_the_plan(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.pairs(2, [("Alice", "Bob")])
    event.unpair(2)
    event.settings(rounds=1)
    stands(event, 5, "round", round=2)


def test_an_unpaired_round_comes_back_published_only_after_published_ones(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.publish(1)
    event.pairs(2, [("Alice", "Bob")])
    event.publish(2)
    event.unpair(2)
    event.undo(4)
    assert [here.stage for here in event.state.rounds] == [Stage.DRAFT]
    stands(event, 7, "stage", round=2)


# --- stages -----------------------------------------------------------------------------------


def test_a_published_round_is_not_hidden_under_another(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.publish(1)
    event.pairs(2, [("Alice", "Bob")])
    event.publish(2)
    stands(event, 4, "stage", round=2)
    event.undo(6)
    event.undo(4)
    assert [here.stage for here in event.state.rounds] == [Stage.DRAFT, Stage.DRAFT]


def test_a_reopened_round_with_a_game_pending_stays_open(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    event.all_results("1-0")
    event.close(1)
    event.reopen(1)
    event.result("Alice", None)
    stands(event, 7, "result", round=1)


def test_a_round_closed_again_stays_closed(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    event.all_results("1-0")
    event.close(1)
    event.reopen(1)
    stands(event, 6, "stage", round=1)


# --- results and boards -----------------------------------------------------------------------


def test_a_result_goes_alone(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob"), ("Carol", "Dave")])
    event.result("Alice", "1-0")
    event.result("Carol", "0-1")
    event.undo(4)
    assert event.sheet() == ["Alice-Bob", "Carol-Dave 0-1"]


def test_a_corrected_result_stays(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.result("Alice", "1-0")
    event.result("Alice", "0-1")
    stands(event, 4, "result", round=1)


def test_a_result_in_a_closed_round_stays(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.result("Alice", "1-0")
    event.close(1)
    stands(event, 4, "stage", round=1)


def test_a_result_of_an_unpaired_round_stays(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.result("Alice", "1-0")
    event.unpair(1)
    stands(event, 4, "round", round=1)


def test_an_edit_stays_when_the_board_has_a_result(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.turns("Alice")
    event.result("Alice", "1-0")
    stands(event, 4, "pairing", round=1, board=1)


def test_a_displaced_player_who_was_paired_elsewhere_does_not_come_back(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.seats("Alice", black="Carol")
    event.adds(1, "Bob", "Dave")
    stands(event, 4, "pairing", round=1)


def test_a_removed_pairing_does_not_come_back_without_its_players(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.removes_pairing("Alice")
    event.removes("Alice")
    stands(event, 4, "pairing", round=1, board=1)


def test_a_removed_pairing_does_not_come_back_to_a_board_that_was_taken(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob")])
    event.removes_pairing("Alice")
    event.adds(1, "Carol", "Dave")
    assert event.pairing("Carol").board == 1
    stands(event, 4, "pairing", round=1, board=1)


def test_a_changed_bye_comes_back(event: Director) -> None:
    event.pairs(1, [("Alice", "Bob"), ("Carol",)])
    event.bye_result("Dave", "unpaired")
    event.result("Alice", "1-0")
    event.undo(4)
    assert event.sheet() == ["Alice-Bob 1-0", "Carol bye", "Dave bye"]


def test_a_creation_is_not_taken_back(event: Director) -> None:
    with refused("nothing-to-undo"):
        reverted(event.state, 1, event.past.events(1))


def test_faults_of_an_older_database_do_not_stop_undo() -> None:
    """A player twice in one round was possible there; undo works around what it did not cause."""
    byes = [Bye(PairingId(f"o-{n}"), 1, PlayerId("a"), ByeType.UNSPECIFIED) for n in (1, 2)]
    event = Director(MemoryJournal(), TournamentId("o"))
    players = {PlayerId("a"): PlayerFields("Alice")}
    rounds = (Round(1, {bye.id: bye for bye in byes}),)
    event.do(AdoptRecords(event.stream, {"name": "Old", "format": "manual"}, players, rounds))
    assert len(list(problems(event.state))) == 2
    event.edit("Alice", rating=1500)
    event.undo()
    assert event.player("Alice").fields.rating is None


def test_records_brought_over_must_hang_together() -> None:
    event = Director(MemoryJournal(), TournamentId("o"))
    given = {"name": "Old", "format": "manual"}
    bye = Bye(PairingId("o-1"), 1, PlayerId("a"), ByeType.UNSPECIFIED)
    with refused("unknown-player"):
        event.do(AdoptRecords(event.stream, given, {}, (Round(1, {bye.id: bye}),)))
    with refused("round-not-next"):
        event.do(AdoptRecords(event.stream, given, {}, (Round(2, {}),)))
