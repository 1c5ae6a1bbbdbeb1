"""The page on chess names what there is."""

import re
from pathlib import Path

import podium.chess
from podium.chess import Objection, Reason
from tests.kit.loops import every

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "rules" / "chess.md").read_text("utf-8")
OF_LAWS = PAGE[: PAGE.index("## Live games")]  # behind that is another room, whose tests look at it
ROWS = [row.split(" | ") for row in re.findall(r"^\| (?:\d|appendix).*", OF_LAWS, re.MULTILINE)]
TESTS = set(re.findall(r"def (test_\w+)", "".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))))


@every("row", ROWS, ids=lambda row: row[0])
def test_every_article_leads_to_a_function_and_a_test(row: list[str]) -> None:
    functions, tests = (re.findall(r"`([^`]+)`", cell) for cell in row[2:])
    assert functions
    assert set(functions) <= set(podium.chess.__all__)
    assert tests
    for test in tests:
        beginning = test.removesuffix("...")
        assert (HERE / test).exists() or any(
            each.startswith(beginning) if test.endswith("...") else each == test for each in TESTS
        )


def test_every_reason_is_on_the_page() -> None:
    assert len(ROWS) > 12
    assert [each for each in (*Reason, *Objection) if f"`{each}`" not in PAGE] == []
