"""The options of a random tournament that nobody has chosen, drawn from its seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from podium.core.dice import Dice
from podium.core.result import PRESETS, Scoring
from podium.simulation.plan import Plan
from podium.swiss.field import Colour

FEWEST_ACCELERATED = 20  # players, for an acceleration to mean something
FEWEST_FREE = 8  # players, for some of them to stay away or not to meet
LISTS_OF_CODES = (
    ("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2"),
    ("FB", "FB/C1", "FB/C2", "FB/M1", "FB/M2"),
    ("SB", "SB/C1", "SB/C2"),
    ("AOB", "AOB/F"),
    ("PS", "PS/C1", "PS/C2"),
    ("DE", "DE/P"),
    ("WIN",),
    ("WON",),
    ("BPG",),
    ("BWG",),
    ("REP",),
    ("STD",),
    ("ARO", "ARO/C1", "ARO/C2", "ARO/M1", "ARO/M2"),
    ("TPR",),
    ("PTP",),
    ("APRO",),
    ("APPO",),
)
"""FIDE's tie-breaks for a Swiss; of each row one at most is drawn."""
ON_RATINGS = frozenset({"ARO", "TPR", "PTP", "APRO", "APPO"})
LAST_CODES = ("TPN", "TPN/R", "RTNG", "RTNG/R")
"""These leave hardly anybody tied, so that nothing follows them."""


def random_plan(seed: str, options: Mapping[str, Any]) -> Plan:
    """A plan with these `options`, by their names in Plan, and every other one drawn from the seed.

    Each option is drawn for itself: choosing one leaves the others as they were.

    >>> random_plan("a", {"players": 30}).rounds == random_plan("a", {"players": 30, "forbidden": 2}).rounds
    True
    """

    def drawn(name: str, draw: Callable[[Dice], Any]) -> Any:
        return options[name] if name in options else draw(Dice(f"{seed}/{name}"))

    listed = options.get("ratings", ())
    least = 2 * options.get("rounds", 1)
    players = len(listed) or drawn("players", lambda dice: max(_players(dice), least))
    players = options.get("players", players)
    rounds = drawn("rounds", lambda dice: _rounds(dice, players))
    highest = drawn("highest", lambda dice: max(1800 + 50 * dice.below(20), options.get("lowest", 0)))
    spacing = drawn("spacing", lambda dice: _spacing(dice, players))
    lowest = drawn("lowest", lambda dice: _lowest(dice, highest, spacing, players))
    scoring: Scoring = drawn("scoring", _scoring)
    few = players < FEWEST_FREE
    forfeited, odd = "forfeits" in options, "odd" in options  # who names a mixture has no part of it drawn
    return Plan(
        players,
        rounds,
        highest,
        lowest,
        draws=drawn("draws", lambda dice: float(10 + dice.below(61))),
        forfeits=options.get("forfeits", 0),
        half_byes=drawn("half_byes", lambda dice: _share(dice, 70, 6, few)),
        zero_byes=drawn("zero_byes", lambda dice: _share(dice, 60, 4, few)),
        full_byes=drawn("full_byes", lambda dice: _share(dice, 35, 2, few)),
        withdrawals=drawn("withdrawals", lambda dice: _share(dice, 60, 3, few)),
        returns=drawn("returns", lambda dice: _share(dice, 60, 30)),
        late=drawn("late", lambda dice: _share(dice, 40, 10, few)),
        odd=options.get("odd", 0),
        forbidden=drawn("forbidden", lambda dice: 1 + dice.below(3) if dice.chance(20) and not few else 0),
        accelerated=drawn("accelerated", lambda dice: players >= FEWEST_ACCELERATED and dice.chance(30)),
        initial=drawn("initial", lambda dice: dice.pick(list(Colour))),
        scoring=scoring,
        forfeit_wins=drawn("forfeit_wins", lambda dice: _share(dice, 65, 3, forfeited)),
        forfeit_losses=drawn("forfeit_losses", lambda dice: _share(dice, 65, 3, forfeited)),
        double_forfeits=drawn("double_forfeits", lambda dice: _share(dice, 40, 1, forfeited)),
        odd_results=drawn("odd_results", lambda dice: _share(dice, 40, 3, odd)),
        unrated_games=drawn("unrated_games", lambda dice: _share(dice, 40, 3, odd)),
        spacing=spacing,
        ratings=listed,
    )


def random_tiebreaks(dice: Dice, *, rated: bool) -> tuple[str, ...]:
    """A list of two to six tie-breaks of C.07 for a Swiss; those on ratings only if everybody is `rated`.

    >>> random_tiebreaks(Dice("a"), rated=True) == random_tiebreaks(Dice("a"), rated=True)
    True
    """
    codes = [dice.pick(row) for row in dice.shuffled(LISTS_OF_CODES) if rated or row[0] not in ON_RATINGS]
    codes = codes[: 2 + dice.below(4)]
    if dice.chance(15):
        codes.append(dice.pick(LAST_CODES if rated else LAST_CODES[:2]))
    return ("PTS", *codes) if dice.chance(50) else tuple(codes)


def _players(dice: Dice) -> int:
    """Mostly a club or a small open, seldom a large one."""
    most = dice.pick([20, 40, 40, 60, 60, 100, 200])
    return 8 + dice.below(most - 7)


def _rounds(dice: Dice, players: int) -> int:
    """As many as the field can carry: two thirds of what everybody against everybody would take."""
    most = max(min(11, 2 * (players - 1) // 3), 1)
    least = min(5, most)
    return least + dice.below(most - least + 1)


def _spacing(dice: Dice, players: int) -> int | None:
    """A step of at most 1,200 points over the whole field; every other time none, for ratings anywhere between."""
    return None if dice.chance(50) else dice.below(max(min(40, 1200 // max(players, 1)), 1) + 1)


def _lowest(dice: Dice, highest: int, spacing: int | None, players: int) -> int:
    if spacing is not None:
        return max(highest - spacing * (players - 1), min(highest, 1000))
    return min(1000 + 50 * dice.below(13), highest)


def _share(dice: Dice, often: float, most: float, never: bool = False) -> float:
    """Some share up to `most` per cent in `often` of a hundred tournaments, nothing in the others."""
    return round(most * (1 + dice.below(100)) / 100, 2) if dice.chance(often) and not never else 0.0


def _scoring(dice: Dice) -> Scoring:
    """Mostly FIDE's; the allocated bye is worth a draw, or nothing, now and then."""
    table = PRESETS[dice.pick(["fide"] * 6 + ["3-1-0"] * 2)]
    bye = dice.pick([table.win] * 6 + [table.draw, table.zero_bye])
    return replace(table, bye=bye)
