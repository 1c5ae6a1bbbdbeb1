"""What comes on thousands of connections in the same moment, taken some at a time.

To read a request and begin with it costs some tenths of a millisecond. Whoever opens two thousand connections and asks
on all of them at once would have the event loop do nothing else until it has begun with all. Who brings a key, as
those who run events do, is read before them; whether it opens anything is asked later. And while somebody connects,
little is read of those who have: whoever comes last should not wait for what the first ask.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

TOGETHER = 32  # connections that are read from in one breath
PAUSE = 0.001  # seconds between two of them
WHILE_CONNECTING = 1  # connections that are read from in a breath in which somebody connected


class Receiver(Protocol):
    """A connection, whose other end waits meanwhile."""

    def take(self, data: bytes) -> None:
        """Read what has come."""

    def hold(self) -> None:
        """Have no more come."""

    def has_key(self, data: bytes) -> bool:
        """Whether a key came on it, now or before; the same as before while something of it waits."""


class Arrivals:
    """What has come to a server and was not read yet, in the order in which it came."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._left = TOGETHER
        self._with_key: deque[tuple[Receiver, bytes]] = deque()
        self._late: deque[tuple[Receiver, bytes]] = deque()
        self._breathing = False
        self._connecting = False

    def note_connection(self) -> None:
        """Somebody has connected, and others may be waiting to: the loop takes one of them each time round."""
        self._connecting = True
        self._left = min(self._left, WHILE_CONNECTING)

    def add(self, receiver: Receiver, data: bytes) -> None:
        """Have something read: at once, unless much else has come in this breath."""
        if not self._breathing:
            self._breathing = True
            self._loop.call_soon(self._breathe)
        if self._late or self._with_key or not self._left:
            (self._with_key if receiver.has_key(data) else self._late).append((receiver, data))
            receiver.hold()
        else:
            self._left -= 1
            receiver.take(data)

    def _breathe(self) -> None:
        self._left = WHILE_CONNECTING if self._connecting else TOGETHER
        self._connecting = False
        while (line := self._with_key or self._late) and self._left:
            self._left -= 1
            receiver, data = line.popleft()
            receiver.take(data)
        self._breathing = bool(line)
        if line:
            self._loop.call_later(PAUSE, self._breathe)
