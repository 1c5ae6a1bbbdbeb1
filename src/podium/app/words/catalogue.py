"""A catalogue of translations as a `.po` file has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from gettext import c2py
from pathlib import Path

from babel.messages.pofile import read_po


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


def read(path: Path) -> Translations:
    """The catalogue in a file; entries that are empty or marked as fuzzy are left out."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    texts = {}
    for entry in catalogue:
        forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
        if entry.id and not entry.fuzzy and forms and all(forms):
            texts[entry.id if isinstance(entry.id, str) else entry.id[0]] = forms
    return Translations(texts, c2py(catalogue.plural_expr))
