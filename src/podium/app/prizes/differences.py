"""What differs between two lists of prizes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from podium.app.prizes.prizegiving import run_again
from podium.flow.prizes.prizes import Prizes
from podium.flow.state import Tournament
from podium.prizes import Prize


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
