"""Makes the golden database of a state of Podium: plays small events with the program of that state, over its own API.

    python -m tests.golden.databases.make 4ec50ebb

checks the commit out into a temporary folder, serves it on this machine, plays, and writes beside this file the whole
database (`COMMIT.sql.xz`) and what that state answered its owner (`COMMIT.json.xz`). A release adds one, made from the
commit that it is. States before November 16, noon, were served by FastAPI: with `pip install --target FOLDER fastapi
python-multipart` and FOLDER in PYTHONPATH they are so again.
"""

from __future__ import annotations

import json
import lzma
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
OWNER, PASSWORD = "chief", "correct horse battery"
PATIENCE = 60.0  # seconds for a server to start
PEOPLE = (
    {"name": "Eve", "rating": 1500, "gender": "f", "birth": "2012"},
    {"name": "Ann", "rating": 2100, "gender": "f", "birth": "1990", "club": "Rook"},
    {"name": "Dan", "rating": 1700, "birth": "1950"},
    {"name": "Ben", "rating": 2000, "club": "Rook"},
    {"name": "Fay", "gender": "f"},
    {"name": "Cid", "rating": 1900, "birth": "2013"},
    {"name": "Gil", "rating": 1600},
    {"name": "Hal", "rating": 1400},
)
PRIZES = {
    "categories": [
        {"id": "open", "name": "Open", "prizes": [
            {"id": "o1", "place": 1, "cash": 100}, {"id": "o2", "place": 2, "cash": 50}]},
        {"id": "women", "name": "Women", "gender": "f", "prizes": [{"id": "w1", "place": 1, "cash": 30}]},
    ]
}  # fmt: skip
READ = ("", "/players", "/rounds", "/standings", "/crosstable", "/bracket", "/matches", "/prizes", "/state", "/history")
FILES = ("csv", "trf", "trf16")
Json = Any


class Refused(Exception):
    """What a server of that time said no to."""


