"""A language made for tests: every text of Podium in brackets, so that what does not pass the seam shows."""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from scripts.words import catalogue

CODE = "de"  # a real one, so that the plural forms are known


def bracketed(text: str) -> str:
    return f"[{text}]"


def write_pseudo(folder: Path) -> Path:
    """The catalogue of the made-up language, written into `folder`."""
    made = Catalog(locale=CODE)
    for entry in catalogue():
        if entry.id:
            forms = (entry.id,) if isinstance(entry.id, str) else entry.id
            string = tuple(map(bracketed, forms))
            made.add(entry.id, string=string if len(string) > 1 else string[0])
    target = folder / f"{CODE}.po"
    with target.open("wb") as file:
        write_po(file, made)
    return target
