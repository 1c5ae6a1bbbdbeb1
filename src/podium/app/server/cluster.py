"""Work on a Dask cluster: who does what, and what becomes of the work of a worker that is lost, is Dask's business.

Everything happens in one event loop, in a thread of its own. Nobody waits for a cluster that is away: its work is done
`instead` by this machine where that is wanted, and else comes to `ClusterLost`.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import pickle
import re
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from podium.app.server.worker_pool import ENDED_WITHIN, WorkerPool, WorkLimits
from podium.core.errors import Invalid, NotInstalled, PodiumError, Refused

T = TypeVar("T")
ADDRESS = re.compile(r"(tcp|tls)://([\w.-]+|\[[\da-fA-F:]+\]):[1-9]\d{,4}", re.ASCII)
ANSWERS_WITHIN = 10.0  # seconds
LOOKS = 2.0  # seconds between two looks at the scheduler
ALONE = 20.0  # seconds for which a cluster may be without a worker, or its scheduler without a word
LEFT_ALONE = 30.0  # seconds for which one that was lost is not tried again
QUIET = {"version": 1, "incremental": True, "loggers": {"distributed": {"level": "CRITICAL"}}}
log = logging.getLogger(__name__)


class ClusterLost(Refused):
    """A cluster that is away, or cannot do what it is asked for; `value` is its address."""


class Cluster:
    """The workers of the Dask cluster at an address; raises Invalid for what is none, NotInstalled without Dask."""

    def __init__(self, address: str, instead: WorkerPool | None = None, *, field: str = "on") -> None:
        if not ADDRESS.fullmatch(address) or int(address.rpartition(":")[2]) > 65535:
            raise Invalid("cluster-address", field=field, value=address)
        if find_spec("distributed") is None:
            raise NotInstalled("distributed")
        self.count = 1
        self._address, self._instead = address, instead
        self._taken: set[Future[Any]] = set()
        self._again = 0.0
        self._loop, self._ending = asyncio.new_event_loop(), asyncio.Event()
        self._link: tuple[asyncio.Future[Any], asyncio.Future[Any]] | None = None  # and what ends it
        self._thread = Thread(target=self._run, name="cluster", daemon=True)
        self._thread.start()

    def submit(self, limits: WorkLimits, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """What the function answers or raises, once it has; ClusterLost where nobody is there to do it.

        What it may take is limited on this machine only.
        """
        future = asyncio.run_coroutine_threadsafe(self._do(limits, function, arguments), self._loop)
        self._taken.add(future)
        future.add_done_callback(self._taken.discard)
        return future

    def unfinished(self) -> int:
        """How many pieces of work were taken and are not done."""
        return len(self._taken)

    def close(self) -> None:
        """Call off what is not done, on the cluster too, and leave it."""
        for each in [*self._taken]:
            each.cancel()
        self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join(ENDED_WITHIN)
        if self._instead is not None:
            self._instead.close()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._ending.wait())

    async def _do(self, limits: WorkLimits, function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        try:
            return await self._do_there(function, arguments)
        except ClusterLost:
            if self._instead is None:
                raise
            return await asyncio.wrap_future(self._instead.submit(limits, function, *arguments))

    async def _do_there(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        if self._link is None or (self._link[1].done() and self._loop.time() > self._again):
            self._link = self._loop.create_future(), self._loop.create_future()
            self._attending = self._loop.create_task(self._attend(*self._link))
        connected, lost = self._link
        await asyncio.wait({connected, lost}, return_when=asyncio.FIRST_COMPLETED)
        if lost.done():
            raise lost.result()
        message = pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
        try:
            sent = connected.result().submit(perform, version(), message, pure=False)
        except Exception:  # noqa: BLE001 - the client has given up before us
            raise self._lose(lost, "cluster-away") from None
        answer = asyncio.ensure_future(sent.result())
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # seen
        try:
            await asyncio.wait({answer, lost}, return_when=asyncio.FIRST_COMPLETED)
            problem = None if lost.done() else answer.exception()
            if lost.done() or isinstance(problem, CancelledError):  # by the client, which has lost the scheduler
                raise self._lose(lost, "cluster-away")
            if isinstance(problem, PodiumError):
                raise problem
            if problem is not None:
                raise self._lose(lost, "cluster-fails", reason=str(problem).strip() or type(problem).__name__)
            there, found = answer.result()
            if there != version():
                raise self._lose(lost, "cluster-differs", there=there, here=version())
            return found  # type: ignore[no-any-return]  # what the function answered
        finally:
            answer.cancel()
            sent.release()

    async def _attend(self, connected: asyncio.Future[Any], lost: asyncio.Future[Any]) -> None:
        """Connect, look after the scheduler until it is of no use, and leave."""
        client = None
        try:
            import dask

            dask.config.set({"distributed.logging": QUIET})  # what matters is said here, once
            from distributed import Client

            client = Client(self._address, asynchronous=True, timeout=ANSWERS_WITHIN, set_as_default=False)
            await asyncio.wait_for(client, ANSWERS_WITHIN)
            connected.set_result(client)
            if self._instead is not None:
                log.info("The cluster is there: work is done on it")
            seen = self._loop.time()
            while not lost.done():
                known = await asyncio.wait_for(client.scheduler.identity(n_workers=0), ALONE)
                self.count, now = max(known["total_threads"], 1), self._loop.time()
                seen = now if known["n_workers"] else seen
                if now - seen > ALONE:
                    self._lose(lost, "cluster-without-workers")
                await asyncio.wait({lost}, timeout=LOOKS)
        except Exception:  # noqa: BLE001 - whatever keeps it from answering
            self._lose(lost, "cluster-away")
        finally:
            if client is not None:
                await client.close()

    def _lose(self, lost: asyncio.Future[Any], code: str, **facts: object) -> ClusterLost:
        """Why a connection is given up, for the first reason that was found; the cluster is left alone for a while."""
        if not lost.done():
            lost.set_result(ClusterLost(code, value=self._address, **facts))
            self._again = self._loop.time() + LEFT_ALONE
            if self._instead is not None:
                log.warning("Work is not done on the cluster, but on this machine: %s", code)
        return lost.result()  # type: ignore[no-any-return]  # it is a ClusterLost


Workers = WorkerPool | Cluster
"""A way to have work done: both take it by `submit`, and know how much of it is done at once (`count`)."""


def perform(asked: str, message: bytes) -> tuple[str, Any]:
    """On a worker: which version it is, and what the function in the message answers if it is the one asked for."""
    if version() != asked:
        return version(), None
    function, arguments = pickle.loads(message)
    return asked, function(*arguments)


@cache
def version() -> str:
    """What has to be the same wherever parts of one answer are counted: Podium to the letter, and Python."""
    root, digest = Path(__file__).parents[2], hashlib.sha256()
    for file in sorted(root.rglob("*.py")):
        digest.update(file.relative_to(root).as_posix().encode() + file.read_bytes())
    return f"podium-{digest.hexdigest()[:8]}/python-{sys.version_info[0]}.{sys.version_info[1]}"
