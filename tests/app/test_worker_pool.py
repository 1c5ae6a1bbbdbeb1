"""Work in other processes: they are replaced when they die, ended when they take too long, and end with us."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from podium.app.server.worker_pool import Cause, WorkerPool, WorkLimits, WorkStopped
from podium.core.errors import FormatError, LimitExceeded
from podium.files.players.listfile import read_list
from tests.kit.waiting import PATIENCE, until

ENOUGH = WorkLimits(seconds=PATIENCE)
SERVER = """
import sys, time
from podium.app.server.worker_pool import WorkerPool, WorkLimits
pool = WorkerPool("server", 1)
pool.run(WorkLimits(60), abs, 1)
if sys.argv[1] == "busy":
    pool.submit(WorkLimits(600), time.sleep, 600)
print(*pool.processes, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    opened = WorkerPool("test", 1, waiting=1)
    yield opened
    opened.close()


def is_gone(process: int) -> bool:
    """Whether a process has ended, though nobody may have asked how."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state in "ZX"


def wait_until_gone(process: int) -> None:
    until(lambda: is_gone(process))


def test_a_worker_is_used_again(pool: WorkerPool) -> None:
    assert pool.run(ENOUGH, os.getpid) == pool.run(ENOUGH, os.getpid) == pool.processes[0]
    assert pool.processes != [os.getpid()]


def test_a_dead_worker_is_replaced_and_the_work_done_again(pool: WorkerPool) -> None:
    for _time in range(3):
        [before] = [pool.run(ENOUGH, os.getpid)]
        os.kill(before, signal.SIGKILL)
        assert pool.run(ENOUGH, os.getpid) != before


def spin(seconds: float) -> float:
    """How long it took to use that much of a processor's time."""
    began, ends = time.monotonic(), time.process_time() + seconds
    while time.process_time() < ends:
        pass
    return time.monotonic() - began


def test_the_limit_is_of_processor_time_and_begins_anew_with_each_piece_of_work(pool: WorkerPool) -> None:
    limits = WorkLimits(seconds=1.0)
    assert pool.run(limits, time.sleep, 1.5) is None  # as while others have the processors
    [worker] = pool.processes
    for _time in range(3):
        assert pool.run(limits, spin, 0.5) >= 0.5
    assert pool.processes == [worker]
    with pytest.raises(WorkStopped) as stopped:
        pool.run(limits, spin, 600)
    assert stopped.value.cause is Cause.TIME


def wait_for(file: str) -> None:
    """Until that file is there."""
    while not Path(file).exists():
        time.sleep(0.01)


def test_a_worker_that_dies_over_its_work_is_replaced_too(pool: WorkerPool, tmp_path: Path) -> None:
    pool.run(ENOUGH, os.getpid)
    [worker] = pool.processes
    end = tmp_path / "end"
    work = pool.submit(ENOUGH, wait_for, str(end))
    os.kill(worker, signal.SIGKILL)
    end.touch()
    assert work.result(PATIENCE) is None
    assert worker not in pool.processes


def test_work_that_kills_every_worker_is_given_up(pool: WorkerPool) -> None:
    with pytest.raises(WorkStopped) as stopped:
        pool.run(ENOUGH, os._exit, 1)
    assert stopped.value.cause is Cause.NO_WORKER
    assert pool.run(ENOUGH, abs, -1) == 1


def test_work_that_takes_too_long_is_ended_with_its_worker(pool: WorkerPool) -> None:
    pool.run(ENOUGH, os.getpid)
    [worker] = pool.processes
    with pytest.raises(WorkStopped) as stopped:
        pool.run(WorkLimits(seconds=0.2), time.sleep, 600)
    assert stopped.value.cause is Cause.TIME
    wait_until_gone(worker)
    assert pool.run(ENOUGH, abs, -1) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such limit")
def test_work_that_takes_too_much_memory_is_given_up(pool: WorkerPool) -> None:
    with pytest.raises(WorkStopped) as stopped:
        pool.run(WorkLimits(60, memory=500_000_000), bytes, 1_000_000_000)
    assert stopped.value.cause is Cause.MEMORY
    assert pool.run(WorkLimits(60, memory=500_000_000), abs, -1) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a process has no such priority there")
def test_gentle_work_gives_way_to_all_else(pool: WorkerPool) -> None:
    asked = os.getpriority, os.PRIO_PROCESS, 0
    ways = (WorkLimits(seconds=60.0), WorkLimits(seconds=60.0, gentle=True))
    assert [pool.run(way, *asked) for way in ways] == [os.getpriority(os.PRIO_PROCESS, 0), 19]


def test_what_work_raises_is_raised_with_all_it_says(pool: WorkerPool) -> None:
    with pytest.raises(FormatError) as wrong:
        pool.run(ENOUGH, read_list, b'Name\n"Lee')
    assert (wrong.value.code, wrong.value.line, wrong.value.facts["value"]) == ("quote-not-closed", 2, "Lee\n\0end")
    with pytest.raises(LimitExceeded):
        pool.run(ENOUGH, read_list, b"x\n" * 200_000)


def test_more_work_than_there_is_room_for_is_refused_at_once(pool: WorkerPool, tmp_path: Path) -> None:
    end = tmp_path / "end"
    taken = [pool.submit(ENOUGH, wait_for, str(end)) for _each in range(2)]
    with pytest.raises(WorkStopped) as stopped:
        pool.run(ENOUGH, abs, -1)
    assert stopped.value.cause is Cause.QUEUE
    end.touch()
    assert [each.result(PATIENCE) for each in taken] == [None, None]
    assert pool.run(ENOUGH, abs, -1) == 1


def test_a_pool_that_is_closed_ends_its_workers_and_their_work() -> None:
    pool = WorkerPool("test", 1)
    assert pool.has_workers()
    [worker] = pool.processes
    work = pool.submit(ENOUGH, time.sleep, 600)
    pool.close()
    assert work.cancelled() or isinstance(work.exception(PATIENCE), WorkStopped)
    wait_until_gone(worker)
    assert not pool.has_workers()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("doing", ["idle", "busy"])
def test_workers_end_with_a_server_that_is_killed(doing: str) -> None:
    command = [sys.executable, "-c", SERVER, doing]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    pipe = subprocess.PIPE
    servers = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) for _each in range(2)]
    try:
        workers = []
        for server in servers:
            assert server.stdout is not None
            workers.append(int(server.stdout.readline()))
        servers[0].kill()
        wait_until_gone(workers[0])
        assert not is_gone(workers[1])  # another server's
        servers[1].kill()
        wait_until_gone(workers[1])
    finally:
        for server in servers:
            server.kill()
            server.communicate(timeout=PATIENCE)


OF_A_LARGE_SERVER = """
from podium.app.server.worker_pool import WorkerPool, WorkLimits
kept = b"x" * 500_000_000
pool = WorkerPool("test", 1)
print(pool.run(WorkLimits(seconds=60.0), abs, -7))
pool.close()
"""


def test_a_server_that_has_taken_much_memory_has_workers_too() -> None:
    done = subprocess.run([sys.executable, "-c", OF_A_LARGE_SERVER], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("7\n", "")
