"""The worker that pairs large fields: it ends with the server that started it."""

from __future__ import annotations

import subprocess
import sys

from tests.kit.waiting import in_a_thread, program

SERVER = """
from podium.app.rounds.pairing_pool import PairingPool
pool = PairingPool()
print(pool.pair({}).result(60), flush=True)
input()
"""


def test_a_worker_does_not_outlive_a_server_that_was_killed() -> None:
    """It has the server's output open: whoever reads that reads its end once both are gone."""
    with program([sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "{}\n"
        server.kill()
        assert in_a_thread(server.stdout.read) == ""
