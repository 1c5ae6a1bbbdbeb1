"""The Baku acceleration."""

import math

from podium.app.trf.simulated import report_of
from podium.core.dice import Dice
from podium.core.result import FIDE, PRESETS
from podium.files.trf import write
from podium.simulation.plan import Plan
from podium.simulation.swiss import play
from podium.swiss import last_accelerated, pair, upper_group, virtual_points
from tests.kit.judge import judged_boards, loaded
from tests.kit.loops import every, seeds
from tests.kit.swiss import field_before


@every(("players", "upper"), [(1, 1), (2, 2), (4, 2), (5, 4), (8, 4), (9, 6), (10, 6), (161, 82)])
def test_the_upper_group_is_half_the_field_rounded_up_to_even(players: int, upper: int) -> None:
    assert upper_group(range(1, players + 1)) == tuple(range(1, upper + 1))


@every(
    ("entered", "byes", "last"),
    [
        (14, (), 8),
        (14, (13, 14), 6),
        (14, (2, 3), 8),
        (14, (1, 7), 8),
        (5, (1,), 3),
        (2, (1, 2), 0),
    ],
)
def test_who_has_a_bye_in_round_one_is_not_counted(entered: int, byes: tuple[int, ...], last: int) -> None:
    """C.04.2 2.4 with C.04.7 1.3.2: who has a bye in round 1 has no pairing number yet, and is not in the list."""
    listed = [number for number in range(1, entered + 1) if number not in byes]
    first_half = listed[: 2 * math.ceil(len(listed) / 4)]
    assert last_accelerated(listed) == last == (first_half[-1] if first_half else 0)


@seeds(range(3), long=range(12))
def test_the_judge_puts_accelerated_rounds_on_the_same_boards(seed: int) -> None:
    """C.04.2 3.6: boards by the scores the round is paired with, real and virtual points together."""
    plan = Plan(12 + 4 * seed, 6, draws=30, forfeits=4, half_byes=8, zero_byes=4, late=6, accelerated=True)
    played = play(plan, Dice(f"boards {seed}"))
    tournament = loaded(write(report_of(played, str(seed))))
    for number in range(1, played.played + 1):
        boards = [(board.white, board.black) for board in pair(field_before(played, number)).pairs]
        assert judged_boards(tournament, number) == boards, f"seed {seed}, round {number}"


@every(
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
