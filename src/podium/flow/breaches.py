"""Acts that touch the integrity of pairings: what FIDE asks a program to log and to name in its report file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

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
    NUMBERING = "Numbering"
    CONFIGURATION = "Configuration"


NAMES_NOBODY = (BreachKind.REGENERATION, BreachKind.EXCHANGE, BreachKind.NUMBERING, BreachKind.CONFIGURATION)
"""What is about the numbers themselves, before and after, or about nobody's."""


@dataclass(frozen=True, slots=True)
class Breach:
    """One such act in a round: what would have stood, or stood before, and what stands, by pairing numbers."""

    kind: BreachKind
    round: int
    after: str
    before: str = ""
    section: str = ""

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

    def renumbered(self, moved: Mapping[int, int]) -> Breach:
        """The act where players have other numbers: what they `moved` from and to. What is about numbers stays.

        >>> Breach(BreachKind.CORRECTION, 4, before="6-17: 1-0", after="0-1").renumbered({6: 7, 17: 18, 1: 2}).comment
        '### Correction @ Round 4: 7-18: 1-0 => 0-1'
        >>> Breach(BreachKind.BY_HAND, 5, before="12-3 9=PAB", after="12-9 3=PAB").renumbered({12: 13, 3: 4}).comment
        '### MPA @ Round 5: 13-4 9=PAB => 13-9 4=PAB'
        """
        if self.kind in NAMES_NOBODY:
            return self
        if self.kind is BreachKind.ADJOURNMENT:
            pair, space, result = self.after.partition(" ")
            return replace(self, after=_renumbered(pair, moved) + space + result)
        pairs, colon, result = self.before.partition(": ")
        after = self.after if colon else _renumbered(self.after, moved)
        return replace(self, before=_renumbered(pairs, moved) + colon + result, after=after)


def _renumbered(pairings: str, moved: Mapping[int, int]) -> str:
    """Pairings as comments write them, `12-3 7=PAB`, with other numbers."""
    return _NUMBER.sub(lambda found: str(moved.get(int(found[0]), found[0])), pairings)


_NUMBER = re.compile(r"[0-9]+")
EXIT = "### FIDE mode exited @ Round "
_EXIT = re.compile(r"\bFIDE[\W_]*mode[\W_]*exited\b(?:[\W_]*Round[\W_]*(?P<round>[0-9]{1,3})\b)?", re.IGNORECASE)


def exit_comment(round: int) -> str:
    """That an event left FIDE mode when so many rounds were paired, as a comment of a report file.

    >>> exit_comment(3), exit_in_comment(exit_comment(3)), exit_in_comment("### MPA @ Round 3: 1-2 => 2-1")
    ('### FIDE mode exited @ Round 3', 3, None)
    """
    return f"{EXIT}{round}"


def exit_in_comment(text: str) -> int | None:
    """How many rounds were paired when an event left FIDE mode, if a comment says that it did, however it is spaced.

    >>> exit_in_comment("###fide mode exited @ round 2 (hall closed)"), exit_in_comment("###\\tFIDE  mode\\texited")
    (2, 0)
    """
    found = _EXIT.search(text)
    return int(found["round"] or 0) if found is not None else None
