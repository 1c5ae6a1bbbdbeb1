"""A Podium in a process of its own, on 127.0.0.1, for attacks on it; and somebody else who uses it meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.kit.forked_podium import Forked, forked

START = 180  # seconds: a busy machine is slow, not wrong
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Served:
    """A running server: where it is, and its process."""

    url: str
    process: Forked | subprocess.Popen[bytes]

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def megabytes(self) -> int:
        """The memory of the server's process, where the system says so."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) // 1024

    @property
    def processor_seconds(self) -> float:
        """The time that the server's processes have worked, where the system says so."""
        return sum(map(_processor_seconds, _family(self.process.pid)))

    @property
    def resident(self) -> int:
        """The megabytes that the server's processes hold now, where the system says so."""
        return sum(map(_resident, _family(self.process.pid))) // 1024


def _processor_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _family(pid: int) -> Iterator[int]:
    """A process and all that it started."""
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from _family(int(child))


def _resident(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")), 0)


@contextmanager
def served(
    database: str, *, workers: int = 1, launcher: str = "podium", memory: int | None = None, **limits: int
) -> Iterator[Served]:
    """A server on that database, with these of its `Limits`; `launcher` is the module that starts it.

    `memory` are the megabytes that it may take, where that is not the usual.
    """
    variables = {f"PODIUM_LIMIT_{name.upper()}": str(value) for name, value in limits.items()}
    variables |= {"PODIUM_MEMORY": str(memory)} if memory is not None else {}
    arguments = ["serve", "--port", "0", "--json", "--db", database]
    environment = {**os.environ, **variables}
    reads, writes = os.pipe()
    process: Forked | subprocess.Popen[bytes]
    if launcher == "podium" and workers == 1:
        process = forked(*arguments, stdout=writes, environment=environment)
    else:
        command = [sys.executable, "-m", launcher, *arguments, *(["--workers", str(workers)] if workers > 1 else [])]
        process = subprocess.Popen(command, stdout=writes, stderr=subprocess.DEVNULL, env=environment)
    os.close(writes)
    late = threading.Timer(START, process.send_signal, [signal.SIGKILL])
    late.daemon = True
    late.start()
    try:
        with open(reads) as said:  # noqa: PTH123  # a descriptor
            line = said.readline()
        assert line, "the server did not start"
        server = Served(json.loads(line)["url"], process)
        _wait_until_ready(server)
        late.cancel()
        yield server
    finally:
        late.cancel()
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(START)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait(START)


def _wait_until_ready(server: Served) -> None:
    until = time.monotonic() + START
    while time.monotonic() < until:
        try:
            if httpx.get(f"{server.url}/ready", timeout=PATIENCE).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server is not ready")


@dataclass(slots=True)
class Bystander:
    """Somebody else, who asks for something small again and again: what they got, and for how long they waited."""

    url: str
    path: str = "/health"
    """Where `{}` stands for the number of the question."""
    headers: dict[str, str] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)
    _stop: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def asking(self) -> Iterator[Bystander]:
        """While the block lasts, and once after it."""
        thread = threading.Thread(target=self._run, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._stop.set()
            thread.join(PATIENCE)
            assert not thread.is_alive()

    def _run(self) -> None:
        with httpx.Client(base_url=self.url, headers=self.headers, timeout=PATIENCE) as client:
            while True:
                last = self._stop.is_set()
                began = time.monotonic()
                self.statuses.add(client.get(self.path.format(len(self.waits))).status_code)
                self.waits.append(time.monotonic() - began)
                if last:
                    return
                self._stop.wait(0.02)

    @property
    def longest(self) -> float:
        """The longest wait, in seconds."""
        return round(max(self.waits), 3)
