"""Files that people bring are read with limits: in a process that can be ended, unless they are small.

What a small file can cost is bounded by its size. A larger one has a time and an amount of memory; one that takes more
is refused like any file that is wrong. On the command line there is nobody to hold up, and all is read in place.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from podium.app.server.overload import TooManyRequests
from podium.app.server.worker_pool import Cause, WorkerPool, WorkLimits, WorkStopped
from podium.app.words.language import language, speaking
from podium.core.errors import FormatError, LimitExceeded, PodiumError

if TYPE_CHECKING:
    from podium.files.players.columns import Columns
    from podium.files.players.importplan import ImportPlan
    from podium.files.players.matching import Known
    from podium.files.sheet import Sheet

T = TypeVar("T")
SMALL = 16_000  # bytes of text; 200 players as a list
SMALL_LIST = 1000  # rows; what becomes of them is known in a tenth of a second
MEGABYTE = 1_000_000
LIMITS = WorkLimits(seconds=10.0, memory=1000 * MEGABYTE)
WORKERS, WAITING = 2, 8
_PACKED = b"PK"  # how files begin that hold more than their size says

logger = logging.getLogger("podium.files")


def file_pool() -> WorkerPool:
    """The workers that read files."""
    return WorkerPool("files", WORKERS, WAITING)


class FileReader:
    """Reads files by functions `f(content, ...)` that can be imported; without a pool in this process."""

    def __init__(self, pool: WorkerPool | None = None, limits: WorkLimits = LIMITS) -> None:
        self._pool = pool
        self._limits = limits

    def read(self, function: Callable[..., T], content: bytes, *arguments: Any, limits: WorkLimits | None = None) -> T:
        """What the function makes of a file; raises what it raises, LimitExceeded, or TooManyRequests."""
        small = len(content) <= SMALL and not content.startswith(_PACKED)
        return self._guarded(len(content), function, (content, *arguments), limits, here=small)

    def plan(self, sheet: Sheet, columns: Columns, existing: Sequence[Known]) -> ImportPlan:
        """What importing a list would do; raises LimitExceeded, or TooManyRequests."""
        from podium.files.players.importplan import plan  # every verb has a reader, and few a list

        small = len(sheet.rows) <= SMALL_LIST
        return self._guarded(len(sheet.rows), plan, (sheet, columns, existing), None, here=small)

    def _guarded(
        self,
        size: int,
        function: Callable[..., T],
        arguments: tuple[Any, ...],
        limits: WorkLimits | None,
        *,
        here: bool,
    ) -> T:
        limits = limits or self._limits
        try:
            return function(*arguments) if here else self.run(limits, function, *arguments)
        except WorkStopped as stopped:
            raise _refusal(stopped.cause, limits, size) from None
        except PodiumError:
            raise
        except Exception as problem:  # a file may be wrong in a way that nobody has thought of
            logger.exception("a file of size %s could not be read by %s", size, function.__name__)
            raise FormatError(0, 0, "file-not-understood", value=type(problem).__name__) from problem

    def run(self, limits: WorkLimits, function: Callable[..., T], *arguments: Any) -> T:
        """What a function makes of what was read; raises what it raises, or WorkStopped."""
        if self._pool is None:
            return function(*arguments)
        answer: T = self._pool.run(limits, _in_language, language(), function, *arguments)
        return answer

    def warm(self) -> None:
        """Have a worker ready: somebody is about to choose a file."""
        if self._pool is not None:
            self._pool.warm()


def _refusal(cause: Cause, limits: WorkLimits, size: int) -> PodiumError:
    if cause is Cause.QUEUE:
        return TooManyRequests("files-busy", 1)
    if cause is Cause.TIME:
        return LimitExceeded(0, 0, "file-too-slow", value=size, most=limits.seconds)
    most = (limits.memory or 0) // MEGABYTE
    return LimitExceeded(0, 0, "file-too-much-memory", value=size, most=most)


def _in_language(code: str, function: Callable[..., T], *arguments: Any) -> T:
    with speaking(code):
        return function(*arguments)
