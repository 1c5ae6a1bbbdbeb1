"""A contest made ready to be decided: players in order, prizes in a queue, who may win what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, groupby

from podium.core.bits import lowest, members
from podium.prizes.eligibility import eligible
from podium.prizes.model import Category, Contest, Order, Player, Prize, brochure_key, value_key
from podium.prizes.soundness import check


@dataclass(frozen=True, slots=True)
class Field:
    """A sound contest. A set of players is a whole number: bit i stands for `players[i]`."""

    contest: Contest
    players: tuple[Player, ...]  # in order of standing
    queue: tuple[Prize, ...]  # the active prizes, the first to be given away first
    turns: Mapping[str, int]  # the place of each active prize in the queue, by id
    eligible: Mapping[str, int]  # the players who may win, by the id of an active category
    seats: Mapping[str, int]  # the place of each player in `players`, by id
    alike: Mapping[int, int]  # for a place that only an id puts before others: the set of them all
    prizes: Mapping[str, Prize]
    categories: Mapping[str, Category]

    def behind(self, place: int, ranking: int, holders: int) -> int:
        """The players of the set `ranking` who are not before a place in it; of those alike `holders` come first."""
        while place > 1 and ranking:
            first = lowest(ranking)
            alike = ranking & self.alike.get(first, 1 << first)
            ranking ^= 1 << lowest(alike & holders or alike)
            place -= 1
        return ranking

    def category_rank(self, player_id: str, category_id: str) -> int:
        """The rank of a player among the players who may win in a category; shared where the final rank is."""
        own = self.players[self.seats[player_id]].rank
        return 1 + sum(self.players[seat].rank < own for seat in members(self.eligible[category_id]))

    def ids(self, seats: Iterable[int]) -> tuple[str, ...]:
        """The ids of the players at these places."""
        return tuple(self.players[seat].id for seat in seats)

    def tie_break(self, winner: int, others: int) -> str:
        """What put a winner before the next of `others`: `rating` or `name` if that one shares the rank."""
        if not others:
            return "none"
        first, second = self.players[winner], self.players[lowest(others)]
        if first.rank != second.rank or first.key == second.key:
            return "none"
        return "rating" if first.strength != second.strength else "name"


def field_of(contest: Contest) -> Field:
    """The contest made ready; raises Invalid, naming the value, where it is not sound."""
    check(contest)
    categories = {category.id: category for category in contest.categories}
    decided = {id: place for place, id in enumerate(chain.from_iterable(contest.decisions))}
    players = tuple(_seated(contest.players, decided))
    active = [category for category in contest.categories if category.active]
    given = [prize for prize in contest.prizes if prize.active and categories[prize.category_id].active]
    key = brochure_key if contest.rules.order is Order.BROCHURE_FIRST else value_key
    queue = tuple(sorted(given, key=lambda prize: key(prize, categories[prize.category_id])))
    return Field(
        contest,
        players,
        queue,
        {prize.id: turn for turn, prize in enumerate(queue)},
        eligible(players, active, contest.rules, contest.start_date),
        {player.id: seat for seat, player in enumerate(players)},
        _alike(players, decided),
        {prize.id: prize for prize in contest.prizes},
        categories,
    )


def _seated(players: Iterable[Player], decided: Mapping[str, int]) -> Iterator[Player]:
    """The players in their order; between players who are alike the organiser's decision comes before the id."""

    def by_name(player: Player) -> tuple[object, ...]:
        *standing, id = player.standing
        return *standing, decided.get(id, len(decided)), id

    def by_rank(player: Player) -> tuple[int, int]:
        return player.rank, -(player.rating or 0)

    for _, group in groupby(sorted(players, key=by_rank), key=by_rank):
        equal = list(group)
        yield from equal if len(equal) == 1 else sorted(equal, key=by_name)  # few names are ever compared


def _alike(players: tuple[Player, ...], decided: Mapping[str, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for _, group in groupby(enumerate(players), key=lambda placed: (placed[1].key, decided.get(placed[1].id))):
        seats = [seat for seat, _ in group]
        if len(seats) > 1:
            found |= dict.fromkeys(seats, (1 << seats[-1] + 1) - (1 << seats[0]))  # they stand side by side
    return found
