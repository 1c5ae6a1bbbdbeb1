"""Acceleration in FIDE mode: one method, declared before round 1."""

from __future__ import annotations

import pytest

from podium.flow.formats.swiss_field import field_of
from podium.flow.state import Acceleration
from tests.kit.events import Director, director, refused


def test_baku_is_the_only_method() -> None:
    assert [each.value for each in Acceleration] == ["none", "baku"]


@pytest.fixture
def begun() -> Director:
    event = director("swiss", rules="fide", rounds=9, acceleration="baku")
    event.players(*(f"P{number:02}" for number in range(1, 13)))
    event.pair()
    return event


@pytest.mark.parametrize(
    "given", [{"acceleration": "none"}, {"rounds": 2}, {"rounds": 5}, {"rounds": 11}, {"scoring": "3-1-0"}], ids=str
)
def test_it_neither_goes_nor_changes_once_round_1_is_paired(begun: Director, given: dict[str, object]) -> None:
    virtual = [entrant.virtual for entrant in field_of(begun.state, "", 1).entrants]
    assert any(virtual)
    with refused("rounds-exist" if "acceleration" in given else "declared-before-round-1"):
        begun.settings(**given)
    assert [entrant.virtual for entrant in field_of(begun.state, "", 1).entrants] == virtual
