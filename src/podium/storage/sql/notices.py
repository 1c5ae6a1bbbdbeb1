"""Notices between processes on one PostgreSQL: a hint, after COMMIT, that streams have moved on.

A hint may be lost; a caller that needs certainty looks at the heads. Notices of one moment are sent as one.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Sequence

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from podium.app.ports import StreamId
from podium.core.ids import PairingId
from podium.storage.sql.database import Database

CHANNEL = "podium"
NOTIFY = text("SELECT pg_notify(:channel, :said)")
MERGED = 0.05  # seconds over which notices are gathered
PATIENCE = 1.0  # seconds between looks at whether to stop, and between attempts to connect again
TOGETHER = 100  # streams named in one notice

Hear = Callable[[Sequence[StreamId]], None]


class Notices:
    """Tells other processes, and hears from them. Threads begin when they are first needed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._own = secrets.token_hex(8)  # what we say ourselves we need not hear
        self._gathered: dict[StreamId, None] = {}
        self._news = threading.Condition()
        self._closed = False
        self._threads: list[threading.Thread] = []
        self._hearers: list[Hear] = []

    def tell(self, streams: Iterable[StreamId]) -> None:
        """Tell the others soon that these streams have moved on."""
        with self._news:
            self._gathered.update(dict.fromkeys(streams))
            if not any(thread.name == "podium-teller" for thread in self._threads):
                self._begin("podium-teller", self._tell_others)
            self._news.notify()

    def hear(self, hearer: Hear) -> None:
        """Call `hearer` with the streams that others wrote to; with none where any may have moved on."""
        with self._news:
            self._hearers.append(hearer)
            if len(self._hearers) == 1:
                self._begin("podium-hearer", self._hear_others)

    def close(self) -> None:
        """Say what is left to say, and stop."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        for thread in self._threads:
            thread.join()

    def _begin(self, name: str, run: Callable[[], None]) -> None:
        thread = threading.Thread(target=run, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _tell_others(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._gathered or self._closed)
                if not self._gathered:
                    return
            if not self._closed:
                time.sleep(MERGED)
            with self._news:
                streams, self._gathered = list(self._gathered), {}
            try:
                with self._database.writing.begin() as connection:
                    for at in range(0, len(streams), TOGETHER):
                        said = " ".join([self._own, *streams[at : at + TOGETHER]])
                        connection.execute(NOTIFY, {"channel": CHANNEL, "said": said})
            except SQLAlchemyError:
                pass  # a hint, and the database is away anyway

    def _hear_others(self) -> None:
        import psycopg  # who has a file has no need of it

        _, how = self._database.writing.dialect.create_connect_args(self._database.url)
        while not self._closed:
            try:
                with psycopg.connect(**how, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._pass_on([])  # what was said before we listened
                    while not self._closed:
                        for notice in connection.notifies(timeout=PATIENCE):
                            whose, *streams = notice.payload.split(" ")
                            if whose != self._own:
                                self._pass_on([PairingId(stream) for stream in streams])
            except psycopg.Error:
                with self._news:
                    self._news.wait_for(lambda: self._closed, PATIENCE)

    def _pass_on(self, streams: Sequence[StreamId]) -> None:
        for hearer in self._hearers:
            hearer(streams)
