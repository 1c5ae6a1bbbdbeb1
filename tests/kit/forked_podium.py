"""Podium as a program that starts at once: one process has loaded all of it, and each program is forked from it.

Loading takes nearly all of the time of a start. What is forked does what `podium` does, in a process of its own, with
its own arguments, folder, environment and streams. `command()` is what a test runs in the place of
`python -m podium`: a small program that starts the other, hands on the signals it gets and ends as that one ends.
Whoever tests the start itself runs `python -m podium`.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parents[2]
PATIENCE = 120  # seconds for Podium to be loaded, and for a program to be forked


@cache
def nursery() -> Path:
    """The socket of this process's nursery, which ends with this process."""
    folder = Path(tempfile.mkdtemp(prefix="podium-nursery-"))
    path = [str(ROOT / "src"), str(ROOT)]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.kit.forked_podium", str(folder / "door")],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        stdin=subprocess.PIPE,  # its end is the end of this process
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )

    def end() -> None:
        process.kill()
        process.communicate()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    late = threading.Timer(PATIENCE, process.kill)
    late.daemon = True
    late.start()
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n", "Podium was not loaded"
    late.cancel()
    return folder / "door"


def command() -> list[str]:
    """What stands in the place of `python -m podium`."""
    return [sys.executable, "-IS", __file__, "--start", str(nursery())]


class Forked:
    """A program that was forked: its process, which is no child of ours and is waited for like one."""

    def __init__(
        self, door: str, arguments: Sequence[str], streams: Sequence[int], environment: Mapping[str, str] = os.environ
    ) -> None:
        order = {"arguments": list(arguments), "folder": os.getcwd(), "environment": dict(environment)}  # noqa: PTH109
        self._connection = socket.socket(socket.AF_UNIX)
        self._connection.connect(door)
        content = json.dumps(order).encode()
        socket.send_fds(self._connection, [b"%10d" % len(content)], list(streams))
        self._connection.sendall(content)
        self._answer = b""
        while not self._answer.endswith(b"\n"):
            self._answer += self._connection.recv(1)
        self.pid, self._answer = int(self._answer), b""
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """How it ended: a code, or less than 0 where a signal ended it; None while it runs."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0.001)
        return self.returncode

    def wait(self, within: float | None = None) -> int:
        """Wait for its end; TimeoutExpired where that takes too long."""
        self._connection.settimeout(within)
        while self.returncode is None:
            try:
                more = self._connection.recv(10)
            except TimeoutError:
                raise subprocess.TimeoutExpired("podium", within or 0) from None
            self._answer += more
            if not more or more.endswith(b"\n"):
                self.returncode = int(self._answer or -signal.SIGKILL)
                self._connection.close()
        return self.returncode

    def send_signal(self, how: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, how)

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Send it a signal and wait until it is gone; killed where it does not go."""
        self.send_signal(how)
        try:
            self.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.send_signal(signal.SIGKILL)
            self.wait(PATIENCE)
            raise AssertionError(f"the program {self.pid} does not end") from None


def forked(*arguments: str, stdout: int, environment: Mapping[str, str] = os.environ) -> Forked:
    """`podium` with these arguments, which writes to that descriptor; its input is empty, and nobody hears its talk."""
    nothing = os.open(os.devnull, os.O_RDWR)
    try:
        return Forked(str(nursery()), arguments, (nothing, stdout, nothing), environment)
    finally:
        os.close(nothing)


def _start(door: str, *arguments: str) -> None:
    """Be a program of the nursery: hand on signals, and end as it ends."""
    early: list[int] = []
    began: list[Forked] = []

    def hand_on(number: int, _frame: FrameType | None) -> None:
        if began:
            os.kill(began[0].pid, number)
        else:
            early.append(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, hand_on)
    began.append(Forked(door, arguments, (0, 1, 2)))
    for missed in early:
        os.kill(began[0].pid, missed)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # who reads what it writes must see the end once it is gone
        os.dup2(nothing, stream)
    code = began[0].wait()
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _serve(path: str) -> list[str] | None:
    """Load Podium, and fork a program for each who asks, until nobody is left to ask: then None. In the program that
    was forked, its arguments."""
    from podium.bootstrap import compile_pages, site
    from podium.cli import server  # noqa: F401 - what serves is loaded too

    site()
    compile_pages()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that nothing is left of a keeper that has ended
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(path)
        door.listen(64)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while True:
            ready, _, _ = select.select([door, sys.stdin], [], [])
            if sys.stdin in ready:
                return None
            connection, _ = door.accept()
            if os.fork() == 0:
                door.close()
                return _keep(connection)
            connection.close()


def _keep(connection: socket.socket) -> list[str]:
    """Fork the program that is asked for, tell how it ended, and end it where nobody waits for that any more."""
    os.setsid()  # a signal for all of a test run would end us before what we keep
    size, streams, _, _ = socket.recv_fds(connection, 10, 3)
    content = b""
    while len(content) < int(size):
        content += connection.recv(65_536)
    order = json.loads(content)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if pid := os.fork():
        for stream in streams:
            os.close(stream)
        connection.sendall(b"%d\n" % pid)
        threading.Thread(target=_end_with, args=(connection, pid), daemon=True).start()
        _, status = os.waitpid(pid, 0)
        with suppress(OSError):  # nobody asks any more
            connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
        os._exit(0)
    os.setsid()
    connection.close()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115  # for good
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    arguments: list[str] = order["arguments"]
    return arguments


def _end_with(connection: socket.socket, pid: int) -> None:
    """Kill a program and what it started once the connection of who asked for it is closed."""
    with suppress(OSError):
        connection.recv(1)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def _main() -> None:
    if sys.argv[1] == "--start":
        _start(*sys.argv[2:])
    elif (arguments := _serve(sys.argv[1])) is not None:
        _be_podium(arguments)


def _be_podium(arguments: list[str]) -> None:
    """Be `podium`, and end as it does, but for the memory that all programs share: tidying it up takes seconds."""
    from podium.__main__ import main

    sys.argv = ["podium", *arguments]
    code: object = 0
    try:
        main()
    except SystemExit as left:
        code = left.code
    except BaseException:  # noqa: BLE001  # shown as Python shows it
        sys.excepthook(*sys.exc_info())
        code = 1
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    _main()
