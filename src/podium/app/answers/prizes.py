"""Prizes, and who won them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from podium.app.answers.versions import versioned
from podium.flow.prizes import Allocated, Plan, Prizes
from podium.prizes import Category, Prize, Sharing
from podium.prizes.answer import run_as_json
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


class ConflictRow(Struct):
    prize_id: str
    player_id: str
    reason: str
    conflicted_with: list[str]


class UnfilledRow(Struct):
    prize_id: str
    reason: Literal["no_eligible_players", "all_won"]


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
    """What a run decided; `shares` is there where money is shared, `certificate` where the order is `optimal`."""

    winners: list[AwardRow]
    conflicts: list[ConflictRow]
    unfilled: list[UnfilledRow]
    unfilled_prizes: list[str]
    metadata: AllocationFigures
    shares: list[PoolRow] | UnsetType = UNSET
    certificate: CertificateRow | UnsetType = UNSET
    log: list[str]


class AllocationAnswer(AllocationRow, kw_only=True):
    version: int


class PrizesAnswer(Struct):
    """The plan, and the list of winners for those who may see it."""

    categories: list[CategoryRow]
    published: bool
    allocation: AllocationRow | None
    version: int


def category_row(plan: Plan, category: Category) -> CategoryRow:
    return CategoryRow(**asdict(category), prizes=[prize_row(prize) for prize in plan.of(category.id)])


def prize_row(prize: Prize) -> PrizeRow:
    return PrizeRow(**{**asdict(prize), "cash": number(prize.cash)})


def allocation_row(allocated: Allocated) -> AllocationRow:
    shared = allocated.rules.sharing is not Sharing.NONE
    document = run_as_json(allocated, allocated.pools if shared else None)
    return msgspec.convert({**document, "log": list(allocated.log)}, AllocationRow)


def allocation_answer(allocated: Allocated, version: int) -> AllocationAnswer:
    return versioned(AllocationAnswer, allocation_row(allocated), version)


def prizes_answer(prizes: Prizes, version: int) -> PrizesAnswer:
    allocated = prizes.allocated
    return PrizesAnswer(
        categories=[category_row(prizes.plan, category) for category in prizes.plan.categories],
        published=bool(allocated and allocated.published),
        allocation=allocation_row(allocated) if allocated else None,
        version=version,
    )
