"""Contests in few words."""

from __future__ import annotations

from datetime import date
from typing import Any

from hypothesis import strategies as st

from podium.core.dice import Dice
from podium.core.points import Points
from podium.prizes import Category, Contest, Decision, Mode, Order, Override, Player, Prize, Rules, Sharing

START = date(2026, 7, 1)


def players(*ranks: int, **fields: Any) -> tuple[Player, ...]:
    """A player for each rank, called p1, p2 ... in the order given."""
    return tuple(Player(f"p{n}", f"Player {n}", rank, **fields) for n, rank in enumerate(ranks, 1))


def aged(id: str, rank: int, age: int, **fields: Any) -> Player:
    """A player whose birthday is the first day of the tournament."""
    return Player(id, id.title(), rank, date_of_birth=date(START.year - age, START.month, START.day), **fields)


def prizes(category: str, *cash: int) -> tuple[Prize, ...]:
    """A prize for each amount in units, called after the category and its place: open-1, open-2 ..."""
    return tuple(Prize(f"{category}-{place}", category, place, amount * 100) for place, amount in enumerate(cash, 1))


def open_contest(entered: tuple[Player, ...], *cash: int, **parts: Any) -> Contest:
    """A contest with one category for everybody."""
    return Contest(entered, (Category("open", "Open", 1),), prizes("open", *cash), start_date=START, **parts)


TEXTS = (None, "", "x", "X ", "y")
LIMITS = (None, 0, 10, 12, 14)
RATINGS = (None, 0, 1200, 1500, 1800)
BIRTHS = (None, date(2012, 7, 1), date(2012, 7, 2), date(2014, 1, 1), date(2016, 2, 29))
CASH = (0, 5000, 10001, 33333)


def contests(
    *,
    alike: bool = True,
    orders: tuple[Order, ...] = tuple(Order),
    sharing: tuple[Sharing, ...] = (Sharing.NONE,),
    most_players: int = 6,
    fewest: int = 0,
) -> st.SearchStrategy[Contest]:
    """Small contests with scarce prizes, none of them empty if `fewest` is 1.

    With `alike`, of players that cannot always be told apart. Each is drawn from a seed: a thousand times
    quicker than field by field, and small enough to read.
    """

    def drawn(seed: int) -> Contest:
        dice = Dice(seed)
        scored = dice.chance(50)
        entered = tuple(
            _player(dice, n, alike, scored) for n in range(2 * fewest + dice.below(most_players + 1 - 2 * fewest))
        )
        groups = tuple(_category(dice, n) for n in range(fewest + dice.below(5 - fewest)))
        stock = tuple(
            _prize(dice, category.id, place)
            for category in groups
            for place in range(1, fewest + dice.below(3 - fewest) + 1)
        )
        order, how = dice.pick(orders), dice.pick(sharing)
        single = order is Order.OPTIMAL or how is Sharing.US_CHESS_32B
        mode = Mode.FIRST_WIN if single else dice.pick(tuple(Mode))
        chosen = zip(dice.shuffled(stock), dice.shuffled(entered)[: dice.below(3)], strict=False)
        return Contest(
            tuple(dice.shuffled(entered)),
            groups,
            tuple(dice.shuffled(stock)),
            tuple(Override(prize.id, player.id) for prize, player in chosen),
            Rules(dice.chance(50), mode, order, how, order is not Order.OPTIMAL and dice.chance(30)),
            START,
            "T1",
            _decisions(dice, entered) if dice.chance(40) else (),
        )

    return st.integers(0, 2**40).map(drawn)


def _decisions(dice: Dice, entered: tuple[Player, ...]) -> tuple[Decision, ...]:
    """A word on one or more of those who are alike, whoever they are, and at times another on some of the rest."""
    groups: dict[object, list[str]] = {}
    for player in entered:
        groups.setdefault(player.key, []).append(player.id)
    tied = [dice.shuffled(ids) for ids in groups.values() if len(ids) > 1]
    first = [1 + dice.below(len(ids)) for ids in tied]
    then = [named + dice.below(len(ids) - named + 1) for ids, named in zip(tied, first, strict=True)]
    words = [tuple(ids[:named]) for ids, named in zip(tied, first, strict=True)]
    more = [tuple(ids[named:end]) for ids, named, end in zip(tied, first, then, strict=True) if end > named]
    return (*words, *more)


def _player(dice: Dice, n: int, alike: bool, scored: bool) -> Player:
    rank = 1 + dice.below(4) if alike else n + 1
    return Player(
        f"p{n}",
        dice.pick(("Ann", "ann", "Bob")) if alike else f"Player {n}",
        rank,
        dice.pick(RATINGS),
        dice.pick((None, "M", "f", " F ")),
        dice.pick(BIRTHS),
        city=dice.pick(TEXTS),
        club=dice.pick(TEXTS),
        points=Points.of(10 - rank // 2) if scored else None,
    )


def _category(dice: Dice, n: int) -> Category:
    asked = dice.shuffled(("age", "gender", "rating", "city", "club"))[: dice.below(3)]
    return Category(
        f"c{n}",
        f"Category {n}",
        1 + dice.below(3),
        active=dice.chance(90),
        min_age=dice.pick(LIMITS) if "age" in asked else None,
        max_age=dice.pick(LIMITS) if "age" in asked else 0,
        gender="F" if "gender" in asked else None,
        min_rating=dice.pick(RATINGS) if "rating" in asked else 0,
        max_rating=dice.pick(RATINGS) if "rating" in asked else None,
        allow_unrated=dice.chance(50),
        city=dice.pick(TEXTS) if "city" in asked else None,
        club=dice.pick(TEXTS) if "club" in asked else None,
    )


def _prize(dice: Dice, category: str, place: int) -> Prize:
    return Prize(
        f"z{category}{place}",
        category,
        place,
        dice.pick(CASH),
        dice.chance(50),
        dice.chance(50),
        dice.chance(90),
        dice.chance(50),
    )
