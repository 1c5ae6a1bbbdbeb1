"""Why a prize went where it went, why a player did not get it, and whom a winner bypassed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from podium.core.bits import members
from podium.core.errors import Unknown
from podium.prizes.allocation import Allocation, unfilled_reason
from podium.prizes.eligibility import ineligibility
from podium.prizes.field import Field
from podium.prizes.model import Mode, Order, Player, Prize, brochure_key
from podium.prizes.outcome import INACTIVE, Award

WON = "won"
HELD_EARLIER = "already_won"  # a prize that came before this one, or by override
HELD_BETTER = "has_better_prize"  # optimal: a prize that is worth more
AHEAD = "better_placed"  # it went to a player ahead in order
BY_OVERRIDE = "given_by_override"
WITHHELD = "withheld"  # a tie between others
IN_TIE = "tied"
ANOTHER_PLACE = "another_place"  # ranks within categories: the player is ahead of the place of the prize
COSTS_A_PRIZE = "would_leave_a_prize_unfilled"  # optimal


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who is eligible for a prize, and the prize that took them out of play, if any."""

    player_id: str
    rank: int
    rating: int
    name: str
    holds: str | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What became of a prize: who could have had it, in order, and what decided.

    `decided_by` is `override`, `only_candidate`, `rank`, `category_rank`, `rating`, `name`, `decision`, the reason of
    a conflict or of an unfilled prize, or `prize_inactive`.
    """

    prize_id: str
    winner: str | None
    decided_by: str
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a player did not get one prize: a reason of eligibility, or one of this module.

    `player_id` is who stands in the way, `prize_id_held` the prize that the player holds instead.
    """

    prize_id: str
    reason: str
    player_id: str | None = None
    prize_id_held: str | None = None


def explain(allocation: Allocation, prize_id: str) -> Explanation:
    """How one prize was decided; raises Unknown for a prize that is not in the contest."""
    field = allocation.field
    prize = field.prizes.get(prize_id)
    if prize is None:
        raise Unknown("prize", prize_id)
    if prize_id not in field.turns:
        return Explanation(prize_id, None, INACTIVE, ())
    award = next((each for each in allocation.winners if each.prize_id == prize_id), None)
    before = _held_before(allocation, prize)
    candidates = tuple(
        Candidate(player.id, player.rank, player.strength, player.name, before.get(player.id))
        for player in (field.players[seat] for seat in members(field.eligible[prize.category_id]))
    )
    if award is None:
        withheld = allocation.withheld.get(prize_id)
        reason = withheld.reason if withheld else unfilled_reason(field, prize, allocation.winners)
        return Explanation(prize_id, None, reason, candidates)
    return Explanation(prize_id, award.player_id, _decided_by(allocation, award, candidates), candidates)


def _held_before(allocation: Allocation, prize: Prize) -> dict[str, str]:
    """Who was out of play when the prize was decided, and by which prize."""
    field = allocation.field
    if field.contest.rules.mode is Mode.ALLOW_MULTIPLE:
        return {}
    if field.contest.rules.order is Order.OPTIMAL:
        winner = next((each.player_id for each in allocation.winners if each.prize_id == prize.id), None)
        turn = len(field.players) if winner is None else field.seats[winner]
        earlier = [each for each in allocation.winners if each.override or field.seats[each.player_id] < turn]
    else:
        turn = field.turns[prize.id]
        earlier = [each for each in allocation.winners if each.override or field.turns[each.prize_id] < turn]
    return {each.player_id: each.prize_id for each in earlier if each.prize_id != prize.id}


def _decided_by(allocation: Allocation, award: Award, candidates: tuple[Candidate, ...]) -> str:
    if award.override:
        return "override"
    if award.tie_break != "none":
        return award.tie_break
    others = [each for each in candidates if each.holds is None and each.player_id != award.player_id]
    field = allocation.field
    winner = field.players[field.seats[award.player_id]]
    if any(field.players[field.seats[each.player_id]].key == winner.key for each in others):
        return "decision"
    if not others:
        return "only_candidate"
    return "category_rank" if field.contest.rules.category_rank else "rank"


def why_not(allocation: Allocation, player_id: str) -> tuple[WhyNot, ...]:
    """Every prize of the contest in order of the queue, the inactive ones last, and what kept the player from it.

    A prize that the player won has the reason `won`. Raises Unknown for a player not in the contest.
    """
    field = allocation.field
    if player_id not in field.seats:
        raise Unknown("player", player_id)
    idle = [prize for prize in field.contest.prizes if prize.id not in field.turns]
    held = {award.prize_id: award for award in allocation.winners if award.player_id == player_id}
    winners = {award.prize_id: award for award in allocation.winners}
    found = [_why_not(allocation, player_id, prize, held, winners) for prize in field.queue]
    return (*found, *(WhyNot(prize.id, INACTIVE) for prize in idle))


def _why_not(
    allocation: Allocation, player_id: str, prize: Prize, held: dict[str, Award], winners: dict[str, Award]
) -> WhyNot:
    field = allocation.field
    category = field.categories[prize.category_id]
    if prize.id in held:
        return WhyNot(prize.id, WON)
    seat = field.seats[player_id]
    if reason := ineligibility(field.players[seat], category, field.contest.rules, field.contest.start_date):
        return WhyNot(prize.id, reason)
    award = winners.get(prize.id)
    if award and award.override:
        return WhyNot(prize.id, BY_OVERRIDE, award.player_id)
    if field.contest.rules.mode is Mode.FIRST_WIN:
        for own in held.values():
            if reason := _out_of_play(allocation, prize, own):
                return WhyNot(prize.id, reason, prize_id_held=own.prize_id)
    if tie := allocation.withheld.get(prize.id):
        mine = player_id in tie.players
        return WhyNot(prize.id, IN_TIE if mine else WITHHELD, next(each for each in tie.players if each != player_id))
    if award is None:  # an eligible player in play leaves a prize unfilled only if its place is another
        return WhyNot(prize.id, ANOTHER_PLACE)
    if field.seats[award.player_id] < seat:
        return WhyNot(prize.id, AHEAD, award.player_id)
    if field.contest.rules.category_rank:
        return WhyNot(prize.id, ANOTHER_PLACE, award.player_id)
    own_id = next(iter(held), None)
    return WhyNot(prize.id, COSTS_A_PRIZE, award.player_id, own_id)


def _out_of_play(allocation: Allocation, prize: Prize, own: Award) -> str | None:
    """Whether the player's own prize came before this one, and how."""
    if own.override:
        return HELD_EARLIER
    field = allocation.field
    if field.turns[own.prize_id] > field.turns[prize.id]:
        return None
    return HELD_BETTER if field.contest.rules.order is Order.OPTIMAL else HELD_EARLIER


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
