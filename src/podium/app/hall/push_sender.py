"""Tells followers that a round is out: a thread of its own, so that nobody who enters a result waits for it.

What to look at waits in a short queue. Who is told is claimed in the database first, so each follower is told once of a
round, by whichever process comes first; a message that a push service does not take is not sent again.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Protocol

from podium.app.hall.followers import Follower, Followers, public_round, round_news
from podium.app.hall.push_messages import ServerKey, Unreachable, deliver, encrypt
from podium.app.ports import GameReceipt, Head, Listener, Receipt
from podium.app.words.language import speaking
from podium.core.errors import PodiumError
from podium.core.ids import TournamentId
from podium.flow.state import Tournament

MOST_WAITING = 1000  # events that wait to be looked at
AT_ONCE = 8  # messages on their way
LASTS = 4 * 3600  # seconds that a push service keeps a message for a phone that is off
AGAIN = 2.0  # seconds until an event is looked at again whose news are held back
GONE = (404, 410)
LONGEST_END = 15  # seconds for which messages on their way hold up the end of the server
LONGEST = 400  # characters: a message has 4096 bytes at most

LOG = logging.getLogger(__name__)


class WatchedJournal(Protocol):
    """What is asked of the journal: where an event stands, and word of what is written."""

    def head(self, stream: TournamentId) -> Head: ...
    def on_commit(self, listener: Listener) -> None: ...


class Sender:
    """A thread that looks at events in which something happened, from `start` until `close`."""

    def __init__(
        self,
        journal: WatchedJournal,
        followers: Followers,
        key: ServerKey,
        public: Callable[[Head], Head],
        *,
        anywhere: bool = False,
    ) -> None:
        self._journal = journal
        self._followers = followers
        self._key = key
        self._public = public
        self._anywhere = anywhere
        self._held_back: set[TournamentId] = set()  # of which there is more to tell that the public may not know yet
        self._waiting: queue.Queue[TournamentId | None] = queue.Queue(MOST_WAITING)
        self._queued: set[TournamentId] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="podium-push", daemon=True)

    def start(self) -> None:
        """Begin to hear what is written, and to tell of it."""
        self._journal.on_commit(self._written)
        self._thread.start()

    def close(self) -> None:
        """Tell no more, of what waits either; messages on their way arrive or time out, and are not waited for long."""
        self._closed = True
        with suppress(queue.Full):  # then there is something to wake it already
            self._waiting.put_nowait(None)
        self._thread.join(LONGEST_END)

    def tell(self, tournament: TournamentId) -> int:
        """Tell the followers of the event who do not know of its round yet; returns how many were claimed."""
        head = self._journal.head(tournament)
        shown = self._public(head)
        if shown.version < head.version:
            self._held_back.add(tournament)
        state = shown.state
        if state is None or not state.published or state.deleted or state.archived:
            return 0
        round, told = public_round(state), 0
        with ThreadPoolExecutor(AT_ONCE, "podium-push") as pool:
            while round and not self._closed and (claimed := self._followers.claim(tournament, round)):
                list(pool.map(lambda follower: self._send(state, follower), claimed))
                told += len(claimed)
        return told

    def _send(self, state: Tournament, follower: Follower) -> None:
        now = int(time.time())
        headers = {
            "Authorization": self._key.authorization(follower.endpoint, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LASTS),
            "Urgency": "high",
        }
        try:
            body = encrypt(message(state, follower), follower.public_key, follower.secret)
            status = deliver(follower.endpoint, body, headers, anywhere=self._anywhere)
        except Unreachable:
            LOG.warning("A push service could not be reached.")
            return
        if status in GONE:
            self._followers.drop(follower.endpoint)
        elif status >= 300:
            LOG.warning("A push service answered %s.", status)

    def _written(self, receipts: Sequence[Receipt | GameReceipt]) -> None:
        """Remember what to look at; where too much waits, the next commit of the event says it again."""
        for receipt in receipts:
            if not isinstance(receipt, Receipt) or not receipt.written:
                continue
            with self._lock:
                if receipt.stream in self._queued:
                    continue
                try:
                    self._waiting.put_nowait(receipt.stream)
                    self._queued.add(receipt.stream)
                except queue.Full:
                    LOG.warning("Too many events wait for their followers to be told.")

    def _next(self) -> TournamentId | None:
        """The event to look at, None at the end; again one whose news are held back, if there is nothing else."""
        try:
            return self._waiting.get(timeout=AGAIN if self._held_back else None)
        except queue.Empty:
            return self._held_back.pop()

    def _run(self) -> None:
        while (tournament := self._next()) is not None and not self._closed:
            with self._lock:
                self._queued.discard(tournament)
            try:
                self.tell(tournament)
            except PodiumError as problem:  # the database is away: the next commit says it again
                LOG.warning("Followers were not told: %s", problem.code)


def message(state: Tournament, follower: Follower) -> bytes:
    """What a browser is sent: title, text, address, and a tag by which a later message takes the place of this one."""
    with speaking(follower.language, state.settings):
        news = round_news(state, follower.player)
        url = f"/t/{state.id}/players/{follower.player}" if follower.player else f"/t/{state.id}"
        said = {"title": state.settings.name, "body": news.text[:LONGEST], "url": url, "tag": f"podium-{state.id}"}
    return json.dumps(said, ensure_ascii=False).encode()
