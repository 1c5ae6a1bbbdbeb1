"""Points in FIDE mode: which tables there are, and what the allocated bye may be worth."""

from __future__ import annotations

from tests.kit.events import director, refused
from tests.kit.loops import every


@every(
    "table",
    [{"win": 1, "draw": 1, "loss": 0}, {"win": 3, "draw": 2, "loss": 0}, {"win": 2, "draw": 1.5, "loss": 0}],
    ids=str,
)
def test_two_draws_are_never_worth_more_than_a_win_and_a_loss(table: dict[str, object]) -> None:
    with refused("draws-above-win"):
        director("swiss", rules="fide", scoring=table)
    event = director("swiss", rules="fide")
    with refused("draws-above-win"):
        event.settings(scoring=table)


@every(
    ("table", "worth"),
    [
        ({"bye": 1}, "1.0"),
        ({"bye": 0.5}, "0.5"),
        ({"bye": 0}, "0.0"),
        ({"win": 3, "draw": 1, "bye": 3}, "3.0"),
        ({"win": 3, "draw": 1, "bye": 2}, "2.0"),
        ({"win": 3, "draw": 1, "bye": 1}, "1.0"),
        ({"win": 3, "draw": 1, "bye": 0}, "0.0"),
    ],
    ids=str,
)
def test_the_allocated_bye_is_worth_what_the_rules_allow(table: dict[str, object], worth: str) -> None:
    event = director("swiss", rules="fide", rounds=3, scoring=table)
    event.players("A", "B", "C")
    event.pair()
    assert [event.points[name] for name in "ABC" if event.sheet().count(f"{name} bye")] == [worth]


@every("worth", [1.5, 2, 5, 0.25, 0.3, 0.75, -1])
def test_no_other_worth_of_the_allocated_bye_is_taken(worth: float) -> None:
    codes = {1.5: "points-above-win", 2: "points-above-win", 5: "points-above-win", -1: "points-out-of-range"}
    with refused(codes.get(worth, "points-not-halves")):
        director("swiss", rules="fide", scoring={"bye": worth})
