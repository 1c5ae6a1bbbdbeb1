"""Things that are counted, as they stand in a sentence: `1 game`, `2 games`."""

from __future__ import annotations

from collections.abc import Callable

from podium.app.words.language import ngettext
from podium.core.points import UNIT, Points


def counted(one: str, many: str) -> Callable[[int], str]:
    """The function that says how many there are of a thing."""
    return lambda count: ngettext(one, many, count)


def points(score: Points) -> str:
    """What somebody scored: `½ point`, `2½ points`."""
    return ngettext("%(points)s point", "%(points)s points", -(-score.units // UNIT), points=score)


players = counted("%(num)s player", "%(num)s players")
rounds = counted("%(num)s round", "%(num)s rounds")
games = counted("%(num)s game", "%(num)s games")
matches = counted("%(num)s match", "%(num)s matches")
byes = counted("%(num)s bye", "%(num)s byes")
free_games = counted("%(num)s free game", "%(num)s free games")
tie_break_games = counted("%(num)s tie-break game", "%(num)s tie-break games")
boards = counted("%(num)s board", "%(num)s boards")
results = counted("%(num)s result", "%(num)s results")
prizes = counted("%(num)s prize", "%(num)s prizes")
categories = counted("%(num)s category", "%(num)s categories")
tournaments = counted("%(num)s tournament", "%(num)s tournaments")
rows = counted("%(num)s row", "%(num)s rows")
problems = counted("%(num)s problem", "%(num)s problems")
