"""Prizes, and who won them."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class PrizeShape(TypedDict):
    id: str
    category_id: str
    place: int
    cash: float
    trophy: bool
    medal: bool
    active: bool
    main_category: bool


class CategoryShape(TypedDict):
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
    prizes: list[PrizeShape]


class AwardShape(TypedDict):
    prize_id: str
    player_id: str


class ConflictShape(TypedDict):
    prize_id: str
    player_id: str
    reason: str
    conflicted_with: list[str]


class UnfilledShape(TypedDict):
    prize_id: str
    reason: Literal["no_eligible_players", "all_won"]


class AllocationFigures(TypedDict):
    allocatedCount: int
    conflictCount: int
    unfilledCount: int
    manualOverrideCount: int
    timestamp: str


class AllocationShape(TypedDict):
    winners: list[AwardShape]
    conflicts: list[ConflictShape]
    unfilled: list[UnfilledShape]
    unfilled_prizes: list[str]
    metadata: AllocationFigures
    log: list[str]
    shares: NotRequired[list[Any]]
    certificate: NotRequired[Any]


class AllocationAnswer(AllocationShape):
    version: int


class PrizesAnswer(TypedDict):
    categories: list[CategoryShape]
    published: bool
    allocation: AllocationShape | None
    version: int
