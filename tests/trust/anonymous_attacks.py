"""What a stranger does to a server, and what comes of it: each attack returns its figures.

    PYTHONPATH=src python -m tests.trust.anonymous_attacks            # all of them, with small counts
    PYTHONPATH=src python -m tests.trust.anonymous_attacks sign_ins --count 100

Every figure of `longest_wait` is what somebody else waited for a small answer meanwhile, in seconds.
"""

from __future__ import annotations

import argparse
import json
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from podium.app.access import Actor
from podium.app.desk import new_id
from podium.bootstrap import opened
from podium.config import Config
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, CreateTournament, PairRound, PublishRound, PublishTournament
from tests.trust.served import PATIENCE, Bystander, Served, served

PASSWORD = "correct horse battery"
Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hall:
    """A server with a director and a public event whose first round is paired."""

    server: Served
    token: str
    event: str
    boards: tuple[str, ...]

    @property
    def staff(self) -> dict[str, str]:
        """The headers of the director's program."""
        return {"Authorization": f"Bearer {self.token}"}


@contextmanager
def hall(folder: Path, players: int = 8, launcher: str = "podium", **limits: int) -> Iterator[Hall]:
    """A hall of its own below a folder; `launcher` is the module that starts its server."""
    database = str(folder / "podium.db")
    with opened(Config(database=database)) as podium:
        user = podium.registry.add_user("Director", PASSWORD)
        _, token = podium.registry.add_token(user, "attacks")
        event, boards = event_of(podium.desk.perform, user.actor, players)
    with served(database, launcher=launcher, **limits) as server:
        yield Hall(server, token, event, boards)


def event_of(perform: Callable[..., Any], owner: Actor, players: int) -> tuple[TournamentId, tuple[str, ...]]:
    """A new public event whose first round is published, and its boards."""
    id = new_id(owner, None)
    fields = tuple(PlayerFields(name=f"Player {number}", rating=2500 - number) for number in range(players))
    settings = {"name": "Open", "format": "swiss", "rounds": 5}
    for command in (CreateTournament(id, settings), AddPlayers(fields), PublishTournament(), PairRound()):
        perform(owner, id, command)
    receipt = perform(owner, id, PublishRound(1))
    return id, tuple(receipt.state.rounds[0].games)


def sign_ins(hall: Hall, count: int = 40) -> Figures:
    """Wrong passwords for the director's account, all at once; each from a connection of its own."""
    before = hall.server.megabytes
    with Bystander(hall.server.url).asking() as other, ExitStack() as stack:
        streams = [stack.enter_context(_connected(hall)) for _ in range(count)]
        for number, stream in enumerate(streams):
            body = json.dumps({"name": "Director", "password": f"guess {number}"})
            head = f"Host: hall\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            stream.sendall(f"POST /api/session HTTP/1.1\r\n{head}\r\n{body}".encode())
        statuses = Counter(map(_status, streams))
    return {
        "guesses": count,
        "looked_at": statuses[401],
        "refused": statuses[429],
        "other_answers": {status: statuses[status] for status in statuses if status not in (401, 429)},
        "more_megabytes": hall.server.megabytes - before,
        "longest_wait": other.longest,
    }


