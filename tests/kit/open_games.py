"""Events with games that are not over."""

from __future__ import annotations

from tests.kit.events import Director, director, games

OPEN = [("1-0", "1-0"), ("1-0", "adjourned", "1-0"), ("adjourned", "1-0")]
"""The results of three games of which one or two are not over."""


def played(*results: str, rules: str = "fide", rounds: int = 1) -> Director:
    """A Swiss of six whose first round has these results."""
    event = director("swiss", rounds=rounds, rules=rules, scoring="fide")
    event.players(*"ABCDEF")
    event.pair()
    for game, result in zip(games(event.round()), results, strict=False):
        event.result(event.name(game.white), result)
    return event
