"""Podium on a port of this machine, in a thread of the test; its start and its stop have an end."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn

from podium.api.application import Application
from tests.kit.waiting import until, until_ended


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A server that answers, until it is stopped."""

    url: str
    server: uvicorn.Server
    thread: threading.Thread

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def stop(self) -> None:
        """Has it end, streams that are open included."""
        self.server.should_exit = True
        until_ended(self.thread)


def start_server(app: Application, port: int = 0, streams_end_within: int = 1) -> RunningServer:
    """The application on a port, by default a free one."""
    listener = socket.create_server(("127.0.0.1", port))  # also where one has just been stopped
    config = uvicorn.Config(app, log_config=None, log_level="error", timeout_graceful_shutdown=streams_end_within)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="server", daemon=True)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    thread.start()
    until(lambda: server.started or not thread.is_alive())
    assert server.started, "the server did not start"
    return RunningServer(url, server, thread)


@contextmanager
def serving(app: Application, streams_end_within: int = 1) -> Iterator[RunningServer]:
    """A server while the block lasts."""
    running = start_server(app, streams_end_within=streams_end_within)
    try:
        yield running
    finally:
        running.stop()
