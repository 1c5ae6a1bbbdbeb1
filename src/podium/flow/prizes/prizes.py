"""The prizes of a tournament: what there is to win, and who won it."""

from __future__ import annotations

from dataclasses import dataclass

from podium.prizes import (
    Award,
    Category,
    Certificate,
    Conflict,
    Decision,
    Metadata,
    Override,
    Pool,
    Prize,
    Rules,
    Unfilled,
    Unmatched,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What there is to win; `currency` is the code of that of all amounts, empty where none was named."""

    categories: tuple[Category, ...] = ()
    prizes: tuple[Prize, ...] = ()
    currency: str = ""

    def prizes_in(self, category_id: str) -> tuple[Prize, ...]:
        """The prizes of a category, in the order they are listed."""
        return tuple(prize for prize in self.prizes if prize.category_id == category_id)


@dataclass(frozen=True, slots=True)
class Allocated:
    """What a run decided, with all that it was decided by but the players.

    It keeps its own plan: a list that was finalised means the prizes of that day, whatever is changed later. `pools` is
    who is paid what, and sums up to the money of the prizes that were won.
    """

    plan: Plan
    rules: Rules
    overrides: tuple[Override, ...]
    winners: tuple[Award, ...]
    conflicts: tuple[Conflict, ...]
    unfilled: tuple[Unfilled, ...]
    metadata: Metadata
    log: tuple[str, ...]
    pools: tuple[Pool, ...] = ()
    certificate: Certificate | None = None
    published: bool = False
    decisions: tuple[Decision, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()


@dataclass(frozen=True, slots=True)
class Prizes:
    """All about the prizes of a tournament; nothing is allocated until the owner does.

    `rules` are those of the event, None where nobody set any: a run that names others goes by its own.
    """

    plan: Plan = Plan()
    allocated: Allocated | None = None
    rules: Rules | None = None

    @property
    def winners(self) -> tuple[Award, ...]:
        """Who won what, as it was kept."""
        return self.allocated.winners if self.allocated else ()
