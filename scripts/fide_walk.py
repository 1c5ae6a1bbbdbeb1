"""Walks FIDE's checklist for tournament programs with our answers: `make fide`.

The questions are in docs/rules/fide_checklist.toml, with what each answer costs, which question follows it, what we
answer and which tests show it. It is a tree: only questions on our way through it count. A hard fail ends a
verification; to see all of them at once, the walk goes on as if the other answer had been given.

    python scripts/fide_walk.py           say how many questions are asked, what fails and what it costs
    python scripts/fide_walk.py --write   write docs/rules/fide.md as well

Ends with 1 on a hard fail, or above 10 per cent.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RULES = Path(__file__).resolve().parents[1] / "docs" / "rules"
DATA, PAGE = RULES / "fide_checklist.toml", RULES / "fide.md"
FIRST = 1
MOST = 10
"""The per cent that we allow ourselves; a verification fails above 100."""
COLUMNS = ("Q", "", "question", "answer", "costs", "else", "how", "shown by")
RELEVANCE = {"applies": "●", "avoidable": "◐", "tooling": "◇"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer costs, and the question that follows: none at the end, and after a hard fail."""

    next: int | None
    cost: int = 0
    fails: bool = False
    unknown: bool = False

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Outcome:
        """As the data has it; raises ValueError for anything else."""
        match dict(given):
            case {"fail": True, **more} if not more:
                return cls(None, fails=True)
            case {"end": True, **more} if not more:
                return cls(None)
            case {"next": int(next), **more} if not more:
                return cls(next)
            case {"next": int(next), "cost": int(cost), **more} if not more and cost > 0:
                return cls(next, cost)
            case {"next": int(next), "unknown": True, **more} if not more:
                return cls(next, unknown=True)
        raise ValueError(f"not an outcome: {given}")

    @property
    def free(self) -> bool:
        return not (self.cost or self.fails or self.unknown)

    def __str__(self) -> str:
        if self.fails:
            return "hard fail"
        return "unknown" if self.unknown else f"{self.cost} %" if self.cost else ""


@dataclass(frozen=True, slots=True)
class Question:
    """One question in our words, its two outcomes, our answer, and what shows it."""

    number: int
    asks: str
    relevance: str
    yes: Outcome
    no: Outcome
    answer: bool
    how: str
    tests: tuple[str, ...] = ()
    missing: str = ""

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Question:
        outcomes = {each: Outcome.read(given[each]) for each in ("yes", "no")}
        answer = {"yes": True, "no": False}[given["answer"]]
        if given["relevance"] not in RELEVANCE:
            raise ValueError(f"not a relevance: {given['relevance']}")
        return cls(**{**given, **outcomes, "answer": answer, "tests": tuple(given.get("tests", ()))})

    def outcome(self, answer: bool) -> Outcome:
        return self.yes if answer else self.no

    @property
    def ours(self) -> Outcome:
        """What follows from our answer."""
        return self.outcome(self.answer)


@dataclass(frozen=True, slots=True)
class Topic:
    """Some questions under one heading."""

    name: str
    questions: tuple[Question, ...]


@dataclass(slots=True)
class Walk:
    """What was asked on the way, and what it cost."""

    asked: list[int] = field(default_factory=list)
    hard_fails: list[int] = field(default_factory=list)
    costs: dict[int, int] = field(default_factory=dict)
    unknown: list[int] = field(default_factory=list)

    @property
    def per_cent(self) -> int:
        return sum(self.costs.values())

    @property
    def passes(self) -> bool:
        return not self.hard_fails and not self.unknown and self.per_cent <= MOST


def topics() -> tuple[Topic, ...]:
    """The checklist, as the data has it."""
    data = tomllib.loads(DATA.read_text("utf-8"))
    return tuple(Topic(each["name"], tuple(map(Question.read, each["question"]))) for each in data["topic"])


def questions() -> dict[int, Question]:
    """Every question by its number."""
    return {question.number: question for topic in topics() for question in topic.questions}


def walk(asked: Mapping[int, Question], answers: Mapping[int, bool] | None = None) -> Walk:
    """The way through the tree by our answers, but for those that are given."""
    way = Walk()
    number: int | None = FIRST
    while number is not None:
        question = asked[number]
        answer = (answers or {}).get(number, question.answer)
        outcome = question.outcome(answer)
        way.asked.append(number)
        if outcome.fails:
            way.hard_fails.append(number)
            outcome = question.outcome(not answer)
        elif outcome.unknown:
            way.unknown.append(number)
        elif outcome.cost:
            way.costs[number] = outcome.cost
        number = outcome.next
    return way


