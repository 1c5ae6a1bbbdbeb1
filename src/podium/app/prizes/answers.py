"""Prizes, and who won them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from podium.app.prizes.prizelist import prize_titles
from podium.app.prizes.words import reason
from podium.app.versions import versioned
from podium.core.errors import Unknown
from podium.flow.prizes.prizes import Allocated, Plan, Prizes
from podium.prizes import Allocation, Bypass, Category, Prize, Rules, Sharing, ineligibility, why_not
from podium.prizes.answer import run_as_json
from podium.prizes.document import rules_as_json
from podium.prizes.money import number

Amount = int | float
"""Money, in units and not in cents."""


class PrizeRow(Struct):
    id: str
    category_id: str
    place: int
    cash: Amount
    trophy: bool
    medal: bool
    active: bool
    main_category: bool


class CategoryRow(Struct):
    """Who may win some prizes, and the prizes."""

    id: str
    name: str
    brochure_order: int
    active: bool
    min_age: int | None
    max_age: int | None
    gender: str | None
    min_rating: int | None
    max_rating: int | None
    allow_unrated: bool
    disability: str | None
    city: str | None
    state: str | None
    club: str | None
    section: str | None
    prizes: list[PrizeRow]


class AwardRow(Struct):
    prize_id: str
    player_id: str


class WhyRow(Struct):
    """A prize, whether a player can win it, and the specs' reason why it is not theirs, or `won`."""

    prize_id: str
    eligible: bool
    reason: str
    won_by: str | None
    sentence: str


class WhyAnswer(Struct):
    __qualname__ = "prizes_WhyAnswer"
    prizes: list[WhyRow]
    version: int


class ConflictRow(Struct):
    prize_id: str
    player_id: str
    reason: str
    conflicted_with: list[str]
    waits_with: list[str] | UnsetType = UNSET


class UndecidedRow(Struct):
    """Players whom nothing tells apart, and all prizes that wait until it is said who of them comes first."""

    players: list[str]
    prizes: list[str]


class UnmatchedRow(Struct):
    """What a category asks for and no player has."""

    category_id: str
    field: str
    value: str


class UnfilledRow(Struct):
    prize_id: str
    reason: Literal["no_eligible_players", "all_won", "nobody_at_place"]


class BypassRow(Struct):
    """A winner, and a player ranked better who is eligible for the category and won nothing in it."""

    category_id: str
    prize_id: str
    winner: str
    rank: int
    bypassed: str
    bypassed_rank: int


class RulesRow(Struct):
    """What a run goes by."""

    allowUnratedInRatingCategory: bool  # noqa: N815  # the specification's spelling, as in those below
    multipleEligibilityMode: str  # noqa: N815
    useCategoryRank: bool  # noqa: N815
    order: str
    sharing: str


class DecisionRow(Struct):
    """Players whom nothing tells apart, in the order that was decided."""

    players: list[str]


class AllocationFigures(Struct):
    allocatedCount: int  # noqa: N815  # the contract's spelling, as in those below
    conflictCount: int  # noqa: N815
    unfilledCount: int  # noqa: N815
    manualOverrideCount: int  # noqa: N815
    timestamp: str


class ShareRow(Struct):
    player_id: str
    amount: Amount


class PoolRow(Struct):
    """Prizes whose money is shared, and by whom."""

    prizes: list[str]
    total: Amount
    players: list[ShareRow]


class BlockedRow(Struct):
    player_id: str
    categories: list[str]


class CertificateRow(Struct):
    """Why nobody can get more out of the prizes."""

    full: list[str]
    blocked: list[BlockedRow]


class AllocationRow(Struct, kw_only=True):
    """What a run decided, and by what.

    `undecided` is there where prizes wait for a decision, `unmatched` where no player has what a category asks for,
    `shares` where money is shared, `certificate` where the order is `optimal`, `audit` where it is asked for.
    """

    winners: list[AwardRow]
    conflicts: list[ConflictRow]
    undecided: list[UndecidedRow] | UnsetType = UNSET
    unmatched: list[UnmatchedRow] | UnsetType = UNSET
    unfilled: list[UnfilledRow]
    unfilled_prizes: list[str]
    metadata: AllocationFigures
    shares: list[PoolRow] | UnsetType = UNSET
    certificate: CertificateRow | UnsetType = UNSET
    audit: list[BypassRow] | UnsetType = UNSET
    rules: RulesRow
    decisions: list[DecisionRow]
    log: list[str]


class AllocationAnswer(AllocationRow, kw_only=True):
    version: int


class PrizesAnswer(Struct):
    """The plan, the rules where the event has its own, and the list of winners for those who may see it."""

    rules: RulesRow | None
    currency: str
    categories: list[CategoryRow]
    published: bool
    allocation: AllocationRow | None
    version: int


def category_row(plan: Plan, category: Category) -> CategoryRow:
    return CategoryRow(**asdict(category), prizes=[prize_row(prize) for prize in plan.prizes_in(category.id)])


def prize_row(prize: Prize) -> PrizeRow:
    return PrizeRow(**{**asdict(prize), "cash": number(prize.cash)})


def rules_row(rules: Rules) -> RulesRow:
    return msgspec.convert(rules_as_json(rules), RulesRow)


def allocation_row(allocated: Allocated) -> AllocationRow:
    shared = allocated.rules.sharing is not Sharing.NONE
    document = run_as_json(allocated, allocated.pools if shared else None)
    chosen = {
        "rules": rules_as_json(allocated.rules),
        "decisions": [{"players": each} for each in allocated.decisions],
    }
    return msgspec.convert({**document, **chosen, "log": list(allocated.log)}, AllocationRow)


def allocation_answer(allocated: Allocated, version: int, bypassed: Sequence[Bypass] | None = None) -> AllocationAnswer:
    """The run; with what the audit found, if it was made, in the log as well."""
    answer = versioned(AllocationAnswer, allocation_row(allocated), version)
    if bypassed is not None:
        answer.audit = [
            BypassRow(
                each.category_id,
                each.prize_id,
                each.winner.id,
                each.winner.rank,
                each.bypassed.id,
                each.bypassed.rank,
            )
            for each in bypassed
        ]
        answer.log += [each.line for each in bypassed]
    return answer


def prizes_answer(prizes: Prizes, version: int) -> PrizesAnswer:
    allocated = prizes.allocated
    return PrizesAnswer(
        rules=rules_row(prizes.rules) if prizes.rules else None,
        currency=prizes.plan.currency,
        categories=[category_row(prizes.plan, category) for category in prizes.plan.categories],
        published=bool(allocated and allocated.published),
        allocation=allocation_row(allocated) if allocated else None,
        version=version,
    )


def why_answer(allocation: Allocation, plan: Plan, player: str, prize: str | None, version: int) -> WhyAnswer:
    """What keeps a player from each prize of the plan, or from one; raises Unknown for one that there is not."""
    contest, titles = allocation.contest, prize_titles(plan)
    if prize is not None and prize not in titles:
        raise Unknown("prize", prize)
    winners = {award.prize_id: award.player_id for award in allocation.winners}
    found = {each.prize_id: each.reason for each in why_not(allocation, player)}
    categories = {category.id: category for category in contest.categories}
    who = next(each for each in contest.players if each.id == player)
    return WhyAnswer(
        [
            WhyRow(
                each.id,
                ineligibility(who, categories[each.category_id], contest.rules, contest.start_date) is None,
                found[each.id],
                winners.get(each.id),
                f"{titles[each.id]}: {reason(found[each.id])}.",
            )
            for each in contest.prizes
            if prize in (None, each.id)
        ],
        version,
    )
