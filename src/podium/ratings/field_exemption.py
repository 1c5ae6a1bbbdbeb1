"""Whether a Swiss is so international that its norms ask nothing of federations (B.01, 1.4.3 d)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from podium.ratings.norms import NO_FEDERATION

FEWEST_PLAYERS = 20
FEWEST_FEDERATIONS = 3
FEWEST_TITLED = 10
TITLED = frozenset({"GM", "IM", "WGM", "WIM"})
MOST_MISSED = 1


@dataclass(frozen=True, slots=True)
class FieldPlayer:
    """A player of the event; `missed` are the rounds without a game, byes by the pairing left aside."""

    rating: int | None
    title: str | None
    federation: str | None
    missed: int = 0


def is_exempt_field(host: str | None, field: Iterable[FieldPlayer]) -> bool:
    """Whether 20 rated players from three federations other than the host's, ten of them with a title, took part.

    Who missed more than one round is not counted. Without a host nothing can be said, and nothing is exempt.
    """
    if host is None:
        return False
    guests = [
        each
        for each in field
        if each.rating is not None
        and each.federation is not None
        and each.federation not in NO_FEDERATION | {host}
        and each.missed <= MOST_MISSED
    ]
    return (
        len(guests) >= FEWEST_PLAYERS
        and len({each.federation for each in guests}) >= FEWEST_FEDERATIONS
        and sum(each.title in TITLED for each in guests) >= FEWEST_TITLED
    )
