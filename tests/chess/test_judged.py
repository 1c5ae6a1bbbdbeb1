"""Seeded games beside python-chess: legal moves, SAN both ways, FEN, repetition, dead positions, every end."""

from collections import Counter

import pytest

from podium.chess import Reason
from tests.chess.judge import differences, end_of
from tests.kit.loops import every, seeds

IN_A_BATCH = 250


@every("claims", [False, True], ids=["automatic draws", "claimed draws"])
@seeds(range(4), long=range(8))
def test_a_random_game_is_seen_alike(seed: int, claims: bool) -> None:
    assert list(differences(seed, claims=claims)) == []


@pytest.mark.long
@pytest.mark.parametrize("batch", range(16))
def test_thousands_of_random_games_are_seen_alike(batch: int) -> None:
    seeds = range(batch * IN_A_BATCH, (batch + 1) * IN_A_BATCH)
    assert [text for seed in seeds for text in differences(seed, claims=seed % 3 == 0)] == []


@seeds(range(6), long=range(20))
def test_a_random_game_of_chess960_is_seen_alike(seed: int) -> None:
    assert list(differences(seed, claims=seed % 3 == 0, chess960=True)) == []


@pytest.mark.long
@pytest.mark.parametrize("batch", range(8))
def test_thousands_of_random_games_of_chess960_are_seen_alike(batch: int) -> None:
    seeds = range(batch * IN_A_BATCH, (batch + 1) * IN_A_BATCH)
    assert [text for seed in seeds for text in differences(seed, claims=seed % 3 == 0, chess960=True)] == []


@pytest.mark.long
def test_the_random_games_end_in_every_way() -> None:
    """Otherwise agreeing on them would prove little."""
    ends = Counter(end_of(seed, claims=seed % 3 == 0) for seed in range(300))
    assert set(Reason) <= set(ends), ends
