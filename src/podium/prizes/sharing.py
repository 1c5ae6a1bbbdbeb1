"""Prize money shared among tied players, exact to the cent.

Who has the same points is tied or, where no points are given, who has the same rank. A pool is money and the
players who share it. In each pool every share is rounded down to the cent, and the cents left over go
one each to the players in order of standing; so what is paid is the fund, always. A prize given by override
is paid to its winner in full. Trophies and medals are not shared: they stay where they were allocated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from podium.core.bits import lowest, members
from podium.core.points import Points
from podium.prizes.allocation import Allocation
from podium.prizes.field import Field
from podium.prizes.model import Mode, Player, Prize, Sharing
from podium.prizes.money import rounded
from podium.prizes.outcome import Award
from podium.prizes.uschess import score_group


@dataclass(frozen=True, slots=True)
class Pool:
    """Prizes whose money goes to the same players; `shares` has what each gets, in minor units."""

    prizes: tuple[str, ...]
    shares: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        return sum(amount for _, amount in self.shares)


@dataclass(frozen=True, slots=True)
class Payout:
    """Who is paid what, in minor units. A prize that nobody wins is in no pool."""

    pools: tuple[Pool, ...]

    @property
    def paid(self) -> dict[str, int]:
        """What each player gets in all; nobody who gets nothing."""
        found: dict[str, int] = defaultdict(int)
        for pool in self.pools:
            for player_id, amount in pool.shares:
                found[player_id] += amount
        return {player_id: amount for player_id, amount in found.items() if amount}


def share(allocation: Allocation) -> Payout:
    """The money of the allocation, by the rule of its contest.

    US Chess 32B asks who is tied, not which order the prizes were given in, so it pools prizes anew.
    """
    match allocation.contest.rules.sharing:
        case Sharing.NONE:
            return Payout(tuple(_in_full(allocation, allocation.winners)))
        case Sharing.US_CHESS_32B:
            pools = _us_chess(allocation)
        case how:
            pools = _by_category(allocation, how)
    overrides = [award for award in allocation.winners if award.override]
    return Payout((*_in_full(allocation, overrides), *pools))


def _in_full(allocation: Allocation, awards: Sequence[Award]) -> Iterator[Pool]:
    for award in awards:
        if cash := allocation.field.prizes[award.prize_id].cash:
            yield Pool((award.prize_id,), ((award.player_id, cash),))


def _tied(player: Player) -> Hashable:
    """What players have in common who share money."""
    return player.rank if player.points is None else player.points


def _groups(field: Field, free: int) -> list[int]:
    """The sets of tied players, the best first."""
    found: dict[Hashable, int] = defaultdict(int)
    for seat in members(free):
        found[_tied(field.players[seat])] |= 1 << seat
    best_first = sorted(found.values(), key=lowest)
    if field.players and field.players[0].points is not None:
        best_first.sort(key=lambda group: field.players[lowest(group)].points or Points(0), reverse=True)
    return best_first


def _by_category(allocation: Allocation, how: Sharing) -> Iterator[Pool]:
    """Pools of the prizes that tied players won in one category, shared by all of the tie who are in it.

    In it is who won there, and who may win there and won nothing.
    """
    field = allocation.field
    once = field.contest.rules.mode is Mode.FIRST_WIN
    holding = sum(1 << seat for seat in {field.seats[award.player_id] for award in allocation.winners}) if once else 0
    groups = {_tied(field.players[lowest(group)]): group for group in _groups(field, (1 << len(field.players)) - 1)}
    pools: dict[tuple[str, Hashable], list[tuple[Prize, int]]] = defaultdict(list)
    for award in allocation.winners:
        prize, seat = field.prizes[award.prize_id], field.seats[award.player_id]
        if prize.cash and not award.override:
            pools[prize.category_id, _tied(field.players[seat])].append((prize, seat))
    for (category_id, tie), won in pools.items():
        winners = sum(1 << seat for seat in {seat for _, seat in won})
        sharers = members(groups[tie] & field.eligible[category_id] & ~holding | winners)
        yield _pool(field, won, sharers, how)


def _pool(field: Field, won: Sequence[tuple[Prize, int]], sharers: Sequence[int], how: Sharing) -> Pool:
    total = sum(prize.cash for prize, _ in won)
    by_place = Fraction(1, 2) if how is Sharing.HORT else Fraction(0)
    own = {seat: sum(prize.cash for prize, winner in won if winner == seat) for seat in sharers}
    even = (1 - by_place) * total / len(sharers)
    amounts = rounded([by_place * own[seat] + even for seat in sharers])
    return Pool(tuple(prize.id for prize, _ in won), tuple(zip(field.ids(sharers), amounts, strict=True)))


def _us_chess(allocation: Allocation) -> Iterator[Pool]:
    """Pools by score group from the top, each with what the groups above have left."""
    field = allocation.field
    fixed = {award.prize_id for award in allocation.winners if award.override} | allocation.withheld.keys()
    stock = [prize for prize in field.queue if prize.cash and prize.id not in fixed]
    # At the same amount the prize of the main category is the better one, then the earlier in the brochure.
    order = {category.id: category.brochure_order for category in field.categories.values()}
    stock.sort(key=lambda each: (-each.cash, not each.main_category, order[each.category_id], each.place, each.id))
    held = {field.seats[award.player_id] for award in allocation.winners if award.override}
    free = (1 << len(field.players)) - 1 & ~sum(1 << seat for seat in held)
    for group in _groups(field, free):
        for prizes, sharers, amounts in score_group(field.eligible, stock, group):
            yield Pool(tuple(prize.id for prize in prizes), tuple(zip(field.ids(sharers), amounts, strict=True)))
            used = {prize.id for prize in prizes}
            stock = [prize for prize in stock if prize.id not in used]
