"""Work on a Dask cluster of this machine: the same answers as on one core, and what happens when something is away."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from podium.app.forecast import forecasts as in_parts
from podium.app.forecast.forecast import forecast
from podium.app.forecast.forecasts import Forecasts
from podium.app.ports import Receipt
from podium.app.server import cluster as module
from podium.app.server.cluster import Cluster, ClusterLost
from podium.app.server.worker_pool import WorkerPool, WorkLimits
from podium.app.words.errors import sentence
from podium.cli.progress import Progress
from podium.core.errors import NotInstalled, Refused
from podium.core.result import Result
from podium.flow.commands import RecordResult
from podium.flow.state import Tournament
from scripts.calibration import REPORTS, counted
from tests.cli.conftest import invoke
from tests.crosscheck.__main__ import run
from tests.crosscheck.comparison import DIRECTIONS
from tests.crosscheck.records import BLOCK, stored
from tests.kit.cluster import DaskCluster, dask_cluster
from tests.kit.events import refused
from tests.kit.finished import entered, pair
from tests.kit.loops import every
from tests.kit.waiting import PATIENCE, until

ENOUGH = WorkLimits(seconds=PATIENCE)
RUNS = 240
NOBODY = "tcp://127.0.0.1:9"


@pytest.fixture(scope="module")
def dask() -> Iterator[DaskCluster]:
    with dask_cluster(workers=3) as running:
        yield running


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a cluster that is away."""
    monkeypatch.setattr(module, "ANSWERS_WITHIN", 0.2)


@pytest.fixture
def finely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forecasts in many small parts, looked at often: there is a middle in which something can be lost."""
    monkeypatch.setattr(in_parts, "PART", 10)
    monkeypatch.setattr(in_parts, "PACE", 0.01)


def mark(file: Path) -> None:
    """Work that leaves a trace."""
    time.sleep(0.02)
    file.touch()


def refuse(value: int) -> None:
    """Work that is refused."""
    raise Refused("too-few-players", value=value, least=2)


def in_the_middle_of(forecasts: Forecasts, state: Tournament) -> None:
    """Waits until some of the runs are counted."""
    [counting] = forecasts.under_way[state.id]
    until(lambda: counting.part > 0.2)
    assert not counting.done.is_set()


@pytest.mark.usefixtures("finely")
def test_a_cluster_says_what_one_core_says_though_a_worker_is_lost(dask: DaskCluster) -> None:
    state = entered("swiss").state
    parts: list[float] = []

    def note(part: float, _runs: int) -> None:
        parts.append(part)
        if part and len(dask.workers) == 3:
            dask.kill_a_worker()

    with closing(Cluster(dask.address)) as pool:
        assert Forecasts(pool).answer(state, RUNS, 5, note) == forecast(state, RUNS, 5)
        assert pool.count >= 2
    assert len(dask.workers) == 2, f"nothing was left to do when it was killed: {parts}"
    assert parts == sorted(parts)


def test_the_command_line_says_the_same_with_and_without_a_cluster(dask: DaskCluster, tmp_path: Path) -> None:
    file = tmp_path / "report.trf"
    file.write_text(invoke(("generate", "--players", 8, "--rounds", 3, "--seed", 5)).out, "utf-8")
    asked = ("forecast", file, "--rounds", 5, "--runs", 60, "--json")
    here, there = invoke(asked), invoke((*asked, "--on", dask.address))
    assert (there.code, there.out) == (0, here.out)


def test_what_work_raises_comes_back(dask: DaskCluster) -> None:
    with closing(Cluster(dask.address)) as pool, refused("too-few-players"):
        pool.submit(ENOUGH, refuse, 1).result(PATIENCE)


def test_work_that_is_called_off_is_not_done(dask: DaskCluster, tmp_path: Path) -> None:
    with closing(Cluster(dask.address)) as pool:
        first, *others = [pool.submit(ENOUGH, mark, tmp_path / str(at)) for at in range(400)]
        first.result(PATIENCE)
        for each in others[:300]:
            assert each.cancel() or each.done()
        assert pool.unfinished() <= 100
    with closing(Cluster(dask.address)) as pool:
        pool.submit(ENOUGH, mark, tmp_path / "last").result(PATIENCE)
    assert len(list(tmp_path.iterdir())) < 200


def test_another_result_ends_a_forecast_on_the_cluster(dask: DaskCluster) -> None:
    event = entered("swiss")
    pair(event, 1)
    with closing(Cluster(dask.address)) as pool:
        forecasts = Forecasts(pool)
        forecasts.so_far(event.state)
        in_the_middle_of(forecasts, event.state)
        event.do(RecordResult(event.state.rounds[0].boards[0].id, Result.DRAW))
        forecasts.follow(Receipt(event.state.id, 1, event.state, (), "2026-01-01T00:00:00Z"))
        assert not pool.unfinished()


def test_another_version_is_named_and_its_answers_are_not_taken(
    dask: DaskCluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    there = module.version()
    monkeypatch.setattr(module, "version", lambda: "podium-12345678/python-3.10")
    with closing(Cluster(dask.address)) as pool, pytest.raises(ClusterLost) as found:
        pool.submit(ENOUGH, abs, -1).result(PATIENCE)
    assert found.value.code == "cluster-differs"
    assert there in sentence(found.value)
    assert "podium-12345678/python-3.10" in sentence(found.value)


def silent() -> socket.socket:
    """Takes connections and says nothing: a scheduler that stands still, or another program."""
    return socket.create_server(("127.0.0.1", 0))


@pytest.mark.usefixtures("quick")
def test_a_cluster_that_is_away_is_a_sentence() -> None:
    with silent() as door:
        for address in (NOBODY, f"tcp://127.0.0.1:{door.getsockname()[1]}", "tls://127.0.0.1:9"):
            with closing(Cluster(address)) as pool:
                for _again in range(2):
                    with pytest.raises(ClusterLost) as found:
                        Forecasts(pool).answer(entered("swiss").state, 10)
                    assert found.value.code == "cluster-away"
                    assert address in sentence(found.value)


@pytest.mark.usefixtures("quick")
def test_while_it_is_away_the_work_is_done_here_and_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    state = entered("swiss").state
    with closing(Cluster(NOBODY, WorkerPool("test", 1))) as pool, caplog.at_level(logging.INFO, "podium"):
        assert Forecasts(pool).answer(state, 60) == forecast(state, 60)
    said = [each.getMessage() for each in caplog.records]
    assert said == ["Work is not done on the cluster, but on this machine: cluster-away"]


SERVER = """
import sys
from podium.app.server import cluster
from podium.app.server.worker_pool import WorkerPool, WorkLimits
from podium.cli.server import logging_to_console
from podium.config import Config
cluster.ANSWERS_WITHIN = 0.2
if __name__ == "__main__":
    with logging_to_console(Config()):
        pool = cluster.Cluster(sys.argv[1], WorkerPool("test", 1))
        print(pool.submit(WorkLimits(60), abs, -1).result())
        pool.close()
