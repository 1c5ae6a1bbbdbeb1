"""Who may win a prize, in words."""

from __future__ import annotations

import pytest

from podium.app.prizes.prizelist import conditions
from podium.prizes import Category


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "All players"),
        ({"gender": "F"}, "Female players"),
        ({"gender": "m", "max_age": 12}, "Male players aged up to 12"),
        ({"gender": "x"}, "Players gender x"),
        ({"max_rating": 1599, "allow_unrated": True}, "Players rated up to 1599 or unrated"),
    ],
)
def test_conditions_read_as_english(given: dict[str, object], said: str) -> None:
    assert conditions(Category("c", "Any", **given)) == said  # type: ignore[arg-type]
