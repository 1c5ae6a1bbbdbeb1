"""Where a prize went to a player with a worse rank than someone of the category who did not win there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from podium.core.bits import members
from podium.prizes.allocation import Allocation
from podium.prizes.field import Field
from podium.prizes.model import Player, brochure_key
from podium.prizes.outcome import Award


@dataclass(frozen=True, slots=True)
class Bypass:
    """A winner, and a player with a better rank who may win prizes of the category and won none of them."""

    category_id: str
    prize_id: str
    winner: Player
    bypassed: Player

    @property
    def line(self) -> str:
        """The warning as the specification writes it."""
        return (
            f"[alloc.consistency] category={self.category_id} prize={self.prize_id} "
            f"winner={self.winner.id} rank={self.winner.rank} bypassed={self.bypassed.id} rank={self.bypassed.rank}"
        )


def audit(allocation: Allocation) -> Iterator[Bypass]:
    """The pairs of `bypasses` in an allocation."""
    return bypasses(allocation.field, allocation.winners)


def bypasses(field: Field, awards: Iterable[Award]) -> Iterator[Bypass]:
    """Each pair of a winner and a player bypassed, in order of the brochure; it changes nothing.

    Such a pair is rarely a mistake: most often the player who was bypassed holds another prize.
    """
    winners: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for award in awards:
        winners[field.prizes[award.prize_id].category_id].append((award.prize_id, field.seats[award.player_id]))
    for id in sorted(winners, key=lambda each: (field.categories[each].brochure_order, each)):
        category = field.categories[id]
        ordered = sorted(winners[id], key=lambda won: brochure_key(field.prizes[won[0]], category))
        others = field.eligible[id] & ~sum(1 << seat for seat in {seat for _, seat in ordered})
        for prize_id, seat in ordered:
            for other in members(others & (1 << seat) - 1):
                if field.players[other].rank < field.players[seat].rank:
                    yield Bypass(id, prize_id, field.players[seat], field.players[other])