class Director:
    """The owner of the events, at the API of a server."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.token = token

    def raw(self, method: str, path: str, body: object = None) -> bytes:
        sent = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        try:
            with urlopen(
                Request(self.address + path, sent, headers, method=method), timeout=PATIENCE
            ) as answer:  # our own server
                return bytes(answer.read())
        except HTTPError as problem:
            raise Refused(f"{method} {path}: {problem.code} {problem.read()!r}") from None

    def __call__(self, method: str, path: str, body: object = None) -> Json:
        return json.loads(self.raw(method, path, body) or "null")


class Event:
    """One event and the ids of its players by name."""

    def __init__(self, director: Director, format: str, **settings: object) -> None:
        self.by = director
        made = director("POST", "/api/tournaments", {"name": format.title(), "format": format, **settings})
        self.url = f"/api/tournaments/{made['id']}"
        self.ids: dict[str, str] = {}

    def __call__(self, method: str, path: str, body: object = None) -> Json:
        return self.by(method, self.url + path, body)

    def enter(self, *people: Mapping[str, object]) -> None:
        for row in self("POST", "/players", {"players": list(people)})["players"]:
            self.ids[row["name"]] = row["id"]

    def pair(self, *pairs: tuple[str, str]) -> Json:
        body = {"pairings": [{"white": self.ids[one], "black": self.ids[other]} for one, other in pairs]}
        return self("POST", "/rounds", body if pairs else {})

    def number(self) -> int:
        return len(self("GET", "/rounds")["rounds"])

    def results(self, *results: str) -> None:
        """The results of the last round by board, then its end."""
        here = self("GET", f"/rounds/{self.number()}")
        games = [row for row in here["pairings"] if row.get("black_player_id")]
        for row, result in zip(games, results, strict=False):
            self.by("PUT", f"/api/pairings/{row['id']}/result", {"result": result})

    def over(self) -> None:
        for act in ("publish", "close"):
            with suppress(Refused):  # a bracket has neither
                self("POST", f"/rounds/{self.number()}/{act}", {})


def by_hand(director: Director) -> Event:
    event = Event(director, "manual", rounds=3)
    event.enter(*PEOPLE[:5])
    event.pair(("Eve", "Ann"), ("Dan", "Ben"))
    event.results("0-1", "1/2-1/2")
    event("POST", "/undo", {})
    event.results("0-1", "1-0")
    event.over()
    event.pair(("Ann", "Dan"), ("Ben", "Fay"))
    event.results("1-0F", "1/2-1/2")
    event.over()
    prizes(event)
    return event


def swiss(director: Director) -> Event:
    event = Event(director, "swiss", rounds=4, tiebreaks=["BH", "SB"])
    event.enter(*PEOPLE[:7])
    event("PUT", f"/players/{event.ids['Gil']}/byes", {"2": "half"})
    event.pair()
    event.results("1-0", "1/2-1/2", "0-1")
    event.over()
    event("POST", f"/players/{event.ids['Dan']}/withdraw", {})
    event.enter(PEOPLE[7])
    event.pair()
    event.results("0-1", "1-0", "1/2-1/2")
    event.over()
    event.pair()
    event.results("1-0", "0-1F")
    prizes(event)
    return event


def round_robin(director: Director) -> Event:
    event = Event(director, "round-robin")
    event.enter(*PEOPLE[:5])
    event.pair()
    event.results("1-0", "1/2-1/2")
    event.over()
    event.pair()
    event.results("0-1", "1-0")
    return event


def knockout(director: Director) -> Event:
    event = Event(director, "knockout", tieBreakPolicy="RAPID", requiresDecisiveResult=True)
    event.enter(*PEOPLE[:7])
    event.pair()
    reports = ({"result": "WHITE_WIN"}, {"result": "DRAW"}, {"result": "BLACK_WIN", "resultReason": "NO_SHOW"})
    report = iter(reports * 3)
    for number in (1, 2):
        for match in event("GET", f"/matches?round={number}")["matches"]:
            if match["status"] != "FINISHED" and not match["isTieBreak"]:
                event.by("PUT", f"/api/matches/{match['id']}/result", next(report))
        for match in event("GET", "/matches")["matches"]:
            for id in match["tieBreakMatches"]:
                event.by("PUT", f"/api/matches/{id}/result", {"result": "BLACK_WIN"})
    return event


def unfinished_knockout(director: Director) -> Event:
    event = Event(director, "knockout")
    event.enter(*PEOPLE)
    event.pair()
    for match in event("GET", "/matches?round=1")["matches"][:3]:
        event.by("PUT", f"/api/matches/{match['id']}/result", {"result": "WHITE_WIN"})
    return event


def doubles(director: Director) -> Event:
    event = Event(director, "doubles", rounds=3)
    event.enter(*PEOPLE)
    for home, away in ((3, 1), (2, 3)):
        event.pair()
        with suppress(Refused):
            event("POST", f"/rounds/{event.number()}/publish", {})
        for match in event("GET", f"/rounds/{event.number()}")["pairings"]:
            with suppress(Refused):  # a free seat
                event.by("PUT", f"/api/pairings/{match['id']}/sets", {"home": home, "away": away})
        with suppress(Refused):
            event("POST", f"/rounds/{event.number()}/close", {})
    return event


def prizes(event: Event) -> None:
    event("PUT", "/prizes", PRIZES)
    try:
        event("POST", "/prizes/allocate", {})
    except Refused:  # later states ask whether one means it before the event is over
        event("POST", "/prizes/allocate", {"confirm": True})


EVENTS = (by_hand, swiss, round_robin, knockout, unfinished_knockout, doubles)


def answers(director: Director, url: str) -> dict[str, Json]:
    """What a server says of an event to its owner: JSON, and files as text; nothing where it has no such thing."""
    found: dict[str, Json] = {}
    for path in READ:
        with suppress(Refused):
            found[path] = director("GET", url + path)
    for name in FILES:
        with suppress(Refused):
            found[f"/export/{name}"] = director.raw("GET", f"{url}/export/{name}").decode()
    with suppress(Refused):
        found["/prizes/allocate"] = director("POST", f"{url}/prizes/allocate", {"dryRun": True})
    return found


@contextmanager
def server(source: Path, database: Path) -> Iterator[Director]:
    """The program in `source`, serving the database, and its owner."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), os.environ.get("PYTHONPATH", "")])}

    def podium(*words: str, given: str = "") -> str:
        line = [sys.executable, "-m", "podium", *words, "--db", str(database)]
        return subprocess.run(
            line, env=environment, cwd=source, input=given, capture_output=True, text=True, check=True
        ).stdout

    podium("user", "add", OWNER, given=f"{PASSWORD}\n{PASSWORD}\n")
    token = next(word for word in podium("token", "add", OWNER).split() if word.startswith("podium_"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serving = subprocess.Popen(
        [sys.executable, "-m", "podium", "serve", "--db", str(database), "--port", str(port)],
        env=environment,
        cwd=source,
    )
    address, until = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE
    try:
        while True:
            try:
                urlopen(f"{address}/health", timeout=PATIENCE).close()  # our own server
                break
            except URLError:
                if time.monotonic() > until or serving.poll() is not None:
                    raise
                time.sleep(0.1)
        yield Director(address, token)
    finally:
        serving.send_signal(signal.SIGTERM)
        serving.wait(PATIENCE)


def made(commit: str) -> None:
    """Write the golden files of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        source, database = Path(folder, "source"), Path(folder, "podium.db")
        subprocess.run(["git", "worktree", "add", "--detach", str(source), commit], cwd=ROOT, check=True)
        try:
            told: dict[str, dict[str, Json]] = {}
            with server(source / "src", database) as director:
                for play in EVENTS:
                    try:
                        event = play(director)
                    except Refused as refused:
                        sys.stderr.write(f"{play.__name__}: {refused}\n")  # a format that did not exist yet
                        continue
                    told[event.url] = answers(director, event.url)
            with sqlite3.connect(database) as connection:
                dump = "\n".join(connection.iterdump())
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(source)], cwd=ROOT, check=True)
    (HERE / f"{commit}.sql.xz").write_bytes(lzma.compress(dump.encode(), preset=9))
    text = json.dumps(told, ensure_ascii=False, sort_keys=True)
    (HERE / f"{commit}.json.xz").write_bytes(lzma.compress(text.encode(), preset=9))


if __name__ == "__main__":
    made(sys.argv[1])