def numbered(numbers: Sequence[int]) -> str:
    """`Q1, Q2`, or `none`."""
    return ", ".join(f"Q{number}" for number in numbers) or "none"


def said(way: Walk) -> str:
    """The walk in five lines."""
    costs = ", ".join(f"Q{number} {cost} %" for number, cost in way.costs.items()) or "none"
    return "\n".join(
        (
            f"questions asked: {len(way.asked)}",
            f"hard fails: {len(way.hard_fails)} ({numbered(way.hard_fails)})",
            f"per cent: {way.per_cent} ({costs})",
            f"of unknown cost: {len(way.unknown)} ({numbered(way.unknown)})",
            f"passes (no hard fail, at most {MOST} %): {'yes' if way.passes else 'no'}",
        )
    )


HEAD = """\
# FIDE's checklist for tournament programs

Before FIDE accepts a tournament program, its authors answer a checklist of 225 questions. This page has all of them,
what Podium answers, how it does what is asked, and the tests that show it. It is written by `make fide` from
[fide_checklist.toml](fide_checklist.toml), where each fact stands once.

**What it rests on.** We know of no public copy of the checklist. Version 13 of August 2026 is a draft that FIDE's
commission sent to authors of programs; the regulation behind it, Handbook C.02.01, is published. Numbers, costs and
the order of questions are those that other authors made public (the tracker of OpenPairings, issues of Sharly Chess),
and may still move. The wording is ours throughout and is not FIDE's.

**How it is counted.** Each answer leads to another question, so only those on our way are asked; what can be done
only after leaving FIDE mode is not looked at. An answer is free, costs some per cent, or is a hard fail. More than
100 % fails too; we allow ourselves {most} %. Levels of warnings: L1 none, L2 a notice to acknowledge, L3 proceed or
cancel, L4 two steps of which the second acts, L5 refused in FIDE mode.

## In short

| | |
| --- | --- |
| questions asked | {asked} of {all} |
| hard fails | {fails} |
| per cent | {per_cent}, of {most} that we allow ourselves |
| of unknown cost | {unknown} |

{lacking}
## Every question

*Costs* is what our answer costs, *else* what the other one would. A number in brackets is not on our way. ● is about
what Podium does, ◐ a branch that can be avoided, ◇ tools and evidence.
"""


def page(listed: Sequence[Topic]) -> str:
    """The document, as Markdown."""
    by_number = {question.number: question for topic in listed for question in topic.questions}
    way = walk(by_number)
    head = HEAD.format(
        most=MOST,
        asked=len(way.asked),
        all=len(by_number),
        fails=_counted(way.hard_fails),
        per_cent=way.per_cent,
        unknown=_counted(way.unknown),
        lacking="\n".join(_lacking(by_number, way)),
    )
    return head + "".join(_table(topic, set(way.asked)) for topic in listed)


def _counted(numbers: Sequence[int]) -> str:
    return f"{len(numbers)} ({numbered(numbers)})" if numbers else "none"


def _lacking(by_number: Mapping[int, Question], way: Walk) -> Iterator[str]:
    """What our answers cost, the dearest first."""
    dear = [by_number[number] for number in way.asked if not by_number[number].ours.free]
    if not dear:
        return
    yield "## What is missing"
    yield ""
    yield "| Q | costs | what is missing |"
    yield "| --- | --- | --- |"
    for question in sorted(dear, key=lambda each: (not each.ours.fails, not each.ours.unknown, -each.ours.cost)):
        yield f"| {question.number} | {question.ours} | {question.missing} |"
    yield ""


def _table(topic: Topic, asked: set[int]) -> str:
    lines = [
        "",
        f"### {topic.name}",
        "",
        "| Q | | question | answer | costs | else | how | shown by |",
        "|" + " --- |" * 8,
    ]
    for each in topic.questions:
        number = str(each.number) if each.number in asked else f"({each.number})"
        other = each.outcome(not each.answer)
        cells = [
            number,
            RELEVANCE[each.relevance],
            each.asks,
            "yes" if each.answer else "no",
            str(each.ours) if each.number in asked else "",
            str(other),
            each.how,
            "<br>".join(f"`{test.removeprefix('tests/')}`" for test in each.tests),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> int:
    if unknown := [each for each in arguments if each != "--write"]:
        print(f"unknown: {' '.join(unknown)}; there is only --write", file=sys.stderr)
        return 2
    if "--write" in arguments:
        PAGE.write_text(page(topics()), "utf-8")
    way = walk(questions())
    print(said(way))
    return 0 if way.passes else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
