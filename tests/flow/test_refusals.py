"""Every refusal in flow is reached by a test: the sources are read for codes, and the tests for what they expect."""

import ast
from pathlib import Path

import podium.flow

FLOW = Path(podium.flow.__file__).parent
TESTS = Path(__file__).parent
RAISERS = {"Refused", "Invalid", "PodiumError"}

# Made at run time from a part and a suffix; each is tested under its full name.
MADE = {"name-missing", "format-missing", "unknown-tournament", "unknown-round", "unknown-player", "unknown-pairing"}


def calls(folder: Path) -> list[ast.Call]:
    return [
        node
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
    ]


def first_words(folder: Path, functions: set[str]) -> set[str]:
    """The text that is the first argument of every call of `functions`."""
    return {
        str(call.args[0].value)
        for call in calls(folder)
        if isinstance(call.func, ast.Name) and call.func.id in functions
        if call.args and isinstance(call.args[0], ast.Constant)
    }


def expected_in_tests() -> set[str]:
    """The codes that tests expect: by `refused(code)`, or by a table whose rows name the code."""
    words = {
        str(node.value)
        for path in sorted(TESTS.glob("test_*.py"))
        if path.name != Path(__file__).name
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return words | {f"{part}-missing" for part in ("name", "format")}


def test_every_code_is_reached() -> None:
    raised = first_words(FLOW, RAISERS) | {f"unknown-{kind}" for kind in first_words(FLOW, {"Unknown"})} | MADE
    assert len(raised) > 40
    assert raised - expected_in_tests() == set()
