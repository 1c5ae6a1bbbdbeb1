"""The podium: the three best places of a section, each with all who share it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from podium.app.standings.standings import StandingRow

PLACES = 3
_COMMA = re.compile(r"\s*,\s*")


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """One place, whoever share it, and what parted it from the places beside it, in words; nothing if that is plain."""

    rank: int
    rows: tuple[StandingRow, ...]
    decided: str = ""

    @property
    def shared(self) -> bool:
        return len(self.rows) > 1


def places_of(rows: Sequence[StandingRow]) -> tuple[tuple[StandingRow, ...], ...]:
    """The rows of one section that stand on the podium, place by place; a place that nobody has is left out."""
    best = [row for row in rows if row.rank <= PLACES and not row.annulled]
    return tuple(tuple(row for row in best if row.rank == rank) for rank in sorted({row.rank for row in best}))


def initials(name: str) -> str:
    """Two letters that stand for a photo, the first name before the surname.

    >>> initials("Kestrel, Ada"), initials("Ada Maria Kestrel"), initials("Ada"), initials("?")
    ('AK', 'AK', 'A', '?')
    """
    surname, *first = _COMMA.split(name, maxsplit=1)
    words = [*first[0].split()[:1], surname] if first else name.split()
    chosen = [words[0], words[-1]] if len(words) > 1 else words
    letters = [next((each for each in word if each.isalnum()), "") for word in chosen]
    return "".join(letters).upper() or name[:1]
