"""The Baku acceleration."""

import pytest

from podium.core.result import FIDE, PRESETS
from podium.swiss import upper_group, virtual_points


@pytest.mark.parametrize(("players", "upper"), [(1, 1), (2, 2), (4, 2), (5, 4), (8, 4), (9, 6), (10, 6), (161, 82)])
def test_the_upper_group_is_half_the_field_rounded_up_to_even(players: int, upper: int) -> None:
    assert upper_group(range(1, players + 1)) == tuple(range(1, upper + 1))


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        (1, "1.0"),
        (2, "1.0"),
        (3, "1.0 0.5"),
        (5, "1.0 1.0 0.5"),
        (9, "1.0 1.0 1.0 0.5 0.5"),
        (11, "1.0 1.0 1.0 0.5 0.5 0.5"),
    ],
)
def test_virtual_points_by_round(rounds: int, expected: str) -> None:
    assert " ".join(map(str, virtual_points(rounds, FIDE))) == expected


def test_they_follow_the_scoring() -> None:
    assert [str(points) for points in virtual_points(4, PRESETS["3-1-0"])] == ["3.0", "1.0"]
