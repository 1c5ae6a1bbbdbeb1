"""Who may not meet, in FIDE mode: declared before round 1, and neither more nor fewer afterwards."""

from __future__ import annotations

import pytest

from tests.kit.events import Director, director, refused


@pytest.fixture
def event() -> Director:
    made = director("swiss", rules="fide", rounds=3)
    made.players(*"ABCDEF")
    return made


def test_they_can_change_until_round_1_is_paired(event: Director) -> None:
    event.settings(forbidden=[[event.id("A"), event.id("D")]])
    event.settings(forbidden=[[event.id("A"), event.id("D")], [event.id("B"), event.id("E")]], apart=["club"])
    event.settings(forbidden=[[event.id("A"), event.id("D")]])
    event.pair()
    assert not any({"A", "D"} == set(line.split("-")) for line in event.sheet())


@pytest.mark.parametrize("played", [False, True], ids=["paired", "played"])
def test_none_comes_changes_or_goes_once_a_round_is_paired(event: Director, played: bool) -> None:
    declared = [[event.id("A"), event.id("D")]]
    event.settings(forbidden=declared)
    event.pair()
    if played:
        event.all_results("1-0")
        event.close(1)
    for given in ([*declared, [event.id("B"), event.id("C")]], [[event.id("A"), event.id("E")]], []):
        with refused("declared-before-round-1"):
            event.settings(forbidden=given)
    for kinds in (["club"], ["federation"]):
        with refused("declared-before-round-1"):
            event.settings(apart=kinds)
