"""Recording results: over HTTP beside an empty route, and late in a large event beside its beginning.

    python bench/results.py [seconds]

Prints two ratios, medians of things measured in turns on the same machine in the same run. The first: requests a second
of `PUT /api/pairings/{id}/result` (one process, many clients, every answer after the result is on disk) against an
empty async route of the same framework; the aim is at least 0.25. The second: what a result costs in round 11 of an
event of 1,000 players against round 1; the aim is at most 1.5.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from _server import server

from podium.app.access import OPERATOR, Role
from podium.bootstrap import Podium, opened
from podium.config import Config
from podium.core.ids import PairingId, TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, CreateTournament, HandPairing, PairByHand, RecordResult
from podium.flow.state import Game, Tournament

CLIENTS = 64
TURNS = 5
BOARDS = 200
LARGE = 1_000
RECORDED = 200


# --- the clients -----------------------------------------------------------------------------


class Client(asyncio.Protocol):
    """One keep-alive connection that sends the next request as soon as an answer is complete."""

    def __init__(self, requests: Iterator[bytes]) -> None:
        self._requests = requests
        self._buffer = b""
        self.answers = 0
        self.bad = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(next(self._requests))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(rest) < length:
            return
        self._buffer = rest[length:]
        self.answers += 1
        self.bad += not head.startswith(b"HTTP/1.1 200")
        self._transport.write(next(self._requests))

    def close(self) -> None:
        self._transport.abort()


async def load(port: int, requests: list[Iterator[bytes]], seconds: float) -> float:
    """Answers a second to `CLIENTS` clients that never rest."""
    loop = asyncio.get_running_loop()
    clients = [(await loop.create_connection(partial(Client, each), "127.0.0.1", port))[1] for each in requests]
    await asyncio.sleep(0.5)  # until everything is warm
    before, began = sum(client.answers for client in clients), time.perf_counter()
    await asyncio.sleep(seconds)
    rate = (sum(client.answers for client in clients) - before) / (time.perf_counter() - began)
    for client in clients:
        client.close()
    if bad := sum(client.bad for client in clients):
        raise SystemExit(f"{bad} answers were not 200")
    return rate


def requests(pairings: list[str], secret: str) -> list[Iterator[bytes]]:
    """For each client requests without end: another result on one of its own boards each time."""

    def one(mine: list[str]) -> Iterator[bytes]:
        results = itertools.cycle(("1-0", "0-1", "1/2-1/2"))
        while True:
            result = next(results)
            for pairing in mine:
                yield _request(pairing, secret, result)

    return [one(pairings[at::CLIENTS]) for at in range(CLIENTS)]


def _request(pairing: str, secret: str, result: str) -> bytes:
    body = f'{{"result":"{result}"}}'
    return (
        f"PUT /api/pairings/{pairing}/result HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {secret}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


# --- the event -------------------------------------------------------------------------------


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
            return asyncio.run(load(port, requests(pairings, secret), seconds))

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
