"""`podium serve` and `podium demo` as programs: they start, say where, answer, and end politely."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import uvicorn

from podium.app.showcase.events import EVENTS
from podium.bootstrap import opened
from podium.cli import server
from podium.cli.verbs import serve
from podium.config import Config
from podium.core.errors import Unavailable
from podium.flow.formats.registry import FORMAT_NAMES
from tests.cli.conftest import Run
from tests.kit import forked_podium
from tests.kit.waiting import PATIENCE, program, until, until_ended

REALLY = (sys.executable, "-m", "podium")


@dataclass(slots=True)
class Running:
    """A server of ours: where it is, and what it said."""

    process: subprocess.Popen[str]
    url: str
    line: str
    said: list[str]

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Its exit code, after it was asked to end."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


@contextmanager
def running(folder: Path, *arguments: str, talks_on: str = "stdout", really: bool = False) -> Iterator[Running]:
    """`podium` with these arguments while the block lasts, from the moment it says where it is; `really` where it is
    not forked from a process that has loaded it."""
    how: dict[str, Any] = {"cwd": folder, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    said: list[str] = []
    with program([*(REALLY if really else forked_podium.command()), *arguments], **how) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first, second = (process.stdout, process.stderr) if talks_on == "stdout" else (process.stderr, process.stdout)
        listener = Thread(target=lambda: said.extend(second), daemon=True)
        listener.start()
        url = line = ""
        for line in first:
            said.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                url = found[0]
                break
        assert url, said
        yield Running(process, url, line, said)
        if process.poll() is None:
            process.kill()
        said.extend(first)
        until_ended(listener)


def test_the_demo_shows_an_event_of_every_format(tmp_path: Path) -> None:
    with running(tmp_path, "demo", "--port", "0") as demo:
        assert demo.line == f"Podium is running at {demo.url}\n"
        assert httpx.get(f"{demo.url}/health", timeout=PATIENCE).status_code == 200
        with httpx.Client(base_url=demo.url, timeout=PATIENCE) as client:
            login = client.post("/api/session", json={"name": "demo", "password": "demo-podium"})
            assert login.is_success, login.text
            rows = client.get("/api/tournaments").json()["tournaments"]
            assert {row["format"] for row in rows} == set(FORMAT_NAMES)
            assert {row["status"] for row in rows} == {"draft", "published"}
            assert client.get("/api/tournaments/junior").json()["status"] == "archived"
        assert demo.end(signal.SIGINT) == 0
    assert "demo-podium" in "".join(demo.said)
    assert list(tmp_path.iterdir()) == []


def test_a_demo_can_be_kept(tmp_path: Path) -> None:
    for _ in range(2):
        with running(tmp_path, "demo", "--port", "0", "--db", "kept.db", "--json") as demo:
            told = json.loads(demo.line)
            assert told["url"] == demo.url
            assert len(told["tournaments"]) == len(EVENTS)
            assert demo.end() == 0
    connection = sqlite3.connect(tmp_path / "kept.db")
    assert connection.execute("SELECT count(*) FROM tournaments").fetchone() == (len(EVENTS),)
    connection.close()


def test_serve_answers_and_what_it_was_told_is_on_disk(podium: Run, tmp_path: Path) -> None:
    podium("user", "add", "ana")
    token = podium("token", "add", "ana").out.strip()
    with running(tmp_path, "serve", "--port", "0", talks_on="stderr", really=True) as server:
        assert "first owner" not in "".join(server.said)
        answer = httpx.post(
            f"{server.url}/api/tournaments",
            json={"name": "Over HTTP", "format": "manual"},
            headers={"Authorization": f"Bearer {token}"},
            timeout=PATIENCE,
        )
        assert answer.status_code == 201, answer.text
        assert server.end() == 0
    assert podium("tournament", "show", "Over", "--json").json["roles"] == {"ana": "owner"}


def test_serve_on_a_fresh_database_offers_the_first_account_and_prints_a_code(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--port", "0", "--db", "fresh.db", talks_on="stderr") as server:
        assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200
        assert server.end() == 0
    assert "Nobody has an account yet: open that address in a browser to make the first.\n" in server.said
    assert re.search(r"From another machine it asks for this code: [A-Z2-9]{4}-[A-Z2-9]{4}\n", "".join(server.said))
    assert (tmp_path / "fresh.db").exists()


def test_serve_converts_an_older_database_and_a_second_start_changes_nothing(tmp_path: Path, podium: Run) -> None:
    old = tmp_path / "old.db"
    connection = sqlite3.connect(old)
    connection.execute("CREATE TABLE pairings (id, tournament_id, round, board, white_player_id, black_player_id)")
    connection.execute("INSERT INTO pairings VALUES ('p1', 't1', 1, 1, 'A', NULL)")
    connection.commit()
    connection.close()
    before = old.read_bytes()
    for start in range(2):
        with running(tmp_path, "serve", "--port", "0", "--db", "old.db", talks_on="stderr") as server:
            assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200
            assert server.end() == 0
        assert ("1 unspecified" in "".join(server.said)) is (start == 0)
    assert (tmp_path / "old.db.before-podium").read_bytes() == before
    podium("user", "add", "ana", "--db", "old.db")
    shown = podium("tournament", "show", "t1", "--db", "old.db", "--json").json
    assert (shown["roles"], shown["version"]) == ({"ana": "owner"}, 1)


def test_a_port_that_is_taken_is_a_sentence(podium: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"127.0.0.1:{port}" in podium("serve", "--port", port, code=1).err
    assert "cannot listen" in podium("serve", "--host", "no.such.host.invalid", code=1).err


def test_several_processes_need_postgresql(podium: Run) -> None:
    assert "SQLite" in podium("serve", "--workers", 2, code=1).err


def test_several_processes_serve_one_postgresql(tmp_path: Path, empty_postgres_url: str) -> None:
    arguments = ("serve", "--port", "0", "--db", empty_postgres_url, "--workers", "2")
    with running(tmp_path, *arguments, talks_on="stderr", really=True) as server:
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
            assert [client.get("/health").status_code for _ in range(4)] == [200] * 4
        assert server.end() == 0


def test_a_port_that_is_no_number_is_wrong_usage(podium: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PODIUM_PORT", "http")
    assert "PODIUM_PORT" in podium("serve", code=2).err


def test_a_worker_ends_once_its_parent_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    ended, looks = list[tuple[int, int]](), iter([True, True, False])
    parent = SimpleNamespace(is_alive=lambda: next(looks), join=lambda within: ended.clear())
    monkeypatch.setattr("multiprocessing.parent_process", lambda: parent)
    monkeypatch.setattr("os.kill", lambda *what: ended.append(what))
    monkeypatch.setattr("os._exit", lambda code: ended.append((code, 0)))
    monkeypatch.setattr("time.sleep", lambda _: None)
    server._end_with_parent()
    assert next(looks, None) is None
    assert ended == [(os.getpid(), signal.SIGTERM), (1, 0)]


@pytest.mark.long  # with a parent that is made up: the test above
@pytest.mark.postgres
def test_workers_end_with_a_parent_that_is_killed(empty_postgres_url: str, tmp_path: Path) -> None:
    """They hold the socket: while one of them lives, somebody is listening."""
    arguments = ("serve", "--port", "0", "--db", empty_postgres_url, "--workers", "2")
    with running(tmp_path, *arguments, talks_on="stderr", really=True) as server:
        until(lambda: answers(server.url))
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        until(lambda: not listens(server.url))


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health", timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


def listens(url: str) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), timeout=PATIENCE):
            return True
    except ConnectionRefusedError:
        return False


@pytest.mark.parametrize("workers", [1, 2])
def test_a_connection_may_rest_while_a_player_thinks(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uvicorn closes after five seconds what is between two requests, and a browser then sends a move into nothing."""
    began: list[uvicorn.Config] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: began.append(self.config))
    monkeypatch.setattr(uvicorn, "run", lambda app, **settings: began.append(uvicorn.Config(app, **settings)))
    monkeypatch.setattr(server, "_be_quick", lambda: None)  # it would last for all other tests
    config = Config(database=str(tmp_path / "rests.db"), port=0)
    monkeypatch.setenv("PODIUM_DB", config.database)  # restored at the end, as workers are told by it
    with socket.create_server(("127.0.0.1", 0)) as door:
        if workers == 1:
            with opened(config) as podium:
                server.run(podium, door)
        else:
            server.run_workers(config, door, workers)
    (settings,) = began
    assert settings.timeout_keep_alive == server.KEPT_ALIVE >= 60


def test_serve_waits_for_a_postgresql_that_is_not_there_yet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tries, pauses = iter([Unavailable("database-away"), Unavailable("database-busy"), None]), list[float]()

    @contextmanager
    def opening(_config: Config) -> Iterator[None]:
        if (problem := next(tries)) is not None:
            raise problem
        yield

    monkeypatch.setattr(serve, "opened", opening)
    monkeypatch.setattr("time.sleep", pauses.append)
    serve._wait_for_database(Config(database="postgresql://podium@localhost/podium"))
    assert pauses == [1.0, 2.0]
    assert "cannot be reached" in capsys.readouterr().err


def test_serve_does_not_wait_for_a_database_that_the_server_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    def opening(_config: Config) -> None:
        raise Unavailable("database-gone")

    monkeypatch.setattr(serve, "opened", opening)
    with pytest.raises(Unavailable):
        serve._wait_for_database(Config(database="postgresql://podium@localhost/podium"))
    serve._wait_for_database(Config(database="club.db"))
