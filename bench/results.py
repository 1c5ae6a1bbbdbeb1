"""Recording results: over HTTP beside an empty route, and late in a large event beside its beginning.

    python bench/results.py [seconds]

Prints two ratios, medians of things measured in turns on the same machine in the same run. The first: requests a second
of `PUT /api/pairings/{id}/result` (one process, many clients, every answer after the result is on disk) against an
empty async route of the same framework; the aim is at least 0.25 (why that: docs/decisions/0010). The second: what a
result costs in round 11 of an event of 1,000 players against round 1; the aim is at most 1.5.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from _clients import CLIENTS, load, requests
from _server import server

from podium.app.access import OPERATOR, Role
from podium.bootstrap import Podium, opened
from podium.config import Config
from podium.core.ids import PairingId, TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, CreateTournament, HandPairing, PairByHand, RecordResult
from podium.flow.state import Game, Tournament

TURNS = 5
BOARDS = 200
LARGE = 1_000
RECORDED = 200


def event(podium: Podium, stream: str, players: int, rounds: int) -> TournamentId:
    """An event with that many rounds paired by hand; all but the last have every result."""
    id = TournamentId(stream)
    podium.desk.perform(OPERATOR, id, CreateTournament(id, {"name": stream, "format": "manual"}))
    fields = tuple(PlayerFields(f"Player {number}", rating=2000) for number in range(players))
    state = podium.desk.perform(OPERATOR, id, AddPlayers(fields)).state
    ids = list(state.players)
    for turn in range(1, rounds + 1):
        lines = tuple(HandPairing(ids[at], ids[at + 1]) for at in range(0, players, 2))
        state = podium.desk.perform(OPERATOR, id, PairByHand(lines, turn)).state
        if turn < rounds:
            waiting = [podium.desk.submit(OPERATOR, id, RecordResult(game, Result.DRAW)) for game in games(state, turn)]
            for future in waiting:
                future.result()
    return id


def games(state: Tournament | None, turn: int) -> list[PairingId]:
    """The games of a round, by board."""
    assert state is not None
    return [pairing.id for pairing in state.rounds[turn - 1].in_order if isinstance(pairing, Game)]


def over_http(folder: Path, seconds: float) -> list[tuple[float, float]]:
    """Requests a second of Podium and of the empty route, turn by turn: neighbours in time meet the same machine."""
    database = str(folder / "http.db")
    with opened(Config(database=database)) as podium:
        user = podium.registry.add_user("chief", "correct horse")
        _, secret = podium.registry.add_token(user, "bench")
        stream = event(podium, "http", 2 * BOARDS, 1)
        podium.registry.set_roles(stream, {"chief": Role.OWNER})
        pairings = [str(id) for id in games(podium.journal.head(stream).state, 1)]

    def rate(which: str) -> float:
        with server(which, database) as port:
            return asyncio.run(load([port], requests(pairings, secret), seconds)).rate

    return [(rate("podium"), rate("empty")) for _ in range(TURNS)]


def late_and_early(folder: Path) -> tuple[float, float]:
    """Seconds that a result takes in round 1 and in round 11 of two equal events: medians of alternate turns."""
    with opened(Config(database=str(folder / "large.db"))) as podium:
        events = {turn: event(podium, f"large{turn}", LARGE, turn) for turn in (1, 11)}
        took: dict[int, list[float]] = {turn: [] for turn in events}
        boards = {turn: games(podium.journal.head(id).state, turn) for turn, id in events.items()}
        for board in range(RECORDED):
            for turn, id in events.items():
                began = time.perf_counter()
                podium.desk.perform(OPERATOR, id, RecordResult(boards[turn][board], Result.WHITE_WINS))
                took[turn].append(time.perf_counter() - began)
    return statistics.median(took[1]), statistics.median(took[11])


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    with tempfile.TemporaryDirectory() as folder:
        turns = over_http(Path(folder), seconds)
        for podium, nothing in turns:
            print(f"results over HTTP, {CLIENTS} clients: {podium:,.0f}/s; an empty route: {nothing:,.0f}/s")
        print(f"ratio {statistics.median(podium / nothing for podium, nothing in turns):.2f} (at least 0.25)")
        early, late = late_and_early(Path(folder))
        print(f"a result among {LARGE} players: round 1 {early * 1000:.2f} ms, round 11 {late * 1000:.2f} ms")
        print(f"ratio {late / early:.2f} (at most 1.5)")


if __name__ == "__main__":
    main()
