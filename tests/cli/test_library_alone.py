"""The verbs on files where only the library is installed: without click, without any package, as with all of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import podium
from tests.cli.conftest import Said, invoke
from tests.kit.loops import every

SOURCES = Path(podium.__file__).parents[1]
PRIZES = """{"players": [{"id": "a", "name": "Ann", "rank": 1}], "categories": [{"id": "open", "name": "Open"}],
"prizes": [{"id": "p1", "category_id": "open", "place": 1, "cash_amount": 300}]}"""
QUESTIONS = (
    "generate --players 12 --rounds 5 --seed 7 --no-accelerated --forfeits 5%",
    "generate --players 12 --rounds 5 --seed 7 --ratings 2000,1900 --lowest 4001",
    "pair open.trf --round 5 --explain",
    "pair open.trf --round 5 --about 3 --json",
    "pair nothing.trf",
    "check open.trf open.trf --rounds 5",
    "check open.trf nothing.trf --json",
    "standings open.trf BH/C1 SB",
    "standings --preset fide-swiss open.trf --unrated 1400",
    "standings open.trf NONSENSE",
    "tiebreaks open.trf BH --explain 3",
    "prizes prizes.json --no-audit --list",
    "simulate --format swiss --players 8 --rounds 3 --seed 3",
    "simulate --format round-robin --players 5 --seed 3 --tiebreak SB --tiebreak DE --json",
    "simulate --format keizer --players 8 --rounds 3 --seed 3",
    "simulate --format knockout --players 5 --seed 3 --third-place --json",
    "simulate --format double-elimination --players 5 --seed 3",
    "simulate --format doubles --players 8 --rounds 3 --seed 3",
    "simulate --format knockout --players 8 --seed 3 --times 5",
    "simulate --format swiss --players 8",
)


def alone(*arguments: str, python: str = sys.executable) -> Said:
    """What a Python says that knows of no package but Podium's sources."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONIOENCODING": "utf-8"}
    command = [python, "-S", "-m", "podium", *arguments]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60, env=environment)
    return Said(ran.returncode, ran.stdout, ran.stderr)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("alone")
    (folder / "open.trf").write_text(invoke(("generate", "--players", "20", "--rounds", "5", "--seed", "7")).out)
    (folder / "prizes.json").write_text(PRIZES)
    return folder


@every("question", QUESTIONS)
def test_a_verb_on_files_answers_as_with_every_package(
    files: Path, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    monkeypatch.chdir(files)
    there, here = invoke(tuple(question.split())), alone(*question.split())
    assert (here.code, here.out) == (there.code, there.out), here.err


def other_pythons() -> Iterator[str]:
    """The interpreters of other versions that can be had here."""
    beside = Path(sys.base_prefix).parent
    for version in ("3.11", "3.12", "3.13"):
        for python in (shutil.which(f"python{version}"), *map(str, beside.glob(f"{version}.*/bin/python3"))):
            said = python and subprocess.run([python, "-V"], capture_output=True, text=True, check=False).stdout
            if python and said and said.startswith(f"Python {version}") and version != f"3.{sys.version_info.minor}":
                yield python
                break


def test_every_version_of_python_answers_the_same(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(files)
    questions = [question.split() for question in QUESTIONS[::3]]
    expected = [alone(*each).out for each in questions]
    answers = {python: [alone(*each, python=python).out for each in questions] for python in other_pythons()}
    assert [python for python, said in answers.items() if said != expected] == []


@every(
    ("words", "said"),
    [
        ("serve", "podium[server]"),
        ("prizes --tournament Open", "podium[server]"),
        ("serve --json", '"code": "extra-missing"'),
        ("chek open.trf", "There is no verb chek. Did you mean check"),
        ("pair", "FILE"),
        ("simulate --format chess --players 3", "'chess' (choose from"),
        ("simulate --format swiss --players few", "invalid int value: 'few'"),
        ("simulate --format swiss --players -1", "invalid int value: '-1'"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(words: str, said: str) -> None:
    answer = alone(*words.split())
    assert answer.code == 2
    assert said in answer.err
    assert "Traceback" not in answer.err


def test_the_help_lists_every_verb_and_each_says_what_it_takes() -> None:
    assert {"pair", "simulate", "serve"} <= set(alone("--help").out.split())
    assert "--about PLAYER" in alone("pair", "--help").out
    assert alone().out == alone("-h").out


def test_it_speaks_the_language_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PODIUM_LANGUAGE", "de")
    assert "Datei" in alone("pair", "nothing.trf").err
