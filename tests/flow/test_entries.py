"""Players: entering, editing, importing, leaving, coming back, asking for byes."""

import pytest

from podium.core.ids import PlayerId
from podium.core.player import PlayerFields
from podium.core.result import ByeType
from podium.flow.commands import AddPlayers, EditPlayer, ImportPlayers, RemovePlayer, RequestByes, WithdrawPlayer
from podium.flow.events import PlayersChanged
from podium.flow.players import entries
from tests.kit.events import Director, director, refused
from tests.kit.loops import every

NOBODY = PlayerId("nobody")


@pytest.fixture
def three() -> Director:
    event = director()
    event.players("Alice", "Bob", "Carol")
    return event


def paired(event: Director) -> Director:
    event.pairs(1, [("Alice", "Bob")])
    return event


def test_players_are_numbered_in_the_order_they_enter(three: Director) -> None:
    three.players("Dave")
    assert [(player.number, player.name) for player in three.state.players.values()] == [
        (1, "Alice"),
        (2, "Bob"),
        (3, "Carol"),
        (4, "Dave"),
    ]
    assert len(three.state.players) == len({player.id for player in three.state.players.values()}) == 4


def test_nobody_entered_is_nothing_done(three: Director) -> None:
    assert three.do(AddPlayers(())).written is False
    assert three.do(ImportPlayers()).written is False


def test_one_bad_line_keeps_all_out(three: Director) -> None:
    with refused("rating-out-of-range"):
        three.do(AddPlayers((PlayerFields("Dave"), PlayerFields("Eve", rating=9000))))
    assert len(three.state.players) == 3


def test_namesakes_are_two_people(three: Director) -> None:
    three.players("Alice")
    assert [player.name for player in three.state.players.values()].count("Alice") == 2


