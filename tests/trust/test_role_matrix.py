"""A sample of the matrix of roles: nobody sees or does what is not theirs, and where somebody does, it is noticed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from podium.app.access import Role
from podium.app.desk import Desk
from tests.trust.role_matrix import Hall, hall, walked_in, without_value


@pytest.fixture(scope="module")
def place() -> Iterator[Hall]:
    """One server for all samples; each asks events of its own."""
    with hall() as made:
        yield made


def test_nobody_sees_or_does_what_is_not_theirs(place: Hall) -> None:
    matrix = walked_in(place, ("swiss",), share=0.02, seed=3)
    assert matrix.cells > 50
    assert matrix.leaks == []
    assert matrix.faults == []
    assert matrix.acts  # what is refused to others is done by those who may


def test_every_parameter_of_a_route_has_a_value_to_ask_with(place: Hall) -> None:
    assert without_value(place) == []


def test_control_what_is_done_by_the_wrong_people_is_noticed(place: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """With everybody taken for an owner, the matrix says so."""
    monkeypatch.setattr(Desk, "role_and_player", lambda *_: (Role.OWNER, None))
    assert walked_in(place, ("manual",), share=0.005, seed=7).leaks
