"""A catalogue of translations as a `.po` file has it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from gettext import c2py
from pathlib import Path

from babel.messages.pofile import read_po

_PLACEHOLDER = re.compile(r"%\(([\w:]+)\)s")


class Translations:
    """The translations of a file; a text without one comes back in English."""

    def __init__(self, texts: Mapping[str, tuple[str, ...]], form: Callable[[int], int]) -> None:
        self._texts = texts
        self._form = form

    def one(self, text: str) -> str:
        forms = self._texts.get(text)
        return forms[0] if forms else text

    def many(self, one: str, many: str, count: int) -> str:
        forms = self._texts.get(one, ())
        at = self._form(count)
        return forms[at] if at < len(forms) else one if count == 1 else many


def placeholders(text: str) -> set[str]:
    """The names of what is filled in.

    >>> sorted(placeholders("%(name)s has %(points)s points, 100%%"))
    ['name', 'points']
    """
    return set(_PLACEHOLDER.findall(text.replace("%%", "")))


def misfits(path: Path) -> list[str]:
    """The texts in a file whose translation names something that is not filled in, or is no format at all."""
    return [text for text, _forms, fits in _entries(path)[0] if not fits]


def read(path: Path) -> Translations:
    """The catalogue in a file; what is empty, marked as fuzzy, or does not fit its text is left out."""
    entries, form = _entries(path)
    return Translations({text: forms for text, forms, fits in entries if fits}, form)


def _entries(path: Path) -> tuple[list[tuple[str, tuple[str, ...], bool]], Callable[[int], int]]:
    """Each text with its forms and whether they fit it; and which form goes with a number."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    entries = []
    for entry in catalogue:
        forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
        if entry.id and not entry.fuzzy and forms and all(forms):
            texts = (entry.id,) if isinstance(entry.id, str) else entry.id
            allowed = set().union(*map(placeholders, texts), {"num"} if len(texts) > 1 else set())
            entries.append((texts[0], forms, all(_fits(form, allowed) for form in forms)))
    return entries, c2py(catalogue.plural_expr)


def _fits(form: str, allowed: set[str]) -> bool:
    try:
        form % dict.fromkeys(allowed, "")
    except (KeyError, TypeError, ValueError):  # a name that is not filled in; a sign after % that means nothing
        return False
    return True
