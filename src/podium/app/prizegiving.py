"""Prizes decided from a tournament: its standings and its plan become a contest, a run becomes what is kept.

A run may take long, so it has a deadline. One that could, for its size, runs in a process of its own, which can be
ended; a thread could not, and would keep everybody else waiting. Nothing of a run that was given up is kept.
"""

from __future__ import annotations

import hashlib
import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from multiprocessing.connection import Connection

from podium.app.access import Actor, Role
from podium.app.desk import Desk, Seen
from podium.app.ports import Receipt
from podium.app.queries import standings
from podium.core.errors import Forbidden, Invalid, PodiumError, Stale, TooSlow, Unknown
from podium.core.ids import TournamentId
from podium.flow.commands import AllocatePrizes
from podium.flow.prizes import Allocated, Plan
from podium.flow.state import Tournament
from podium.prizes import Allocation, Award, Contest, Override, Rules, allocate, share
from podium.prizes import Player as Contestant

DEADLINE = 60.0
SMALL = 2_000_000
"""Players times categories and prizes up to which a run is a matter of a second, wherever it runs."""
TRIES = 3


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What a run goes by."""

    overrides: tuple[Override, ...] = ()
    rules: Rules = field(default_factory=Rules)


def contest_of(state: Tournament, options: RunOptions, plan: Plan | None = None) -> Contest:
    """The contest that the standings and the plan of a tournament make.

    Ranks are those of the standings, shared where they are shared there; they count within a section. A year of birth
    without a day is taken for its first day, as everywhere.
    """
    plan = state.prizes.plan if plan is None else plan
    settings = state.settings
    players = []
    for row in standings(state):
        about = row.player.fields
        born = None
        if about.birth:
            born = date.fromisoformat(about.birth if len(about.birth) > 4 else f"{about.birth}-01-01")
        players.append(
            Contestant(
                id=row.player.id,
                name=about.name,
                rank=row.rank,
                rating=about.rating,
                gender=about.gender,
                date_of_birth=born,
                fide_id=about.fide_id,
                disability=about.disability,
                city=about.city,
                state=about.state,
                club=about.club,
                points=row.points,
                section=row.section or None,
            )
        )
    start = date.fromisoformat(settings.start) if settings.start else None
    return Contest(tuple(players), plan.categories, plan.prizes, options.overrides, options.rules, start, state.id)


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
    )


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
        """A run with all that explains it, for those who direct the event."""
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
    ) -> Receipt:
        """The receipt of a run that is kept; decided anew where the event moved on meanwhile, unless one expects."""
        # Not of the command: two runs with the same options differ in their times.
        fingerprint = hashlib.sha256(repr((options.overrides, options.rules)).encode()).hexdigest()
        for tries_left in range(TRIES - 1, -1, -1):
            seen = self.desk.see(actor, stream)
            if expected is not None and expected != seen.version and command_id is None:
                raise Stale(expected, seen.version)
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
        return _run_within(self.deadline, self.run, contest, now)


def refuse_public(seen: Seen) -> None:
    """Nothing, for those who have a part in the event; to others it does not exist as far as prizes are run."""
    if seen.role is Role.PUBLIC:
        raise Unknown("tournament", seen.state.id)


def _run_within(seconds: float, run: Run, contest: Contest, now: str) -> Allocation:
    context = multiprocessing.get_context("spawn")  # a fork would copy the locks of threads that it has not
    here, there = context.Pipe(duplex=False)
    worker = context.Process(target=_run_and_send, args=(there, run, contest, now), daemon=True)
    worker.start()
    there.close()
    try:
        answer = here.recv() if here.poll(seconds) else TooSlow("prizes-too-slow", seconds)
    except EOFError:  # it ended without an answer: out of memory, or ended by the machine
        answer = TooSlow("prizes-too-slow", seconds)
    finally:
        worker.kill()
        worker.join()
        here.close()
    if isinstance(answer, Allocation):
        return answer
    if isinstance(answer, tuple):
        kind, code, facts = answer
        raise kind(code, **facts)
    raise answer


def _run_and_send(answer: Connection, run: Run, contest: Contest, now: str) -> None:
    """What the other process does: send the allocation, or the refusal in parts, which can be sent."""
    try:
        answer.send(run(contest, now))
    except PodiumError as refusal:
        answer.send((type(refusal), refusal.code, refusal.facts))


def size(contest: Contest) -> int:
    """How much work a run is, to be compared with SMALL."""
    return len(contest.players) * (len(contest.categories) + len(contest.prizes))


def run_again(state: Tournament) -> tuple[Award, ...] | None:
    """Who would win what today by the rules and overrides of the last run; None where that is not to be had at once."""
    allocated = state.prizes.allocated
    contest = contest_of(state, RunOptions(allocated.overrides, allocated.rules) if allocated else RunOptions())
    if not contest.prizes or size(contest) > SMALL:
        return None
    try:
        return allocate(contest).winners
    except Invalid:
        return None


def outdated(state: Tournament) -> bool:
    """Whether the same run would decide otherwise today: results, players or prizes have changed since."""
    allocated = state.prizes.allocated
    if allocated is None:
        return False
    options = RunOptions(allocated.overrides, allocated.rules)
    try:
        today = allocated_of(allocate(contest_of(state, options)), state.prizes.plan)
    except PodiumError:
        return True  # it could not be run at all today
    return replace(today, metadata=allocated.metadata, published=allocated.published) != allocated
