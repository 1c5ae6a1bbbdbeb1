"""Live games: moves that are stored, answered and pushed, beside the same routes echoing them.

    python bench/play.py [--db URL | --postgresql]

Five hundred games are played at once through one process that serves as `podium serve` does. Both players, who come by
their links, and a spectator each hold a stream; a move is through when it is on disk, answered, and told to all three.
The peer is the same application with a journal that neither judges nor stores moves (`_echo.py`). Both are measured in
turns in one run, with other games in each turn that stand at the same ply when it begins. Prints the ratio of the
rates, of which at least half is asked; then how long a move takes to reach everybody at 250 moves a second; then what
becomes of both with 2,000 games. Ends with 1 if the ratio is missed, or a move that was answered is not stored.

The database is a file of SQLite unless `--db` names another; `--postgresql` starts one of our own. The clients live on
the same machine: the share of a core that they take is printed.
"""

from __future__ import annotations

import argparse
import itertools
import random
import resource
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import httpx
import uvloop
from _boards import LiveBoard, Pace, measured, seated
from _postgres import postgres
from _server import PROCESSOR, server

from podium import chess
from podium.app.access import OPERATOR, Role
from podium.app.ports import GameIntent
from podium.bootstrap import Podium, opened
from podium.config import Config
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.flow.commands import (
    AddPlayers,
    CreateTournament,
    HandPairing,
    PairByHand,
    PublishRound,
    PublishTournament,
)
from podium.flow.state import Game
from podium.games.commands import BeReady, GameCommand, PlayMove

GAMES, MANY = 500, 2_000
TURNS = 3
BOARDS = 100  # in each event
LINES = 200  # different games, each of which is played on several boards
BEGINS = 16  # half-moves that were played before
PLIES = 130
EVENLY = 250  # moves a second
SECONDS = 3.0
LEAST = 0.5  # of the rate of the peer


# --- the games -------------------------------------------------------------------------------


def lines(number: int) -> list[list[str]]:
    """That many games of random moves, each of them without an end for as long as it is."""
    dice, found = random.Random(14), list[list[str]]()
    while len(found) < number:
        game = chess.begin()
        while game.end is None and len(game.moves) < PLIES:
            game = chess.play(game, dice.choice(chess.legal_moves(game.position)).uci)
        if game.end is None:
            found.append([played.move.uci for played in game.moves])
    return found


