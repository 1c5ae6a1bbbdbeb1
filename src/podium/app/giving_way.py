"""A large page takes as long as fifty results do: whoever makes it for the public lets those who write go first.

Python runs one thread at a time, so a result would otherwise be written in the gaps that such a page leaves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event
from time import monotonic


class Precedence:
    """How long one reader waits in all for those who write."""

    def __init__(self, nobody_writes: Event, seconds: float) -> None:
        self._nobody_writes = nobody_writes
        self._left = seconds

    def wait(self) -> None:
        """Wait while somebody writes, but never on an event loop, on which all depend."""
        if self._nobody_writes.is_set() or self._left <= 0 or _on_event_loop():
            return
        began = monotonic()
        self._nobody_writes.wait(self._left)
        self._left -= monotonic() - began


def _on_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


_PRECEDENCE: ContextVar[Precedence | None] = ContextVar("precedence", default=None)


@contextmanager
def giving_way(nobody_writes: Event, seconds: float) -> Iterator[None]:
    """A block, and the threads that work for it, in which `give_way` waits for so long in all."""
    token = _PRECEDENCE.set(Precedence(nobody_writes, seconds))
    try:
        yield
    finally:
        _PRECEDENCE.reset(token)


def give_way() -> None:
    """Let those who write go first, where the work is for somebody who only reads: to be called now and then."""
    precedence = _PRECEDENCE.get()
    if precedence is not None:
        precedence.wait()
