"""Languages made for tests: every text of Podium in brackets, so that what does not pass the seam shows, or longer than
English by two fifths and with accents, so that what has no room shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from scripts.words import catalogue

CODE = "de"  # a real one, so that the plural forms are known
LONG = "eo"
"""The code of the language whose words are long; a real one that nobody has translated Podium into."""

_KEPT = re.compile(r"(%\(\w+(?::\w+)?\)s|%%|\{\w+\}|<[^>]*>)")
_DOUBLED = str.maketrans(
    {"a": "àa", "e": "ée", "i": "îi", "o": "öo", "u": "ùu", "A": "Àa", "E": "Ée", "I": "Îi", "O": "Öo", "U": "Ùu"}
)


def bracketed(text: str) -> str:
    return f"[{text}]"


def lengthened(text: str) -> str:
    """The text with every vowel twice, and what is filled in as it is.

    >>> lengthened("Round %(round)s is out")
    'Röoùund %(round)s îis öoùut'
    """
    parts = _KEPT.split(text)
    return "".join(part if at % 2 else part.translate(_DOUBLED) for at, part in enumerate(parts))


def write_pseudo(folder: Path, code: str = CODE, made: Callable[[str], str] = bracketed) -> Path:
    """The catalogue of a made-up language, written into `folder`."""
    translations = Catalog(locale=code)
    for entry in catalogue():
        if entry.id:
            forms = (entry.id,) if isinstance(entry.id, str) else entry.id
            string = tuple(map(made, forms))
            translations.add(entry.id, string=string if len(string) > 1 else string[0])
    target = folder / f"{code}.po"
    with target.open("wb") as file:
        write_po(file, translations)
    return target
