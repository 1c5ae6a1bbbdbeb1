"""Players over the API: how they take part, their cards, and what an imported list of them would change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from podium.app.exports.file_words import remark
from podium.app.players.card import Card, CardLine, explained_score
from podium.app.players.numbers import player_numbers
from podium.app.players.participation import Meaning
from podium.app.versions import Page, copied
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.ratings.official_ratings import OfficialKind, OfficialRatings
from podium.files.players.importplan import Action, Finding, ImportPlan
from podium.files.sheet import Sheet
from podium.flow.state import Tournament


class RatingSourceRow(Struct):
    """The official rating it was, and the list and month that had it; without a list it was typed by hand."""

    kind: Literal["standard", "rapid", "blitz", "national"]
    list: str | None
    edition: str | None


class PlayerRow(Struct):
    """A player: every field of the list of entries, and how they take part; the prizes say `date_of_birth`.

    `number` is the one that a player is known by everywhere, in a Swiss the pairing number; `entry` the place in the
    list of entries; `rating` is the one that counts, `rating_source` where it came from: null, if it was typed; `rank`
    the final rank as entered, of an event whose games were played elsewhere; `half_byes` whether the player is entitled
    to half-point byes. `later_ratings` are those of an event longer than 30 days, by the round from which each holds;
    `rating` is the first.
    """

    id: str
    number: int
    entry: int
    name: str
    rating: int | None
    federation: str | None
    fide_id: str | None
    title: str | None
    gender: str | None
    birth: str | None
    club: str | None
    city: str | None
    state: str | None
    disability: str | None
    section: str | None
    rank: int | None
    national_id: str | None
    standard: int | None
    rapid: int | None
    blitz: int | None
    national: int | None
    rating_source: RatingSourceRow | None
    official_sources: dict[str, RatingSourceRow]
    date_of_birth: str | None
    withdrawn: bool
    expelled: bool
    half_byes: bool
    byes: dict[str, str]
    later_ratings: dict[str, int]


class PlayerAnswer(PlayerRow):
    version: int


class MeaningRow(Struct):
    """What an act means for points, tie-breaks and pairings."""

    act: Literal["late-entry", "withdrawal", "return", "expulsion", "bye-request"]
    points: str
    tiebreaks: str
    pairings: str


class ParticipationAnswer(Struct):
    """What can be done about how somebody takes part, and what each means, before it is done."""

    acts: list[MeaningRow]
    version: int


class PlayersAnswer(Page):
    players: list[PlayerRow]
    version: int


def player_row(state: Tournament, player: Player) -> PlayerRow:
    """A player of `state`."""
    entered = player.fields
    return copied(
        PlayerRow,
        player,
        number=player_numbers(state)[player.id],
        entry=player.number,
        **entered.values(),
        rating_source=_rating_source(entered.official),
        official_sources=_official_sources(entered.official),
        date_of_birth=entered.birth,
        byes={str(number): kind.value for number, kind in player.byes.items()},
        later_ratings={str(number): rating for number, rating in player.later_ratings.items()},
    )


def _rating_source(official: OfficialRatings | None) -> RatingSourceRow | None:
    origin = official.origin if official is not None else None
    return RatingSourceRow(origin.kind.value, origin.list, origin.edition) if origin is not None else None


def _official_sources(official: OfficialRatings | None) -> dict[str, RatingSourceRow]:
    """Where each official rating came from, by its kind."""
    found = ((kind, official.published(kind)) for kind in OfficialKind) if official is not None else ()
    return {kind.value: RatingSourceRow(kind.value, each.list, each.edition) for kind, each in found if each}


def meaning_row(meaning: Meaning) -> MeaningRow:
    return copied(MeaningRow, meaning, act=meaning.act.value)


def player_rows(state: Tournament) -> list[PlayerRow]:
    """The players in the order of the list."""
    return [player_row(state, player) for player in sorted(state.players.values(), key=lambda each: each.number)]


class FindingRow(Struct):
    line: int
    column: int
    code: str
    detail: str
    value: str | None
    field: str | None


class ChangeRow(Struct):
    field: str
    before: str | int | None
    after: str | int | None


class PlannedRow(Struct):
    line: int
    action: Literal["add", "update", "skip", "problem"]
    player_id: str | None
    name: str | None
    reason: str | None
    changes: list[ChangeRow]


class ImportPlanRow(Struct):
    """What a list would do: its columns, its lines one by one, and how many of each kind."""

    columns: dict[str, str]
    sheets: list[str]
    rows: list[PlannedRow]
    problems: list[FindingRow]
    warnings: list[FindingRow]
    add: int
    update: int
    skip: int
    problem: int


class ImportAnswer(ImportPlanRow, kw_only=True):
    """The plan, and the players that were added, if it was carried out."""

    players: list[PlayerRow] | UnsetType = UNSET
    version: int


def import_plan_row(planned: ImportPlan, sheet: Sheet) -> ImportPlanRow:
    return ImportPlanRow(
        columns={str(number): column.value for number, column in planned.columns.items()},
        sheets=list(sheet.sheets),
        rows=[
            copied(
                PlannedRow,
                row,
                action=row.action.value,
                player_id=row.player,
                name=row.fields.name if row.fields else None,
                changes=[copied(ChangeRow, each) for each in row.changes],
            )
            for row in planned.rows
        ],
        problems=[finding_row(finding) for finding in planned.problems],
        warnings=[finding_row(finding) for finding in planned.warnings],
        **{action.value: planned.count(action) for action in Action},
    )


def finding_row(finding: Finding) -> FindingRow:
    return copied(FindingRow, finding, detail=remark(finding))


class TieBreakGameRow(Struct):
    """A tie-break game of a knockout, as its player sees it."""

    pairing_id: str
    index: int | None
    kind: str
    status: str
    colour: Literal["white", "black"] | None
    result: str | None
    outcome: str
    decided: str | None


class CardRow(Struct):
    """One round of one player; `outcome` is in words, `result` as written on the board, from White's side."""

    round: int
    pairing_id: str | None
    board: int | None
    opponent_id: str | None
    opponent: str | None
    opponent_number: int | None
    colour: Literal["white", "black"] | None
    result: str | None
    outcome: str
    points: float | None
    total: float
    rated: Literal[False] | UnsetType = UNSET  # of a game that was played and is not rated
    # in a round robin, false where one of the two left before half of the games
    counted: bool | UnsetType = UNSET
    # in doubles
    partner_id: str | UnsetType = UNSET
    partner: str | UnsetType = UNSET
    opponent_ids: list[str] | UnsetType = UNSET
    opponents: list[str] | UnsetType = UNSET
    partner_points: int | UnsetType = UNSET
    opponents_points: list[int] | UnsetType = UNSET
    buchholz: int | UnsetType | None = UNSET
    # in a knockout
    decided: str | UnsetType | None = UNSET
    third_place: bool | UnsetType = UNSET
    tie_breaks: list[TieBreakGameRow] | UnsetType = UNSET
    # in a Keizer
    value: int | UnsetType = UNSET
    share: float | UnsetType = UNSET
    score: float | UnsetType = UNSET
    explanation: str | UnsetType = UNSET


