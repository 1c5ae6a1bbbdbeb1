"""Work in processes that can be ended: it has a limit of time and of memory, and holds up nobody else.

A thread could not be ended, and would keep the interpreter's lock. A worker is started when it is first needed and
used again; one that died is replaced, and what it was doing is done again.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from threading import Lock, local
from typing import Any, TypeVar

from podium.app.server.worker_process import OUT_OF_TIME, Outcome, Work, serve

T = TypeVar("T")
TRIES = 3  # workers that may die over the same piece of work
STARTED_WITHIN = 60.0  # seconds; a busy machine takes its time
ENDED_WITHIN = 30.0  # seconds
BUSY = 10  # times the processor's time that may pass on a busy machine


class Cause(Enum):
    """Why a piece of work came to nothing, though it raised nothing itself."""

    TIME = "time"
    MEMORY = "memory"
    QUEUE = "queue"
    NO_WORKER = "no worker"


class WorkStopped(Exception):
    """A piece of work was given up; nothing came of it."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(cause.value)
        self.cause = cause


@dataclass(frozen=True, slots=True)
class WorkLimits:
    """What one piece of work may take."""

    seconds: float
    """Of a processor's time: a machine that has other things to do makes nothing too slow."""
    memory: int | None = None
    """Bytes, of the worker as a whole; obeyed where the system has such limits."""
    gentle: bool = False
    """Whether the worker gives way to everything else on the machine, from then on."""

    @property
    def wait(self) -> float:
        """Seconds after which nobody waits any more, for a worker may also stand still."""
        return self.seconds * (1 if OUT_OF_TIME is None else BUSY)


CHECKED_WITHIN = 2.0  # seconds for which somebody waits who asks whether there is one
CHECK = WorkLimits(seconds=10.0)
"""What a worker may take that is only asked whether it is there."""


class _Worker:
    """One process, used by one thread at a time."""

    def __init__(self) -> None:
        from multiprocessing import get_context  # which takes a while to load: most verbs start no worker

        spawn = get_context("spawn")  # on every system alike, and from a bundle too
        self._pipe, theirs = spawn.Pipe()
        self.process = spawn.Process(target=serve, args=(theirs,), daemon=True)
        try:
            self.process.start()
        finally:
            theirs.close()
        self._started = False

    def ask(self, message: bytes, seconds: float) -> bytes:
        """The answer to a message; raises EOFError where the worker died over it, WorkStopped after that time."""
        try:
            if not self._started:
                if not self._pipe.poll(STARTED_WITHIN):
                    raise EOFError
                self._pipe.recv_bytes()
                self._started = True
            self._pipe.send_bytes(message)
            if not self._pipe.poll(seconds):
                raise WorkStopped(Cause.TIME)
            return self._pipe.recv_bytes()
        except WorkStopped:
            self.end()
            raise
        except (EOFError, OSError):
            self.end()
            if OUT_OF_TIME is not None and self.process.exitcode == OUT_OF_TIME:
                raise WorkStopped(Cause.TIME) from None
            raise EOFError from None

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join(ENDED_WITHIN)
        self._pipe.close()


class WorkerPool:
    """Up to `count` workers, and room for `waiting` pieces of work that none of them has begun."""

    def __init__(self, name: str, count: int, waiting: int | None = None) -> None:
        self.count = count
        self._threads = ThreadPoolExecutor(count, name)
        self._most = None if waiting is None else count + waiting
        self._lock = Lock()
        self._starting = Lock()
        self._workers: set[_Worker] = set()
        self._own = local()  # the worker of each thread
        self._taken = 0
        self._closed = False

    def submit(self, limits: WorkLimits, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """What the function answers or raises, once it has; WorkStopped where that came to nothing.

        The function is one that can be imported, and like its arguments and its answer it can be pickled.
        """
        with self._lock:
            if self._closed or (self._most is not None and self._taken >= self._most):
                refused: Future[T] = Future()
                refused.set_exception(WorkStopped(Cause.QUEUE))
                return refused
            self._taken += 1
            future = self._threads.submit(self._do, limits, function, arguments)
        future.add_done_callback(self._release)
        return future

    def run(self, limits: WorkLimits, function: Callable[..., T], *arguments: Any) -> T:
        """What the function answers; raises what it raises, or WorkStopped."""
        return self.submit(limits, function, *arguments).result()

    def warm(self) -> None:
        """Start a worker now, so that the first piece of work need not wait for that."""
        if not self.processes:
            self.submit(CHECK, os.getpid)

    def has_workers(self) -> bool:
        """Whether a worker is at work, or one can be had; one that takes its time to start counts as had."""
        if self._taken and self.processes:
            return True
        try:
            self.submit(CHECK, os.getpid).result(CHECKED_WITHIN)
        except TimeoutError:
            return True
        except WorkStopped as stopped:
            return stopped.cause is not Cause.NO_WORKER and not self._closed
        return True

    def unfinished(self) -> int:
        """How many pieces of work were taken and are not done."""
        return self._taken

    @property
    def processes(self) -> list[int]:
        """The ids of the workers that live."""
        with self._starting:
            alive = [each.process.pid for each in self._workers if each.process.is_alive()]
        return [each for each in alive if each is not None]

    def close(self) -> None:
        """End the workers, with what they are doing."""
        with self._starting, self._lock:
            self._closed = True
            workers = [*self._workers]
        for each in workers:
            each.process.kill()
        self._threads.shutdown(cancel_futures=True)
        for each in workers:
            each.end()

    def _do(self, limits: WorkLimits, function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        work = Work(function, arguments, limits.seconds, limits.memory, limits.gentle)
        message = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        for _try in range(TRIES):
            try:
                answer = self._worker().ask(message, limits.wait)
            except EOFError:
                continue
            outcome, value = pickle.loads(answer)
            if outcome is Outcome.TOO_MUCH_MEMORY:
                raise WorkStopped(Cause.MEMORY)
            if outcome is Outcome.RAISED:
                raise value
            return value  # type: ignore[no-any-return]  # what the function answered
        raise WorkStopped(Cause.NO_WORKER)

    def _worker(self) -> _Worker:
        """The worker of this thread, the old one or a new one."""
        worker: _Worker | None = getattr(self._own, "worker", None)
        if worker is not None and worker.process.is_alive():
            return worker
        with self._starting:
            if self._closed:
                raise WorkStopped(Cause.NO_WORKER)
            if worker is not None:
                self._workers.discard(worker)
                worker.end()
            try:
                self._own.worker = worker = _Worker()
            except OSError:
                raise WorkStopped(Cause.NO_WORKER) from None
            self._workers.add(worker)
        return worker

    def _release(self, _done: Future[Any]) -> None:
        with self._lock:
            self._taken -= 1
