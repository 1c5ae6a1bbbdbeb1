"""The second entry of results from the command line."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_two_entries_are_compared_and_the_difference_settled(event: Run) -> None:
    event("second-entry", "compare", "evening", 1, code=1)  # a draft
    event("round", "publish", "evening")
    event("result", "evening", 1, 1, "1-0")
    event("result", "evening", 1, 2, "1-0")
    assert event("second-entry", "compare", "evening", 1).out == "0 boards agree.\nEntered once only: board 1 and 2.\n"
    assert event("second-entry", "enter", "evening", 1, 1, "1-0").out == "Board 1: entered the second time.\n"
    event("second-entry", "enter", "evening", 1, 2, "½-½")
    said = event("second-entry", "compare", "evening", 1).out
    assert said.splitlines()[1].split() == ["2", "Carol", "Dave", "1-0", "1/2-1/2"]
    assert said.splitlines()[2] == "1 board agrees."
    settled = event("second-entry", "settle", "evening", 1, 2, "second")
    assert settled.out == "Board 2: the second entry stands.\n"
    assert event("second-entry", "compare", "evening", 1, "--json").json["agreeing"] == 2
    event("second-entry", "enter", "evening", 1, 1, "0-1")
    assert event("second-entry", "settle", "evening", 1, 1, "first", "--json").json["result"] == "1-0"
    assert event("second-entry", "compare", "evening", 1).out == "2 boards agree.\n"


def test_what_was_not_entered_cannot_be_settled(event: Run) -> None:
    event("round", "publish", "evening")
    event("second-entry", "settle", "evening", 1, 1, "second", code=1)
    event("second-entry", "enter", "evening", 1, 1, "1-0")
    event("second-entry", "settle", "evening", 1, 1, "first", code=1)
    assert "taken out" in event("second-entry", "enter", "evening", 1, 1, "clear").out
    event("second-entry", "enter", "evening", 1, 9, "1-0", code=4)
    event("second-entry", "enter", "evening", 1, 1, "2-0", code=2)
