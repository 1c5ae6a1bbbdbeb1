"""Large rounds when their worker dies, takes too long, or cannot be had."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from multiprocessing.context import SpawnProcess

import pytest

from podium.app.rounds.pairing_pool import PairingPool
from podium.app.server import readiness
from podium.app.server.worker_pool import WorkLimits
from tests.api.test_swiss import swiss
from tests.kit.http import Caller, House


@pytest.fixture
def pairing_pool(hall: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[PairingPool]:
    pool = PairingPool(large=5)
    monkeypatch.setattr(hall.podium.desk, "_pairing_pool", pool)
    yield pool
    pool.close()


def no_process(*_arguments: object, **_more: object) -> None:
    raise OSError("Resource temporarily unavailable")


def test_a_round_is_paired_after_its_worker_was_killed(chief: Caller, pairing_pool: PairingPool) -> None:
    swiss(chief)("POST", "/rounds", {}).ok(201)
    for _time in range(2):
        [worker] = pairing_pool.processes
        os.kill(worker, signal.SIGKILL)
        assert len(swiss(chief)("POST", "/rounds", {}).ok(201)["pairings"]) == 5
        assert pairing_pool.processes != [worker]


def test_a_round_that_takes_too_long_is_given_up_and_nothing_changed(
    chief: Caller, hall: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = PairingPool(large=5, limits=WorkLimits(seconds=0.000_001))
    monkeypatch.setattr(hall.podium.desk, "_pairing_pool", pool)
    try:
        event = swiss(chief)
        event("POST", "/rounds", {}).refused(504, "pairing-too-slow")
        assert event("GET", "/rounds").ok()["rounds"] == []
    finally:
        pool.close()


def test_readiness_knows_when_no_worker_can_be_had(
    chief: Caller, hall: House, pairing_pool: PairingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "FRESH", 0.0)  # whoever asks wants to know it now
    assert hall.anyone.get("/ready") == {"status": "ok"}
    [worker] = pairing_pool.processes
    with monkeypatch.context() as full:
        full.setattr(SpawnProcess, "start", no_process)
        assert hall.anyone.get("/ready") == {"status": "ok"}  # the one there is lives
        os.kill(worker, signal.SIGKILL)
        os.waitid(os.P_PID, worker, os.WEXITED | os.WNOWAIT)
        hall.anyone("GET", "/ready").refused(503, "workers-away")
        swiss(chief)("POST", "/rounds", {}).ok(201)  # paired in place: the hall waits
    assert hall.anyone.get("/ready") == {"status": "ok"}
