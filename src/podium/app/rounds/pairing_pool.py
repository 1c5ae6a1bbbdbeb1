"""Large rounds are computed in another process: a thread would hold the interpreter's lock, and all would wait."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import replace

from podium.app.access import permit
from podium.app.ports import Intent, Journal, Receipt
from podium.app.server.worker_pool import Cause, WorkerPool, WorkLimits, WorkStopped
from podium.core.errors import PodiumError, TooSlow
from podium.core.ids import PlayerId, TournamentId
from podium.flow.commands import PairRound
from podium.flow.formats.registry import format_of
from podium.flow.formats.swiss_field import ComputedRound, compute_round
from podium.flow.state import Tournament
from podium.swiss import Field

LARGE = 300  # players to be paired; fewer are paired in the time that a result takes to be written
LIMITS = WorkLimits(seconds=120.0)


def compute_rounds(fields: Mapping[str, Field]) -> dict[str, ComputedRound]:
    """What the engine says to each section."""
    return {section: compute_round(field) for section, field in fields.items()}


class PairingPool(WorkerPool):
    """One worker; it takes a frozen input and knows nothing of the database."""

    def __init__(self, large: int = LARGE, limits: WorkLimits = LIMITS) -> None:
        super().__init__("pairing", 1)
        self._large = large
        self._limits = limits

    def accepts(self, players: int) -> bool:
        """Whether these are enough players to be paired here."""
        return players > self._large

    def pair(self, fields: Mapping[str, Field]) -> Future[dict[str, ComputedRound]]:
        """What the engine says, once it has said it; a worker that dies is replaced, and the round paired again."""
        return self.submit(self._limits, compute_rounds, dict(fields))

    def refusal(self, problem: BaseException) -> PodiumError | None:
        """What to tell callers that asked for a round that came to nothing; None where it may be paired elsewhere."""
        if isinstance(problem, WorkStopped) and problem.cause is Cause.TIME:
            return TooSlow("pairing-too-slow", self._limits.seconds)
        return None


PresentFor = Callable[[TournamentId, int], Collection[PlayerId] | None]
"""Who has come for a round; None where no check-in for it is under way."""


def submit_round(
    journal: Journal, pool: PairingPool | None, intent: Intent, command: PairRound, present: PresentFor | None = None
) -> Future[Receipt]:
    """The receipt of a round to be paired; one of many players is computed outside the journal, and then written."""
    # However the round comes about, the same wish has the same fingerprint.
    fingerprint = hashlib.sha256(f"pair round {command.round}".encode()).hexdigest()
    if present is not None:
        command = replace(command, absent=_not_checked_in(journal.head(intent.stream).state, present))
    intent = replace(intent, command=command, fingerprint=intent.fingerprint or fingerprint)
    work = _slow_work(journal, pool, intent) if pool is not None else None
    if work is None or pool is None:
        return journal.submit(intent)
    answer: Future[Receipt] = Future()
    answer.set_running_or_notify_cancel()  # a caller that waits may go, but cannot call it off

    def on_written(done: Future[Receipt]) -> None:
        problem = done.exception()
        if problem is not None:
            answer.set_exception(problem)
        else:
            answer.set_result(done.result())

    def on_computed(done: Future[dict[str, ComputedRound]]) -> None:
        problem = CancelledError() if done.cancelled() else done.exception()
        if problem is not None and (refusal := pool.refusal(problem)) is not None:
            answer.set_exception(refusal)
            return
        ready = None if problem is not None else done.result()  # no worker can be had: paired in the journal
        journal.submit(replace(intent, command=replace(command, ready=ready))).add_done_callback(on_written)

    work.add_done_callback(on_computed)
    return answer


def _not_checked_in(state: Tournament | None, present: PresentFor) -> tuple[PlayerId, ...]:
    """Who is absent because others are checked in for the round, where the format goes by that."""
    if state is None or not format_of(state).engine.pairs_checked_in:
        return ()
    here = present(state.id, len(state.rounds) + 1)
    return () if here is None else tuple(id for id in state.players if id not in here)


def _slow_work(journal: Journal, pool: PairingPool, intent: Intent) -> Future[dict[str, ComputedRound]] | None:
    """What the engine will say to a large field; None where there is nothing to wait for, or a refusal to come."""
    head = journal.head(intent.stream)
    state = head.state
    if state is None or intent.expected not in (None, head.version):
        return None
    if not pool.accepts(sum(not player.withdrawn for player in state.players.values())):
        return None
    try:
        permit(intent.role, intent.player, intent.command, state)
        fields = format_of(state).engine.slow_fields(state)
    except PodiumError:
        return None  # the journal says why, on what it knows best
    return pool.pair(fields) if fields else None
