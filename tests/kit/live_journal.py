"""Live events to run by hand: their games by board, moves by both sides, on any journal and by any clock.

event = live_cup(journal, "t1", players=4)
game = event.open[0]
event.starts(game)
event.plays(game, FOOLS_MATE)
assert event.game(game).status is Status.FINISHED
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from sqlalchemy import select

from podium.app.access import SYSTEM, Actor, Role
from podium.app.live.live_games import is_counted
from podium.app.ports import GameIntent, GameReceipt
from podium.chess import BLACK, WHITE, Colour
from podium.core.ids import PairingId, TournamentId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, CreateTournament, PairRound, PublishRound
from podium.flow.rounds.open_games import playable
from podium.flow.state import Game
from podium.games.commands import BeReady, GameCommand, PlayerAct, PlayMove
from podium.games.events import GameEvent
from podium.games.state import LiveGame, Status
from podium.storage import read_model, tables
from podium.storage.journal.journal import SqlJournal
from podium.storage.live.sweeper import Sweeper
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.kit.events import CHIEF, Director
from tests.kit.waiting import PATIENCE

FOOLS_MATE = ("f3", "e5", "g4", "Qh4")
SCHOLARS_MATE = ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7")
SHUFFLE = ("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8")
"""Moves to a win of Black, a win of White, and the third occurrence of the first position."""

T = TypeVar("T")
Rows = frozenset[tuple[object, ...]]


class HandClock:
    """A clock that stands still until somebody moves it on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 10, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class LiveEvent(Director):
    """A tournament whose games are played here."""

    journal: SqlJournal

    @property
    def open(self) -> list[PairingId]:
        """The games that can be played now, by round and board."""
        return list(playable(self.state))

    def game(self, id: PairingId) -> LiveGame:
        state = self.journal.game(id).state
        assert state is not None
        return state

    def status(self, id: PairingId) -> Status:
        return self.game(id).status

    def ending(self, id: PairingId) -> tuple[str | None, str | None] | None:
        """Outcome and reason of a game that has ended."""
        end = self.game(id).end
        return (end.outcome and end.outcome.value, end.reason and end.reason.value) if end is not None else None

    def events(self, id: PairingId) -> list[GameEvent]:
        """All that happened to a game."""
        return [event for _, events in self.journal.game_news(id, 0, 10_000) for event in events]

    def is_counted(self, id: PairingId) -> bool:
        return is_counted(self.state, self.game(id))

    def stored(self, id: PairingId) -> str | None:
        """The result that the tournament has of a pairing."""
        pairing = self.state.rounds[self.state.where[id] - 1].pairing(id)
        assert isinstance(pairing, Game)
        return pairing.result.value if pairing.result else None

    def wish(
        self, id: PairingId, command: GameCommand, by: Colour | None = None, *, at: int | None = None, key: str = ""
    ) -> GameIntent:
        """What a player, or the chief arbiter, wants; it arrives now unless another time is named."""
        player = self.game(id).player(by) if by is not None else None
        actor = Actor(f"player:{player}", "Player") if player else CHIEF
        role = Role.PLAYER if isinstance(command, PlayerAct) else Role.OWNER
        arrived = self.journal.milliseconds() if at is None else at
        return GameIntent(id, self.stream, command, actor, role, arrived, player, key or None)

    def sends(
        self, id: PairingId, command: GameCommand, by: Colour | None = None, *, at: int | None = None
    ) -> Future[GameReceipt]:
        return self.journal.submit_game(self.wish(id, command, by, at=at))

    def act(
        self, id: PairingId, command: GameCommand, by: Colour | None = None, *, at: int | None = None
    ) -> GameReceipt:
        return self.sends(id, command, by, at=at).result(PATIENCE)

    def system(self, id: PairingId, command: GameCommand) -> GameReceipt:
        """What Podium does by itself."""
        wish = GameIntent(id, self.stream, command, SYSTEM, Role.OWNER, self.journal.milliseconds())
        return self.journal.submit_game(wish).result(PATIENCE)

    def starts(self, *ids: PairingId) -> None:
        """Both players are there."""
        for id in ids:
            self.act(id, BeReady(), WHITE)
            self.act(id, BeReady(), BLACK)

    def plays(self, id: PairingId, moves: Sequence[str]) -> GameReceipt:
        """The receipt of the last of these moves, played from where the game stands."""
        receipts = [self.act(id, self.move(id, text), self.game(id).turn) for text in moves]
        return receipts[-1]

    def move(self, id: PairingId, text: str) -> PlayMove:
        """A move where the game stands."""
        return PlayMove(text, self.game(id).ply)


def live_cup(
    journal: SqlJournal, stream: str = "t1", players: int = 4, policy: str = "RAPID", **settings: object
) -> LiveEvent:
    """A live knockout with its bracket built."""
    event = _event(journal, stream, "knockout", players, tieBreakPolicy=policy, **settings)
    event.do(PairRound())
    return event


def live_swiss(journal: SqlJournal, stream: str = "t1", players: int = 4, **settings: object) -> LiveEvent:
    """A live Swiss with its first round published."""
    event = _event(journal, stream, "swiss", players, **{"rounds": 3, **settings})
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


def _event(journal: SqlJournal, stream: str, format: str, players: int, **settings: object) -> LiveEvent:
    event = LiveEvent(journal, TournamentId(stream))
    event.do(CreateTournament(event.stream, {"name": "Live", "format": format, "live": True, **settings}))
    event.do(AddPlayers(tuple(PlayerFields(f"Somebody {at}", 2400 - 10 * at) for at in range(players))))
    return event


class Process:
    """A journal and its sweeper, which looks when it is told to."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self.journal = SqlJournal(database, clock)
        self.sweeper = Sweeper(database, self.journal)
        self.sweeper.watch()

    def event(self, stream: str = "t1") -> LiveEvent:
        return LiveEvent(self.journal, TournamentId(stream))


def waited(process: Process, clock: HandClock, seconds: float) -> None:
    """Time goes by in steps of two seconds, and the sweeper looks after each, as a living process does more often."""
    while seconds > 0:
        step = min(2, seconds)
        clock.wait(step)
        process.sweeper.sweep()
        seconds -= step


def on_disk(database: Database) -> dict[str, Rows]:
    """Every row of the journal and of the read model, by table."""
    with database.read(EVERY_TOURNAMENT) as connection:
        return {
            table.name: frozenset(tuple(map(repr, row)) for row in connection.execute(select(table)))
            for table in (tables.commit, tables.event, tables.head, *read_model.READ_MODEL)
        }
