"""Large rounds are computed in another process: a thread would hold the interpreter's lock, and all would wait."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future

from podium.app.server.worker_pool import Cause, WorkerPool, WorkLimits, WorkStopped
from podium.core.errors import PodiumError, TooSlow
from podium.flow.formats.swiss_field import ComputedRound, compute_round
from podium.swiss import Field

LARGE = 300  # players to be paired; fewer are paired in the time that a result takes to be written
LIMITS = WorkLimits(seconds=120.0)


def compute_rounds(fields: Mapping[str, Field]) -> dict[str, ComputedRound]:
    """What the engine says to each section."""
    return {section: compute_round(field) for section, field in fields.items()}


class PairingPool:
    """One worker; it takes a frozen input and knows nothing of the database."""

    def __init__(self, large: int = LARGE, limits: WorkLimits = LIMITS) -> None:
        self._large = large
        self._limits = limits
        self._pool = WorkerPool("pairing", 1)

    def accepts(self, players: int) -> bool:
        """Whether these are enough players to be paired here."""
        return players > self._large

    def pair(self, fields: Mapping[str, Field]) -> Future[dict[str, ComputedRound]]:
        """What the engine says, once it has said it; a worker that dies is replaced, and the round paired again."""
        return self._pool.submit(self._limits, compute_rounds, dict(fields))

    def refusal(self, problem: BaseException) -> PodiumError | None:
        """What to tell those who asked for a round that came to nothing; None where it may be paired elsewhere."""
        if isinstance(problem, WorkStopped) and problem.cause is Cause.TIME:
            return TooSlow("pairing-too-slow", self._limits.seconds)
        return None

    def has_workers(self) -> bool:
        """Whether a worker is at work, or one can be had."""
        return self._pool.has_workers()

    def unfinished(self) -> int:
        """How many rounds are to be paired."""
        return self._pool.unfinished()

    @property
    def processes(self) -> list[int]:
        """The ids of the workers."""
        return self._pool.processes

    def close(self) -> None:
        """End the worker."""
        self._pool.close()
