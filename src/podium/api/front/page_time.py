"""How long a page may take: a thread that makes one for longer is stopped, and is free for the next.

A thread cannot be killed, but an exception can be raised in it wherever it is, between two of Python's steps. What is
counted is the processor's time of the thread: on a busy machine nobody is ended for waiting.
"""

from __future__ import annotations

import ctypes
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, TypeVar

from podium.app.server.log_lines import with_request
from podium.core.errors import TooSlow, Unavailable

T = TypeVar("T")
LOOKS = 1.0  # seconds between two looks at the threads
PAGE_SECONDS: ContextVar[int | None] = ContextVar("page_seconds", default=None)
"""How many seconds of the processor the answer to the present request may take."""
log = logging.getLogger(__name__)


class _TimeIsUp(BaseException):
    """Raised in a thread from outside. No handler of errors takes it for one of its own."""


class LimitedThreads(ThreadPoolExecutor):
    """Threads for handlers. What is handed in for a page has that page's time; whatever needs too much memory is
    told so, and the server goes on."""

    def __init__(self, count: int) -> None:
        super().__init__(count, "podium")
        self._lock = threading.Lock()
        self._due: dict[int, float | None] = {}  # thread -> by its own clock; None: told already
        self._closed = threading.Event()
        threading.Thread(target=self._watch, name="page-limits", daemon=True).start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """What the function answers, within the time of the page that it is for."""
        return super().submit(self._limited, PAGE_SECONDS.get(), fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._closed.set()
        super().shutdown(wait, cancel_futures=cancel_futures)

    def _limited(self, seconds: int | None, fn: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        me = threading.get_ident()
        try:
            if seconds is not None:
                self._due[me] = processor_time(me) + seconds
            try:
                return fn(*args, **kwargs)
            finally:
                self._leave(me)
        except _TimeIsUp:
            self._leave(me)  # where it was raised while the thread was leaving anyway
            log.error("page-too-slow", extra=with_request({"seconds": seconds}))
            raise TooSlow("page-too-slow", float(seconds or 0)) from None
        except MemoryError as problem:
            log.error("memory-short", extra=with_request({}), exc_info=problem)
            raise Unavailable("memory-short") from None

    def _leave(self, thread: int) -> None:
        with self._lock:
            if thread in self._due and self._due.pop(thread) is None:
                withdraw(_TimeIsUp)  # it may not have arrived yet, and is meant for nobody else

    def _watch(self) -> None:
        while not self._closed.wait(LOOKS):
            with self._lock:
                for thread, due in list(self._due.items()):
                    if due is not None and processor_time(thread) > due:
                        self._due[thread] = None
                        raise_in(thread, _TimeIsUp)


def processor_time(thread: int) -> float:
    """The seconds of the processor that a thread has had; where no clock tells, those that have passed."""
    with suppress(AttributeError, OSError):
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    return time.monotonic()


def raise_in(thread: int, error: type[BaseException]) -> None:
    """Have a thread raise that where it is now."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def withdraw(error: type[BaseException]) -> None:
    """Have this thread not raise what somebody has had it raise, if it has not arrived yet.

    It is raised here once more: one that were only called off would have Python look for it at every step of every
    thread from then on, and a profiler would never see the end of a call.
    """
    with suppress(error):
        raise_in(threading.get_ident(), error)
        while True:
            time.sleep(0)
