"""What an event is worth to ratings and titles: of all players, and game by game of one."""

from __future__ import annotations

from msgspec import Struct

from podium.app.ratings.rating_report import PlayerRating, RatingReport
from podium.app.versions import Page, copied
from podium.core.points import UNIT
from podium.ratings import GameChange, Norm


class RequirementRow(Struct):
    """What a norm asks: at least `needed`, at most where `limit`; `reached` is null where it cannot be known."""

    kind: str
    needed: int
    reached: int | None
    limit: bool
    waived: bool
    met: bool


class NormRow(Struct):
    """The check of one title; `enough` is the lowest score that would do against these opponents.

    `choice` says which games it rests upon, `left_out` the rounds that may be left out, `worth` for how many games the
    norm counts.
    """

    title: str
    achieved: bool
    rounds: list[int]
    score: float
    average: int | None
    performance: int | None
    enough: float | None
    choice: str
    left_out: list[int]
    worth: int | None
    requirements: list[RequirementRow]


class InitialRatingRow(Struct):
    """What the games of a player without a rating count for; `published` if they are enough for the list."""

    games: int
    score: float
    rating: int | None
    published: bool


class PlayerRatingRow(Struct):
    """What the event is worth to one player.

    `difference` is score minus expectation, `change` that times K, `points` the same rounded. They are null for a
    player without a rating, who has `initial`. `k_basis` is what K was concluded from: `stated`, `rating`, `title`,
    `age`, `few-games` or `usual`.
    """

    player_id: str
    number: int
    name: str
    section: str | None
    title: str | None
    federation: str | None
    rating: int | None
    games: int
    score: float | None
    expected: float | None
    difference: float | None
    k: int | None
    k_basis: str | None
    change: float | None
    points: int | None
    new_rating: int | None
    average: int | None
    performance: int | None
    initial: InitialRatingRow | None
    norms: list[NormRow]


class RatedGameRow(Struct):
    """One game that counts; `rating_difference` is the one that counts, `capped` if it was more than 400."""

    round: int
    opponent_id: str
    opponent: str
    opponent_rating: int
    rating_difference: int
    capped: bool
    expected: float
    score: float
    difference: float


class RegulationsRow(Struct):
    """By what the event is rated: the rating, its first day, and since when the regulations hold.

    `federations_waived` is whether federations do not matter for norms.
    """

    kind: str
    first_day: str | None
    ratings_since: str
    titles_since: str
    federations_waived: bool


class RatingReportAnswer(Page):
    version: int
    regulations: RegulationsRow
    players: list[PlayerRatingRow]


class PlayerRatingAnswer(Struct):
    """The same of one player, with the games that count and the rounds of those that do not."""

    version: int
    regulations: RegulationsRow
    player: PlayerRatingRow
    games: list[RatedGameRow]
    not_rated: list[int]


def rating_report_answer(report: RatingReport, version: int) -> RatingReportAnswer:
    return RatingReportAnswer(version, regulations_row(report), [player_rating_row(row) for row in report.players])


def player_rating_answer(report: RatingReport, version: int) -> PlayerRatingAnswer:
    """The answer about the one player of a report."""
    [row] = report.players
    counted = row.change.games if row.change is not None else ()
    rounds = {each.game.round for each in counted}
    return PlayerRatingAnswer(
        version,
        regulations_row(report),
        player_rating_row(row),
        [_game_row(row, each) for each in counted],
        [each.round for each in row.games.played if row.change is not None and each.round not in rounds],
    )


def regulations_row(report: RatingReport) -> RegulationsRow:
    return RegulationsRow(
        kind=report.kind.value,
        first_day=report.day.isoformat() if report.day is not None else None,
        ratings_since=report.rating_rules.since.isoformat(),
        titles_since=report.norm_rules.since.isoformat(),
        federations_waived=report.is_exempt,
    )


def player_rating_row(row: PlayerRating) -> PlayerRatingRow:
    fields, change, first = row.player.fields, row.change, row.initial
    return copied(
        PlayerRatingRow,
        row,
        player_id=row.player.id,
        name=row.player.name,
        section=row.player.section or None,
        title=fields.title,
        federation=fields.federation,
        rating=fields.rating,
        games=len(change.games) if change is not None else first.games if first is not None else 0,
        score=change.score.number if change is not None else None,
        expected=change.expected.number if change is not None else None,
        difference=change.difference / UNIT if change is not None else None,
        k=change.coefficient.k if change is not None else None,
        k_basis=change.coefficient.basis.value if change is not None else None,
        change=float(change.exact) if change is not None else None,
        points=change.points if change is not None else None,
        new_rating=change.new_rating if change is not None else None,
        initial=InitialRatingRow(first.games, first.score.number, first.rating, first.published) if first else None,
        norms=[_norm_row(each) for each in row.norms],
    )


def _game_row(row: PlayerRating, counted: GameChange) -> RatedGameRow:
    opponent = row.games.opponent(counted.game.round)
    return RatedGameRow(
        round=counted.game.round,
        opponent_id=opponent.id,
        opponent=opponent.name,
        opponent_rating=counted.rating,
        rating_difference=counted.difference,
        capped=counted.capped,
        expected=counted.expected / UNIT,
        score=counted.game.score.number,
        difference=counted.change / UNIT,
    )


def _norm_row(norm: Norm) -> NormRow:
    return copied(
        NormRow,
        norm,
        rounds=list(norm.rounds),
        score=norm.score.number,
        enough=norm.enough.number if norm.enough is not None else None,
        choice=norm.choice.value,
        left_out=list(norm.left_out),
        requirements=[
            copied(RequirementRow, each, kind=each.kind.value, limit=each.is_limit) for each in norm.requirements
        ],
    )
