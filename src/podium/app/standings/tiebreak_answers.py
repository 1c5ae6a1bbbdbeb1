"""How a tie-break came about, round by round."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from podium.app.standings.explanations import decimal, outcome, plain, remark
from podium.app.standings.tiebreak_words import full_name
from podium.tiebreaks import Explanation, Part


class ContributionRow(Struct):
    """One round of an explanation; numbers are exact decimals in strings, or fractions like 25/3."""

    round: int
    opponent: str | int | None
    colour: Literal["w", "b"] | None
    outcome: str
    points: str
    category: str | None
    score: str | None
    adjusted: bool
    dummy: bool
    cappedBy: str | None  # noqa: N815  # the contract's spelling
    contribution: str | None
    cutBy: str | None  # noqa: N815  # the contract's spelling
    remark: str


class ExplanationRow(Struct):
    """Why a player has that value of a tie-break; `facts` are tied to no round."""

    code: str
    name: str
    article: str | None
    edition: int
    value: str | None
    facts: dict[str, Any]
    rounds: list[ContributionRow]


def explanation_row(explanation: Explanation) -> ExplanationRow:
    return ExplanationRow(
        code=explanation.code,
        name=full_name(explanation.code),
        article=explanation.article or None,
        edition=explanation.edition,
        value=explanation.text,
        facts={name: plain(fact) for name, fact in explanation.facts.items()},
        rounds=[contribution_row(part) for part in explanation.parts],
    )


def contribution_row(part: Part) -> ContributionRow:
    return ContributionRow(
        round=part.round,
        opponent=part.opponent,
        colour=part.colour.value if part.colour else None,
        outcome=outcome(part),
        points=str(part.points),
        category=part.category.value if part.category else None,
        score=None if part.score is None else str(part.score),
        adjusted=part.adjusted,
        dummy=part.dummy,
        cappedBy=part.capped_by,
        contribution=None if part.contribution is None else decimal(part.contribution),
        cutBy=part.cut_by,
        remark=remark(part),
    )
