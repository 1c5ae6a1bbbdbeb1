"""An allocation as a document: what a run prints, and what the API answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Protocol

from podium.prizes.allocation import Allocation, Metadata
from podium.prizes.eligibility import Unmatched
from podium.prizes.model import Sharing
from podium.prizes.money import number
from podium.prizes.outcome import Award, Certificate, Conflict, Unfilled, undecided
from podium.prizes.sharing import Pool, share


class Decided(Protocol):
    """What a run decided, fresh or kept from before."""

    @property
    def winners(self) -> tuple[Award, ...]: ...

    @property
    def conflicts(self) -> tuple[Conflict, ...]: ...

    @property
    def unfilled(self) -> tuple[Unfilled, ...]: ...

    @property
    def metadata(self) -> Metadata: ...

    @property
    def unmatched(self) -> tuple[Unmatched, ...]: ...

    @property
    def certificate(self) -> Certificate | None: ...


def allocation_as_json(allocation: Allocation) -> dict[str, object]:
    """The allocation as the specification's output; amounts are in units, not in cents.

    `undecided` names players who are alike, with all prizes that wait for a word on them; `unmatched` what a category
    asks for and no player has. `shares` is there where money is shared, `certificate` where the order is `optimal`.
    """
    shared = allocation.contest.rules.sharing is not Sharing.NONE
    return run_as_json(allocation, share(allocation).pools if shared else None)


def run_as_json(allocation: Decided, pools: Sequence[Pool] | None) -> dict[str, object]:
    """The same of any run; `pools` are the shares of money, None where it is not shared."""
    figures = allocation.metadata
    waiting = undecided(allocation.conflicts)
    together = {prize: each.prizes for each in waiting for prize in each.prizes}
    answer: dict[str, object] = {
        "winners": [{"prize_id": each.prize_id, "player_id": each.player_id} for each in allocation.winners],
        "conflicts": [
            {
                "prize_id": each.prize_id,
                "player_id": each.player_id,
                "reason": each.reason,
                "conflicted_with": list(each.conflicted_with),
                **_waits_with(each, together.get(each.prize_id, ())),
            }
            for each in allocation.conflicts
        ],
        "unfilled": [{"prize_id": each.prize_id, "reason": each.reason} for each in allocation.unfilled],
        "unfilled_prizes": [each.prize_id for each in allocation.unfilled],
        "metadata": {
            "allocatedCount": figures.allocated_count,
            "conflictCount": figures.conflict_count,
            "unfilledCount": figures.unfilled_count,
            "manualOverrideCount": figures.manual_override_count,
            "timestamp": figures.timestamp,
        },
    }
    if waiting:
        answer["undecided"] = [{"players": list(each.players), "prizes": list(each.prizes)} for each in waiting]
    if allocation.unmatched:
        answer["unmatched"] = [asdict(each) for each in allocation.unmatched]
    if pools is not None:
        answer["shares"] = [
            {
                "prizes": list(pool.prizes),
                "total": number(pool.total),
                "players": [{"player_id": id, "amount": number(amount)} for id, amount in pool.shares],
            }
            for pool in pools
        ]
    if proof := allocation.certificate:
        answer["certificate"] = {
            "full": list(proof.full),
            "blocked": [{"player_id": id, "categories": list(names)} for id, names in proof.blocked.items()],
        }
    return answer


def _waits_with(conflict: Conflict, together: Sequence[str]) -> dict[str, object]:
    """The other prizes that wait for the same decision, where there are any."""
    others = [id for id in together if id != conflict.prize_id]
    return {"waits_with": others} if conflict.withholds and others else {}
