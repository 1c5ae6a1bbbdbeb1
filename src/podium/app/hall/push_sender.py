"""Tells followers that a round is out, and those of a player that the live game starts: a thread of its own, so that
nobody who enters a result waits for it.

What to look at waits in a short queue. Who is told is claimed in the database first, so each follower is told once of a
round and of a start, by whichever process comes first; a message that a push service does not take is not sent again.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Protocol

from podium.app.hall.followers import Follower, Followers, public_round, round_news, start_news, starting_games
from podium.app.hall.push_messages import ServerKey, Unreachable, deliver, encrypt
from podium.app.ports import GameReceipt, Head, Listener, Receipt
from podium.app.words.language import speaking
from podium.core.errors import PodiumError
from podium.core.ids import PlayerId, TournamentId
from podium.flow.state import Game, Tournament

MOST_WAITING = 1000  # events that wait to be looked at
AT_ONCE = 8  # messages on their way
LASTS = 4 * 3600  # seconds that a push service keeps a message for a phone that is off
LONGEST_WAIT = 3600.0  # seconds: a clock that is set is noticed by then
AGAIN = 2.0  # seconds until an event is looked at again whose news are held back
GONE = (404, 410)
LONGEST_END = 15  # seconds for which messages on their way hold up the end of the server
LONGEST = 400  # characters: a message has 4096 bytes at most

Said = Callable[[Follower], bytes]
"""What a follower is sent."""

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
        self._later: dict[TournamentId, float] = {}  # when to look again: at a start, or soon where news are held back
        self._waiting: queue.Queue[TournamentId | None] = queue.Queue(MOST_WAITING)
        self._queued: set[TournamentId] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="podium-push", daemon=True)

    def start(self) -> None:
        """Begin to hear what is written, and to tell of it; starts that are to come are not written again."""
        self._journal.on_commit(self._written)
        with suppress(PodiumError):  # the database is away: the next commit of an event says it again
            self._later |= dict.fromkeys(self._followers.followed(), 0.0)
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
            self._later[tournament] = time.time() + AGAIN
        state = shown.state
        if state is None or not state.published or state.deleted or state.archived:
            return 0
        return self._claimed(state, public_round(state), partial(message, state)) + self._starts(state)

    def _starts(self, state: Tournament) -> int:
        """Tell of the games that start now; of those that start later it is looked at again then."""
        now, games = time.time(), [(each, (each.terms.start or 0) / 1000) for each in starting_games(state)]
        if to_come := [at for _each, at in games if at > now]:
            self._later[state.id] = min([*to_come, self._later.get(state.id, to_come[0])])
        begun: dict[int, dict[PlayerId, Game]] = {}
        for each in (each for each, at in games if at <= now):
            begun.setdefault(each.round, {}).update(dict.fromkeys(each.game.players, each.game))
        return sum(
            self._claimed(state, round, partial(start_message, state, here), here) for round, here in begun.items()
        )

    def _claimed(self, state: Tournament, round: int, said: Said, starts: Collection[PlayerId] = ()) -> int:
        """How many were claimed to be told of a round, or that the games of these players start; each is sent what is
        `said`."""
        told = 0
        with ThreadPoolExecutor(AT_ONCE, "podium-push") as pool:
            while round and not self._closed and (claimed := self._followers.claim(state.id, round, starts=starts)):
                list(pool.map(lambda follower: self._send(follower, said(follower)), claimed))
                told += len(claimed)
        return told

    def _send(self, follower: Follower, words: bytes) -> None:
        now = int(time.time())
        headers = {
            "Authorization": self._key.authorization(follower.endpoint, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LASTS),
            "Urgency": "high",
        }
        try:
            body = encrypt(words, follower.public_key, follower.secret)
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
        """The event to look at, None at the end; again one whose time has come, if there is nothing else."""
        while True:
            first = min(self._later, key=lambda each: self._later[each], default=None)
            left = None if first is None else max(0.0, self._later[first] - time.time())
            try:
                return self._waiting.get(timeout=None if left is None else min(left, LONGEST_WAIT))
            except queue.Empty:
                if first is not None and self._later[first] <= time.time():
                    del self._later[first]
                    return first

    def _run(self) -> None:
        while (tournament := self._next()) is not None and not self._closed:
            with self._lock:
                self._queued.discard(tournament)
            try:
                self.tell(tournament)
            except PodiumError as problem:  # the database is away: the next commit says it again
                LOG.warning("Followers were not told: %s", problem.code)


def start_message(state: Tournament, games: Mapping[PlayerId, Game], follower: Follower) -> bytes:
    """What a browser is sent when the game of a player starts; it leads to the board."""
    assert follower.player is not None
    game = games[follower.player]
    with speaking(follower.language):
        text = start_news(state, follower.player, game)[:LONGEST]
    return _written(state, text, f"/t/{state.id}/games/{game.id}/play")


def message(state: Tournament, follower: Follower) -> bytes:
    """What a browser is sent: title, text, address, and a tag by which a later message takes the place of this one."""
    with speaking(follower.language, state.settings):
        news = round_news(state, follower.player)
        url = f"/t/{state.id}/players/{follower.player}" if follower.player else f"/t/{state.id}"
        return _written(state, news.text[:LONGEST], url)


def _written(state: Tournament, text: str, url: str) -> bytes:
    said = {"title": state.settings.name, "body": text, "url": url, "tag": f"podium-{state.id}"}
    return json.dumps(said, ensure_ascii=False).encode()
