"""The folder of `make bundle`, away from where it was built and without a Python: an event from the first name to a
backup that was brought back. It is built here, which takes minutes, unless PODIUM_TEST_BUNDLE names one."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]  # its types are a package that nothing else needs

from podium.core.player import PlayerFields
from tests.kit.player_files import write_xlsx
from tests.kit.waiting import program, until

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
GIVEN = "PODIUM_TEST_BUNDLE"
PROGRAM = "podium.exe" if sys.platform == "win32" else "podium"
PLAYERS = 1_000
SLOW = 600  # seconds for one request, on a machine that has much to do
NEEDED = ("SYSTEMROOT",)  # without which Windows starts nothing


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of a bundle that lies elsewhere than where it was built."""
    there = tmp_path_factory.mktemp("else where") / "Podium 1"
    if given := os.environ.get(GIVEN):
        shutil.copytree(given, there, symlinks=True)
    else:
        into = tmp_path_factory.mktemp("built")
        subprocess.run([sys.executable, ROOT / "packaging/bundle/build.py", "--into", into], check=True)
        shutil.move(into / "podium", there)
    return there / PROGRAM


def surroundings(home: Path, **more: str) -> dict[str, str]:
    """An environment with a home and nothing else: no programs, no time zones of the system."""
    home.mkdir(exist_ok=True)
    kept = {name: os.environ[name] for name in NEEDED if name in os.environ}
    own = {"HOME": str(home), "USERPROFILE": str(home), "LOCALAPPDATA": str(home / "Local")}
    return {**kept, **own, "PATH": str(home / "nothing"), "PYTHONTZPATH": "", "PODIUM_PORT": "0", **more}


