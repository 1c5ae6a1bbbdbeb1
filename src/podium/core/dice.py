"""Reproducible chance: every draw comes from a seed that is recorded with its outcome."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

from podium.core.arguments import guarded
from podium.core.ids import ALPHABET

T = TypeVar("T")


class Dice:
    """Draws that anyone can repeat: the same seed gives the same sequence on every machine.

    >>> Dice("open-2026").shuffled([1, 2, 3, 4]) == Dice("open-2026").shuffled([1, 2, 3, 4])
    True
    """

    @guarded
    def __init__(self, seed: str | int) -> None:
        self.seed = str(seed)

    @cached_property
    def _random(self) -> random.Random:
        # With the first draw: it takes a while, and most commands draw nothing. As bytes: a seed may be any text.
        return random.Random(self.seed.encode(errors="surrogatepass"))

    def below(self, limit: int) -> int:
        """A whole number from 0 up to, not including, `limit`."""
        return self._random.randrange(limit)

    def chance(self, percent: float) -> bool:
        """True in about `percent` of a hundred calls."""
        return self._random.random() * 100 < percent

    def share(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self._random.random()

    def normal(self) -> float:
        """A number of the standard normal distribution."""
        return self._random.normalvariate()

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list of `items` in a random order."""
        drawn = list(items)
        self._random.shuffle(drawn)
        return drawn

    def pick(self, items: Sequence[T]) -> T:
        """One of `items`."""
        return items[self._random.randrange(len(items))]

    def token(self, length: int = 12) -> str:
        """A fresh id of `length` characters (5 bits each)."""
        return "".join(ALPHABET[self._random.getrandbits(5)] for _ in range(length))
