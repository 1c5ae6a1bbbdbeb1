"""What players say of their own games: statements of both sides, and what they amount to.

| what was said | status | at once | when both agree |
| --- | --- | --- | --- |
| one side says how the game ended | reported | counts | does not count yet |
| the other side says the same | confirmed | counts | counts |
| the other side says something else | disputed | the first word counts | does not count |
| who runs the event entered a result | decided | theirs counts | theirs counts |

`flow.reporting` decides who may say what and when.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from podium.core import choice
from podium.core.ids import PlayerId
from podium.core.result import Result
from podium.doubles import Sets
from podium.knockout import Reason

_SETS = re.compile(r"([0-9]{1,2}):([0-9]{1,2})")


class PlayerReports(Enum):
    """When a result counts that players report themselves."""

    AT_ONCE = "at-once"
    AGREED = "agreed"
    OFF = "off"


class ReportStatus(Enum):
    """How far the players of a game are with its result."""

    REPORTED = "reported"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    DECIDED = "decided"


Score = Result | Sets
"""How a game ended: the result of one against one, the sets of a match of two teams."""


def read_score(field: str, text: str) -> Score:
    """The score written as `text`: `1-0` of a game, `2:1` of a match; raises Invalid."""
    if found := _SETS.fullmatch(text):
        return Sets(int(found[1]), int(found[2]))
    result = choice.result(field, text)
    assert result is not None  # there is a text
    return result


def written_score(score: Score) -> str:
    """The score as JSON and forms have it: `1-0`, `2:1`.

    >>> written_score(read_score("result", "2:1")), written_score(read_score("result", "1-0"))
    ('2:1', '1-0')
    """
    return score.value if isinstance(score, Result) else f"{score.home}:{score.away}"


@dataclass(frozen=True, slots=True)
class Statement:
    """What a player says the result was, and when (ISO, UTC): `result` of a game, `sets` of a match.

    `reason` is how it ended, where the format keeps that; two who say the same need not agree on it.
    """

    player: PlayerId
    at: str
    result: Result | None = None
    sets: Sets | None = None
    reason: Reason | None = None

    @classmethod
    def from_score(cls, player: PlayerId, at: str, score: Score, reason: Reason | None = None) -> Statement:
        """The statement that says `score`."""
        if isinstance(score, Result):
            return cls(player, at, result=score, reason=reason)
        return cls(player, at, sets=score, reason=reason)

    @property
    def score(self) -> Score:
        """What it says."""
        score = self.result or self.sets
        assert score is not None  # each says one of the two
        return score


@dataclass(frozen=True, slots=True)
class Report:
    """What the sides of a game have said, the earlier first and each side once; `decided` is when an official did."""

    statements: tuple[Statement, ...]
    decided: str | None = None

    @property
    def status(self) -> ReportStatus:
        """What the statements amount to."""
        if self.decided is not None:
            return ReportStatus.DECIDED
        if len(self.statements) == 1:
            return ReportStatus.REPORTED
        same = self.statements[0].score == self.statements[1].score
        return ReportStatus.CONFIRMED if same else ReportStatus.DISPUTED

    def counts(self, mode: PlayerReports) -> Statement | None:
        """The statement that is recorded by the players' word alone; none where they have to agree, and do not."""
        if mode is PlayerReports.AT_ONCE or self.status is ReportStatus.CONFIRMED:
            return self.statements[0]
        return None
