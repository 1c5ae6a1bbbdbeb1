"""Article 6.6 of C.05: results count from half of the games on."""

from podium.roundrobin import counts_after
from tests.kit.loops import every


@every(
    ("completed", "games", "counts"),
    [(0, 9, False), (4, 9, False), (5, 9, True), (4, 8, True), (3, 8, False), (9, 18, True), (8, 18, False)],
)
def test_exactly_half_counts(completed: int, games: int, counts: bool) -> None:
    assert counts_after(completed, games) is counts
