"""Acts that touch the integrity of pairings: what FIDE asks a program to log and to name in its report file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from podium.core.ids import PairingId

NONE = "none"
"""In place of pairings where there are none."""


class BreachKind(Enum):
    """What was done, as the comments of a report file call it."""

    BY_HAND = "MPA"
    IMPORT = "Import"
    REGENERATION = "Regeneration"
    CORRECTION = "Correction"
    ADJOURNMENT = "Adjournment"
    EXCHANGE = "Exchange"
    FULL_POINT_BYE = "FPB"
    RATING_CORRECTION = "Rating correction"


@dataclass(frozen=True, slots=True)
class Breach:
    """One such act in a round: what would have stood, or stood before, and what stands, by pairing numbers.

    `game` is that of a corrected result; None in what earlier versions recorded, and where there is no one game.
    """

    kind: BreachKind
    round: int
    after: str
    before: str = ""
    section: str = ""
    game: PairingId | None = None

    @property
    def comment(self) -> str:
        """The act as a comment of a report file.

        >>> Breach(BreachKind.BY_HAND, 5, before="12-3 9-4", after="12-4 9-3").comment
        '### MPA @ Round 5: 12-3 9-4 => 12-4 9-3'
        >>> Breach(BreachKind.ADJOURNMENT, 1, "3-8 1-0").comment
        '### Adjournment @ Round 1: 3-8 1-0'
        """
        change = f"{self.before} => {self.after}" if self.before else self.after
        return f"### {self.kind.value} @ Round {self.round}: {change}"


EXIT = "### FIDE mode exited @ Round "


def exit_comment(round: int) -> str:
    """That an event left FIDE mode when so many rounds were paired, as a comment of a report file.

    >>> exit_comment(3), exit_in_comment(exit_comment(3)), exit_in_comment("### MPA @ Round 3: 1-2 => 2-1")
    ('### FIDE mode exited @ Round 3', 3, None)
    """
    return f"{EXIT}{round}"


def exit_in_comment(text: str) -> int | None:
    """How many rounds were paired when an event left FIDE mode, if a comment says that it did."""
    number = text.removeprefix(EXIT).strip()
    return int(number) if text.startswith(EXIT) and number.isascii() and number.isdigit() and len(number) < 4 else None
