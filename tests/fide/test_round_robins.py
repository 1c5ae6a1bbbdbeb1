"""Round robins in FIDE mode: what is checked of their plan."""

from __future__ import annotations

import pytest

from podium.app.queries import plan_warnings
from tests.kit.events import director


@pytest.mark.parametrize(
    ("rules", "rounds", "kinds"),
    [("fide", 3, ["too-few-rounds"]), ("fide", 5, []), ("fide", 6, ["too-many-rounds"]), ("club", 3, [])],
)
def test_fewer_rounds_than_the_table_has_are_warned_of(rules: str, rounds: int, kinds: list[str]) -> None:
    event = director("round-robin", rules=rules, rounds=rounds)
    event.players(*"ABCDEF")
    assert [each.kind for each in plan_warnings(event.state)] == kinds
