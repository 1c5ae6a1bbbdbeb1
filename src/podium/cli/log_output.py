"""Where the log goes: to the error output, written by a thread of its own, so that no request waits for a full pipe."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, Full, Queue
from typing import TextIO

from podium.app.server.log_lines import OURS, LogLine, is_ours
from podium.config import Config, LogForm

WAITING = 10_000  # lines that wait to be written; more are dropped, and counted
LINES_A_SECOND = 100  # below an error: a stranger cannot fill the disk with refusals
PATIENCE = 2.0  # seconds that the end waits for what is still to be written


class LogOutput(logging.Handler):
    """Takes records without waiting, and has them written one after another."""

    def __init__(self, form: LogForm, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.setFormatter(LogLine(as_json=form is LogForm.JSON))
        self._stream = stream
        self._clock = clock
        self._queue: Queue[str | None] = Queue(WAITING)
        self._second = 0
        self._written = 0  # in that second, of those that are limited
        self.dropped = 0
        """How many lines were not written, because there were too many."""
        self._thread = threading.Thread(target=self._run, name="podium-log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record; on the thread that made it, whose request is known there."""
        if record.levelno < logging.WARNING and not is_ours(record):
            return  # libraries tell whole requests and statements
        try:
            if record.levelno < logging.ERROR and not self._has_room():
                self.dropped += 1
                return
            self._queue.put_nowait(self.format(record))
        except Full:
            self.dropped += 1

    def _has_room(self) -> bool:
        second = int(self._clock())
        if second != self._second:
            self._second, self._written = second, 0
        self._written += 1
        return self._written <= LINES_A_SECOND

    def close(self) -> None:
        """Write what waits, unless nobody takes it, and end."""
        try:
            self._queue.put(None, timeout=PATIENCE)
        except Full:
            pass  # nobody reads: the thread ends with the process
        self._thread.join(PATIENCE)
        super().close()

    def _run(self) -> None:
        while (line := self._queue.get()) is not None:
            lines = [line]
            ends = False
            while not ends and len(lines) < LINES_A_SECOND:
                try:
                    further = self._queue.get_nowait()
                except Empty:
                    break
                ends = further is None
                if further is not None:
                    lines.append(further)
            try:
                self._stream.write("".join(f"{each}\n" for each in lines))
                self._stream.flush()
            except (OSError, ValueError):
                pass  # nobody reads any more; the server goes on
            if ends:
                return


@contextmanager
def logging_to_console(config: Config) -> Iterator[None]:
    """The log of the settings, while the block lasts."""
    handler = start_log(config, sys.stderr)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()


def start_log(config: Config, stream: TextIO) -> logging.Handler:
    """The handler that writes every record of this process from now on: ours by their level, of libraries warnings."""
    root = logging.getLogger()
    handler: logging.Handler = logging.NullHandler()
    if config.log is not LogForm.OFF:
        handler = LogOutput(config.log, stream)
        logging.getLogger(OURS).setLevel(config.log_level.upper())
    root.addHandler(handler)  # with none at all, Python would write by itself
    return handler
