"""A Dask cluster of this machine: a scheduler and workers, each a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from distributed import Client

from tests.kit.waiting import PATIENCE, program, until

ROOT = Path(__file__).parents[2]
_ALONE = ("--no-dashboard", "--host", "127.0.0.1")


@dataclass
class DaskCluster:
    """A cluster that runs, and its processes."""

    address: str
    scheduler: subprocess.Popen[Any]
    workers: list[subprocess.Popen[Any]] = field(default_factory=list)

    def kill_a_worker(self) -> None:
        """End one in the middle of what it does, as a machine does that loses its power."""
        worker = self.workers.pop()
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()


@contextmanager
def dask_cluster(workers: int) -> Iterator[DaskCluster]:
    """A cluster of so many workers while the block lasts, all of them there."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        address = f"tcp://127.0.0.1:{door.getsockname()[1]}"
    port = address.rpartition(":")[2]
    with ExitStack() as stack:

        def start(*arguments: str) -> subprocess.Popen[Any]:
            command = (sys.executable, "-m", "dask", *arguments, *_ALONE)
            quiet = subprocess.DEVNULL
            return stack.enter_context(program(command, cwd=ROOT, stdout=quiet, stderr=quiet))

        running = DaskCluster(address, start("scheduler", "--port", port))
        running.workers += [start("worker", address, "--nthreads", "1", "--no-nanny") for _ in range(workers)]
        with Client(address, timeout=PATIENCE, set_as_default=False) as client:
            until(lambda: len(client.scheduler_info(n_workers=-1)["workers"]) == workers)
        yield running
