"""How far a slow verb is: a line on the terminal, for who waits longer than a second."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO

PATIENCE = 1.0  # seconds before the line appears
PACE = 0.2  # seconds from one picture to the next
WIDTH = 24
ERASE = "\r\x1b[K"


@dataclass(slots=True)
class Progress:
    """What is being done and how far it is; without a `total`, only for how long."""

    what: str
    total: float | None = None
    done: float = 0

    def step(self, by: float = 1) -> None:
        """Note that more is done."""
        self.done += by

    def note(self, part: float, _count: int) -> None:
        """Note which part of the whole is done."""
        self.done = part

    def line(self, seconds: float) -> str:
        """The line to show after that time.

        >>> Progress("Pairing", total=8, done=2).line(3)
        'Pairing [######                  ]  25 %, 3 s'
        >>> Progress("Pairing").line(61.5)
        'Pairing ... 61 s'
        """
        if not self.total:
            return f"{self.what} ... {int(seconds)} s"
        part = min(self.done / self.total, 1)
        bar = "#" * int(part * WIDTH)
        return f"{self.what} [{bar:<{WIDTH}}] {int(part * 100):>3} %, {int(seconds)} s"


@contextmanager
def progress(what: str, total: float | None = None) -> Iterator[Progress]:
    """Progress of what the block does, shown on stderr if that is a terminal; the line is gone when the block ends.

    A thread of its own draws it, so that it moves while an engine thinks. Say nothing else inside the block.
    """
    shown = Progress(what, total)
    if not _on_terminal(sys.stderr):
        yield shown
        return
    over = threading.Event()
    painter = threading.Thread(target=_paint, args=(shown, sys.stderr, over), daemon=True)
    painter.start()
    try:
        yield shown
    finally:
        over.set()
        painter.join()


def _on_terminal(stream: TextIO) -> bool:
    """Whether a line can be drawn and erased there."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _paint(shown: Progress, stream: TextIO, over: threading.Event) -> None:
    start = time.monotonic()
    if over.wait(PATIENCE):
        return
    while True:
        room = shutil.get_terminal_size().columns - 1  # a line that is broken in two cannot be erased
        stream.write(f"{ERASE}{shown.line(time.monotonic() - start)[:room]}")
        stream.flush()
        if over.wait(PACE):
            break
    stream.write(ERASE)
    stream.flush()
