"""Whether a round was paired as the Dutch system prescribes."""

from __future__ import annotations

from dataclasses import dataclass

from podium.core.errors import Unpairable
from podium.swiss.field import Field
from podium.swiss.pairing import Round, pair


@dataclass(frozen=True, slots=True)
class Difference:
    """A round that was paired otherwise; pairs are (White, Black).

    `missing` should have been paired and were not, `extra` the other way round. A pair in both
    with the colours turned is a difference of colours only. `unpairable`: no legal round exists.
    """

    round: int
    missing: tuple[tuple[int, int], ...] = ()
    extra: tuple[tuple[int, int], ...] = ()
    expected_bye: int | None = None
    actual_bye: int | None = None
    unpairable: Unpairable | None = None

    @property
    def colours_only(self) -> bool:
        """Whether the same players meet, some with the colours turned."""
        met = [{frozenset(pair) for pair in pairs} for pairs in (self.missing, self.extra)]
        return met[0] == met[1] and self.expected_bye == self.actual_bye and self.unpairable is None


def check_round(field: Field, pairs: frozenset[tuple[int, int]], bye: int | None) -> Difference | None:
    """How the round differs from the one prescribed; None if it does not."""
    try:
        expected: Round = pair(field)
    except Unpairable as refusal:
        return Difference(field.round, extra=tuple(sorted(pairs)), actual_bye=bye, unpairable=refusal)
    wanted = frozenset((one.white, one.black) for one in expected.pairs)
    if wanted == pairs and expected.bye == bye:
        return None
    return Difference(field.round, tuple(sorted(wanted - pairs)), tuple(sorted(pairs - wanted)), expected.bye, bye)
