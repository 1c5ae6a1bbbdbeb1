"""Whether games make a title norm: each requirement with what it asks and what was reached (B.01, 1.4.3 to 1.4.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor

from podium.core.errors import Invalid
from podium.core.points import UNIT, Points
from podium.core.ratings.rating_tables import difference_for, rounded
from podium.ratings.editions import NormLevel, NormRules

NO_FEDERATION = frozenset({"FID", "NON"})
"""Codes of players who belong to no federation: they are opponents, and neither foreigners nor of one's own."""
HALF = UNIT // 2
MOST_GAMES = 999


@dataclass(frozen=True, slots=True)
class NormGame:
    """A game over the board, as a norm counts it; of the opponent what the list at the start of the event says.

    `scoreless` is for an opponent without a rating who scored nothing against rated ones.
    """

    round: int
    rating: int | None
    title: str | None
    federation: str | None
    score: Points
    scoreless: bool = False

    @property
    def won(self) -> bool:
        return self.score.units == UNIT


class RequirementKind(StrEnum):
    """What a norm asks."""

    GAMES = "games"
    SCORE = "score"
    TITLED = "titled"
    HOLDERS = "holders"
    FEDERATIONS = "federations"
    OWN_FEDERATION = "own-federation"
    ONE_FEDERATION = "one-federation"
    AVERAGE = "average"
    PERFORMANCE = "performance"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that a norm asks: at least `needed`, or at most where `is_limit`.

    `reached` is None where it cannot be known; `waived` is for events whose federations do not matter.
    """

    kind: RequirementKind
    needed: int
    reached: int | None
    is_limit: bool = False
    waived: bool = False

    @property
    def met(self) -> bool:
        if self.waived:
            return True
        if self.reached is None:
            return False
        return self.reached <= self.needed if self.is_limit else self.reached >= self.needed


class Choice(StrEnum):
    """Which games a norm rests upon."""

    ALL = "all"
    FORFEIT_AS_LOSS = "forfeit-as-loss"
    FIRST_ROUNDS = "first-rounds"
    WITHOUT_WINS = "without-wins"


@dataclass(frozen=True, slots=True)
class Norm:
    """The check of one title: the games it rests upon, and each requirement.

    `enough` is the lowest score that would do against these opponents, None where none would. `left_out` are the
    rounds of games that may be left out, `worth` the games that the norm counts in an application for the title.
    """

    title: str
    rounds: tuple[int, ...]
    score: Points
    average: int | None
    performance: int | None
    requirements: tuple[Requirement, ...]
    enough: Points | None
    choice: Choice = Choice.ALL
    left_out: tuple[int, ...] = ()
    worth: int | None = None

    @property
    def achieved(self) -> bool:
        return all(each.met for each in self.requirements)

    @property
    def missing(self) -> tuple[Requirement, ...]:
        return tuple(each for each in self.requirements if not each.met)


def average_rating(rules: NormRules, level: NormLevel, games: Sequence[NormGame]) -> int | None:
    """Ra: the average of the opponents, a half rounded up, the lowest raised to the floor; None without a game.

    1.4.6 and 1.4.7: an opponent without a rating counts as 1400, and only one opponent is raised.
    """
    if not games:
        return None
    ratings = sorted(game.rating or rules.unrated_as for game in games)
    ratings[0] = max(ratings[0], level.floor)
    return rounded(sum(ratings), len(ratings))


def score_needed(rules: NormRules, level: NormLevel, average: int, games: int) -> Points | None:
    """The lowest score of so many games against that average which is a title performance; None where none is."""
    if games not in range(1, MOST_GAMES + 1):
        raise Invalid("count-out-of-range", field="games", value=games, least=1, most=MOST_GAMES)
    if average < level.average:
        return None
    for units in range(0, games * UNIT + 1, HALF):
        percentage = rounded(units, games)
        if percentage >= rules.least_percentage and average + difference_for(percentage) >= level.performance:
            return Points(units)
    return None


def check(
    rules: NormRules,
    level: NormLevel,
    federation: str | None,
    games: Sequence[NormGame],
    *,
    fewest: int,
    exempt: bool = False,
) -> Norm:
    """The check of one title on exactly these games of a player of `federation`, its articles in their order.

    Minimum numbers of opponents are rounded up, maximum numbers down (1.4.4). Where `exempt`, federations do not
    matter (1.4.3 a to d).
    """
    count = len(games)
    kinds = RequirementKind
    titled = sum(game.title in rules.titled for game in games)
    holders = sum(game.title in level.holders for game in games)
    holders_needed = max(rules.fewest_holders, ceil(rules.holders_share * count))
    score = sum(game.score.units for game in games)
    percentage = rounded(score, count) if count else None
    average = average_rating(rules, level, games)
    performance = average + difference_for(percentage) if average is not None and percentage is not None else None
    asked = (
        Requirement(kinds.GAMES, fewest, count),
        *_federations(rules, federation, games, waived=exempt),
        Requirement(kinds.TITLED, ceil(rules.titled_share * count), titled),
        Requirement(kinds.HOLDERS, holders_needed, holders),
        Requirement(kinds.AVERAGE, level.average, average),
        Requirement(kinds.SCORE, rules.least_percentage, percentage),
        Requirement(kinds.PERFORMANCE, level.performance, performance),
    )
    return Norm(
        title=level.title,
        rounds=tuple(game.round for game in games),
        score=Points(score),
        average=average,
        performance=performance,
        requirements=asked,
        enough=score_needed(rules, level, average, len(games)) if average is not None else None,
    )


def _federations(
    rules: NormRules, own: str | None, games: Sequence[NormGame], *, waived: bool
) -> tuple[Requirement, ...]:
    kinds = RequirementKind
    met = Counter(
        game.federation for game in games if game.federation is not None and game.federation not in NO_FEDERATION
    )
    of_own = met[own] if own is not None else 0
    foreign = len(met.keys() - {own})
    own_most, one_most = floor(rules.own_share * len(games)), floor(rules.one_share * len(games))
    most_of_one = max(met.values(), default=0)
    return (
        Requirement(kinds.FEDERATIONS, rules.fewest_federations, foreign if own is not None else None, waived=waived),
        Requirement(kinds.OWN_FEDERATION, own_most, of_own, is_limit=True, waived=waived),
        Requirement(kinds.ONE_FEDERATION, one_most, most_of_one, is_limit=True, waived=waived),
    )
