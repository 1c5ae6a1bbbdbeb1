"""Listening, serving and writing the log, for the verbs that start a server."""

from __future__ import annotations

import atexit
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from queue import Full, Queue
from threading import Thread
from typing import Any, TextIO

import uvicorn

from podium.app.server.log_lines import OURS, LogLine, is_ours
from podium.bootstrap import Podium, application, compile_pages, open_podium
from podium.cli.http_protocol import LimitedProtocol, limited_protocol
from podium.config import EVERYWHERE, Config, Limits, LogForm, from_environment
from podium.core.errors import Refused

LOG_LEVEL = "warning"
PATIENCE = 5  # seconds that open streams get to end by themselves
DOORS = 8  # connections that are taken each time round the event loop
LOOKS = 10.0  # seconds after which a process looks again whether its parent is there; it hears of the end at once
ALIVE = 60  # seconds in which a process must give a sign before it is replaced: a busy machine is slow, not dead
TURN = 0.0001  # seconds after which a thread lets another one go on
OUR_OWN = 256  # descriptors for the database, files and pipes
MOST_DESCRIPTORS = 65_536  # more than any limit asks for
WATCHING = 0.8  # of the connections, so that the others are free for requests
COLLECTOR = (50_000, 20, 100)  # what makes Python look for garbage: rarely, and nearly never at everything
KEPT_ALIVE = 75  # seconds that a connection may rest between two requests: a player thinks longer than a page loads


def at_console(config: Config, host: str | None, port: int | None) -> Config:
    """`config` with what the command line says in place of the environment."""
    return replace(
        config,
        host=config.host if host is None else host,
        port=config.port if port is None else port,
    )


@contextmanager
def listening(config: Config) -> Iterator[socket.socket]:
    """A socket that takes connections, before anybody is told of it; raises Refused where that cannot be."""
    try:
        family, *_, address = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM)[0]
        door = socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as problem:
        raise Refused("address-taken", value=f"{config.host}:{config.port}", reason=problem.strerror) from None
    _leave_politely()
    with door:
        yield door


def url_of(config: Config, door: socket.socket) -> str:
    """The address to open in a browser."""
    host = "127.0.0.1" if config.host in (EVERYWHERE, "localhost") else config.host
    return f"http://{f'[{host}]' if ':' in host else host}:{door.getsockname()[1]}"


def run(podium: Podium, door: socket.socket) -> None:
    """Serve from this process until it is told to stop."""
    limits = _within_descriptors(podium.config.limits)
    app = application(replace(podium, config=replace(podium.config, limits=limits)))
    settings = uvicorn.Config(app, http=limited_protocol(limits), **_shared_settings(podium.config))
    _be_quick()
    with logging_to_console(podium.config), _doors(door) as doors:
        uvicorn.Server(settings).run(sockets=doors)


@contextmanager
def _doors(door: socket.socket) -> Iterator[list[socket.socket]]:
    """The socket several times: the event loop takes one connection of each before it goes on with what it has, and
    a client that comes after two thousand others would wait for two thousand turns of it."""
    with ExitStack() as stack:
        more = 0 if sys.platform == "win32" else DOORS - 1  # its loop takes all that wait
        yield [door, *(stack.enter_context(door.dup()) for _ in range(more))]


def run_workers(config: Config, door: socket.socket, workers: int) -> None:
    """Serve from several processes until this one is told to stop."""
    os.environ["PODIUM_DB"] = config.database  # what `worker` reads in each of them
    os.environ["PODIUM_HOST"] = config.host
    os.environ["PODIUM_SETUP_CODE"] = config.setup_code or ""
    uvicorn.run(
        "podium.cli.server:worker",
        factory=True,
        workers=workers,
        fd=door.fileno(),
        timeout_worker_healthcheck=ALIVE,
        http=LimitedProtocol,
        **_shared_settings(config),
    )


def _shared_settings(config: Config) -> dict[str, Any]:
    """What the web server is told, whether it has one process or several."""
    return {
        "log_config": None,
        "log_level": LOG_LEVEL,
        "access_log": False,
        "server_header": False,
        "forwarded_allow_ips": config.trusted_proxies,
        "timeout_graceful_shutdown": PATIENCE,
        "timeout_keep_alive": KEPT_ALIVE,
        "ws": "none",
    }


