"""Whether a player is the one that somebody looks for, by what people type: pieces of names, a number, a club."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from podium.core.player import Player


def sought_words(text: str) -> list[str]:
    """The words of what was typed, each as it is compared."""
    return folded(text).split()


def fits(words: list[str], player: Player, number: int) -> bool:
    """Whether every word is part of what a player is found by."""
    if not words:
        return True
    about = player.fields
    parts = (str(number), about.name, about.club, about.federation, about.city, about.title)
    text = " ".join(folded(part) for part in (*parts, about.fide_id, about.national_id) if part)
    return all(word in text for word in words)


@lru_cache(16_384)  # a search asks for every name with every letter typed
def folded(text: str) -> str:
    """`text` in small letters without accents: who types `muller` means Müller too.

    >>> folded("Müller, Zoë")
    'muller, zoe'
    """
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
