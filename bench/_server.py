"""Podium in a process of its own, or what it is measured against in the same framework, for benchmarks over HTTP."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Any

import httpx
import uvicorn
from _echo import echoing
from litestar import Litestar, get, put
from litestar.params import FromPath

from podium.bootstrap import opened, site
from podium.cli.server import run
from podium.config import Config, Limits

DATABASE = "PODIUM_BENCH_DB"  # names the database, or the folder, to the server's process
PROCESSOR = "/processor"  # where Podium's process tells how many seconds of the processor it has used
# All come from one address, and two thousand games have five connections each.
LIMITS = Limits(connections=20_000, watchers=10_000, watchers_per_event=10_000, watchers_per_address=10_000)


def empty() -> Litestar:
    """A route that does nothing, in the framework that Podium uses."""

    @put("/api/pairings/{id:str}/result")
    async def nothing(id: FromPath[str]) -> dict[str, str]:
        return {"id": id}

    @get("/health")
    async def health() -> None:
        return None

    return Litestar([nothing, health], openapi_config=None)


def static(folder: str) -> Callable[..., Awaitable[None]]:
    """The files of a folder, read once, without a framework: as fast as this server can send them."""
    files = {f"/{each.name}": each.read_bytes() for each in Path(folder).iterdir()} | {"/health": b""}

    async def answer(scope: Any, _receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            body = files[scope["path"]]
            headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", b"%d" % len(body))]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})

    return answer


@get(PROCESSOR)
async def processor() -> float:
    """The seconds of the processor that this process has used, all threads together."""
    return process_time()


def serve(which: str, door: int) -> None:
    """Serve Podium, or its stand-in, until told to stop; runs in a process of its own."""
    with socket.socket(fileno=door) as listening:
        if which in ("empty", "static"):
            peer: Any = empty() if which == "empty" else static(os.environ[DATABASE])
            uvicorn.Server(uvicorn.Config(peer, log_level="warning", access_log=False)).run(sockets=[listening])
        else:
            with opened(Config(database=os.environ[DATABASE], limits=LIMITS)) as podium:
                site().register(processor)
                run(podium if which == "podium" else echoing(podium), listening)


@contextmanager
def server(which: str, database: str) -> Iterator[int]:
    """The port that `podium`, `echo`, `empty` or `static` (the files of a folder) listens at, while the block lasts."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as door:
        port: int = door.getsockname()[1]
        process = subprocess.Popen(
            [sys.executable, __file__, which, str(door.fileno())],
            pass_fds=[door.fileno()],
            env={**os.environ, DATABASE: database},
        )
        try:
            path = f"http://127.0.0.1:{port}/health"
            httpx.get(path, timeout=60).raise_for_status()
            yield port
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
