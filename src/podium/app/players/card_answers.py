"""A player's own card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from podium.app.formats.knockout.matches import TieBreakGame
from podium.app.players.card import Card, CardLine
from podium.core.ids import PlayerId


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
        rounds=[_line(line, card.numbers) for line in card.lines],
        annulled=standing.annulled or UNSET,
        expelled=standing.player.expelled or UNSET,
    )


def _line(line: CardLine, numbers: Mapping[PlayerId, int]) -> CardRow:
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
            "tie_breaks": [_game(game) for game in played.games],
        }
    return {}


def _game(game: TieBreakGame) -> TieBreakGameRow:
    return TieBreakGameRow(
        pairing_id=game.id,
        index=game.index,
        kind=game.kind,
        status=game.status,
        colour=game.colour,
        result=game.result,
        outcome=game.outcome,
        decided=game.reason,
    )
