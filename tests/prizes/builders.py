"""Contests in few words."""

from __future__ import annotations

from datetime import date
from typing import Any

from hypothesis import strategies as st

from podium.core.points import Points
from podium.prizes import Category, Contest, Mode, Order, Override, Player, Prize, Rules, Sharing

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


texts = st.sampled_from([None, "", "x", "X ", "y"])
limits = st.sampled_from([None, 0, 10, 12, 14])
ratings = st.sampled_from([None, 0, 1200, 1500, 1800])


@st.composite
def contests(
    draw: st.DrawFn,
    *,
    alike: bool = True,
    orders: tuple[Order, ...] = tuple(Order),
    sharing: tuple[Sharing, ...] = (Sharing.NONE,),
    most_players: int = 6,
    fewest: int = 0,
) -> Contest:
    """Small contests with scarce prizes, none of them empty if `fewest` is 1.

    With `alike`, of players that cannot always be told apart.
    """
    entered = []
    scored = draw(st.booleans())
    for n in range(draw(st.integers(2 * fewest, most_players))):
        rank = draw(st.integers(1, 4)) if alike else n + 1
        entered.append(
            Player(
                f"p{n}",
                draw(st.sampled_from(["Ann", "ann", "Bob"])) if alike else f"Player {n}",
                rank,
                draw(ratings),
                draw(st.sampled_from([None, "M", "f", " F "])),
                draw(st.sampled_from([None, date(2012, 7, 1), date(2012, 7, 2), date(2014, 1, 1), date(2016, 2, 29)])),
                city=draw(texts),
                club=draw(texts),
                points=Points.of(10 - rank // 2) if scored else None,
            )
        )
    groups, stock = [], []
    for n in range(draw(st.integers(fewest, 4))):
        asked = draw(st.sets(st.sampled_from(["age", "gender", "rating", "city", "club"]), max_size=2))
        groups.append(
            Category(
                f"c{n}",
                f"Category {n}",
                draw(st.integers(1, 3)),
                active=draw(st.integers(0, 9)) < 9,
                min_age=draw(limits) if "age" in asked else None,
                max_age=draw(limits) if "age" in asked else 0,
                gender="F" if "gender" in asked else None,
                min_rating=draw(ratings) if "rating" in asked else 0,
                max_rating=draw(ratings) if "rating" in asked else None,
                allow_unrated=draw(st.booleans()),
                city=draw(texts) if "city" in asked else None,
                club=draw(texts) if "club" in asked else None,
            )
        )
        stock += [
            Prize(
                f"z{n}{place}",
                f"c{n}",
                place,
                draw(st.sampled_from([0, 5000, 10001, 33333])),
                draw(st.booleans()),
                draw(st.booleans()),
                draw(st.integers(0, 9)) < 9,
                draw(st.booleans()),
            )
            for place in range(1, draw(st.integers(fewest, 2)) + 1)
        ]
    order = draw(st.sampled_from(orders))
    how = draw(st.sampled_from(sharing))
    single = order is Order.OPTIMAL or how is Sharing.US_CHESS_32B
    mode = Mode.FIRST_WIN if single else draw(st.sampled_from(Mode))
    count = draw(st.integers(0, min(2, len(entered), len(stock))))
    chosen = zip(draw(st.permutations(stock))[:count], draw(st.permutations(entered))[:count], strict=True)
    return Contest(
        tuple(draw(st.permutations(entered))),
        tuple(groups),
        tuple(draw(st.permutations(stock))),
        tuple(Override(prize.id, player.id) for prize, player in chosen),
        Rules(draw(st.booleans()), mode, order, how),
        START,
        "T1",
    )
