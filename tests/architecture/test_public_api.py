"""What `import podium` offers: found, typed, documented, and as the reference says."""

import doctest
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import podium
from tests.kit.loops import every

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "library.md"
WHOLE_EVENTS = PAGE.with_name("programs.md")
# Prepares what the library asks for; then has mypy, as strict as it can be, look at how it is called.
CALLS = """
import podium
from podium.doubles import Options
from podium.swiss import Entrant, PairedRound

paired: PairedRound = podium.pair(podium.Field((Entrant(1), Entrant(2)), round=1, rounds=1))
kind: podium.GameKind = "half-bye"
result: podium.Result = 0.5
value: float = podium.buchholz("A", [[podium.Game("A", "", result, kind)]], [podium.Player("A")])
report = podium.read_report("")
first: int = podium.standings(podium.view_of(report), ["BH"]).rows[0].rank
text: str = podium.write_report(report)
drawn = podium.draw([podium.PlayerId("a")], [], Options(rounds=1), podium.Dice(1))
"""


def test_the_public_names_are_sorted_and_listed_once() -> None:
    assert podium.__all__ == sorted(set(podium.__all__))


def test_every_public_name_exists() -> None:
    assert [name for name in podium.__all__ if not hasattr(podium, name)] == []
    assert set(podium.__all__) <= set(dir(podium))


def test_the_engines_come_with_it() -> None:
    """In an interpreter that has imported nothing else: tests import the engines anyway."""
    code = "import podium; print(podium.pair.__module__, podium.allocate.__module__, podium.doubles.draw.__module__)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert [name.split(".")[1] for name in ran.stdout.split()] == ["swiss", "prizes", "doubles"]


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'bucholz'"):
        podium.bucholz  # type: ignore[attr-defined]  # noqa: B018  # the slip is the point


@every("name", podium.__all__)
def test_a_public_name_says_what_it_is(name: str) -> None:
    found = getattr(podium, name)
    assert inspect.getdoc(found)
    pages = PAGE.read_text("utf-8") + WHOLE_EVENTS.read_text("utf-8")
    assert f"podium.{name}" in pages or f"`{name}`" in pages


def test_the_examples_of_the_reference_run() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.failed == 0
    assert found.attempted > 30


@every("name", ["podium", *(f"podium.{engine}" for engine in podium._ENGINES)])
def test_the_examples_of_a_module_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_who_calls_the_library_is_told_of_wrong_types(tmp_path: Path) -> None:
    file = tmp_path / "calls.py"
    wrong = "podium.pair(3)\npodium.buchholz(1, [])\n"
    for content, faults in ((CALLS, 0), (CALLS + wrong, 2)):
        file.write_text(content)
        mypy = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--follow-imports=silent", str(file)]
        run = subprocess.run(mypy, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=240)
        assert run.stdout.count("error:") == faults, run.stdout
