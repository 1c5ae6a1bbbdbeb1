"""Nobody stays without a record in a round: the bye specification's "no way to record this", answered for everybody."""

import pytest

from podium.core.result import ByeType
from podium.flow.formats.swiss_field import field_of
from podium.flow.players.unpaired import byes_on_offer, dropped_out, left_out
from podium.flow.state import Stage
from podium.swiss import ABSENT
from tests.kit.events import Director, director, refused

KINDS = ["bye", "unpaired", "half", "zero", "absent"]


@pytest.fixture
def closed() -> Director:
    """Round 1 closed: F "shows up but is unpaired", as in the specification, and G dropped before it."""
    event = director()
    event.players(*"ABCDEFG")
    event.withdraws("G")
    event.pairs(1, [("A", "B"), ("C", "D"), ("E",)])
    event.removes_pairing("F")  # one left over had the bye by itself
    event.all_results("1-0")
    event.close(1)
    return event


def names(event: Director) -> tuple[list[str], list[str]]:
    out, dropped = left_out(event.state, 1), dropped_out(event.state, 1)
    return [player.name for player in out], [player.name for player in dropped]


def test_who_has_nothing_is_known_while_the_round_is_closed(closed: Director) -> None:
    assert names(closed) == (["F"], ["G"])
    assert [kind.value for kind in byes_on_offer(closed.state, closed.round(1))] == KINDS


@pytest.mark.parametrize(("kind", "points"), list(zip(KINDS, ["0.5", "1.0", "0.5", "0.0", "0.0"], strict=True)))
@pytest.mark.parametrize("name", ["F", "G"])
def test_a_closed_round_takes_a_record_for_who_has_none(closed: Director, name: str, kind: str, points: str) -> None:
    before = closed.state
    closed.bye(1, name, kind)
    assert closed.round(1).stage is Stage.CLOSED
    assert closed.pairing(name, 1).kind is ByeType(kind)  # type: ignore[union-attr]  # a bye
    assert closed.points[name] == points
    assert name not in [*names(closed)[0], *names(closed)[1]]
    closed.undo()
    assert closed.state == before
    closed.redo()
    assert closed.points[name] == points


def test_it_is_no_way_to_change_a_record(closed: Director) -> None:
    with refused("player-has-game"):
        closed.bye(1, "A", "unpaired")
    with refused("player-has-bye"):
        closed.bye(1, "E", "unpaired")


def test_who_dropped_out_can_be_unpaired_in_an_open_round_too() -> None:
    """`Full point bye (no-show, dropped)` in the specification's calculateByePoints."""
    event = director()
    event.players(*"ABC")
    event.pairs(1, [("A", "B")])
    event.removes_pairing("C")
    event.withdraws("C")
    event.bye(1, "C", "unpaired")
    assert event.points["C"] == "1.0"
    assert event.player("C").withdrawn
    event.all_results("1-0")
    event.close(1)
    event.pairs(2, [("B", "A")])
    assert event.sheet(2) == ["B-A"]


def test_an_absence_scores_nothing_and_is_no_bye_of_a_swiss() -> None:
    event = director("swiss", rounds=3)
    event.players(*"ABCDE")
    event.pair()
    event.removes_pairing("E")
    event.bye(1, "E", "absent")
    event.all_results("1-0")
    event.close(1)
    [*_, absent] = field_of(event.state, "", 2).entrants
    assert absent.turns == (ABSENT,)  # who was absent can still have the bye
    assert event.points["E"] == "0.0"


def test_free_games_are_drawn_and_not_given() -> None:
    event = director("doubles", rounds=2)
    event.players(*"ABCDE")
    event.pair()
    assert byes_on_offer(event.state, event.round(1)) == []
