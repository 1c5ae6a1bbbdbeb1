"""What runs in a worker: work comes in by standard input, its outcome leaves by standard output.

It is a program of its own (`serve` is all it does), so it shares nothing with the server but what
it is sent. It ends when its parent does, however that ended: Linux tells it by a signal, elsewhere it looks; and the
end of its input says so too.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO, Any

if sys.platform != "win32":
    import resource  # Windows has no such limits

HELLO = b"podium"
HEAD = 8  # bytes that say how long a message is
LOOKS = 1.0  # seconds between two looks at the parent
OUT_OF_TIME = None if sys.platform == "win32" else -signal.SIGPROF  # how a process has ended that took too long
LARGE = 400 * 1024  # kilobytes after which a worker is not used again: it would keep them
_PARENT_DEATH = 1  # PR_SET_PDEATHSIG


class Outcome(Enum):
    """What came of a piece of work."""

    DONE = "done"
    RAISED = "raised"
    TOO_MUCH_MEMORY = "too much memory"


@dataclass(frozen=True, slots=True)
class Work:
    """A function that can be imported, what it is called with, and the processor time and bytes that it may take."""

    function: Any
    arguments: tuple[Any, ...]
    seconds: float
    memory: int | None


def write_message(stream: IO[bytes], content: bytes) -> None:
    """Send `content`, its length first."""
    stream.write(len(content).to_bytes(HEAD))
    stream.write(content)
    stream.flush()


def read_message(stream: IO[bytes]) -> bytes:
    """The next message; raises EOFError where the other side is gone."""
    head = stream.read(HEAD)
    content = stream.read(int.from_bytes(head)) if len(head) == HEAD else b""
    if not head or len(content) < int.from_bytes(head):
        raise EOFError
    return content


def outcome_of(message: bytes) -> bytes:
    """What came of the work in a message, as a message."""
    try:
        work: Work = pickle.loads(message)
        limit_memory(work.memory)
        _limit_time(work.seconds)
        try:
            return pickle.dumps((Outcome.DONE, work.function(*work.arguments)), pickle.HIGHEST_PROTOCOL)
        finally:
            _limit_time(0)
            limit_memory(None)
    except MemoryError:
        return pickle.dumps((Outcome.TOO_MUCH_MEMORY, None))
    except Exception as problem:  # noqa: BLE001 - it is the caller's to judge
        return _raised(problem)


def serve(parent: int) -> None:
    """Say that it is there, then do what comes in until nothing does."""
    _end_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # that key is meant for the server
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what a library prints must not stand among the outcomes
    answer = HELLO
    try:
        while not _is_large():
            write_message(sink, answer)
            answer = outcome_of(read_message(source))
        write_message(sink, answer)
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


def _end_with(parent: int) -> None:
    """End this process when the parent ends."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PARENT_DEATH, signal.SIGKILL)
    threading.Thread(target=_watch, args=(parent,), name="parent watch", daemon=True).start()
    if os.getppid() != parent:  # it ended before we asked to be told
        os._exit(1)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOKS)
    os._exit(1)
