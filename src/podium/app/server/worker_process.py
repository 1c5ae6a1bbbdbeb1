"""What runs in a worker: work comes in by a pipe, its outcome leaves by it.

A worker is a process of its own (`serve` is all it does), so it shares nothing with the server but what it is sent. It
ends when its parent does, however that ended.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

if sys.platform != "win32":
    import resource  # Windows has no such limits
if TYPE_CHECKING:
    from multiprocessing.connection import Connection

HELLO = b"podium"
OUT_OF_TIME = None if sys.platform == "win32" else -signal.SIGPROF  # how a process has ended that took too long
LOWEST = 19  # the priority that gives way to all others
LARGE = 400 * 1024  # kilobytes after which a worker is not used again: it would keep them


class Outcome(Enum):
    """What came of a piece of work."""

    DONE = "done"
    RAISED = "raised"
    TOO_MUCH_MEMORY = "too much memory"


@dataclass(frozen=True, slots=True)
class Work:
    """A function that can be imported, what it is called with, and the processor time and bytes that it may take.

    One that is `gentle` gives way to all others on the machine.
    """

    function: Any
    arguments: tuple[Any, ...]
    seconds: float
    memory: int | None
    gentle: bool


def outcome_of(message: bytes) -> bytes:
    """What came of the work in a message, as a message."""
    try:
        work: Work = pickle.loads(message)
        limit_memory(work.memory)
        _limit_time(work.seconds)
        if work.gentle and sys.platform != "win32":
            os.setpriority(os.PRIO_PROCESS, 0, LOWEST)
        try:
            return pickle.dumps((Outcome.DONE, work.function(*work.arguments)), pickle.HIGHEST_PROTOCOL)
        finally:
            _limit_time(0)
            limit_memory(None)
    except MemoryError:
        return pickle.dumps((Outcome.TOO_MUCH_MEMORY, None))
    except Exception as problem:  # noqa: BLE001 - it is the caller's to judge
        return _raised(problem)


def serve(pipe: Connection) -> None:
    """Say that it is there, then do what comes in until nothing does."""
    threading.Thread(target=_end_with_parent, name="parent watch", daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # that key is meant for the server
    answer = HELLO
    try:
        while not _is_large():
            pipe.send_bytes(answer)
            answer = outcome_of(pipe.recv_bytes())
        pipe.send_bytes(answer)
    except (EOFError, OSError):
        return


def _raised(problem: Exception) -> bytes:
    """What was raised, with what it says where it cannot travel itself."""
    try:
        content = pickle.dumps((Outcome.RAISED, problem))
        pickle.loads(content)
    except Exception:  # noqa: BLE001 - whatever keeps it from travelling
        return pickle.dumps((Outcome.RAISED, RuntimeError(f"{type(problem).__name__}: {problem}")))
    return content


def _limit_time(seconds: float) -> None:
    """Have the system end this process after so much time of a processor, however long that takes; 0: never."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def limit_memory(most: int | None, counted: str = "RLIMIT_AS") -> None:
    """Let this process take no more bytes than that; None: as many as the system lets it.

    `counted` is what: all addresses, as `RLIMIT_DATA` what it writes to, which a server of many threads is held to.
    """
    if sys.platform == "win32":
        return
    limit: int = getattr(resource, counted)
    _soft, hard = resource.getrlimit(limit)
    bounded = most is not None and (hard == resource.RLIM_INFINITY or most < hard)
    resource.setrlimit(limit, (most if bounded else hard, hard))  # type: ignore[arg-type]  # a number then


def _is_large() -> bool:
    """Whether this process has taken much memory; its parent may have: Linux counts that in `ru_maxrss` too."""
    if sys.platform == "win32":
        return False
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) > LARGE
    taken = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # kilobytes; bytes on macOS
    return taken // (1024 if sys.platform == "darwin" else 1) > LARGE


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None  # a worker was started by one
    parent.join()
    os._exit(1)
