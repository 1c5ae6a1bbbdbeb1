"""Words as they compare, however they are written."""

from __future__ import annotations

import unicodedata


def plain(text: str) -> str:
    """The letters and figures of `text` in lower case without accents, to compare words by.

    >>> plain("Année de Naissance"), plain("FIDE-ID")
    ('anneedenaissance', 'fideid')
    """
    bare = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in bare if character.isalnum())