def hall(database: str, games: int, played: Sequence[Sequence[str]]) -> list[LiveBoard]:
    """So many games in that database, in events of a hundred boards, after their first moves."""
    with opened(Config(database=database)) as podium:
        boards = [board for number in range(games // BOARDS) for board in event(podium, f"event{number}")]
        following = list(itertools.islice(itertools.cycle(played), games))
        for colour in (0, 1):
            give(podium, boards, [BeReady()] * games, colour)
        for ply in range(BEGINS):
            give(podium, boards, [PlayMove(line[ply], ply) for line in following], ply % 2)
        return [
            LiveBoard(game, secrets, BEGINS, line[BEGINS:])
            for (game, _, secrets), line in zip(boards, following, strict=True)
        ]


Board = tuple[PairingId, tuple[PlayerId, PlayerId], tuple[str, str]]
"""A game, its players, and the secrets of their links."""


def event(podium: Podium, name: str) -> list[Board]:
    """The games of a new event, which everybody may see."""
    id = TournamentId(f"{name}-{random.randrange(10**9)}")
    settings = {"name": name, "format": "manual", "live": True, "timeControl": "90+30"}
    podium.desk.perform(OPERATOR, id, CreateTournament(id, settings))
    fields = tuple(PlayerFields(f"Player {number}", rating=2000) for number in range(2 * BOARDS))
    state = podium.desk.perform(OPERATOR, id, AddPlayers(fields)).state
    players = list(state.players)
    paired = tuple(HandPairing(*pair) for pair in zip(players[::2], players[1::2], strict=True))
    podium.desk.perform(OPERATOR, id, PairByHand(paired, 1))
    podium.desk.perform(OPERATOR, id, PublishTournament())
    state = podium.desk.perform(OPERATOR, id, PublishRound(1)).state
    secrets = podium.registry.add_player_links(id, players, None)
    games = [each for each in state.rounds[0].in_order if isinstance(each, Game)]
    return [(each.id, (each.white, each.black), (secrets[each.white], secrets[each.black])) for each in games]


def give(podium: Podium, boards: Sequence[Board], commands: Sequence[GameCommand], colour: int) -> None:
    """Have one player of each game do something."""
    now = podium.journal.milliseconds()
    waiting = [
        podium.journal.submit_game(
            GameIntent(game, TournamentId(game.rpartition("-")[0]), command, OPERATOR, Role.OWNER, now, players[colour])
        )
        for (game, players, _), command in zip(boards, commands, strict=True)
    ]
    for future in waiting:
        future.result()


# --- measuring -------------------------------------------------------------------------------


class Hall:
    """The games at one server, and how far they are."""

    def __init__(self, port: int, boards: Sequence[LiveBoard]) -> None:
        self.port = port
        self.boards = list(boards)
        self.versions: dict[str, int] = {}

    def play(self, first: int, games: int, rate: float | None = None) -> tuple[Pace, float]:
        """The pace of some of the games, and what a move takes of the processor in the server, in seconds."""
        return uvloop.run(self._play(first, games, rate))

    async def _play(self, first: int, games: int, rate: float | None) -> tuple[Pace, float]:
        tables = await seated(self.port, self.boards[first : first + games])
        before = self._spent()
        pace = await measured(tables, SECONDS, rate)
        cost = (self._spent() - before) / sum(each.played for each in tables)
        for at, table in enumerate(tables, first):
            self.boards[at] = table.onward
            self.versions[table.board.game] = table.version
            table.close()
        return pace, cost

    def _spent(self) -> float:
        return float(httpx.get(f"http://127.0.0.1:{self.port}{PROCESSOR}").text)


def said(what: str, pace: Pace, cost: float) -> None:
    print(
        f"  {what}: {pace.rate:,.0f} moves/s, {1e3 * cost:.2f} ms of the processor each; all three told after "
        f"{1e3 * pace.within(0.5):.0f} ms, 99 of 100 after {1e3 * pace.within(0.99):.0f} ms; "
        f"clients took {pace.share:.0%} of a core",
        flush=True,
    )


def compared(podium: Hall, echo: Hall) -> float:
    """The rate of Podium against that of the peer: the median of the turns, which are printed."""
    ratios, costs = [], []
    for turn in range(TURNS):
        ours, our_cost = podium.play(turn * GAMES, GAMES)
        said(f"{GAMES} games", ours, our_cost)
        theirs, their_cost = echo.play(turn * GAMES, GAMES)
        said("  the same echoed", theirs, their_cost)
        ratios.append(ours.rate / theirs.rate)
        costs.append(their_cost / our_cost)
    ratio = statistics.median(ratios)
    print(f"  stored against echoed: ratio {ratio:.2f} (at least {LEAST}); ", end="")
    print(f"by the processor time of a move in the server {statistics.median(costs):.2f}", flush=True)
    return ratio


def unstored(database: str, versions: dict[str, int]) -> int:
    """How many games are not in the database as far as they were answered."""
    with opened(Config(database=database)) as podium:
        stored = podium.journal.versions([PairingId(each) for each in versions])
        return sum(stored[PairingId(game)] < version for game, version in versions.items())  # players left since


def run(database: str, folder: Path) -> bool:
    """Whether all is as it should be."""
    played = lines(LINES)
    boards = hall(database, MANY, played)
    copy = folder / "echo.db"
    if "://" not in database:
        shutil.copy(database, copy)
    echoed = boards if copy.exists() else hall(str(copy), TURNS * GAMES, played)
    with ExitStack() as running:
        podium = Hall(running.enter_context(server("podium", database)), boards)
        with server("echo", str(copy)) as port:
            ratio = compared(podium, Hall(port, echoed))
        said(f"{GAMES} games, {EVENLY} moves a second", *podium.play(TURNS * GAMES, GAMES, EVENLY))
        few, cost_of_few = podium.play(0, GAMES)
        many, cost_of_many = podium.play(0, MANY)
        said(f"{GAMES} games", few, cost_of_few)
        said(f"{MANY:,} games", many, cost_of_many)
        said(f"{MANY:,} games, {EVENLY} moves a second", *podium.play(0, MANY, EVENLY))
        growth, costs = many.rate / few.rate, cost_of_many / cost_of_few
        print(f"  {MANY:,} games against {GAMES}: rate {growth:.2f}, processor time of a move {costs:.2f}")
    missing = unstored(database, podium.versions)
    print(f"  games that are not stored as answered: {missing} of {len(podium.versions):,} (none)")
    return ratio >= LEAST and not missing


def main() -> int:
    """Prints the figures; 1 if a limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--db", metavar="URL", help="an empty database; a file of SQLite where there is none")
    which.add_argument("--postgresql", action="store_true", help="a PostgreSQL of our own, with its care for the disk")
    chosen = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a connection is an open file, at both ends
    with ExitStack() as lasting:
        folder = Path(lasting.enter_context(tempfile.TemporaryDirectory()))
        database = chosen.db or str(folder / "play.db")
        if chosen.postgresql:
            started = lasting.enter_context(postgres(lasting=True))
            if started is None:
                return 0
            database = started
        print(f"one process on {'PostgreSQL' if '://' in database else 'SQLite'}")
        return 0 if run(database, folder) else 1


if __name__ == "__main__":
    sys.exit(main())