class CardAnswer(Struct):
    version: int
    player_id: str
    number: int
    name: str
    section: str | None
    rank: int | None  # null of somebody who was expelled, and is left out of the standings
    points: float
    details: str
    rounds: list[CardRow]
    annulled: bool | UnsetType = UNSET
    expelled: bool | UnsetType = UNSET
    # in a Keizer: what the player is worth and the exact score, and where it comes from in sentences
    value: int | UnsetType | None = UNSET
    score: float | UnsetType = UNSET
    explanation: list[str] | UnsetType = UNSET


def card_answer(card: Card, version: int) -> CardAnswer:
    standing = card.standing
    return CardAnswer(
        version=version,
        player_id=standing.player.id,
        number=card.numbers[standing.player.id],
        name=standing.player.name,
        section=standing.section or None,
        rank=standing.rank if standing.placed else None,
        points=standing.points.number,
        details=standing.details,
        rounds=[_card_row(line, card.numbers) for line in card.lines],
        annulled=standing.annulled or UNSET,
        expelled=standing.player.expelled or UNSET,
        value=standing.valued.value if standing.valued else UNSET,
        score=float(standing.valued.score) if standing.valued else UNSET,
        explanation=list(explained_score(card)) or UNSET,
    )


def _card_row(line: CardLine, numbers: Mapping[PlayerId, int]) -> CardRow:
    return CardRow(
        round=line.round,
        pairing_id=line.pairing,
        board=line.board,
        opponent_id=line.opponent.id if line.opponent else None,
        opponent=line.opponent.name if line.opponent else None,
        opponent_number=numbers[line.opponent.id] if line.opponent else None,
        colour=line.colour,
        result=line.result,
        outcome=line.outcome,
        points=line.points.number if line.points is not None else None,
        total=line.total.number,
        rated=UNSET if line.rated else False,
        counted=UNSET if line.counted else False,
        **_of_its_format(line),
    )


def _of_its_format(line: CardLine) -> Mapping[str, Any]:
    if (part := line.keizer) is not None:
        share, score = float(part.share), float(part.score)
        return {"value": part.value, "share": share, "score": score, "explanation": part.said}
    if (match := line.doubles) is not None:
        return {
            "partner_id": match.partner.id,
            "partner": match.partner.name,
            "opponent_ids": [each.id for each in match.opponents],
            "opponents": [each.name for each in match.opponents],
            "partner_points": match.partner_points,
            "opponents_points": list(match.opponents_points),
            "buchholz": match.buchholz,
        }
    if (played := line.knockout) is not None:
        return {
            "decided": played.reason,
            "third_place": played.match.third_place,
            "tie_breaks": [
                copied(TieBreakGameRow, game, pairing_id=game.id, decided=game.reason) for game in played.games
            ],
        }
    return {}
