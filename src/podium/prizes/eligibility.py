"""Who may win a prize of a category, and for anyone who may not, why.

Each criterion looks at one thing of a player and knows the categories that ask for it. So it can be
put to a single player (`ineligibility`), or once to each distinct value in a whole field
(`eligible`): ten thousand players have a hundred ages.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from podium.core.player import GENDERS, known_gender
from podium.prizes.model import Category, Player, Rules

Verdict = str | None  # a reason code, or None for a player who passes


@dataclass(frozen=True, slots=True)
class Criterion:
    """One line of the rules: whom it concerns, what it looks at, and what it says of that."""

    asked_by: Callable[[Category], object]
    looks_at: Callable[[Player, date | None], Hashable]
    says: Callable[[Any, Category, Rules], Verdict]


def age_on(born: date, day: date) -> int:
    """Completed years; who is born on 29 February has a birthday on 1 March in other years.

    >>> age_on(date(2012, 2, 29), date(2026, 2, 28)), age_on(date(2012, 2, 29), date(2026, 3, 1))
    (13, 14)
    """
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def plain(text: str | None) -> str:
    """`text` as filters compare it: with single spaces, in any case; nothing at all is the empty text."""
    return " ".join((text or "").split()).casefold()


def gender(word: str | None) -> str:
    """A gender as it compares: `f` for female, W and féminin alike; a word that is none as it is."""
    return known_gender(word or "") or plain(word)


FILTERS: Mapping[str, Callable[[str | None], str]] = {
    "gender": gender, "disability": plain, "city": plain, "state": plain, "club": plain, "section": plain
}  # fmt: skip
"""The texts that a category can ask for, and how each compares."""


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A text that a category asks for and that no player has: who sees it can tell a slip from an empty category."""

    category_id: str
    field: str
    value: str


def unmatched(players: Sequence[Player], categories: Sequence[Category]) -> tuple[Unmatched, ...]:
    """The texts that categories ask for and no player has, in order of the brochure; none of a field without players.

    A category for a gender that nobody has is no slip: its word is a known one.
    """
    if not players:
        return ()
    known = {"gender": set(GENDERS)}
    asked = [name for name, reads in FILTERS.items() if any(reads(getattr(each, name)) for each in categories)]
    there = {name: {FILTERS[name](text) for text in {getattr(each, name) for each in players}} for name in asked}
    return tuple(
        Unmatched(category.id, name, value)
        for category in sorted(categories, key=lambda each: (each.brochure_order, each.id))
        for name in asked
        if (value := getattr(category, name)) and (text := FILTERS[name](value))
        if text not in (there[name] | known.get(name, set()))
    )


def _age(player: Player, start: date | None) -> int | None:
    born = player.date_of_birth
    return None if born is None or start is None else age_on(born, start)


def _age_says(age: int | None, category: Category, rules: Rules) -> Verdict:
    if age is None:
        return "missing_date_of_birth"
    if category.min_age and age < category.min_age:
        return "below_min_age"
    if category.max_age and age > category.max_age:
        return "above_max_age"
    return None


def _rating_says(rating: int, category: Category, rules: Rules) -> Verdict:
    if not rating:
        return None if category.allow_unrated or rules.allow_unrated else "unrated_in_rating_category"
    if category.min_rating and rating < category.min_rating:
        return "below_min_rating"
    if category.max_rating and rating > category.max_rating:
        return "above_max_rating"
    return None


def _filter(name: str) -> Criterion:
    """The criterion that a text of the player is the one the category asks for."""
    reads = FILTERS[name]
    return Criterion(
        lambda category: reads(getattr(category, name)),
        lambda player, start: reads(getattr(player, name)),
        lambda text, category, rules: None if text == reads(getattr(category, name)) else f"{name}_mismatch",
    )


# In the order of the specification: the first that fails gives the reason.
CRITERIA: tuple[Criterion, ...] = (
    _filter("gender"),
    Criterion(lambda category: category.min_age or category.max_age, _age, _age_says),
    Criterion(
        lambda category: category.min_rating or category.max_rating,
        lambda player, start: player.strength,
        _rating_says,
    ),
    _filter("disability"),
    _filter("city"),
    _filter("state"),
    _filter("club"),
    _filter("section"),
)


def ineligibility(player: Player, category: Category, rules: Rules, start: date | None) -> Verdict:
    """The reason why `player` may not win a prize of `category`, or None.

    >>> ineligibility(Player("p", "Ann", 1, gender=" f"), Category("g", "Girls", gender="F"), Rules(), None)
    >>> ineligibility(Player("p", "Bob", 1, gender="M"), Category("g", "Girls", gender="F"), Rules(), None)
    'gender_mismatch'
    """
    for criterion in CRITERIA:
        if criterion.asked_by(category):
            reason = criterion.says(criterion.looks_at(player, start), category, rules)
            if reason:
                return reason
    return None


def eligible(
    players: Sequence[Player], categories: Sequence[Category], rules: Rules, start: date | None
) -> Mapping[str, int]:
    """For each category, by id, who may win its prizes: bit i stands for `players[i]`."""
    found = {category.id: (1 << len(players)) - 1 for category in categories}
    for criterion in CRITERIA:
        asking = [category for category in categories if criterion.asked_by(category)]
        values = [criterion.looks_at(player, start) for player in reversed(players)] if asking and players else []
        distinct = set(values)
        for category in asking if values else []:
            digit = {value: "0" if criterion.says(value, category, rules) else "1" for value in distinct}
            found[category.id] &= int("".join(map(digit.__getitem__, values)), 2)  # player 0 is the last digit
    return found