def large_form(hall: Hall, count: int = 5_000_000) -> Figures:
    """A form of so many bytes to the login, all of it escaped."""
    body = b"a=" + b"%41" * (count // 3)
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    with Bystander(hall.server.url).asking() as other:
        announced = httpx.post(f"{hall.server.url}/login", content=body, headers=headers, timeout=PATIENCE)
        parts = (body[at : at + 65_536] for at in range(0, len(body), 65_536))
        streamed = httpx.post(f"{hall.server.url}/login", content=parts, headers=headers, timeout=PATIENCE)
    statuses = [announced.status_code, streamed.status_code]
    return {"bytes": len(body), "statuses": statuses, "longest_wait": other.longest}


def large_header(hall: Hall, count: int = 5_000_000) -> Figures:
    """A header of so many bytes, sent until the server ends it."""
    sent = 0
    with Bystander(hall.server.url).asking() as other, _connected(hall) as stream:
        try:
            stream.sendall(b"GET /health HTTP/1.1\r\nHost: hall\r\nX-Long: ")
            while sent < count:
                stream.sendall(b"a" * 65_536)
                sent += 65_536
        except OSError:
            pass  # the server has had enough
        status = _status(stream)
    return {"bytes": count, "taken": sent, "status": status, "longest_wait": other.longest}


def hollow_bodies(hall: Hall, count: int = 20_000_000) -> Figures:
    """Bodies of so many bytes that hold next to nothing: chunks of one byte, and trailers after the last chunk."""
    head = b"POST /login HTTP/1.1\r\nHost: hall\r\nTransfer-Encoding: chunked\r\n\r\n"
    hollow = {"chunks": (head, b"1\r\na\r\n"), "trailers": (head + b"0\r\n", b"a: b\r\n")}
    taken: Figures = {}
    with Bystander(hall.server.url).asking() as other:
        for name, (begin, part) in hollow.items():
            sent, packet = 0, part * 10_000
            with _connected(hall) as stream:
                try:
                    stream.sendall(begin)
                    while sent < count:
                        stream.sendall(packet)
                        sent += len(packet)
                except OSError:
                    pass  # the server has had enough
            taken[name] = sent
    return {"bytes": count, **taken, "longest_wait": other.longest}


def large_uploads(hall: Hall, count: int = 16) -> Figures:
    """So many lists of 9 MB of blank lines, one after the other, by somebody who may import players."""
    before, statuses = hall.server.megabytes, Counter[int]()
    address = f"{hall.server.url}/api/tournaments/{hall.event}/players/import?preview=1"
    with Bystander(hall.server.url).asking() as other:
        for _ in range(count):
            files = {"file": ("list.csv", b"Name\n" + b"\n" * 9_000_000)}
            statuses[httpx.post(address, files=files, headers=hall.staff, timeout=PATIENCE).status_code] += 1
    more = hall.server.megabytes - before
    return {"uploads": count, "statuses": dict(statuses), "more_megabytes": more, "longest_wait": other.longest}


def slow_requests(hall: Hall, count: int = 20, seconds: float = 20.0) -> Figures:
    """Connections that send a byte of a head, or of a body, now and then: how many are still held after so long."""
    head = b"POST /login HTTP/1.1\r\nHost: hall\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    with Bystander(hall.server.url).asking() as other, ExitStack() as stack:
        streams = [stack.enter_context(_connected(hall)) for _ in range(count)]
        for number, stream in enumerate(streams):
            stream.sendall(head if number % 2 else head + b"Content-Length: 1000\r\n\r\n")
        held, until = set(streams), time.monotonic() + seconds
        while held and time.monotonic() < until:
            held = {stream for stream in held if _dribbles(stream)}
            time.sleep(0.1)
    return {"connections": count, "held": len(held), "longest_wait": other.longest}


def silent_connections(hall: Hall, count: int = 200) -> Figures:
    """Connections that say nothing, more than the server takes: whether the director still gets in."""
    with ExitStack() as stack:
        for _ in range(count):
            stack.enter_context(_connected(hall))
        answers = Counter(
            httpx.get(f"{hall.server.url}/api/tokens", headers=hall.staff, timeout=PATIENCE).status_code
            for _ in range(5)
        )
    return {"connections": count, "director": dict(answers)}


def watchers(hall: Hall, count: int = 60) -> Figures:
    """Live streams of a stranger: how many are let in, and whether the director's is."""
    path = f"/api/tournaments/{hall.event}/events"
    with ExitStack() as stack:
        answers: Counter[int] = Counter()
        for _ in range(count):
            stream = stack.enter_context(_connected(hall))
            stream.sendall(f"GET {path} HTTP/1.1\r\nHost: hall\r\n\r\n".encode())
            answers[_status(stream)] += 1
        director = stack.enter_context(_connected(hall))
        token = f"Authorization: Bearer {hall.token}\r\n"
        director.sendall(f"GET {path} HTTP/1.1\r\nHost: hall\r\n{token}\r\n".encode())
        own = _status(director)
        page = httpx.get(f"{hall.server.url}/t/{hall.event}", timeout=PATIENCE).status_code
    return {"streams": count, "let_in": answers[200], "refused": answers[429], "director": own, "page": page}


def crowd(hall: Hall, count: int = 200) -> Figures:
    """So many connections of a stranger that all ask for a page of their own at the same moment, while others work."""
    answers: Counter[int] = Counter()
    path = f"/t/{hall.event}/players"
    with ExitStack() as stack:
        streams = [stack.enter_context(_connected(hall)) for _ in range(count)]
        director = Bystander(hall.server.url, f"/api/tournaments/{hall.event}", hall.staff)
        visitor = Bystander(hall.server.url, f"{path}?q=visitor+{{}}")  # another page each time: none of them is kept
        with director.asking(), visitor.asking():
            for number, stream in enumerate(streams):
                stream.sendall(f"GET {path}?q={number} HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n".encode())
            for stream in streams:
                answers[_status(stream)] += 1
    longest = {"director": director.longest, "visitor": visitor.longest}
    return {"connections": count, "answers": dict(answers), **longest, "longest_wait": max(longest.values())}


def costly_questions(hall: Hall, count: int = 20) -> Figures:
    """Ten strangers who ask why of so many boards each, while a scorer enters results."""
    stop = threading.Event()
    answers: Counter[int] = Counter()

    def ask(who: int) -> None:
        with httpx.Client(base_url=hall.server.url, timeout=PATIENCE) as client:
            for number in range(count):
                if stop.is_set():
                    return
                board = hall.boards[(who * count + number) % len(hall.boards)]
                answers[client.get(f"/t/{hall.event}/games/{board}/why").status_code] += 1

    idle = _results(hall, 20)
    strangers = [threading.Thread(target=ask, args=(who,), daemon=True) for who in range(10)]
    for each in strangers:
        each.start()
    busy = _results(hall, 100)
    stop.set()
    for each in strangers:
        each.join(PATIENCE)
        assert not each.is_alive()
    busiest = sorted(busy)
    return {
        "answers": dict(answers),
        "result_median_idle": round(sorted(idle)[len(idle) // 2], 3),
        "result_median": round(busiest[len(busiest) // 2], 3),
        "result_p99": round(busiest[int(len(busiest) * 0.99) - 1], 3),
        "longest_wait": round(busiest[-1], 3),
    }


def foreign_sign_in(hall: Hall, count: int = 1) -> Figures:
    """A page of another site that signs its visitor in as somebody else, in each way a browser lets it."""
    body = json.dumps({"name": "Director", "password": PASSWORD}).encode()
    ways = (
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/json", "Origin": "https://elsewhere.example"},
        {"Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"},
        {"Content-Type": "application/json", "Sec-Fetch-Site": "same-site"},
        {"Origin": "null"},
    )
    signed_in = 0
    for way in ways * count:
        answer = httpx.post(f"{hall.server.url}/api/session", content=body, headers=way, timeout=PATIENCE)
        signed_in += "set-cookie" in answer.headers
    return {"ways": len(ways) * count, "signed_in": signed_in}


def _results(hall: Hall, count: int) -> list[float]:
    """How long a scorer waited for each of so many results."""
    waits = []
    with httpx.Client(base_url=hall.server.url, headers=hall.staff, timeout=PATIENCE) as client:
        for number in range(count):
            board = hall.boards[number % len(hall.boards)]
            began = time.monotonic()
            result = ("1-0", "0-1", "1/2-1/2")[number % 3]
            client.put(f"/api/pairings/{board}/result", json={"result": result}).raise_for_status()
            waits.append(time.monotonic() - began)
    return waits


@contextmanager
def _connected(hall: Hall) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", hall.server.port), timeout=PATIENCE) as stream:
        yield stream


def _status(stream: socket.socket) -> int:
    """The status of the answer on a connection; 0 where it was ended without one."""
    try:
        line = stream.recv(12)
    except OSError:
        return 0
    return int(line[9:12]) if len(line) == 12 else 0


def _dribbles(stream: socket.socket) -> bool:
    """Whether one byte more can be sent on a connection that the other side has not ended."""
    try:
        stream.sendall(b"x")
        stream.setblocking(False)
        try:
            stream.recv(1)  # an answer, or the end
        except BlockingIOError:
            return True
        finally:
            stream.settimeout(PATIENCE)
    except OSError:
        pass
    return False


ATTACKS: dict[str, tuple[Callable[..., Figures], dict[str, int]]] = {
    "sign_ins": (sign_ins, {}),
    "large_form": (large_form, {}),
    "large_header": (large_header, {}),
    "hollow_bodies": (hollow_bodies, {}),
    "large_uploads": (large_uploads, {}),
    "slow_requests": (slow_requests, {"head_seconds": 2, "body_seconds": 2}),
    "silent_connections": (silent_connections, {"connections": 100}),
    "watchers": (watchers, {"watchers_per_address": 40}),
    "crowd": (crowd, {}),
    "costly_questions": (costly_questions, {}),  # --players 2000 is what a large open has
    "foreign_sign_in": (foreign_sign_in, {}),
}
"""Each attack, and the limits of the server it is made on."""


def figures(name: str, count: int | None = None, players: int = 8) -> Figures:
    """What comes of an attack on a server of its own."""
    attack, limits = ATTACKS[name]
    with (
        tempfile.TemporaryDirectory(prefix="podium-attack-") as folder,
        hall(Path(folder), players, "podium", **limits) as place,
    ):
        return attack(place) if count is None else attack(place, count)


def main() -> None:
    """Print the figures of attacks, a line of JSON each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attack", nargs="*", choices=list(ATTACKS), metavar="ATTACK")
    parser.add_argument("--count", type=int)
    parser.add_argument("--players", type=int, default=8)
    arguments = parser.parse_args()
    for name in arguments.attack or ATTACKS:
        line = json.dumps({"attack": name, **figures(name, arguments.count, arguments.players)})
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
