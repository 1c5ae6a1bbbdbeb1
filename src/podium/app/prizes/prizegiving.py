"""Prizes decided from a tournament: its standings and its plan become a contest, a run becomes what is kept.

A run may take long, so it has a deadline. One that could, for its size, runs in a process of its own, which can be
ended; a thread could not, and would keep everybody else waiting. Nothing of a run that was given up is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from podium.app.access import Actor, Role
from podium.app.desk import Desk, Seen
from podium.app.event.progress import Step, planned_rounds
from podium.app.ports import Receipt
from podium.app.prizes.contests import RunOptions, contest_of, options_of, usual_options
from podium.app.queries import progress
from podium.app.server.worker_pool import WorkerPool, WorkLimits, WorkStopped
from podium.app.standings.final_ranking import ranking_is_final
from podium.core.errors import Forbidden, PodiumError, Refused, Stale, TooSlow, Unknown
from podium.core.ids import TournamentId
from podium.flow.commands import AllocatePrizes
from podium.flow.prizes.prizes import Allocated, Plan
from podium.flow.rounds.open_games import open_games
from podium.flow.state import Tournament
from podium.prizes import Allocation, Award, Bypass, Contest, allocate, share
from podium.prizes.explanation import bypasses
from podium.prizes.field import field_of

DEADLINE = 60.0
SMALL = 2_000_000
"""Players times categories and prizes up to which a run is a matter of a second, wherever it runs."""
TRIES = 3


def allocated_of(allocation: Allocation, plan: Plan) -> Allocated:
    """What is kept of a run."""
    return Allocated(
        plan=plan,
        rules=allocation.contest.rules,
        overrides=allocation.contest.overrides,
        winners=allocation.winners,
        conflicts=allocation.conflicts,
        unfilled=allocation.unfilled,
        metadata=allocation.metadata,
        log=allocation.log,
        pools=share(allocation).pools,
        certificate=allocation.certificate,
        decisions=allocation.contest.decisions,
        unmatched=allocation.unmatched,
    )


def audit_of(state: Tournament, allocated: Allocated) -> tuple[Bypass, ...]:
    """Where what a run decided went past somebody with a better rank, by the standings of `state`."""
    contest = contest_of(state, options_of(allocated), allocated.plan)
    return tuple(bypasses(field_of(contest), allocated.winners))


Run = Callable[[Contest, str], Allocation]


@dataclass(frozen=True, slots=True)
class PrizeAllocator:
    """Decides prizes at the desk, within a deadline in seconds; contests up to `small` run where they are asked for."""

    desk: Desk
    deadline: float = DEADLINE
    small: int = SMALL
    run: Run = allocate

    def preview(self, seen: Seen, options: RunOptions) -> Allocated:
        """What a run would decide now; nothing is written."""
        return allocated_of(self.allocation(seen, options), seen.state.prizes.plan)

    def allocation(self, seen: Seen, options: RunOptions) -> Allocation:
        """A run with all that explains it, for the event's directors."""
        if seen.role < Role.ARBITER:
            raise Forbidden("AllocatePrizes")
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        return self.decide(contest_of(seen.state, options), now)

    def command(self, seen: Seen, options: RunOptions) -> AllocatePrizes:
        """The command that keeps what a run decides now; it is the owner's to give."""
        if seen.role < Role.OWNER:
            raise Forbidden("AllocatePrizes")
        return AllocatePrizes(self.preview(seen, options))

    def finalise(
        self,
        actor: Actor,
        stream: TournamentId,
        options: RunOptions,
        *,
        command_id: str | None = None,
        expected: int | None = None,
        confirmed: bool = False,
    ) -> Receipt:
        """The receipt of a run that is kept; decided anew where the event moved on meanwhile, unless one expects.

        Raises Refused while something is left to be played, unless that is `confirmed`.
        """
        # Not of the command: two runs with the same options differ in their times.
        fingerprint = hashlib.sha256(repr((options.overrides, options.rules, options.decisions)).encode()).hexdigest()
        for tries_left in range(TRIES - 1, -1, -1):
            seen = self.desk.see(actor, stream)
            if expected is not None and expected != seen.version and command_id is None:
                raise Stale(expected, seen.version)
            if seen.role >= Role.OWNER and not confirmed:
                refuse_unfinished(seen.state)
            command = self.command(seen, options)
            version = seen.version if expected is None else expected
            try:
                return self.desk.perform(
                    actor, stream, command, command_id=command_id, expected=version, fingerprint=fingerprint
                )
            except Stale:
                if expected is not None or not tries_left:
                    raise
        raise AssertionError("the last try returns or raises")

    def decide(self, contest: Contest, now: str) -> Allocation:
        """The allocation, or TooSlow after the deadline."""
        if size(contest) <= self.small:
            return self.run(contest, now)
        with closing(WorkerPool("prizes", 1)) as workers:
            try:
                return workers.run(WorkLimits(self.deadline), self.run, contest, now)
            except WorkStopped:
                raise TooSlow("prizes-too-slow", self.deadline) from None


def refuse_unfinished(state: Tournament) -> None:
    """Nothing, once all that was planned is played; raises Refused that says how much is left."""
    games, rounds = left_to_play(state)
    if games or rounds:
        raise Refused("tournament-not-over", value=state.id, games=games, rounds=rounds)


def left_to_play(state: Tournament) -> tuple[int, int]:
    """The games that are not over, and the rounds known to be to come; none where ranks were entered."""
    if ranking_is_final(state):
        return 0, 0
    planned, least = planned_rounds(state) or 0, len(state.settings.stages) - len(state.stages)
    return len(open_games(state.rounds)), max(least, planned - len(state.rounds))


def ranks_are_final(state: Tournament) -> bool:
    """Whether everything is played and closed, or the ranks were entered."""
    return progress(state).step is Step.LOOK or ranking_is_final(state)


def refuse_public(seen: Seen) -> None:
    """Nothing, for people with a part in the event; to others it does not exist as far as prizes are run."""
    if seen.role is Role.PUBLIC:
        raise Unknown("tournament", seen.state.id)


def size(contest: Contest) -> int:
    """How much work a run is, to be compared with SMALL."""
    return len(contest.players) * (len(contest.categories) + len(contest.prizes))


def run_again(state: Tournament) -> tuple[Award, ...] | None:
    """Who would win what today by the rules and overrides of the last run; None where that is not to be had at once."""
    allocated = state.prizes.allocated
    options = options_of(allocated) if allocated else usual_options(state)
    try:
        contest = contest_of(state, options)
        return allocate(contest).winners if contest.prizes and size(contest) <= SMALL else None
    except Refused:
        return None


def outdated(state: Tournament) -> bool:
    """Whether the same run would decide otherwise today: results, players or prizes have changed since."""
    allocated = state.prizes.allocated
    if allocated is None:
        return False
    try:
        today = allocated_of(allocate(contest_of(state, options_of(allocated))), state.prizes.plan)
    except PodiumError:
        return True  # it could not be run at all today
    same = replace(today, metadata=allocated.metadata, published=allocated.published, unmatched=allocated.unmatched)
    return same != allocated