def said(bundle: Path, home: Path, *arguments: object, code: int = 0) -> str:
    """What a verb of the bundle says on both its streams."""
    command = [str(each) for each in (bundle, *arguments)]
    done = subprocess.run(
        command, env=surroundings(home), cwd=home, capture_output=True, encoding="utf-8", timeout=SLOW
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@dataclass(slots=True)
class Hall:
    """A bundle that runs: its process, and a browser that is signed in to it as Ann."""

    process: subprocess.Popen[str]
    url: str
    browser: httpx.Client
    token: str = ""

    def get(self, path: str, **headers: str) -> httpx.Response:
        answer = self.browser.get(path, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer

    def post(self, path: str, **content: Any) -> Any:
        """What the API answers to a program of Ann's."""
        answer = httpx.post(
            f"{self.url}/api{path}",
            headers={"Authorization": f"Bearer {self.token}"},
            timeout=SLOW,
            trust_env=False,
            **content,
        )
        assert answer.is_success, answer.text
        return answer.json()

    def send(self, page: httpx.Response, action: str, **fields: str) -> httpx.Response:
        """The page after the form to `action` that is on a page."""
        token = re.search(rf'action="{re.escape(action)}".*?name="csrf" value="([^"]+)"', page.text, re.DOTALL)
        assert token is not None, page.text
        return self.browser.post(action, data={"csrf": token[1], **fields})


@contextmanager
def hall(bundle: Path, home: Path) -> Iterator[Hall]:
    """The bundle, started by itself, while the block lasts; Ann has given her name if it is the first time."""
    command = [bundle, "start", "--json"]
    with program(
        command, 2 * SLOW, env=surroundings(home), cwd=home, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        with httpx.Client(base_url=told["url"], timeout=SLOW, follow_redirects=True, trust_env=False) as browser:
            here, opened = Hall(process, told["url"], browser), told["address"].removeprefix(told["url"])
            page = here.get(opened)
            if page.url.path == opened:
                page = here.send(page, opened, name="Ann")
            assert "Welcome, Ann." in page.text
            yield here


def mapped(process: int) -> Iterator[tuple[str, list[Path]]]:
    """Of a process and all that it started: how each was called, and the files that it runs on."""
    children = [pid for each in Path(f"/proc/{process}/task").glob("*/children") for pid in each.read_text().split()]
    maps = Path(f"/proc/{process}/maps").read_text().splitlines()
    command = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    yield command, [Path(line.split(maxsplit=5)[5]) for line in maps if "/" in line]
    for each in children:
        yield from mapped(int(each))


def test_an_event_is_run_where_there_is_no_python(bundle: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    players = [PlayerFields(f"Player {at:04}", rating=2600 - at) for at in range(PLAYERS)]
    report = said(bundle, home, "generate", "--players", "20", "--rounds", "5", "--seed", "7")
    with hall(bundle, home) as here:
        here.token = said(bundle, home, "token", "add", "Ann").split()[0]
        event = here.post(
            "/tournaments",
            json={
                "name": "Open",
                "format": "swiss",
                "rounds": 9,
                "start": "2026-10-03",
                "time_zone": "Europe/Berlin",
                "round_times": ["2026-10-03 14:00"],
            },
        )["id"]
        taken = here.post(f"/tournaments/{event}/players/import", content=write_xlsx(players))
        assert len(taken["players"]) == PLAYERS
        paired = here.post(f"/tournaments/{event}/rounds", json={})
        assert len(paired["pairings"]) == PLAYERS // 2
        read = here.post("/tournaments/import?rounds=5", content=report.encode())
        assert read["players"] == 20
        if sys.platform == "linux":
            found = list(mapped(here.process.pid))
            assert sum("--multiprocessing-fork" in command for command, _files in found) >= 2  # a list, and a pairing
            files = {file for _command, each in found for file in each}
            strange = [each for each in files if not each.is_relative_to(bundle.parent) and "python" in str(each)]
            assert strange == []
        for kind in ("pairings", "start-list"):
            assert here.get(f"/api/tournaments/{event}/documents/{kind}").content.startswith(b"%PDF")
        here.post(f"/tournaments/{event}/publish", json={})
        assert here.get(f"/t/{event}/share.png").content.startswith(b"\x89PNG")
        assert "20261003T120000Z" in here.get(f"/t/{event}/schedule.ics").text  # from a table of time zones
        assert "Abmelden" in here.get(f"/t/{event}/history", **{"Accept-Language": "de"}).text
        assert "3 oct. 2026" in here.get("/", **{"Accept-Language": "fr"}).text
        assert "Spieler einchecken" in here.get("/help/how-to/check-in", **{"Accept-Language": "de"}).text
        style = re.search(r'href="([^"]+podium\.css)"', here.get("/").text)
        assert style is not None
        assert "font" in here.get(style[1]).text
        assert "opened and replayed" in said(bundle, home, "backup", home / "copy.db")
        second = json.loads(said(bundle, home, "start", "--json").splitlines()[0])
        assert second["url"] == here.url
        here.send(here.get("/"), "/stop")
        assert here.process.wait(SLOW) == 0
    assert "podium doctor" not in said(bundle, home, "doctor")
    elsewhere = tmp_path / "another home"
    said(bundle, elsewhere, "restore", home / "copy.db", "--db", elsewhere / "podium.db")
    listed = json.loads(said(bundle, elsewhere, "players", "list", "Open", "--db", elsewhere / "podium.db", "--json"))
    assert len(listed["players"]) == PLAYERS
    with hall(bundle, home) as again:
        assert "Open" in again.get("/").text


def test_every_optional_part_is_inside(bundle: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert "PODIUM_PUSH_KEY=" in said(bundle, home, "push-keys")
    away = said(bundle, home, "doctor", "--db", "postgresql://nobody@127.0.0.1:1/none", code=1)
    assert "not installed" not in away
    assert f"podium, version {version('podium')}" in said(bundle, home, "--version")


@pytest.mark.skipif(sys.platform == "win32", reason="the browser that is recorded here is a script of a shell")
def test_started_by_a_click_it_opens_the_browser(bundle: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    recorder = tmp_path / "browser"
    opened = tmp_path / "opened"
    recorder.write_text(f'#!/bin/sh\necho "$1 $LD_LIBRARY_PATH" > {opened}.new; /bin/mv {opened}.new {opened}\n')
    recorder.chmod(0o755)
    with program([bundle], SLOW, env=surroundings(home, BROWSER=f"{recorder} %s"), cwd="/", stdin=subprocess.DEVNULL):
        until(opened.exists, SLOW)
        address, *libraries = opened.read_text().split()
        assert "What are you called?" in httpx.get(address, timeout=SLOW, trust_env=False).text
    assert libraries == []  # the browser has those of the system


def test_without_the_right_to_write_it_says_where_it_wanted_to(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way of a folder")
    wanted = tmp_path / "file" / "podium"
    assert f'Podium cannot write in "{wanted}": ' in said(bundle, tmp_path, "start", "--folder", wanted, code=1)


@pytest.mark.skipif(sys.platform == "win32", reason="its runners bring a bash of their own")
def test_the_workflow_tries_what_works(bundle: Path, tmp_path: Path) -> None:
    workflow = yaml.safe_load((ROOT / "packaging/bundle/workflow.yaml").read_text("utf-8"))
    [step] = [each for each in workflow["jobs"]["bundle"]["steps"] if each.get("name") == "Try it"]
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/podium").symlink_to(bundle.parent)
    subprocess.run(["/bin/bash", "-eu"], input=step["run"], cwd=tmp_path, env=step["env"], check=True, text=True)
    assert (tmp_path / "tried.pdf").read_bytes().startswith(b"%PDF")
