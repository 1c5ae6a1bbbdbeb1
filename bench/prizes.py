"""Prizes: each order against the straightforward loop of the specification, side by side in one run.

Ten thousand players, a thousand prizes in fifty categories; `scarce` has prizes that many players can win only by
others being passed on, which is the hard case for the order `optimal`. Goals: the greedy orders at least 20 times
as fast as the loop; `optimal` in seconds. Seconds are of the processor, so that other work on the machine does
not count.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for the judge of the tests

from podium.core.dice import Dice
from podium.prizes import Category, Contest, Order, Player, Prize, Rules, Sharing, allocate, share, verify
from tests.prizes.judge import loop

PLAYERS, CATEGORIES, PRIZES = 10_000, 50, 1_000
GOAL = 20

Q = TypeVar("Q")
A = TypeVar("A")


def field(dice: Dice) -> tuple[Player, ...]:
    return tuple(
        Player(
            f"p{n}",
            f"Player {dice.below(10**9)}",
            n // 2 + 1,
            None if dice.chance(10) else 1000 + dice.below(1800),
            "F" if dice.chance(20) else "M",
            date(1940 + dice.below(78), 1 + dice.below(12), 1 + dice.below(28)),
            city=f"City {dice.below(60)}",
            state=f"State {dice.below(20)}",
            club=f"Club {dice.below(60)}",
        )
        for n in range(PLAYERS)
    )


def categories(dice: Dice, *, scarce: bool) -> tuple[Category, ...]:
    found = []
    for n in range(CATEGORIES):
        category = Category(f"c{n}", f"Category {n}", n)
        if scarce:  # twenty prizes for some twenty players, most of whom may win in a second category too
            filters = ({"city": f"City {n}"}, {"club": f"Club {n}"}, {"state": f"State {n % 20}", "min_age": 70})
            category = replace(category, **filters[n % 3], max_rating=1250 + dice.below(100))
        elif n % 6 == 1:
            category = replace(category, max_age=8 + dice.below(12))
        elif n % 6 == 2:
            low = 1000 + dice.below(1500)
            category = replace(category, min_rating=low, max_rating=low + 200)
        elif n % 6 == 3:
            category = replace(category, gender="F", max_age=10 + dice.below(20))
        elif n % 6 == 4:
            category = replace(category, state=f"State {dice.below(20)}")
        elif n % 6 == 5:
            category = replace(category, min_age=60)
        found.append(category)
    return tuple(found)


def contest(*, scarce: bool) -> Contest:
    dice = Dice("bench/prizes")
    groups = categories(dice, scarce=scarce)
    stock = tuple(
        Prize(f"z{n}", groups[n % CATEGORIES].id, n // CATEGORIES + 1, 100 * dice.below(500), trophy=n < CATEGORIES)
        for n in range(PRIZES)
    )
    return Contest(field(dice), groups, stock, start_date=date(2026, 7, 1), tournament_id="bench")


def timed(act: Callable[[Q], A], question: Q) -> tuple[float, A]:
    begun = time.process_time()
    answer = act(question)
    return time.process_time() - begun, answer


def greedy(asked: Contest) -> float:
    """How many times as fast as the loop a greedy order is."""
    seconds, allocation = min((timed(allocate, asked) for _ in range(3)), key=lambda run: run[0])
    by_loop, judged = timed(loop, asked)
    assert judged[0] == {award.prize_id: award.player_id for award in allocation.winners}
    ratio = by_loop / seconds
    order = asked.rules.order.value
    filled = len(allocation.winners)
    print(f"  {order:15} {seconds:6.3f} s  {filled} filled, the loop {by_loop:.1f} s, {ratio:.0f} times as fast")
    return ratio


def optimal(asked: Contest) -> None:
    seconds, allocation = min((timed(allocate, asked) for _ in range(3)), key=lambda run: run[0])
    checking, findings = timed(verify, allocation)
    assert allocation.certificate is not None
    assert findings == ()
    filled, refused = len(allocation.winners), len(allocation.certificate.blocked)
    print(f"  {'optimal':15} {seconds:6.3f} s  {filled} filled, {refused} wishes refused with proof")
    print(f"  {'its checker':15} {checking:6.3f} s")


def main() -> None:
    slow = []
    for scarce in (False, True):
        asked = contest(scarce=scarce)
        print(f"{'scarce' if scarce else 'plenty'}: {PLAYERS} players, {PRIZES} prizes, {CATEGORIES} categories")
        for order in (Order.BROCHURE_FIRST, Order.VALUE_FIRST):
            ratio = greedy(replace(asked, rules=Rules(order=order)))
            if ratio < GOAL:
                slow.append(f"{order.value}: {ratio:.1f}")
        optimal(replace(asked, rules=Rules(order=Order.OPTIMAL)))
        for how in Sharing:
            seconds, _ = timed(share, allocate(replace(asked, rules=Rules(sharing=how))))
            print(f"  share {how.value:12} {seconds:4.3f} s")
    sys.exit(f"below {GOAL} times: {', '.join(slow)}" if slow else 0)


if __name__ == "__main__":
    main()
