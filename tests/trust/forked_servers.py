"""Servers that start at once: one process has loaded Podium, and each server is forked from it.

Loading takes most of the time of a start. Who kills servers again and again would wait for it each time, and kill few.
What a server does is what `podium serve` does, in a process of its own, which is nobody's child that matters to it.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds for Podium to be loaded, and for a server to start or to end


@dataclass(slots=True)
class Forked:
    """A server: its process, and where it answers."""

    pid: int
    address: str

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Send it a signal and wait until it is gone; killed where it does not go."""
        self._signal(how)
        until = time.monotonic() + PATIENCE
        while self._signal(0):
            if time.monotonic() > until:
                self._signal(signal.SIGKILL)
                raise AssertionError(f"the server {self.pid} does not end")
            time.sleep(0.002)

    def _signal(self, number: int) -> bool:
        """Whether there is still such a process."""
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            return False
        return True


class Nursery:
    """The process from which servers are forked."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.trust.forked_servers"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def start(self, url: str) -> Forked:
        """A new server on a database, which listens."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(["serve", "--json", "--port", "0", "--db", url]) + "\n")
        self._process.stdin.flush()
        pid: int = json.loads(self._line())["pid"]
        return Forked(pid, json.loads(self._line())["url"])

    def _line(self) -> str:
        """The next line that it or a server writes."""
        assert self._process.stdout is not None
        late = threading.Timer(PATIENCE, self._process.kill)
        late.daemon = True
        late.start()
        try:
            line = self._process.stdout.readline()
        finally:
            late.cancel()
        assert line, "the server did not start"
        return line

    def close(self) -> None:
        """End it, and what servers are left."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(PATIENCE)


@contextlib.contextmanager
def nursery() -> Iterator[Nursery]:
    """A process that has loaded Podium, until the block ends."""
    made = Nursery()
    try:
        yield made
    finally:
        made.close()


def main() -> None:
    """Fork a server for each line of standard input, with the arguments on it, until there is none."""
    from podium.bootstrap import compile_pages, site

    site()
    compile_pages()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that nothing is left of a server that has ended
    running: list[int] = []
    for line in sys.stdin:
        if pid := os.fork():
            running.append(pid)
            sys.stdout.write(json.dumps({"pid": pid}) + "\n")
            sys.stdout.flush()
        else:
            _be_podium(json.loads(line))
    for pid in running:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _be_podium(arguments: list[str]) -> None:
    """Be `podium` with these arguments in a process that was forked."""
    from podium.__main__ import main as podium

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)  # its input is not ours
    sys.argv = ["podium", *arguments]
    code = 1
    try:
        podium()
        code = 0
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
