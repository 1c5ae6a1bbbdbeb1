"""An arbiter of an event: title, name and FIDE number, as one line of text holds them."""

from __future__ import annotations

import re
from dataclasses import dataclass

TITLES = ("IA", "FA", "NA", "IO")
"""The titles of arbiters and organisers, which stand before the name."""
_LABEL = r"(?:FIDE[\s-]*)?(?:ID|No|Nr|number)?\.?\s*:?\s*"
_NUMBER_LAST = re.compile(rf"[\s,;]*(?:\(\s*{_LABEL}(\d{{4,12}})\s*\)|[\s,;]{_LABEL}(\d{{4,12}}))$", re.IGNORECASE)
_NUMBER_FIRST = re.compile(r"^(\d{4,12})[\s,;:]+")


@dataclass(frozen=True, slots=True)
class Arbiter:
    """Who directs an event, or deputises; the number is FIDE's.

    >>> Arbiter.parse("IA Berg, Anna (4612345)")
    Arbiter(name='Berg, Anna', title='IA', fide_id='4612345')
    >>> [Arbiter.parse(text).text for text in ("Anna Berg, FIDE ID 4612345", "4612345 Anna Berg", "Anna Berg")]
    ['Anna Berg (4612345)', 'Anna Berg (4612345)', 'Anna Berg']
    """

    name: str
    title: str | None = None
    fide_id: str | None = None

    @classmethod
    def parse(cls, text: str) -> Arbiter:
        """What a line says: a title before the name and a number after it, or before it, where there are some."""
        rest, number = text.strip(), None
        if last := _NUMBER_LAST.search(rest):
            rest, number = rest[: last.start()], last.group(1) or last.group(2)
        elif first := _NUMBER_FIRST.match(rest):
            rest, number = rest[first.end() :], first.group(1)
        word, _, name = rest.strip(" ,;").partition(" ")
        if name and word.upper() in TITLES:
            return cls(name.strip(), word.upper(), number)
        return cls(rest.strip(" ,;") or text.strip(), None, number)

    @property
    def titled_name(self) -> str:
        """The name with the title, as it is signed."""
        return f"{self.title} {self.name}" if self.title else self.name

    @property
    def text(self) -> str:
        """All of it in one line, as report files have it."""
        return f"{self.titled_name} ({self.fide_id})" if self.fide_id else self.titled_name
