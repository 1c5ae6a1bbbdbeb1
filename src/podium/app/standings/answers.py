"""Standings, the tie-breaks of a player, and crosstables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from podium.app.problems import Problem
from podium.app.standings.crosstable import Crosstable
from podium.app.standings.explanations import explanation_document
from podium.app.standings.standings import StandingRow as Standing
from podium.app.versions import Page, copied
from podium.tiebreaks import Explanation


class StandingRow(Struct):
    """One line of the standings; `ranking` is `entered` where the rank was entered with the player.

    `ordered_by` is what gave their order to those who would share a place: lots, or those who run the event.
    """

    rank: int
    player_id: str
    name: str
    section: str | None
    points: float
    details: str
    tiebreaks: dict[str, float | None]
    decided_by: str | None
    ranking: Literal["entered"] | UnsetType = UNSET
    annulled: bool | UnsetType = UNSET  # of a round robin: left before half of the games, which count for nobody
    ordered_by: Literal["lot", "hand"] | UnsetType = UNSET
    withdrawn: bool | UnsetType = UNSET
    # in a Keizer: what the player is worth, null before the first round of somebody's own, and the exact score
    value: int | UnsetType | None = UNSET
    score: float | UnsetType = UNSET


class StandingsAnswer(Page):
    """The standings; `refused` are the tie-breaks of the tournament that mean nothing in it, and why.

    They are `final` once every round is played and every game is over; `open_games` is how many are not, of the rounds
    that are paired: without a result, or adjourned. `unused_ranks` are the players whose entered final rank is set
    aside because games decide.
    """

    version: int
    standings: list[StandingRow]
    refused: list[Problem]
    final: bool
    open_games: int
    unused_ranks: list[str] | UnsetType = UNSET
    # in a Keizer: whether tables went round in a circle, and the one before it stands
    circle: bool | UnsetType = UNSET


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


class TieBreaksAnswer(Struct):
    version: int
    player_id: str
    name: str
    tiebreaks: list[ExplanationRow]
    refused: list[Problem]


class CrossRow(Struct):
    """One player of a crosstable; who was expelled is left out of the standings, and has no rank."""

    number: int
    player_id: str
    name: str
    rank: int | None
    points: float
    cells: list[str]
    annulled: bool | UnsetType = UNSET
    withdrawn: bool | UnsetType = UNSET
    expelled: bool | UnsetType = UNSET


class CrosstableRow(Struct):
    """One section: everyone against everyone, or round by round."""

    section: str | None
    kind: Literal["matrix", "rounds"]
    columns: list[str]
    rows: list[CrossRow]
    stage: int | UnsetType = UNSET


class CrosstableAnswer(Struct):
    """The crosstables; `final` as of the standings."""

    version: int
    sections: list[CrosstableRow]
    final: bool


def standing_row(row: Standing) -> StandingRow:
    return copied(
        StandingRow,
        row,
        player_id=row.player.id,
        name=row.player.name,
        section=row.section or None,
        points=row.points.number,
        tiebreaks={code: None if value is None else float(value) for code, value in row.tiebreaks.items()},
        ranking="entered" if row.entered else UNSET,
        annulled=row.annulled or UNSET,
        ordered_by=row.ordered_by.value if row.ordered_by else UNSET,
        withdrawn=row.player.withdrawn or UNSET,
        value=row.valued.value if row.valued else UNSET,
        score=float(row.valued.score) if row.valued else UNSET,
    )


def in_circle(rows: Sequence[Standing]) -> bool | UnsetType:
    """Whether a table is one before a circle; unset where there is no such thing."""
    valued = [row.valued for row in rows if row.valued is not None]
    return any(each.circle for each in valued) if valued else UNSET


def crosstable_row(table: Crosstable) -> CrosstableRow:
    return CrosstableRow(
        section=table.section or None,
        kind="matrix" if table.matrix else "rounds",
        columns=list(table.columns),
        rows=[
            CrossRow(
                number=row.number,
                player_id=row.standing.player.id,
                name=row.standing.player.name,
                rank=row.standing.rank if row.standing.placed else None,
                points=row.standing.points.number,
                cells=[cell.text for cell in row.cells],
                annulled=row.standing.annulled or UNSET,
                withdrawn=row.standing.player.withdrawn or UNSET,
                expelled=row.standing.player.expelled or UNSET,
            )
            for row in table.rows
        ],
        stage=UNSET if table.stage is None else table.stage,
    )


def explanation_row(explanation: Explanation) -> ExplanationRow:
    document = explanation_document(explanation)
    return ExplanationRow(**{**document, "rounds": [ContributionRow(**each) for each in document["rounds"]]})
