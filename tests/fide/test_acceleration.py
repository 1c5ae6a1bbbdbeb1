"""Acceleration in FIDE mode: one method, declared before round 1."""

from __future__ import annotations

import pytest

from podium.app.trf.export import report_of
from podium.files.trf import write
from podium.flow.commands import AddPairing
from podium.flow.event.setting_values import Acceleration
from podium.flow.formats.swiss_field import field_of
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


def accelerated(event: Director) -> list[str]:
    return [line for line in write(report_of(event.state, "")).splitlines() if line.startswith("250")]


def test_the_group_is_that_of_the_pairing_of_round_1_whoever_is_written_into_it_later(begun: Director) -> None:
    begun.all_results("1-0")
    group = accelerated(begun)
    assert group[0].split()[-2:] == ["1", "6"]
    begun.pair()
    begun.players("Q13", "Q14")
    begun.do(AddPairing(1, begun.id("Q13"), begun.id("Q14")), acknowledged=1)
    begun.result("Q13", "1-0", 1)
    assert accelerated(begun) == group
    assert [entrant.number for entrant in field_of(begun.state, "", 2).entrants if any(entrant.virtual)] == [
        *range(1, 7)
    ]
