"""Whether an allocation is right, found out without the code that made it.

It asks each player's eligibility for each category anew, one by one, and follows the awards in order. For
the greedy orders it asks whether anybody ahead of a winner was passed over. For `optimal` it counts: where
a set of categories has k prizes, and n players may win something outside it, at most k + n prizes can be
won, so an assignment with that many is a largest one (König). The certificate names the sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from podium.prizes.allocation import Allocation
from podium.prizes.eligibility import ineligibility
from podium.prizes.model import Contest, Mode, Order, Player, Prize, brochure_key, value_key
from podium.prizes.outcome import ALL_WON, INACTIVE, NOBODY, NOBODY_AT_PLACE


class Finding(NamedTuple):
    """Something that is wrong with an allocation."""

    code: str
    prize_id: str | None = None
    player_id: str | None = None


def verify(allocation: Allocation) -> tuple[Finding, ...]:
    """Everything that is wrong with the allocation; empty if it is right."""
    facts = _Facts(allocation)
    basic = (*facts.settled_once(), *facts.awards_allowed(), *facts.overrides_kept(), *facts.ties_real())
    if basic:
        return basic  # what follows counts on these
    ordered = facts.best_possible() if facts.contest.rules.order is Order.OPTIMAL else facts.nobody_passed_over()
    return (*ordered, *facts.unfilled_rightly())


class _Facts:
    """An allocation, and what its contest says about it."""

    def __init__(self, allocation: Allocation) -> None:
        self.given = allocation
        self.contest: Contest = allocation.contest
        self.once = self.contest.rules.mode is Mode.FIRST_WIN
        categories = {category.id: category for category in self.contest.categories if category.active}
        key = brochure_key if self.contest.rules.order is Order.BROCHURE_FIRST else value_key
        prizes = [prize for prize in self.contest.prizes if prize.active and prize.category_id in categories]
        self.queue = sorted(prizes, key=lambda prize: key(prize, categories[prize.category_id]))
        self.prizes = {prize.id: prize for prize in self.queue}
        named = [id for decision in self.contest.decisions for id in decision]
        said = {id: place for place, id in enumerate(named)}
        self.said = {player.id: said.get(player.id, len(said)) for player in self.contest.players}
        self.order = sorted(
            self.contest.players, key=lambda each: (*each.standing[:-1], self.said[each.id], each.standing[-1])
        )
        self.players = {player.id: player for player in self.order}
        rules, start = self.contest.rules, self.contest.start_date
        self.eligible: dict[str, list[Player]] = {
            id: [player for player in self.order if ineligibility(player, category, rules, start) is None]
            for id, category in categories.items()
        }
        self.may = {id: {player.id for player in players} for id, players in self.eligible.items()}

    def mark(self, player: Player) -> tuple[object, ...]:
        """What players have in common whom nothing tells apart, not even the organiser."""
        return *player.key, self.said[player.id]

    def may_win(self, player_id: str, prize: Prize) -> bool:
        return player_id in self.may[prize.category_id]

    def settled_once(self) -> Iterator[Finding]:
        """Each active prize is awarded, withheld or unfilled, one of the three, once."""
        given = self.given
        settled = Counter(award.prize_id for award in given.winners)
        settled.update(left.prize_id for left in given.unfilled)
        settled.update(conflict.prize_id for conflict in given.conflicts if conflict.withholds)
        for id in self.prizes.keys() | settled.keys():
            if settled[id] != (id in self.prizes):
                yield Finding("not_settled_once", id)

    def awards_allowed(self) -> Iterator[Finding]:
        """Every winner is eligible and, unless several are allowed, wins once."""
        wins = Counter(award.player_id for award in self.given.winners)
        for award in self.given.winners:
            if award.prize_id in self.prizes and not self.may_win(award.player_id, self.prizes[award.prize_id]):
                yield Finding("winner_not_eligible", award.prize_id, award.player_id)
            if self.once and wins[award.player_id] > 1:
                yield Finding("won_twice", award.prize_id, award.player_id)

    def overrides_kept(self) -> Iterator[Finding]:
        """An override stands where its player is eligible, and is refused as a conflict where not."""
        standing = {(award.prize_id, award.player_id) for award in self.given.winners if award.override}
        refused = {(each.prize_id, each.player_id) for each in self.given.conflicts if not each.withholds}
        asked = {(override.prize_id, override.player_id) for override in self.contest.overrides}
        for prize_id, player_id in asked | standing | refused:
            prize = self.prizes.get(prize_id)
            right = prize is not None and self.may_win(player_id, prize)
            here = (prize_id, player_id)
            if here not in asked or (here in standing, here in refused) != (right, not right):
                yield Finding("override_not_kept", prize_id, player_id)
        for conflict in self.given.conflicts:
            if not conflict.withholds and (conflict.reason == INACTIVE) != (conflict.prize_id not in self.prizes):
                yield Finding("override_not_kept", conflict.prize_id, conflict.player_id)

    def ties_real(self) -> Iterator[Finding]:
        """A withheld prize is one that a player may win, and that others who are alike stand in the way of."""
        for id, conflict in self.given.withheld.items():
            names = set(conflict.players)
            known = [self.players[name] for name in names if name in self.players]
            fit = len(known) == len(names) == len(conflict.players) > 1
            alike = len({self.mark(player) for player in known}) == 1
            if not (fit and alike and self.may_win(conflict.player_id, self.prizes[id])):
                yield Finding("tie_not_real", id, conflict.player_id)

    def nobody_passed_over(self) -> Iterator[Finding]:
        """In order of the queue, each prize went to the first who was eligible and still in play."""
        winner = {award.prize_id: award for award in self.given.winners}
        won = {award.player_id for award in self.given.winners if award.override and self.once}
        withheld = self.given.withheld
        placed = {(self.prizes[each.prize_id].category_id, each.player_id) for each in winner.values() if each.override}
        for prize in self.queue:
            award = winner.get(prize.id)
            if award and award.override:
                continue
            category = prize.category_id
            in_play = [player for player in self.eligible[category] if player.id not in won]
            candidates = in_play
            if self.contest.rules.category_rank:
                ranking = [
                    each for each in self.eligible[category] if each.id not in won or (category, each.id) in placed
                ]
                ranking.sort(
                    key=lambda each: (*each.standing[:-1], self.said[each.id], (category, each.id) not in placed)
                )
                candidates = [player for player in ranking[prize.place - 1 :] if player.id not in won]
            marks = {self.mark(candidates[0])} if candidates else set()
            expected = [player.id for player in in_play if self.mark(player) in marks]
            got = [award.player_id] if award else list(withheld[prize.id].players) if prize.id in withheld else []
            if sorted(got) != sorted(expected):
                yield Finding("passed_over", prize.id, expected[0] if expected else None)
            if award:
                placed.add((category, award.player_id))
            if award and self.once:
                won.add(award.player_id)

    def best_possible(self) -> Iterator[Finding]:
        """The most prizes are filled, and nobody in turn could have had a better one."""
        certificate = self.given.certificate
        if certificate is None:
            yield Finding("no_certificate")
            return
        fixed = {award.prize_id for award in self.given.winners if award.override} | self.given.withheld.keys()
        stock: dict[str, list[Prize]] = {}
        for prize in self.queue:
            if prize.id not in fixed:
                stock.setdefault(prize.category_id, []).append(prize)
        by_override = {award.player_id for award in self.given.winners if award.override}
        won = {award.player_id: award.prize_id for award in self.given.winners if not award.override}
        free = [player.id for player in self.order if player.id not in by_override]
        open_to = {id: frozenset(name for name in stock if id in self.may[name]) for id in free}
        behind = Counter(open_to.values())

        def bound(names: Sequence[str]) -> int:
            """No more than this many of those behind can win what is in stock."""
            inside = frozenset(names)
            outside = sum(count for wishes, count in behind.items() if not wishes <= inside)
            return outside + sum(len(prizes) for name, prizes in stock.items() if name in inside)

        to_come = len(won)
        if bound(certificate.full) != to_come:
            yield Finding("more_prizes_possible")
        worth = {prize.id: place for place, prize in enumerate(self.queue)}
        for id in free:
            behind[open_to[id]] -= 1
            heads = {name: worth[stock[name][0].id] for name in open_to[id] if stock[name]}
            if id not in won:
                if heads:
                    yield Finding("better_prize_possible", player_id=id)
                continue
            to_come -= 1
            prize = self.prizes[won[id]]
            if not stock[prize.category_id] or stock[prize.category_id][0] != prize:
                yield Finding("prize_out_of_turn", prize.id, id)
                return
            better = {name for name, place in heads.items() if place < worth[prize.id]}
            blocked = certificate.blocked.get(id, ())
            if better and not (better <= set(blocked) and bound(blocked) <= to_come):
                yield Finding("better_prize_possible", prize.id, id)
            stock[prize.category_id].pop(0)

    def unfilled_rightly(self) -> Iterator[Finding]:
        """A prize stays unfilled only if all who may have it hold another, and says so."""
        winners = {award.player_id for award in self.given.winners}
        for left in self.given.unfilled:
            may = self.may[self.prizes[left.prize_id].category_id]
            if left.reason == NOBODY_AT_PLACE:
                if not self.contest.rules.category_rank or not may or (self.once and may <= winners):
                    yield Finding("unfilled_wrongly", left.prize_id)
            elif left.reason != (ALL_WON if may else NOBODY) or not may <= winners:
                yield Finding("unfilled_wrongly", left.prize_id)
