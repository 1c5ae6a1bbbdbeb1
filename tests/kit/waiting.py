"""Waiting with an end: what does not happen in time fails the test that waits for it, and says where it stands.

Threads are daemons and programs are ended with all they started, so that nothing is left to wait for.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from podium.core.errors import PodiumError

PATIENCE = 120  # seconds: a busy machine is slow, not wrong; pytest's own limit is longer

T = TypeVar("T")


def until(happened: Callable[[], bool], within: float = PATIENCE) -> None:
    """Waits for something that another thread or process does."""
    end = time.monotonic() + within
    while not happened():
        assert time.monotonic() < end, f"it did not happen within {within} seconds"
        time.sleep(0.01)


def until_ended(*threads: threading.Thread, within: float = PATIENCE) -> None:
    """Waits for the end of threads."""
    end = time.monotonic() + within
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    frames = sys._current_frames()
    stuck = [each for each in threads if each.is_alive()]
    where = "\n".join("".join(traceback.format_stack(frames.get(each.ident or 0))) for each in stuck)
    assert not stuck, f"{[each.name for each in stuck]} did not end within {within} seconds, and stand here:\n{where}"


def at_once(acts: Sequence[Callable[[], T]], within: float = PATIENCE) -> list[T | PodiumError]:
    """What came of each act when all began at the same moment; raises what is no refusal."""
    start = threading.Barrier(len(acts), timeout=PATIENCE)
    answers: dict[int, T | PodiumError] = {}
    faults: list[BaseException] = []

    def run(at: int) -> None:
        try:
            start.wait()
            answers[at] = acts[at]()
        except PodiumError as refusal:
            answers[at] = refusal
        except BaseException as fault:  # noqa: BLE001  # raised below, where somebody sees it
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(at,), daemon=True) for at in range(len(acts))]
    for thread in threads:
        thread.start()
    until_ended(*threads, within=within)
    for fault in faults:
        raise fault
    return [answers[at] for at in range(len(acts))]


def in_a_thread(act: Callable[[], T], within: float = PATIENCE) -> T:
    """What comes of an act in a thread of its own: the browser of another test may have left a loop in this one."""
    [answer] = at_once([act], within)
    if isinstance(answer, PodiumError):
        raise answer
    return answer


@contextmanager
def program(command: Sequence[object], lasts: float = 2 * PATIENCE, **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """A program while the block lasts, but no longer than `lasts` seconds: then whoever reads from it reads its end."""
    process = subprocess.Popen([str(each) for each in command], start_new_session=True, **how)
    limit = threading.Timer(lasts, _kill, [process])
    limit.daemon = True
    limit.start()
    try:
        yield process
    finally:
        limit.cancel()
        _kill(process)
        process.wait(PATIENCE)
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                with suppress(OSError):  # what was not written yet has nobody to read it
                    pipe.close()


def _kill(process: subprocess.Popen[Any]) -> None:
    """Ends a program and whatever it started, which would keep its pipes open."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
