"""Federations by name, in the current language."""

from __future__ import annotations

from functools import lru_cache

from babel import Locale

from podium.app.words.language import N_, _, language
from podium.core.federations import territory

_PARTS = {"ENG": N_("England"), "SCO": N_("Scotland"), "WLS": N_("Wales")}  # no territories of their own for ISO


def federation_name(federation: str) -> str:
    """What a federation is called; its code where nobody knows."""
    if federation in _PARTS:
        return _(_PARTS[federation])
    return _territory_name(territory(federation), language()) or federation


@lru_cache(maxsize=1024)
def _territory_name(code: str | None, spoken: str) -> str | None:
    return Locale.parse(spoken).territories.get(code.upper()) if code else None