"""


def test_the_log_of_a_server_goes_on_when_dask_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "server.py"
    file.write_text(SERVER)
    ran = subprocess.run([sys.executable, file, NOBODY], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert ran.stdout == "1\n"
    [line] = ran.stderr.splitlines()
    assert "warning message from=podium.app.server.cluster" in line
    assert "cluster-away" in line


NO_ADDRESSES = (
    "", "scheduler:8786", "http://scheduler:8786", "tcp://scheduler", "tcp://:8786", "tcp://a:0", "tcp://a:70000",
    "tcp://a:8786/x", "tcp://me@a:8786", "tcp://a b:8786", "tcp://a:8786\n",
)  # fmt: skip


@every("address", NO_ADDRESSES)
def test_what_is_no_address_is_named(address: str) -> None:
    with refused("cluster-address") as found:
        Cluster(address)
    assert found.value.facts["value"] == address


def test_without_dask_it_says_which_extra_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _name: None)
    with pytest.raises(NotInstalled) as found:
        Cluster(NOBODY)
    assert "pip install 'podium[cluster]'" in sentence(found.value)


@pytest.mark.long
def test_a_cluster_without_workers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ALONE", 0.1)
    monkeypatch.setattr(module, "LOOKS", 0.1)
    with dask_cluster(workers=0) as running, closing(Cluster(running.address)) as pool:
        with pytest.raises(ClusterLost) as found:
            pool.submit(ENOUGH, abs, -1).result(PATIENCE)
        assert found.value.code == "cluster-without-workers"


@pytest.mark.long
@pytest.mark.usefixtures("finely")
@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGSTOP])
def test_what_a_scheduler_that_is_lost_has_not_done_is_done_here(
    stop: signal.Signals, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Once it is back, it is used again."""
    monkeypatch.setattr(module, "ALONE", 2.0)
    monkeypatch.setattr(module, "LEFT_ALONE", 0.0)
    state = entered("swiss").state
    caplog.set_level(logging.INFO, "podium")
    with dask_cluster(workers=2) as dask, closing(Cluster(dask.address, WorkerPool("test", 1))) as pool:
        assert Forecasts(pool).answer(
            state, RUNS, 5, lambda part, _runs: os.kill(dask.scheduler.pid, stop) if part else None
        ) == forecast(state, RUNS, 5)
        os.kill(dask.scheduler.pid, signal.SIGCONT)
        assert pool.submit(ENOUGH, abs, -1).result(PATIENCE) == 1
    said = [each.getMessage() for each in caplog.records if each.name.startswith("podium.")]
    there, away, *after = said
    assert (there[:20], away) == (
        "The cluster is there",
        "Work is not done on the cluster, but on this machine: cluster-away",
    )
    assert after == ([there] if stop is signal.SIGSTOP else [away])


@dataclass
class Killing(Progress):
    """Progress that costs a worker."""

    dask: DaskCluster | None = None

    def step(self, by: float = 1) -> None:
        super().step(by)
        if self.dask is not None and len(self.dask.workers) > 1:
            self.dask.kill_a_worker()


@pytest.mark.long
def test_crosscheck_and_calibration_find_the_same_though_workers_are_lost(tmp_path: Path) -> None:
    reports = [(file.stem, file.read_bytes()) for file in sorted(REPORTS.glob("*.trf"))[:1]]

    def found(pool: WorkerPool | Cluster, folder: Path, shown: Progress) -> tuple[object, ...]:
        run(BLOCK, pool, folder, time.monotonic() + PATIENCE, shown)
        blocks = [replace(each, seconds=0) for name in DIRECTIONS for each in stored(folder, name)]
        assert len(blocks) == len(DIRECTIONS)
        return blocks, counted([*range(3), *reports], 20, pool, shown.step)

    with closing(WorkerPool("test", 1)) as here:
        alone = found(here, tmp_path / "here", Progress("Comparing"))
    with dask_cluster(workers=3) as dask, closing(Cluster(dask.address)) as pool:
        assert found(pool, tmp_path / "there", Killing("Comparing", dask=dask)) == alone
        assert len(dask.workers) == 1
