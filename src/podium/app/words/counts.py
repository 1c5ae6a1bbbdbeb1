"""Things that are counted, as they stand in a sentence: `1 game`, `2 games`."""

from __future__ import annotations

from podium.app.words.language import ngettext


def players(count: int) -> str:
    return ngettext("%(num)s player", "%(num)s players", count)


def rounds(count: int) -> str:
    return ngettext("%(num)s round", "%(num)s rounds", count)


def games(count: int) -> str:
    return ngettext("%(num)s game", "%(num)s games", count)


def matches(count: int) -> str:
    return ngettext("%(num)s match", "%(num)s matches", count)


def byes(count: int) -> str:
    return ngettext("%(num)s bye", "%(num)s byes", count)


def free_games(count: int) -> str:
    return ngettext("%(num)s free game", "%(num)s free games", count)


def tie_break_games(count: int) -> str:
    return ngettext("%(num)s tie-break game", "%(num)s tie-break games", count)


def boards(count: int) -> str:
    return ngettext("%(num)s board", "%(num)s boards", count)


def results(count: int) -> str:
    return ngettext("%(num)s result", "%(num)s results", count)


def prizes(count: int) -> str:
    return ngettext("%(num)s prize", "%(num)s prizes", count)


def categories(count: int) -> str:
    return ngettext("%(num)s category", "%(num)s categories", count)


def tournaments(count: int) -> str:
    return ngettext("%(num)s tournament", "%(num)s tournaments", count)


def rows(count: int) -> str:
    return ngettext("%(num)s row", "%(num)s rows", count)


def problems(count: int) -> str:
    return ngettext("%(num)s problem", "%(num)s problems", count)
