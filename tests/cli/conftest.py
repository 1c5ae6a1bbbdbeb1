"""A command line to talk to, on a database of its own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from podium.cli import program


@dataclass(frozen=True, slots=True)
class Said:
    """What came of a command: its exit code, its results, its talk."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Said]
PASSWORD = "long-enough"


def invoke(arguments: tuple[object, ...], input: str | bytes | None = None, **environment: str) -> Said:
    """What `podium` says to these arguments; a fault that it does not turn into a sentence is raised."""
    result = CliRunner().invoke(program, [str(each) for each in arguments], input=input, env=environment)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Said(result.exit_code, result.stdout, result.stderr)


@pytest.fixture
def without_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `podium` with the arguments given; `code` is the exit code it must have. There is no database yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PODIUM_DB", str(tmp_path / "podium.db"))
    monkeypatch.setenv("PODIUM_PASSWORD", PASSWORD)

    def run(*arguments: object, code: int = 0, input: str | bytes | None = None) -> Said:
        said = invoke(arguments, input)
        assert said.code == code, said
        return said

    return run


@pytest.fixture
def podium(without_database: Run, ready_sqlite_url: str) -> Run:
    """The same as `without_database`, on a database with nothing in it; making one takes longer than most commands."""
    return without_database


@pytest.fixture(scope="session")
def round_one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a user and an event of five players in round 1, made once and copied."""
    file = tmp_path_factory.mktemp("cli") / "podium.db"
    for arguments in (
        ("user", "add", "ana"),
        ("tournament", "create", "Evening Open", "--format", "manual", "--rounds", 3),
        ("players", "add", "evening", "Alice", "Bob", "Carol", "Dave", "Eve"),
        ("round", "pair", "evening", "--game", "Alice", "Bob", "--game", "Carol", "Dave"),
    ):
        said = invoke(arguments, PODIUM_DB=str(file), PODIUM_PASSWORD=PASSWORD)
        assert said.code == 0, said
    return file


@pytest.fixture
def event(without_database: Run, round_one: Path, tmp_path: Path) -> Run:
    """The same as `podium`, on a copy of `round_one`."""
    shutil.copy(round_one, tmp_path / "podium.db")
    return without_database
