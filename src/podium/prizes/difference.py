"""What each player gains or loses between two allocations: by another order, another rule, an override."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from podium.prizes.allocation import Allocation, allocate
from podium.prizes.model import Contest, Order, Prize


@dataclass(frozen=True, slots=True)
class Change:
    """A player whose prizes differ: what was won before and after, and the cash between them in minor units.

    `verdict` is `gains`, `loses`, or `exchanges` where the prizes are worth the same.
    """

    player_id: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    cash: int
    verdict: str


@dataclass(frozen=True, slots=True)
class PrizeChange:
    """A prize whose winner differs; None where it has no winner."""

    prize_id: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Difference:
    """Two allocations side by side: only what is not the same in both."""

    before: Allocation
    after: Allocation
    players: tuple[Change, ...]
    prizes: tuple[PrizeChange, ...]


def difference(before: Allocation, after: Allocation) -> Difference:
    """What `after` changes; players in order of standing, prizes in order of the queue they stood in first."""
    old, new = _won(before), _won(after)
    standing = {player.id: player for player in (*before.field.players, *after.field.players)}
    players = tuple(
        _change(id, old.get(id, []), new.get(id, [])) for id in standing if old.get(id, []) != new.get(id, [])
    )
    was = {award.prize_id: award.player_id for award in before.winners}
    now = {award.prize_id: award.player_id for award in after.winners}
    turns = dict.fromkeys((*before.field.turns, *after.field.turns))
    prizes = tuple(PrizeChange(id, was.get(id), now.get(id)) for id in turns if was.get(id) != now.get(id))
    return Difference(before, after, players, prizes)


def what_if(allocation: Allocation, contest: Contest) -> Difference:
    """What would be different if `contest` were decided in place of the allocation's own.

    >>> from dataclasses import replace
    >>> from podium.prizes.model import Category, Override, Player
    >>> asked = Contest((Player("a", "Ann", 1), Player("b", "Bob", 2)), (Category("o", "Open"),), (Prize("1", "o", 1),))
    >>> given = allocate(asked)
    >>> [(each.player_id, each.verdict) for each in what_if(
    ...     given, replace(asked, overrides=(Override("1", "b"),))).players]
    [('a', 'loses'), ('b', 'gains')]
    """
    return difference(allocation, allocate(contest, allocation.metadata.timestamp))


def compare(contest: Contest, orders: Sequence[Order] | None = None, timestamp: str = "") -> tuple[Difference, ...]:
    """What each order would change in the first one; by default all that the rules allow, from `brochure-first`."""
    first, *others = (
        allocate(replace(contest, rules=replace(contest.rules, order=order)), timestamp)
        for order in orders or contest.rules.orders
    )
    return tuple(difference(first, other) for other in others)


def _won(allocation: Allocation) -> dict[str, list[Prize]]:
    found: dict[str, list[Prize]] = defaultdict(list)
    for award in allocation.winners:
        found[award.player_id].append(allocation.field.prizes[award.prize_id])
    return {id: sorted(prizes, key=lambda prize: prize.id) for id, prizes in found.items()}


def _change(player_id: str, old: list[Prize], new: list[Prize]) -> Change:
    was, now = _worth(old), _worth(new)
    verdict = "exchanges" if was == now else "gains" if now > was else "loses"
    cash = sum(prize.cash for prize in new) - sum(prize.cash for prize in old)
    return Change(player_id, tuple(prize.id for prize in old), tuple(prize.id for prize in new), cash, verdict)


def _worth(prizes: list[Prize]) -> list[tuple[int, int]]:
    return sorted((prize.value for prize in prizes), reverse=True)
