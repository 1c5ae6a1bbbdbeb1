"""The development coefficient K of a player (B.02, 8.3.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from podium.ratings.editions import RatingRules

TOP_TITLES = frozenset({"GM", "IM"})
"""Titles whose holders have nearly all had 2400."""


class Basis(StrEnum):
    """What K was concluded from."""

    STATED = "stated"
    RATING = "rating"
    TITLE = "title"
    AGE = "age"
    FEW_GAMES = "few-games"
    USUAL = "usual"


@dataclass(frozen=True, slots=True)
class Coefficient:
    """K, and what it was concluded from; `reduced_from` is K before the limit of 700 for K times the games."""

    k: int
    basis: Basis
    reduced_from: int | None = None


def development_coefficient(
    rules: RatingRules,
    rating: int,
    *,
    stated: int | None = None,
    title: str | None = None,
    highest: int | None = None,
    turns: int | None = None,
    games: int | None = None,
) -> Coefficient:
    """K of a player of that rating, before the limit that `limited` applies.

    `stated` is K as the rating list has it, which settles it. `highest` is the highest rating ever published, `turns`
    the age reached in the year of the event, `games` how many have been rated so far. Of what is None nothing is
    concluded, but for the title: who is a grandmaster or an international master is taken to have had 2400.

    >>> from podium.ratings.editions import rating_rules
    >>> [development_coefficient(rating_rules(), each, turns=18).k for each in (1800, 2300, 2400)]
    [40, 20, 10]
    """
    if stated is not None:
        return Coefficient(stated, Basis.STATED)
    best = max(rating, highest or 0)
    if best >= rules.top_from:
        return Coefficient(rules.k_top, Basis.RATING)
    if title in TOP_TITLES:
        return Coefficient(rules.k_top, Basis.TITLE)
    if turns is not None and turns <= rules.junior_age and best < rules.junior_below:
        return Coefficient(rules.k_new, Basis.AGE)
    if games is not None and games < rules.new_games:
        return Coefficient(rules.k_new, Basis.FEW_GAMES)
    return Coefficient(rules.k_usual, Basis.USUAL)


def limited(rules: RatingRules, known: Coefficient, games: int) -> Coefficient:
    """The same for `games` rated in one period: the largest whole number whose product with them is at most 700."""
    if known.k * games <= rules.most_k_games:
        return known
    return replace(known, k=rules.most_k_games // games, reduced_from=known.k)
