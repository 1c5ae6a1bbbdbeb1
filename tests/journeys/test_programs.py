"""The programs of the manual: each runs with nothing but the library, prints what stands below it, and is typed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import podium
from tests.kit.loops import every

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "programs.md"
PROGRAMS = re.findall(r"## (.+?)\n.*?```python\n(.*?)```\n\n```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
FEWEST = 12


@every(("title", "program", "printed"), PROGRAMS, ids=lambda part: part if "\n" not in part else "")
def test_a_program_of_the_manual_prints_what_stands_below_it(title: str, program: str, printed: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(podium.__file__).parents[1])}
    command = [sys.executable, "-S", "-c", program]  # without any package
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=environment)
    assert ran.stdout == printed, ran.stderr


def test_the_programs_of_the_manual_are_typed(tmp_path: Path) -> None:
    assert len(PROGRAMS) >= FEWEST
    assert PAGE.read_text("utf-8").count("```python") == len(PROGRAMS)
    for number, (_title, program, _printed) in enumerate(PROGRAMS):
        (tmp_path / f"program_{number}.py").write_text(program)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--follow-imports=silent", "."]
    run = subprocess.run(mypy, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=240)
    assert run.returncode == 0, run.stdout


NAMES = ["Ann", "Ben", "Cleo", "Dan"]
NONSENSE: dict[str, Callable[[], object]] = {
    "players that are no list": lambda: podium.Swiss("Ann", 3),
    "a player that is a number": lambda: podium.Swiss([*NAMES, 7], 3),  # type: ignore[list-item]  # the point
    "a field there is not": lambda: podium.Swiss([{"name": "Ann", "shoe": 43}]),
    "a player without a name": lambda: podium.Swiss([*NAMES, " "], 3),
    "a player twice": lambda: podium.Knockout([*NAMES, "Ann"]),
    "a rating that is none": lambda: podium.Swiss([("Ann", -3)], 3),
    "no rounds": lambda: podium.Swiss(NAMES, 0),
    "rounds that are a word": lambda: podium.Doubles(NAMES, "three"),  # type: ignore[arg-type]  # the point
    "cycles": lambda: podium.RoundRobin(NAMES, settings={"cycles": 3}),
    "a setting there is not": lambda: podium.Keizer(NAMES, settings={"colour": "white"}),
    "a newcomer who is a number": lambda: podium.Swiss(NAMES, 3).add(7),  # type: ignore[arg-type]  # the point
    "a tie-break that is a number": lambda: podium.Swiss(NAMES, 3).standings(3),  # type: ignore[arg-type]  # the point
    "a tie-break there is not": lambda: podium.Swiss(NAMES, 3).standings("BUH"),
    "a round that is not paired": lambda: podium.Swiss(NAMES, 3).standings("BH", after=1),
    "boards of no round": lambda: podium.RoundRobin(NAMES).boards(),
    "a name of nobody": lambda: podium.Swiss(NAMES, 3).withdraw("Zoe"),
    "a bye of no kind": lambda: podium.Swiss(NAMES, 3).bye("Ann", 1, "holiday"),
    "a simulation of nobody": lambda: podium.Swiss.simulated(0, 3),
}


@every("what", NONSENSE)
def test_nonsense_is_invalid_and_named(what: str) -> None:
    with pytest.raises(podium.Invalid) as caught:
        NONSENSE[what]()
    assert "value" in caught.value.facts
    assert podium.sentence(caught.value)


WRONG: tuple[Any, ...] = (
    *(None, True, -1, 0, 10**9, 1.5, "", "Zoe", b"Ann", (), ("Ann",), [None], {}, {"id": 1}, object, "1" * 5000),
    *("\x00", "\ud800", ["\ud800"], ("Ann", -1), [("Ann", "Ben")], {"name": 5}, float("nan"), range(3)),
)


@every("kind", (podium.Swiss, podium.RoundRobin, podium.Knockout, podium.Doubles, podium.Keizer))
def test_whatever_an_event_is_given_it_answers_or_refuses(kind: type[podium.Swiss]) -> None:
    fitting: dict[str, Any] = {
        "name": "Ann",
        "first": "Ann",
        "second": "Cleo",
        "result": "1-0",
        "sets": (3, 1),
        "round": 1,
    }
    calls: list[Callable[[], object]] = []
    for value in WRONG:
        calls += [partial(kind, NAMES, **{name: value}) for name in ("rounds", "settings", "seed")]
        calls += [partial(kind, value), partial(kind.simulated, 4, seed=value), partial(kind.simulated, value)]
        event = kind(NAMES)
        event.pair()
        for name in ("add", "bye", "byes", "result", "standings", "why", "withdraw"):
            if (method := getattr(event, name, None)) is not None:
                parameters = signature(method).parameters.values()
                given = {each.name: fitting[each.name] for each in parameters if each.name in fitting}
                calls += [partial(method, **{**given, name: value}) for name in given] or [partial(method, value)]
    assert len(calls) > 300
    for call in calls:
        with suppress(podium.PodiumError):  # and nothing else
            call()


def test_games_that_there_are_not_are_named() -> None:
    event, doubles = podium.Swiss(NAMES, 3), podium.Doubles(NAMES, 1)
    event.pair()
    [table] = doubles.pair()
    for call in (
        lambda: event.result("Ann", "Ben", "1-0"),
        lambda: event.result("Ann", "Ann", "1-0"),
        lambda: event.result("Ann", "Cleo", "2-0"),
        lambda: event.result("Ann", "Cleo", "1-0", round=2),
        lambda: event.why("Ann", 2),
        lambda: doubles.result((table.home[0], table.away[0]), (table.home[1], table.away[1]), (3, 0)),
        lambda: doubles.result(table.home, table.away, (-1, 3)),
    ):
        with pytest.raises(podium.Invalid) as caught:
            call()
        assert podium.sentence(caught.value)
    assert [board.result for board in event.boards()] == [None, None]


def test_a_result_is_of_whoever_is_named_first() -> None:
    event = podium.Swiss(NAMES, 3)
    [first, _second] = event.pair()
    event.result(first.black, first.white, "1-0F")
    assert event.boards()[0].result == "0-1F"
    event.undo()
    assert event.boards()[0].result is None
    with pytest.raises(podium.Refused):
        event.pair()