def test_there_is_a_limit_to_every_hall(three: Director, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MOST_PLAYERS", 4)
    three.players("Dave")
    with refused("too-many-players"):
        three.players("Eve")


def test_a_late_entry_joins_from_the_next_round(three: Director) -> None:
    paired(three).players("Dave")
    assert three.round(1).pairing_of(three.id("Dave")) is None
    three.pairs(2, [("Alice", "Carol"), ("Bob", "Dave")])
    assert three.sheet(2) == ["Alice-Carol", "Bob-Dave"]


# --- sections ---------------------------------------------------------------------------------


def test_a_player_without_a_section_enters_the_first() -> None:
    event = director(sections=["A", "B"])
    event.players("Alice")
    event.players("Bob", section="B")
    assert (event.player("Alice").section, event.player("Bob").section) == ("A", "B")


def test_an_unknown_section_is_refused() -> None:
    with refused("section-unknown"):
        director(sections=["A"]).players("Alice", section="C")
    with refused("section-unknown") as caught:
        director().players("Alice", section="A")
    assert caught.value.facts["allowed"] == []


def test_a_player_changes_section_until_paired() -> None:
    event = director(sections=["A", "B"])
    event.players("Alice", "Bob", section="A")
    event.edit("Alice", section="B")
    assert event.player("Alice").section == "B"
    event.edit("Alice", section="A")
    event.pairs(1, [("Alice", "Bob")])
    with refused("player-has-games") as caught:
        event.edit("Alice", section="B")
    assert caught.value.facts["round"] == 1


def test_no_section_named_means_the_one_the_player_is_in() -> None:
    event = director(sections=["A", "B"])
    event.players("Alice", section="B")
    event.edit("Alice", section=None, rating=1500)
    assert event.player("Alice").section == "B"
    event.do(ImportPlayers(updated={event.id("Alice"): PlayerFields("Alice", rating=1600)}))
    assert (event.player("Alice").section, event.player("Alice").fields.rating) == ("B", 1600)


# --- editing ----------------------------------------------------------------------------------


def test_an_edit_keeps_what_it_does_not_name(three: Director) -> None:
    three.edit("Alice", rating=1900, club="Rooks")
    three.edit("Alice", rating=1950)
    fields = three.player("Alice").fields
    assert (fields.rating, fields.club) == (1950, "Rooks")
    assert three.edit("Alice", rating=1950).written is False


@pytest.mark.parametrize(
    ("given", "code"),
    [
        pytest.param({"elo": 1900}, "field-unknown", id="an unknown field"),
        pytest.param({"rating": "1900"}, "field-malformed", id="a rating as text"),
        pytest.param({"rating": True}, "field-malformed", id="a rating as a truth value"),
        pytest.param({"club": 3}, "field-malformed", id="a club as a number"),
        pytest.param({"name": None}, "name-missing", id="no name"),
        pytest.param({"name": " "}, "name-missing", id="a name of spaces"),
        pytest.param({"gender": "?"}, "gender-unknown", id="a question mark for a gender"),
    ],
)
def test_an_edit_is_refused(three: Director, given: dict[str, object], code: str) -> None:
    with refused(code):
        three.edit("Alice", **given)


def test_an_import_adds_and_updates_in_one_step(three: Director) -> None:
    command = ImportPlayers((PlayerFields("Dave"),), {three.id("Bob"): PlayerFields("Bob", rating=1800)})
    receipt = three.do(command)
    assert [type(event) for event in receipt.events] == [PlayersChanged, PlayersChanged]
    assert three.player("Bob").fields.rating == 1800
    assert three.player("Dave").number == 4
    three.undo()
    assert three.player("Bob").fields.rating is None
    assert len(three.state.players) == 3


def test_an_import_of_what_is_known_already_changes_nothing(three: Director) -> None:
    assert three.do(ImportPlayers(updated={three.id("Bob"): PlayerFields("Bob")})).written is False


def test_an_import_does_not_move_a_paired_player() -> None:
    event = director(sections=["A", "B"])
    event.players("Alice", "Bob", section="A")
    paired(event)
    with refused("player-has-games"):
        event.do(ImportPlayers(updated={event.id("Alice"): PlayerFields("Alice", section="B")}))


@pytest.mark.parametrize(
    "command",
    [
        EditPlayer(NOBODY, {}),
        RemovePlayer(NOBODY),
        WithdrawPlayer(NOBODY),
        RequestByes(NOBODY, {}),
        ImportPlayers(updated={NOBODY: PlayerFields("Nobody")}),
    ],
    ids=lambda command: type(command).__name__,
)
def test_nobody_knows_nobody(three: Director, command: EditPlayer) -> None:
    with refused("unknown-player"):
        three.do(command)


# --- leaving ----------------------------------------------------------------------------------


def test_a_player_is_removed_until_paired(three: Director) -> None:
    three.removes("Carol")
    assert len(three.state.players) == 2
    paired(three)
    with refused("player-has-games"):
        three.removes("Alice")


def test_a_bye_is_something_to_lose_too(three: Director) -> None:
    paired(three)
    with refused("player-has-games"):
        three.removes("Carol")


def test_who_is_expelled_comes_back_only_if_that_is_confirmed(three: Director) -> None:
    carol = three.id("Carol")
    three.do(WithdrawPlayer(carol, expelled=True))
    assert (three.player("Carol").withdrawn, three.player("Carol").expelled) == (True, True)
    assert three.withdraws("Carol").written is False  # it is more than a withdrawal
    with refused("player-expelled"):
        three.returns("Carol")
    three.do(WithdrawPlayer(carol, withdrawn=False, confirm=True))
    assert (three.player("Carol").withdrawn, three.player("Carol").expelled) == (False, False)
    three.undo()
    assert three.player("Carol").expelled


def test_who_withdraws_is_not_paired_and_can_come_back(three: Director) -> None:
    three.withdraws("Carol")
    assert three.withdraws("Carol").written is False
    paired(three)
    assert three.sheet() == ["Alice-Bob"]
    three.bye(1, "Carol", "unpaired")  # the bye specification's "no-show, dropped"
    assert three.points["Carol"] == "1.0"
    three.removes_pairing("Carol")
    three.returns("Carol")
    assert three.returns("Carol").written is False
    three.bye(1, "Carol", "unpaired")
    assert three.sheet() == ["Alice-Bob", "Carol unpaired"]


# --- asking for byes --------------------------------------------------------------------------


def test_what_is_asked_for_replaces_what_was_asked_for(three: Director) -> None:
    three.asks("Alice", {3: "zero", 2: "half"})
    assert three.player("Alice").byes == {2: ByeType.HALF, 3: ByeType.ZERO}
    assert three.asks("Alice", {2: "half", 3: "zero"}).written is False
    three.asks("Alice", {4: "half"})
    assert three.player("Alice").byes == {4: ByeType.HALF}
    three.asks("Alice", {})
    assert three.player("Alice").byes == {}


def test_a_bye_asked_for_is_given(three: Director) -> None:
    three.asks("Alice", {1: "half"})
    three.asks("Bob", {1: "zero"})
    three.pair()
    assert three.sheet() == ["Alice half", "Bob zero", "Carol bye"]
    assert three.points == {"Alice": "0.5", "Bob": "0.0", "Carol": "0.5"}


def test_who_plays_after_all_has_no_bye(three: Director) -> None:
    three.asks("Alice", {1: "half"})
    paired(three)
    assert three.sheet() == ["Alice-Bob", "Carol bye"]


def test_who_withdrew_gets_no_bye_asked_for(three: Director) -> None:
    three.asks("Carol", {1: "half"})
    three.withdraws("Carol")
    paired(three)
    assert three.sheet() == ["Alice-Bob"]


@every("number", [0, -1, 6, 10**9])
def test_a_bye_is_asked_for_a_round_there_is(number: int) -> None:
    event = director(rounds=5)
    event.players("Alice")
    with refused("round-out-of-range"):
        event.asks("Alice", {number: "half"})


def test_an_open_ended_event_still_ends_somewhere(three: Director) -> None:
    three.asks("Alice", {999: "half"})
    with refused("round-out-of-range"):
        three.asks("Alice", {1000: "half"})


@pytest.mark.parametrize("kind", ["bye", "unpaired", "unspecified"])
def test_only_half_and_zero_can_be_asked_for(three: Director, kind: str) -> None:
    with refused("bye-type-unknown"):
        three.asks("Alice", {2: kind})


def test_it_is_too_late_to_ask_once_the_round_is_paired(three: Director) -> None:
    three.asks("Alice", {1: "half", 2: "half"})
    three.pair()
    with refused("round-paired"):
        three.asks("Alice", {1: "zero", 2: "half"})
    with refused("round-paired"):
        three.asks("Bob", {1: "half"})
    three.asks("Alice", {1: "half", 3: "zero"})
    assert three.player("Alice").byes == {1: ByeType.HALF, 3: ByeType.ZERO}
    three.asks("Alice", {2: "half"})  # what is past stays as it is, whether it is named or not
    assert three.player("Alice").byes == {1: ByeType.HALF, 2: ByeType.HALF}
    three.asks("Alice", {3: "zero"})
    assert three.player("Alice").byes == {1: ByeType.HALF, 3: ByeType.ZERO}
