"""`podium start`: the folder, the port, the browser, and what a second start does."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from podium.cli.verbs import start
from podium.config import Config, data_folder
from tests.cli.conftest import Run
from tests.kit import forked_podium
from tests.kit.loops import every
from tests.kit.waiting import PATIENCE, program


@dataclass(slots=True)
class Started:
    """What was started: the process, where it is, and the address that signs somebody in."""

    process: subprocess.Popen[str]
    url: str
    address: str


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[Started]:
    """`podium start` on a folder while the block lasts, from the moment it answers."""
    command = [*forked_podium.command(), "start", "--folder", str(folder), "--json", *arguments]
    environment = {**os.environ, "PODIUM_PORT": "0"}
    how: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": environment}
    with program(command, **how) as process:
        assert process.stdout is not None
        yield Started(process, **json.loads(process.stdout.readline()))


def test_a_start_serves_from_its_folder_and_a_second_one_finds_it(tmp_path: Path) -> None:
    folder = tmp_path / "of" / "mine"
    with started(folder) as first, httpx.Client(timeout=PATIENCE, follow_redirects=True) as browser:
        asked = browser.get(first.address).text
        token = re.search(r'name="csrf" value="([^"]+)"', asked)
        assert token is not None
        home = browser.post(first.address, data={"csrf": token[1], "name": "Ann"})
        assert (home.url.path, "Welcome, Ann." in home.text) == ("/", True)
        with started(folder) as second:
            assert second.process.wait(PATIENCE) == 0
            assert (second.url, second.address == first.address) == (first.url, False)
        assert "Ann" in httpx.get(second.address, timeout=PATIENCE, follow_redirects=True).text
        assert "works once" in httpx.get(second.address, timeout=PATIENCE).text
        assert {stat.S_IMODE((folder / name).stat().st_mode) for name in ("podium.db", "running.json")} == {0o600}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        token = re.search(r'action="/stop">\s*<input type="hidden" name="csrf" value="([^"]+)"', home.text)
        assert token is not None
        assert "You can close this window" in browser.post(f"{first.url}/stop", data={"csrf": token[1]}).text
        assert first.process.wait(PATIENCE) == 0
    assert not (folder / "running.json").exists()


def test_who_ends_it_at_the_terminal_sees_no_fault(tmp_path: Path) -> None:
    with started(tmp_path, "--only-here") as server:
        host, port = server.url.removeprefix("http://").split(":")
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
    assert host == "127.0.0.1"
    assert port != "0"


def test_a_folder_that_cannot_be_written_is_named(without_database: Run, tmp_path: Path) -> None:
    there = tmp_path / "file" / "podium"
    (tmp_path / "file").write_text("in the way")
    for place in (there, Path("/proc/version/podium")):
        said = without_database("start", "--folder", place, code=1)
        assert f'Podium cannot write in "{place}": Not a directory.' in said.err
        assert "podium start --folder" in said.err
    assert json.loads(without_database("start", "--folder", there, "--json", code=1).err)["value"] == str(there)


@every(
    ("system", "variables", "folder"),
    [
        ("linux", {}, "/home/ann/.local/share/podium"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/podium"),
        ("linux", {"XDG_DATA_HOME": "data"}, "/home/ann/.local/share/podium"),
        ("darwin", {"XDG_DATA_HOME": "/data"}, "/home/ann/Library/Application Support/Podium"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/Podium"),
        ("win32", {}, "/home/ann/AppData/Local/Podium"),
    ],
)
def test_the_data_are_in_a_folder_of_the_users_own(system: str, variables: dict[str, str], folder: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
            patch.delenv(name, raising=False)
        patch.setenv("HOME", "/home/ann")
        for name, value in variables.items():
            patch.setenv(name, value)
        patch.setattr(sys, "platform", system)
        found = data_folder()
    assert str(found) == folder


def test_a_port_at_which_somebody_answers_is_left_to_them() -> None:
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        taken = Config(port=somebody.getsockname()[1])
        assert start._with_free_port(taken).port == 0
    assert start._with_free_port(taken) == taken
    assert start._with_free_port(Config(port=0)).port == 0


@pytest.mark.parametrize(
    ("display", "opens", "browser", "printed"),
    [(":0", True, True, False), (":0", False, True, True), ("", True, True, True), (":0", True, False, True)],
    ids=["a browser", "a browser that fails", "no screen", "none wanted"],
)
def test_the_browser_is_opened_or_the_address_is_said(
    display: str,
    opens: bool,
    browser: bool,
    printed: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    opened: list[str] = []

    def open_(address: str) -> bool:
        opened.append(address)
        return opens

    for name in start.DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setattr(webbrowser, "open", open_)
    start.Running("http://127.0.0.1:8000", "key").open(browser=browser, as_json=False)
    said = capsys.readouterr().err
    assert ("/start/" in said) is printed
    assert bool(opened) is (browser and bool(display))
    assert all(each.startswith("http://127.0.0.1:8000/start/") for each in opened)


def test_a_server_that_does_not_answer_is_not_waited_for_without_end(
    without_database: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "PATIENCE", 0.3)
    for noted in ("", "{"):
        (tmp_path / "running.json").write_text(noted)
        with start._alone(tmp_path) as first:
            assert first
            said = without_database("start", "--folder", tmp_path, code=1)
            assert f'Podium was started for "{tmp_path}" already, and does not answer.' in said.err
    with start._alone(tmp_path) as again:
        assert again


def test_a_bundle_without_a_verb_is_the_launcher(tmp_path: Path) -> None:
    """The program is told that it is a bundle; what it would run is only named."""
    told = (
        "import os, sys; sys.frozen = True; sys.argv = ['podium', *sys.argv[1:]]\n"
        "import podium.cli; podium.cli.program = lambda prog_name: print(sys.argv[1:], os.environ['PODIUM_DB'],"
        " os.environ.get('LD_LIBRARY_PATH'))\n"
        "from podium.__main__ import main; main()"
    )
    environment = {"XDG_DATA_HOME": str(tmp_path), "LD_LIBRARY_PATH": "/bundle"}
    for arguments, ours, libraries in (
        ([], {}, ""),
        (["config"], {"PODIUM_DB": "mine.db", "LD_LIBRARY_PATH_ORIG": "/system"}, "/system"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", told, *arguments],
            env={**environment, **ours},
            capture_output=True,
            text=True,
            check=True,
        )
        database = ours.get("PODIUM_DB", str(tmp_path / "podium" / "podium.db"))
        assert done.stdout == f"{arguments or ['start']} {database} {libraries}\n"
