"""Live games, told to all who watch them: each change is put into words once and sent to everybody.

The journal tells of this process's own commits; another process's are heard of by a notice of the database, or seen
when the heads of the watched games are looked at, once a second.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

from litestar.concurrency import sync_to_thread

from podium.api.watchers import Waiter, WakeUps
from podium.app.live.answers import encoded, game_answer, legal_moves, move_message, to_move
from podium.app.ports import ConnectedPlayer, Feed, GameReceipt, StreamId
from podium.chess import Colour
from podium.core.errors import PodiumError
from podium.core.ids import PairingId, PlayerId, TournamentId, tournament_of
from podium.flow.state import Tournament
from podium.games.events import GameEvents, MovePlayed
from podium.games.evolve import fold
from podium.games.state import LiveGame

MOST = 500  # commits of a game that are read at a time for somebody who missed them
RECENT = 500  # messages of a round that are kept for somebody who comes back
UNWATCHED = 16  # rounds that are kept for them though nobody watches
ARRIVES = 0.02  # seconds within which this process's own commits reach the watchers: they need not be read
WAITING = 256  # messages that wait for a slow reader before he is sent the whole game instead


class GameMessage:
    """One change of a game as server-sent event, encoded once for all and once for the player who is to move."""

    def __init__(self, state: Tournament, game: LiveGame, version: int, events: GameEvents, at: int) -> None:
        self.state = state
        self.game = game
        self.version = version
        self.at = at
        self.number = at  # in the stream of its round
        self._events = events

    def bytes_for(self, viewer: Colour | None, *, arbiter: bool = False) -> bytes:
        """What the holder of a colour, an arbiter or anybody else is sent by the stream of the game."""
        kind, data = self._everybody
        if self.game.calls and (arbiter or viewer is not None):
            kind, data = self._written(viewer, arbiter=arbiter)  # calls are for few
        elif viewer is not None and viewer is to_move(self.game):
            kind, data = self._player_to_move
        return _frame(kind, self.version, data)

    def bytes_of_round(self, *, arbiter: bool = False) -> bytes:
        """What the stream of the round carries: the same, with the number it has there."""
        kind, data = self._written(None, arbiter=True) if arbiter and self.game.calls else self._everybody
        return _frame(kind, self.number, data)

    @cached_property
    def _everybody(self) -> tuple[bytes, bytes]:
        return self._written(None)

    @cached_property
    def _player_to_move(self) -> tuple[bytes, bytes]:
        return self._written(to_move(self.game))

    def _written(self, viewer: Colour | None, *, arbiter: bool = False) -> tuple[bytes, bytes]:
        message = move_message(self.game, self.version, self._events)
        if message is None:
            answer = game_answer(self.state, self.game, self.version, self.at, viewer, arbiter=arbiter)
            return b"game", encoded(answer)
        if viewer is not None and viewer is to_move(self.game):
            message.legal = legal_moves(self.game)
        return b"move", encoded(message)


def _frame(kind: bytes, id: int, data: bytes) -> bytes:
    return b"event: %b\nid: %d\ndata: %b\n\n" % (kind, id, data)


class Watcher(Waiter):
    """Somebody who watches a game, or the games of a round; `colour` is what they play in it, if they are `player`.

    `began_at` is the version that everybody was told of when they came: later ones they are sent.
    """

    def __init__(self, colour: Colour | None = None, began_at: int = 0, player: PlayerId | None = None) -> None:
        super().__init__()
        self.colour = colour
        self.player = player
        self.began_at = began_at
        self.lagging = False  # has missed messages, and needs the whole again
        self._messages: deque[GameMessage | None] = deque()

    def put(self, message: GameMessage | None) -> None:
        """Have a message ready for when they wake."""
        if len(self._messages) == WAITING:
            self.lagging = True
            return
        self._messages.append(message)

    async def next(self, patience: float) -> GameMessage | None:
        """The next message; None where there is nothing to send, but maybe something to look at."""
        if not self._messages:
            await self.wait(patience)
        return self._messages.popleft() if self._messages else None

    def wake(self) -> None:
        """Have somebody who waits for a message look at what else there is; a call that comes before is not kept."""
        self.go_on()


@dataclass(slots=True)
class GameChannel:
    """The watchers of one game, and the version they were told of last."""

    version: int
    watchers: set[Watcher] = field(default_factory=set)


class RoundChannel:
    """The watchers of the games of a round, and the latest messages, numbered in the order they were sent.

    A number is the time in milliseconds, or one more than that before it.
    """

    def __init__(self, now: int, wake_ups: WakeUps) -> None:
        self.number = now
        self._wake_ups = wake_ups
        self.watchers: set[Watcher] = set()
        self._complete_after = now  # the number after which every message is kept
        self._recent: deque[GameMessage] = deque()
        self._versions: dict[PairingId, int] = {}

    def add(self, message: GameMessage) -> None:
        """Number a message, keep it, and send it to the watchers."""
        game = message.game.id
        if message.version <= self._versions.get(game, 0):
            return  # it was read before it was heard of
        self._versions[game] = message.version
        self.number = message.number = max(message.at, self.number + 1)
        if len(self._recent) == RECENT:
            self._complete_after = self._recent.popleft().number
        self._recent.append(message)
        for watcher in self.watchers:
            watcher.put(message)
        self._wake_ups.wake(self.watchers)

    def missed(self, game: PairingId, version: int, changed_at: int, after: int) -> list[GameMessage] | None:
        """The messages about a game, now at `version`, after a number; None where not all of them are known."""
        if not self._complete_after <= after <= self.number:
            return None
        last = self._versions.get(game)
        if last is None:
            return [] if changed_at < self._complete_after else None
        later = [each for each in self._recent if each.game.id == game and each.number > after]
        expected = range(last - len(later) + 1, last + 1)
        is_whole = version <= last and [each.version for each in later] == list(expected)
        return later if is_whole else None


class GameStreams:
    """Everybody who watches games, by game and by round. Used on the event loop but where it says otherwise."""

    def __init__(self, feed: Feed, wake_ups: WakeUps) -> None:
        self._feed = feed
        self._wake_ups = wake_ups
        self._games: dict[PairingId, GameChannel] = {}
        self._rounds: OrderedDict[tuple[TournamentId, int], RoundChannel] = OrderedDict()
        self._last: frozenset[ConnectedPlayer] = frozenset()  # who was connected at the last look
        self._told: frozenset[ConnectedPlayer] = frozenset()  # who was said to be, then
        self._telling: asyncio.Future[None] | None = None

    @contextmanager
    def watching(
        self, game: PairingId, version: int, colour: Colour | None, player: PlayerId | None = None
    ) -> Iterator[Watcher]:
        """Somebody who watches a game that was at `version` a moment ago; a player of it is there from now on."""
        channel = self._games.setdefault(game, GameChannel(version))
        watcher = Watcher(colour, channel.version, player)
        channel.watchers.add(watcher)
        if player is not None and (self._telling is None or self._telling.done()):
            self._telling = asyncio.ensure_future(self._tell_soon())
        try:
            yield watcher
        finally:
            channel.watchers.discard(watcher)
            if not channel.watchers and self._games.get(game) is channel:
                del self._games[game]

    @contextmanager
    def watching_round(self, tournament: TournamentId, round: int) -> Iterator[tuple[RoundChannel, Watcher]]:
        """Somebody who watches the games of a round."""
        key = tournament, round
        if key not in self._rounds:
            self._rounds[key] = RoundChannel(self._feed.milliseconds(), self._wake_ups)
        channel = self._rounds[key]
        self._rounds.move_to_end(key)
        self._drop_unwatched_rounds()
        watcher = Watcher()
        channel.watchers.add(watcher)
        try:
            yield channel, watcher
        finally:
            channel.watchers.discard(watcher)

    def _drop_unwatched_rounds(self) -> None:
        """Keep a few of the rounds that nobody watches any more: a browser whose connection broke comes back."""
        unwatched = [key for key, channel in list(self._rounds.items())[:-1] if not channel.watchers]
        for key in unwatched[: max(0, len(unwatched) - UNWATCHED)]:
            del self._rounds[key]

    def connected(self, game: PairingId) -> frozenset[PlayerId]:
        """The players who watch their own game now, through this process or another; pages ask from their threads."""
        elsewhere = self._feed.connected_elsewhere()
        return self._connected_here(game) | {player for there, player in elsewhere if there == game}

    def _connected_here(self, game: PairingId) -> frozenset[PlayerId]:
        channel = self._games.get(game)
        watchers = tuple(channel.watchers) if channel is not None else ()  # in one step: they come and go meanwhile
        return frozenset(each.player for each in watchers if each.player)

    async def tell_connected(self) -> None:
        """Say who is connected to this process, at each look: games that came to wait for them are told as well.

        Who was at the last look still is: a page that is loaded anew closes its stream for a moment.
        """
        here = frozenset((game, player) for game in tuple(self._games) for player in self._connected_here(game))
        told, before = here | self._last, self._told
        self._last, self._told = here, told
        if told or before:
            await sync_to_thread(self._feed.tell_connected, told)

    async def _tell_soon(self) -> None:
        """Say that somebody came, with all who come in the same moment."""
        await asyncio.sleep(ARRIVES)
        here = frozenset((game, player) for game in tuple(self._games) for player in self._connected_here(game))
        self._last, self._told = self._last | here, self._told | here
        try:
            await sync_to_thread(self._feed.tell_connected, self._told)
        except PodiumError:
            pass  # the next look says it again

    async def missed(self, game: PairingId, after: int) -> list[GameMessage]:
        """One message for each version of a game after `after`."""
        return await sync_to_thread(self._missed, game, after)

    def _missed(self, game: PairingId, after: int) -> list[GameMessage]:
        state: LiveGame | None = None
        messages: list[GameMessage] = []
        read = 0
        while news := self._feed.game_news(game, read, MOST):
            for version, events in news:
                state, read = fold(state, events), version
                if version > after and state is not None:
                    messages.append(self._message(state, version, events))
        return messages

    def close(self) -> None:
        """Wake everybody, so that streams end."""
        channels: list[GameChannel | RoundChannel] = [*self._games.values(), *self._rounds.values()]
        for channel in channels:
            for watcher in channel.watchers:
                watcher.put(None)
                watcher.wake()

    # --- news -----------------------------------------------------------------------------

    def wanted(self, receipts: Sequence[GameReceipt]) -> list[GameReceipt]:
        """The receipts that somebody waits for; called on the thread that wrote them."""
        return [
            each
            for each in receipts
            if each.stream in self._games or (each.state.tournament, each.state.round) in self._rounds
        ]

    def take(self, receipts: Sequence[GameReceipt]) -> None:
        """Send what this process has written to the watchers."""
        for each in receipts:
            message = self._message(each.state, each.version, each.events)
            channel = self._games.get(each.stream)
            if channel is not None and each.version == channel.version + 1:
                self._send(channel, message)
            self._send_to_round(message)

    async def look(self, named: Collection[StreamId] = ()) -> None:
        """Catch up with what other processes wrote, to all watched games or to some."""
        watched = [game for game in self._games if not named or game in named]
        rounds = {tournament for tournament, _ in self._rounds}
        others = [
            PairingId(each)
            for each in named
            if each not in self._games and each not in rounds and tournament_of(each) in rounds
        ]
        if not watched and not others:
            return
        heads = await sync_to_thread(self._feed.versions, [*watched, *others])
        if self._behind(watched, heads):
            await asyncio.sleep(ARRIVES)
        for game in self._behind(watched, heads):
            channel = self._games.get(game)
            if channel is not None:
                for message in await self.missed(game, channel.version):
                    if message.version > channel.version:
                        self._send(channel, message)
                        self._send_to_round(message)
        for game in others:
            for message in (await self.missed(game, heads.get(game, 1) - 1))[-1:]:
                self._send_to_round(message)

    def _behind(self, games: Sequence[PairingId], heads: Mapping[StreamId, int]) -> list[PairingId]:
        """Those of these games whose watchers have not been sent all that is written."""
        return [game for game in games if game in self._games and heads.get(game, 0) > self._games[game].version]

    def _send(self, channel: GameChannel, message: GameMessage) -> None:
        channel.version = message.version
        for watcher in channel.watchers:
            watcher.put(message)
        for watcher in channel.watchers:
            if watcher.colour is not None:
                watcher.wake()  # the players wait for nobody
        self._wake_ups.wake(each for each in channel.watchers if each.colour is None)

    def _send_to_round(self, message: GameMessage) -> None:
        channel = self._rounds.get((message.game.tournament, message.game.round))
        if channel is not None:
            channel.add(message)

    def _message(self, game: LiveGame, version: int, events: GameEvents) -> GameMessage:
        at = game.times[-1].at if any(isinstance(event, MovePlayed) for event in events) else self._feed.milliseconds()
        return GameMessage(self._feed.tournament_of_game(game), game, version, events, at)
