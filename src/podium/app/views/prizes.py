"""Prizes as rows: the plan in the specification's field names, what a run decided, what differs between two lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from podium.app.prizegiving import run_again
from podium.app.views.rows import Row
from podium.flow.prizes import Allocated, Plan, Prizes
from podium.flow.state import Tournament
from podium.prizes import Category, Prize, Sharing
from podium.prizes.answer import run_as_json
from podium.prizes.money import number


def plan_row(plan: Plan) -> Row:
    """The plan as the API writes it, and takes it."""
    return {"categories": [category_row(plan, category) for category in plan.categories]}


def category_row(plan: Plan, category: Category) -> Row:
    return {**asdict(category), "prizes": [prize_row(prize) for prize in plan.of(category.id)]}


def prize_row(prize: Prize) -> Row:
    return {**asdict(prize), "cash": number(prize.cash)}


def allocated_row(allocated: Allocated) -> Row:
    """What a run decided as the specification's output, the log included."""
    shared = allocated.rules.sharing is not Sharing.NONE
    return {**run_as_json(allocated, allocated.pools if shared else None), "log": list(allocated.log)}


def prizes_row(prizes: Prizes) -> Row:
    """The plan, and the list of winners for those who may see it."""
    allocated = prizes.allocated
    return {
        **plan_row(prizes.plan),
        "published": bool(allocated and allocated.published),
        "allocation": allocated_row(allocated) if allocated else None,
    }


@dataclass(frozen=True, slots=True)
class PrizeState:
    """How a prize stands: what it is, and who has it; None where nobody has."""

    prize: Prize
    player: str | None


@dataclass(frozen=True, slots=True)
class PrizeDifference:
    """A prize as it was and as it will be; None where there is no such prize."""

    prize_id: str
    before: PrizeState | None
    after: PrizeState | None


def prize_differences(before: Tournament | None, after: Tournament) -> Iterator[PrizeDifference]:
    """Each prize that comes, goes, changes, or changes hands.

    Where nobody touches the prizes themselves, as in a correction of a result, it is who would win them by the rules
    of the last run, before and after.
    """
    if before is not None and before.prizes == after.prizes:
        old, new = _projected(before), _projected(after)
    else:
        old, new = _standing(before.prizes) if before else {}, _standing(after.prizes)
    for id in {**old, **new}:
        if old.get(id) != new.get(id):
            yield PrizeDifference(id, old.get(id), new.get(id))


def _standing(prizes: Prizes) -> dict[str, PrizeState]:
    holders = {award.prize_id: award.player_id for award in prizes.winners}
    return {prize.id: PrizeState(prize, holders.get(prize.id)) for prize in prizes.plan.prizes}


def _projected(state: Tournament) -> dict[str, PrizeState]:
    """Who would win what now; nobody where that cannot be decided, or would take long."""
    holders = {award.prize_id: award.player_id for award in run_again(state) or ()}
    return {prize.id: PrizeState(prize, holders.get(prize.id)) for prize in state.prizes.plan.prizes}


def difference_row(change: PrizeDifference) -> Row:
    return {"prize_id": change.prize_id, "before": _state_row(change.before), "after": _state_row(change.after)}


def _state_row(state: PrizeState | None) -> Row | None:
    return {"prize": prize_row(state.prize), "player_id": state.player} if state else None
