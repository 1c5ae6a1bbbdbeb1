"""The page on chess names what there is for live games."""

import re
from importlib import import_module
from pathlib import Path

from podium.games.clock import FLAG_GRACE, MOST_FORGIVEN, QUOTA_GAIN
from tests.kit.loops import every

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "rules" / "chess.md").read_text("utf-8")
SECTION = PAGE[PAGE.index("## Live games") : PAGE.index("## How moves are written")]
ROWS = [row.split(" | ") for row in re.findall(r"^\| \d.*", SECTION, re.MULTILINE)]
SOURCES = "".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
TESTS = set(re.findall(r"(?:def|class) ([Tt]est\w+)", SOURCES))


@every("row", ROWS, ids=lambda row: row[0])
def test_every_article_leads_to_a_function_and_a_test(row: list[str]) -> None:
    functions, tests = (re.findall(r"`([^`]+)`", cell) for cell in row[2:])
    assert functions
    for name in functions:
        module, _dot, function = name.partition(".")
        assert callable(getattr(import_module(f"podium.games.{module}"), function))
    assert tests
    assert set(tests) <= TESTS


def test_the_numbers_on_the_page_are_those_of_the_code() -> None:
    assert len(ROWS) > 10
    for number in (f"{MOST_FORGIVEN}\nmilliseconds", f"move adds {QUOTA_GAIN}", f"{FLAG_GRACE} milliseconds after"):
        assert number in SECTION


def test_every_rule_of_draws_is_on_the_page() -> None:
    rules = set(re.findall(r'rule="([^"]+)"', (HERE.parents[1] / "src/podium/games/player_acts.py").read_text("utf-8")))
    assert len(rules) == 8
    assert [rule for rule in rules if f"`{rule}`" not in SECTION] == []
