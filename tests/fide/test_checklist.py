"""FIDE's checklist: its data is whole, its tree is the one that is known, and the page says what the data says."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from scripts.fide_walk import MOST, PAGE, Outcome, Question, main, page, questions, topics, walk
from tests.kit.loops import every

ROOT = Path(__file__).parents[2]
ALL = questions()
STILL_RUNNING = 33
"""The comparison over 50,000 tournaments, which is answered by how far docs/crosscheck.md says that it has come."""
ENDS = 223, 225

# The way of a program that has everything but a second Swiss system.
BEST = {number: each.yes.free or not each.no.free for number, each in ALL.items()}
BEST |= dict.fromkeys((1, 73), True)
BEST |= dict.fromkeys((34, 51, 57, 75, 85, 90, 107, 151, 158, 173, 200), False)


def can_fail(question: Question) -> bool:
    return question.yes.fails or question.no.fails


@cache
def names_of_tests(path: str) -> frozenset[str]:
    """The names of the tests in a file, those of a class after its name; found by reading it."""
    found: set[str] = set()
    for node in ast.parse((ROOT / path).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{each.name}" for each in node.body if isinstance(each, ast.FunctionDef)}
    return frozenset(name for name in found if name.rpartition("::")[2].startswith("test_"))


def test_every_question_is_there_once_and_in_order() -> None:
    assert [each.number for topic in topics() for each in topic.questions] == list(range(1, 226))


def test_every_outcome_leads_to_a_question_or_ends() -> None:
    for number, each in ALL.items():
        for outcome in (each.yes, each.no):
            ends = outcome.fails or (number in ENDS and outcome.next is None)
            assert ends or outcome.next in ALL, number
        assert not (each.yes.fails and each.no.fails), number


@every("given", [{}, {"next": 2, "fail": True}, {"next": 2, "cost": 0}, {"next": "2"}, {"end": False}])
def test_what_is_no_outcome_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not an outcome"):
        Outcome.read(given)


def test_the_tree_counts_as_others_have_counted_it() -> None:
    way = walk(ALL, BEST)
    assert (len(way.asked), sum(can_fail(ALL[number]) for number in way.asked)) == (175, 48)
    assert (way.hard_fails, way.costs, way.unknown) == ([], {90: 1}, [])
    fewer = walk(ALL, BEST | {147: False, 210: False})
    assert (len(fewer.asked), fewer.per_cent) == (164, 48)


def test_the_dearest_way_without_a_hard_fail_costs_what_others_say() -> None:
    """With everything frozen at round 1 and everything refused that may be."""
    fixed = dict.fromkeys((34, 51, 57, 75, 85, 158, 173, 200), False)

    @cache
    def dearest(number: int | None) -> int:
        if number is None:
            return 0
        answers = [fixed[number]] if number in fixed else [True, False]
        outcomes = [ALL[number].outcome(answer) for answer in answers]
        return max(each.cost + dearest(each.next) for each in outcomes if not each.fails)

    assert dearest(1) == 1163


def test_the_walk_goes_on_after_a_hard_fail_and_counts_it() -> None:
    way = walk(ALL, BEST | {7: False, 24: False})
    assert (way.hard_fails, way.unknown, way.asked[-1]) == ([7], [24], 223)
    assert not way.passes
    assert walk(ALL, BEST).passes


def test_podiums_own_walk() -> None:
    way = walk(ALL)
    assert set(way.hard_fails) <= {STILL_RUNNING}
    assert way.unknown == []
    assert way.per_cent <= MOST
    assert main([]) == (0 if way.passes else 1)
    assert main(["--wrote"]) == 2


def test_an_answer_that_costs_says_what_is_missing_and_one_that_is_free_what_shows_it() -> None:
    for number in walk(ALL).asked:
        question = ALL[number]
        assert question.missing or (question.ours.free and question.tests), number


def test_every_test_that_is_named_exists() -> None:
    named = {test for each in ALL.values() for test in each.tests}
    assert (
        sorted(test for test in named if test.partition("::")[2] not in names_of_tests(test.partition("::")[0])) == []
    )


def test_the_page_is_what_the_data_says() -> None:
    assert PAGE.read_text("utf-8") == page(topics()), "run `make fide`"


def test_what_is_said_of_the_comparison_follows_from_its_page() -> None:
    """Question 33 asks for 50,000 tournaments each way, question 34 for more than ten differences."""
    rows = re.findall(r"^\| \w+-to-\w+ \|(.*)\|$", (ROOT / "docs" / "crosscheck.md").read_text("utf-8"), re.MULTILINE)
    counts = [[int(cell.replace(",", "")) for cell in row.split("|")] for row in rows]
    assert len(counts) == 2
    assert ALL[33].answer is all(done >= 50_000 for done, *_ in counts)
    assert ALL[34].answer is any(differing > 10 for *_, differing, _seconds in counts)
