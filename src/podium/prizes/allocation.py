"""Prizes allocated: overrides first, then by the order that was asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as part
from functools import reduce

from podium.core.bits import lowest, members
from podium.prizes.eligibility import Unmatched, ineligibility, unmatched
from podium.prizes.field import Field, field_of
from podium.prizes.model import Contest, Mode, Order, Override, Prize
from podium.prizes.optimal import optimal
from podium.prizes.outcome import (
    ALL_WON,
    INACTIVE,
    NOBODY,
    NOBODY_AT_PLACE,
    Award,
    Certificate,
    Conflict,
    Unfilled,
    tie,
)


def in_turn(field: Field, queue: Sequence[Prize], free: int, given: Sequence[Award] = ()) -> Iterator[Award | Conflict]:
    """What becomes of each prize of `queue` that anybody in the set `free` may win; `given` went by override before.

    A prize whose best candidates are alike is withheld, and they stay in play for the next. Where ranks count within
    categories a place is counted among the players in play and the winners in the category.
    """
    rules = field.contest.rules
    once = rules.mode is Mode.FIRST_WIN
    holders: dict[str, int] = defaultdict(int)
    for award in given:
        holders[field.prizes[award.prize_id].category_id] |= 1 << field.seats[award.player_id]
    for prize in queue:
        category = prize.category_id
        in_play = field.eligible[category] & free
        candidates = in_play
        if rules.category_rank:
            ranking = field.eligible[category] & (free | holders[category])
            candidates &= field.behind(prize.place, ranking, holders[category])
        if not candidates:
            continue
        best = lowest(candidates)
        if len(alike := members(in_play & field.alike.get(best, 0))) > 1:
            yield tie(prize.id, field.ids(alike))
            continue
        yield Award(prize.id, field.players[best].id, field.tie_break(best, candidates ^ 1 << best))
        holders[category] |= 1 << best
        if once:
            free ^= 1 << best


@dataclass(frozen=True, slots=True)
class Metadata:
    """The figures of a run; `timestamp` is what the caller says the time was."""

    allocated_count: int
    conflict_count: int
    unfilled_count: int
    manual_override_count: int
    timestamp: str


@dataclass(frozen=True, slots=True)
class Allocation:
    """What became of every active prize, and what it followed from.

    Winners by override come first, then the others in order of the queue. Only the order `optimal`
    has a certificate. `unmatched` are filters of categories that no player at all passes: misspelt, as a rule.
    """

    winners: tuple[Award, ...]
    conflicts: tuple[Conflict, ...]
    unfilled: tuple[Unfilled, ...]
    metadata: Metadata
    log: tuple[str, ...]
    certificate: Certificate | None
    field: Field = part(repr=False, compare=False)
    unmatched: tuple[Unmatched, ...] = ()

    @property
    def contest(self) -> Contest:
        return self.field.contest

    @property
    def withheld(self) -> dict[str, Conflict]:
        """The prizes that wait for the organiser because of a tie, by id."""
        return {conflict.prize_id: conflict for conflict in self.conflicts if conflict.withholds}


def allocate(contest: Contest, timestamp: str = "") -> Allocation:
    """The prizes of `contest`, given away by its rules; raises Invalid where the contest is not sound.

    The same contest gives the same allocation, in whatever order its players and prizes are listed.
    """
    field = field_of(contest)
    by_override, refused = _overrides(field)
    fixed = {award.prize_id for award in by_override}
    free = (1 << len(field.players)) - 1
    if contest.rules.mode is Mode.FIRST_WIN:
        free = reduce(lambda left, award: left ^ 1 << field.seats[award.player_id], by_override, free)
    queue = [prize for prize in field.queue if prize.id not in fixed]
    certificate = None
    if contest.rules.order is Order.OPTIMAL:
        decided, certificate = optimal(field, queue, free)
    else:
        decided = list(in_turn(field, queue, free, by_override))
    winners = (*by_override, *(each for each in decided if isinstance(each, Award)))
    conflicts = (*refused, *(each for each in decided if isinstance(each, Conflict)))
    settled = {each.prize_id for each in decided}
    left = (prize for prize in queue if prize.id not in settled)
    unfilled = tuple(Unfilled(prize.id, unfilled_reason(field, prize, winners)) for prize in left)
    metadata = Metadata(len(winners), len(conflicts), len(unfilled), len(by_override), timestamp)
    log = _log(field, (*by_override, *refused, *decided, *unfilled), metadata)
    nobody = unmatched(contest.players, [each for each in contest.categories if each.active])
    return Allocation(winners, conflicts, unfilled, metadata, log, certificate, field, nobody)


def _overrides(field: Field) -> tuple[list[Award], list[Conflict]]:
    """The awards that the organiser made, and the refusals; a refused prize stays in the queue."""
    awards, refused = [], []
    for override in field.contest.overrides:
        if reason := _objection(field, override):
            refused.append(Conflict(override.prize_id, override.player_id, reason))
        else:
            awards.append(Award(override.prize_id, override.player_id, override=True))
    return awards, refused


def _objection(field: Field, override: Override) -> str | None:
    prize = field.prizes[override.prize_id]
    category = field.categories[prize.category_id]
    if not (prize.active and category.active):
        return INACTIVE
    player = field.players[field.seats[override.player_id]]
    return ineligibility(player, category, field.contest.rules, field.contest.start_date)


def unfilled_reason(field: Field, prize: Prize, winners: Sequence[Award]) -> str:
    """Why a prize has no winner: nobody may have it, all who may hold another, or nobody is at its place."""
    may = field.eligible[prize.category_id]
    if not may:
        return NOBODY
    rules = field.contest.rules
    if not rules.category_rank:
        return ALL_WON
    won = reduce(lambda left, award: left | 1 << field.seats[award.player_id], winners, 0)
    return ALL_WON if rules.mode is Mode.FIRST_WIN and not may & ~won else NOBODY_AT_PLACE


def _log(field: Field, happened: Sequence[Award | Conflict | Unfilled], metadata: Metadata) -> tuple[str, ...]:
    """The run as the specification writes it down, one line for each thing that happened."""
    return (
        f"[alloc] tId={field.contest.tournament_id} allocating for tournament",
        f"[alloc] queue={len(field.queue)} prizes in queue",
        *(_line(field, each) for each in happened),
        f"[alloc] done: allocated={metadata.allocated_count} conflicts={metadata.conflict_count} "
        f"unfilled={metadata.unfilled_count}",
    )


def _line(field: Field, happened: Award | Conflict | Unfilled) -> str:
    match happened:
        case Award(prize_id, player_id, tie_break):
            player = field.players[field.seats[player_id]]
            category = field.prizes[prize_id].category_id
            in_category = ""
            if field.contest.rules.category_rank:
                in_category = f" category_rank={field.category_rank(player_id, category)}"
            return (
                f"[alloc.win] prize={prize_id} player={player_id} rank={player.rank} rating={player.strength} "
                f"tie_break={tie_break} category={category}{in_category}"
            )
        case Conflict(prize_id, _, reason):
            return f"[alloc.conflict] prize={prize_id} tied_players=[{', '.join(happened.players)}] reason={reason}"
        case Unfilled(prize_id, reason):
            return f"[alloc.unfilled] prize={prize_id} reason={reason}"
