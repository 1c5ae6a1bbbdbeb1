"""The Swiss in the flow: its settings, what it asks for, and a round that was computed beforehand."""

from __future__ import annotations

from podium.flow.commands import CloseRound, EditRound, PairRound, PublishRound, UnpairRound
from podium.flow.formats.swiss_field import ComputedRound, compute_round, fields_to_pair
from tests.kit.events import Director, director, refused
from tests.kit.loops import every


def swiss(players: str = "ABCDEF", **settings: object) -> Director:
    event = director("swiss", "t1", rounds=3, **settings)
    event.players(*players)
    return event


def computed(event: Director) -> dict[str, ComputedRound]:
    """What the engine says to the event as it stands."""
    fields = fields_to_pair(event.state, len(event.state.rounds) + 1)
    return {section: compute_round(field) for section, field in fields.items()}


def test_without_results_there_is_no_next_round() -> None:
    event = swiss()
    event.pair()
    with refused("results-missing"):
        event.pair()


@every("name", ["initial_colour", "acceleration", "numbering"])
def test_a_choice_that_is_none_is_named(name: str) -> None:
    with refused("choice-unknown") as caught:
        swiss().settings(**{name: "purple"})
    assert caught.value.facts["value"] == "purple"


@every("group", [["A"], [], "AB", [1, 2], ["A", "A"]], ids=str)
def test_a_group_needs_two_players(group: object) -> None:
    with refused("group-malformed"):
        swiss().settings(forbidden=[group])


def test_a_group_of_strangers_is_refused() -> None:
    with refused("unknown-player"):
        swiss().settings(forbidden=[["nobody", "no-one"]])


def test_acceleration_without_a_number_of_rounds_is_refused() -> None:
    with refused("acceleration-needs-rounds"):
        director("swiss", "t1", acceleration="baku")


def test_a_round_computed_beforehand_is_the_round() -> None:
    event, other = swiss(), swiss()
    event.do(PairRound(1, ready=computed(event)))
    other.pair()
    assert event.sheet() == other.sheet()


def test_a_round_computed_for_another_state_is_refused_and_names_who_changed() -> None:
    event = swiss()
    ready = computed(event)
    event.withdraws("C")
    with refused("pairing-overtaken") as caught:
        event.do(PairRound(1, ready=ready))
    assert caught.value.facts["name"] == "C"
    assert not event.state.rounds


def test_other_settings_are_named_too() -> None:
    event = swiss()
    ready = computed(event)
    event.settings(initial_colour="black")
    with refused("pairing-overtaken") as caught:
        event.do(PairRound(1, ready=ready))
    assert caught.value.facts["name"] == "the settings"


def test_a_refusal_computed_beforehand_is_the_refusal() -> None:
    event = swiss("AB")
    event.settings(forbidden=[[event.id("A"), event.id("B")]])
    with refused("round-impossible-at-all"):
        event.do(PairRound(1, ready=computed(event)))


def test_a_round_by_hand_is_still_possible() -> None:
    event = swiss("ABC")
    event.pairs(1, [("B", "A")])
    assert event.sheet() == ["B-A", "C bye"]
    assert event.round().engine == "hand"


def test_a_round_that_is_being_edited_is_not_shown_closed_or_built_upon() -> None:
    event = swiss("ABCD")
    event.pair()
    event.all_results("1-0")
    event.do(EditRound(1, open=True))
    for command in (PublishRound(1), CloseRound(1), PairRound()):
        with refused("round-being-edited"):
            event.do(command)
    event.do(EditRound(1, open=False))
    event.close(1)
    with refused("round-closed"):
        event.do(EditRound(1, open=True))


def test_a_session_can_be_undone_and_redone() -> None:
    event = swiss("ABCD")
    event.pair()
    event.do(EditRound(1, open=True))
    event.undo()
    assert not event.round().editing
    event.redo()
    assert event.round().editing


def test_a_round_taken_back_in_a_session_comes_back_in_it() -> None:
    event = swiss("ABCD")
    event.pair()
    event.do(EditRound(1, open=True))
    before = event.state
    event.do(UnpairRound(1))
    event.undo()
    assert event.state == before
    assert event.round().editing
