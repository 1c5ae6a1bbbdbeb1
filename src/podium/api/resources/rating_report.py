"""What an event is worth to its players: rating changes, performances and title norms."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from podium.api.documentation import RANKING, read
from podium.api.pages import paged
from podium.api.parameters import After, Injected, Player, query_number
from podium.api.problems import malformed
from podium.app.desk import Seen
from podium.app.queries import ratings
from podium.app.ratings.rating_report import RatingQuestion
from podium.app.ratings.report_answers import (
    PlayerRatingAnswer,
    RatingReportAnswer,
    player_rating_answer,
    rating_report_answer,
)
from podium.app.words.language import _
from podium.app.words.phrases import alternatives
from podium.core.ids import PlayerId
from podium.core.ratings.rating_kind import RatingKind

Kind = Annotated[
    str | None,
    QueryParameter(
        description="Which rating the games count for; without it, what the rate of play says.",
        schema_extra={"enum": [*RatingKind]},
    ),
]
Coefficients = Annotated[
    str,
    QueryParameter(description="K of players of whom it is known: id, colon, number, divided by commas."),
]


@read(
    "/tournaments/{id:str}/rating-report",
    summary="Rating change, performance and title norms of all players",
    responses=RANKING,
)
@paged("players", "player_id", "beyond")
def rating_report(
    seen: Injected[Seen], after: After = None, kind: Kind = None, k: Coefficients = ""
) -> RatingReportAnswer:
    return rating_report_answer(ratings(seen.state, _question(after, kind, k)), seen.version)


@read(
    "/tournaments/{id:str}/players/{pid:str}/rating-report",
    summary="Rating change of a player game by game, performance and title norms",
    responses=RANKING,
)
def player_rating_report(
    seen: Injected[Seen], pid: Player, after: After = None, kind: Kind = None, k: Coefficients = ""
) -> PlayerRatingAnswer:
    return player_rating_answer(ratings(seen.state, _question(after, kind, k), PlayerId(pid)), seen.version)


def _question(after: str | None, kind: str | None, k: str) -> RatingQuestion:
    return RatingQuestion(query_number("after", after), _kind(kind), _coefficients(k))


def _kind(text: str | None) -> RatingKind | None:
    if text and text not in [*RatingKind]:
        allowed = alternatives([*RatingKind])
        raise malformed(_("%(name)s must be %(allowed)s.", name="kind", allowed=allowed), field="kind", value=text)
    return RatingKind(text) if text else None


def _coefficients(text: str) -> dict[PlayerId, int]:
    """K by player, from `p1:20,p2:40`."""
    found: dict[PlayerId, int] = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        player, _colon, number = part.rpartition(":")
        if not player or not (number.isascii() and number.isdigit() and len(number) <= 3):
            raise malformed(_("k must be ids of players and numbers, such as p1:20,p2:40."), field="k", value=part[:40])
        found[PlayerId(player)] = int(number)
    return found


HANDLERS = (rating_report, player_rating_report)
