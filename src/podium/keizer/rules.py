"""What a club decides about its Keizer season: the highest worth, the share that each round brings, who meets when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

UNIT = 1_000_000
"""Scores are counted in millionths, so that shares of up to six decimals are exact."""
MOST_TOP = 10_000
MOST_AGAIN = 999


class Share(Enum):
    """What a round was for a player: a game, which brings a share of the opponent's worth, or a round without one,
    which brings a share of the player's own."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    BYE = "bye"
    CLUB_DUTY = "clubDuty"
    EXCUSED = "excused"
    ABSENT = "absent"


class Preset(Enum):
    """Shares that clubs use, by the name under which they know them; `docs/rules/keizer.md` has the sources."""

    CLASSIC = "classic"
    KEIZER_FOR_CLUBS = "keizer-for-clubs"
    FREE_KEIZER = "free-keizer"
    SLIEDRECHT = "sliedrecht"


def _shares(*values: str) -> Mapping[Share, Decimal]:
    return dict(zip(Share, map(Decimal, values), strict=True))


#                                    win  draw   loss     bye    duty  excused  absent
PRESETS: Mapping[Preset, Mapping[Share, Decimal]] = {
    Preset.CLASSIC: _shares("1", "0.5", "0", "0.667", "0.667", "0.333", "0"),
    Preset.KEIZER_FOR_CLUBS: _shares("1", "0.5", "0", "0.5", "0.7", "0.35", "0.35"),
    Preset.FREE_KEIZER: _shares("1", "0.5", "0.167", "0.667", "0.667", "0.333", "0.333"),
    Preset.SLIEDRECHT: _shares("1", "0.5", "0", "0.66", "0.66", "0.33", "0"),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The shares of a `preset`, and in place of some of them others; None: as the preset has it.

    The first of the table is worth `top`, None: half as much again as there are players. Nobody meets within `again`
    rounds of the last meeting.
    """

    preset: Preset = Preset.CLASSIC
    top: int | None = None
    win: Decimal | None = None
    draw: Decimal | None = None
    loss: Decimal | None = None
    bye: Decimal | None = None
    club_duty: Decimal | None = None
    excused: Decimal | None = None
    absent: Decimal | None = None
    again: int = 3

    def share(self, kind: Share) -> Decimal:
        """The share that a round of that kind brings."""
        own: Decimal | None = getattr(self, kind.name.lower())
        return PRESETS[self.preset][kind] if own is None else own

    def units(self, kind: Share) -> int:
        """The same in millionths."""
        return int(self.share(kind) * UNIT)

    def highest(self, players: int) -> int:
        """What the first of so many players is worth.

        >>> [Rules().highest(players) for players in (0, 9, 10)], Rules(top=60).highest(10)
        ([0, 14, 15], 60)
        """
        return (3 * players + 1) // 2 if self.top is None else self.top


USUAL = Rules()