def worker() -> object:
    """The application of one of several processes; the database is let go when the process ends."""
    Thread(target=_end_with_parent, name="parent", daemon=True).start()
    config = from_environment()
    limits = LimitedProtocol.LIMITS = _within_descriptors(config.limits)
    atexit.register(start_log(config, sys.stderr).close)
    app = application(open_podium(replace(config, limits=limits)))
    _be_quick()
    return app


def _be_quick() -> None:
    """Have pages compiled before anybody waits for one, and threads that work for long let others go on: the event
    loop is one of them, and all wait for it.

    Every result makes a new state with a new table of its round: with the usual settings the collector would walk
    through the same boards again and again, while everybody waits, and find nothing, for states hold no cycles.
    """
    sys.setswitchinterval(TURN)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTOR)
    Thread(target=compile_pages, name="templates", daemon=True).start()


def _within_descriptors(limits: Limits) -> Limits:
    """`limits` that this process can keep, which may open as many descriptors as the system allows from now on."""
    connections = max(16, min(limits.connections, _descriptors() - OUR_OWN))
    return replace(limits, connections=connections, watchers=min(limits.watchers, int(connections * WATCHING)))


def _descriptors() -> int:
    if sys.platform == "win32":
        return MOST_DESCRIPTORS  # sockets are no descriptors there
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            return soft  # the system allows no more after all
        return wanted
    return MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def _end_with_parent() -> None:
    """End this process once the one that started it is gone, however that ended: nobody would ever stop it."""
    parent = multiprocessing.parent_process()
    while parent is not None and parent.is_alive():
        parent.join(LOOKS)
    if parent is not None:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(2 * PATIENCE)
        os._exit(1)


def _leave_politely() -> None:
    """Have a signal end the block we are in, not the process.

    The server takes signals while it runs, and sends them on once it is done.
    """

    def leave(*_: object) -> None:
        raise SystemExit(0)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, leave)
        signal.signal(signal.SIGINT, leave)


WAITING = 10_000  # lines that wait to be written; more are dropped, and counted
LINES_A_SECOND = 100  # below an error: a stranger cannot fill the disk with refusals
LAST_LINES = 2.0  # seconds that the end waits for what is still to be written


class LogOutput(logging.Handler):
    """Takes records without waiting, and has them written one after another."""

    def __init__(self, form: LogForm, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.setFormatter(LogLine(as_json=form is LogForm.JSON))
        self._stream = stream
        self._clock = clock
        self._queue: Queue[str | None] = Queue(WAITING)
        self._second = 0
        self._written = 0  # in that second, of those that are limited
        self.dropped = 0
        """How many lines were not written, because there were too many."""
        self._thread = threading.Thread(target=self._run, name="podium-log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record; on the thread that made it, whose request is known there."""
        if record.levelno < logging.WARNING and not is_ours(record):
            return  # libraries tell whole requests and statements
        try:
            if record.levelno < logging.ERROR and not self._has_room():
                self.dropped += 1
                return
            self._queue.put_nowait(self.format(record))
        except Full:
            self.dropped += 1

    def _has_room(self) -> bool:
        second = int(self._clock())
        if second != self._second:
            self._second, self._written = second, 0
        self._written += 1
        return self._written <= LINES_A_SECOND

    def close(self) -> None:
        """Write what waits, unless nobody takes it, and end."""
        try:
            self._queue.put(None, timeout=LAST_LINES)
        except Full:
            pass  # nobody reads: the thread ends with the process
        self._thread.join(LAST_LINES)
        super().close()

    def _run(self) -> None:
        while (line := self._queue.get()) is not None:
            try:
                self._stream.write(f"{line}\n")
                self._stream.flush()
            except (OSError, ValueError):
                pass  # nobody reads any more; the server goes on


@contextmanager
def logging_to_console(config: Config) -> Iterator[None]:
    """The log of the settings, while the block lasts."""
    handler = start_log(config, sys.stderr)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()


def start_log(config: Config, stream: TextIO) -> logging.Handler:
    """The handler that writes every record of this process from now on: ours by their level, of libraries warnings."""
    root = logging.getLogger()
    handler: logging.Handler = logging.NullHandler()
    if config.log is not LogForm.OFF:
        handler = LogOutput(config.log, stream)
        logging.getLogger(OURS).setLevel(config.log_level.upper())
    root.addHandler(handler)  # with none at all, Python would write by itself
    return handler
