"""US Chess rule 32B: how the players of one score group share the prizes they bring into the tie.

- Each player brings at most one prize into the pool: the most money that can be had with each prize going to
  a player who may win it (32B2, 32B3).
- The pool is divided equally, unless the players who may win the prizes of one category get more by dividing
  only those among themselves. Then they do, and the others begin anew without them (32B3).
- Nobody gets more out of a pool than the largest prize that player could win without a tie; what is
  cut off goes to the others in equal parts (32B3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from podium.core.bits import lowest, members
from podium.prizes.model import Prize
from podium.prizes.money import rounded

Shared = tuple[list[Prize], list[int], list[int]]  # the prizes, the players, what each of them gets


def score_group(eligible: Mapping[str, int], stock: Sequence[Prize], group: int) -> Iterator[Shared]:
    """The pools of a set of tied players, out of the prizes in `stock`, the largest first."""
    left = list(stock)
    while group:
        pool = _brought(eligible, left, group)
        if not pool:
            return
        even = Fraction(sum(prize.cash for prize in pool), group.bit_count())
        prizes, sharers = _apart(eligible, left, group, even) or (pool, group)
        yield prizes, members(sharers), _divided(eligible, left, prizes, sharers)
        used = {prize.id for prize in prizes}
        left = [prize for prize in left if prize.id not in used]
        group &= ~sharers


def _brought(eligible: Mapping[str, int], stock: Sequence[Prize], group: int) -> list[Prize]:
    """The prizes that go into the pool: the largest that can each be given to another player of the group."""
    pool: list[Prize] = []
    holder: dict[int, Prize] = {}  # by player; who holds which only proves that all can be given away

    def placed(prize: Prize) -> int:
        """The one more player who holds a prize once this one is given, others passed on where needed; or none."""
        came_from: dict[int, tuple[Prize, int | None]] = {}
        waiting: list[tuple[Prize, int | None]] = [(prize, None)]
        seen = 0
        for wanted, leaving in waiting:
            fitting = eligible[wanted.category_id] & group & ~seen
            free = fitting & ~holding
            for seat in [lowest(free)] if free else members(fitting):
                seen |= 1 << seat
                came_from[seat] = wanted, leaving
                if free:
                    at: int | None = seat
                    while at is not None:
                        holder[at], at = came_from[at]
                    return 1 << seat
                waiting.append((holder[seat], seat))
        return 0

    holding = 0
    closed: set[str] = set()  # categories whose players all hold prizes that cannot be passed on
    for prize in stock:
        if holding == group:
            break
        if prize.category_id not in closed:
            if another := placed(prize):
                holding |= another
                pool.append(prize)
            else:
                closed.add(prize.category_id)
    return pool


def _apart(
    eligible: Mapping[str, int], stock: Sequence[Prize], group: int, even: Fraction
) -> tuple[list[Prize], int] | None:
    """The category whose prizes alone are worth more than `even` to the players who may win them, if there is one."""
    by_category: dict[str, list[Prize]] = defaultdict(list)
    for prize in stock:
        by_category[prize.category_id].append(prize)
    best = even
    found = None
    for category_id, all_there in by_category.items():
        inside = eligible[category_id] & group
        if not inside or inside == group:
            continue
        prizes = all_there[: inside.bit_count()]
        each = Fraction(sum(prize.cash for prize in prizes), inside.bit_count())
        if each > best:
            best, found = each, (prizes, inside)
    return found


def _divided(eligible: Mapping[str, int], stock: Sequence[Prize], prizes: Sequence[Prize], sharers: int) -> list[int]:
    """What each sharer gets, in order of standing: equal parts, as far as the largest single prize allows."""
    seats = members(sharers)
    limit = dict.fromkeys(seats, 0)
    unlimited = sharers
    for prize in stock:
        for seat in members(eligible[prize.category_id] & unlimited):
            limit[seat] = prize.cash
        unlimited &= ~eligible[prize.category_id]
        if not unlimited:
            break
    left = Fraction(sum(prize.cash for prize in prizes))
    shares: dict[int, Fraction] = {}
    uncapped = sorted(seats, key=lambda seat: limit[seat])
    while uncapped:
        even = left / len(uncapped)
        if limit[uncapped[0]] >= even:
            shares |= dict.fromkeys(uncapped, even)
            break
        seat = uncapped.pop(0)
        shares[seat] = Fraction(limit[seat])
        left -= limit[seat]
    return rounded([shares[seat] for seat in seats])
