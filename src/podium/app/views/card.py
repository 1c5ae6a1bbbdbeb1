"""A player's own card: round by round the opponent, the colour, the outcome and the running total."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from podium.app.views.knockout import as_paired
from podium.app.views.rows import Row
from podium.app.views.standings import StandingRow, standings
from podium.app.views.tally import pairings_of, points, rounds_after, source
from podium.app.views.words import NOT_PAIRED, PENDING, outcome
from podium.core.errors import Unknown
from podium.core.ids import PairingId, PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.flow.state import Bye, Pairing, Round, Tournament

Colour = Literal["white", "black"]


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round of one player; `outcome` is in words, `result` as written on the board, from White's side."""

    round: int
    outcome: str
    points: Points | None
    total: Points
    pairing: PairingId | None = None
    board: int | None = None
    opponent: Player | None = None
    colour: Colour | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """Everything one player has played, and where that puts them."""

    standing: StandingRow
    lines: tuple[CardLine, ...]


def card(state: Tournament, player: PlayerId, after: int | None = None) -> Card:
    """The card of a player; raises Unknown for a player or a round there is not."""
    if player not in state.players:
        raise Unknown("player", player)
    row = next(row for row in standings(state, after) if row.player.id == player)
    paired = as_paired(state)
    return Card(row, tuple(_lines(paired, player, rounds_after(paired, after))))


def _lines(state: Tournament, player: PlayerId, rounds: tuple[Round, ...]) -> Iterator[CardLine]:
    total = Points(0)
    for here in rounds:
        pairings = pairings_of(here).get(player, ())
        if not pairings:
            yield CardLine(here.number, NOT_PAIRED, None, total)
        for pairing in pairings:
            total += points(pairing, player, state.settings.scoring)
            yield _line(state, player, here.number, pairing, total)


def _line(state: Tournament, player: PlayerId, number: int, pairing: Pairing, total: Points) -> CardLine:
    came = source(pairing, player)
    scored = None if came is None else points(pairing, player, state.settings.scoring)
    words = PENDING if came is None else outcome(came)
    if isinstance(pairing, Bye):
        return CardLine(number, words, scored, total, pairing.id, pairing.board)
    white = player == pairing.white
    return CardLine(
        round=number,
        outcome=words,
        points=scored,
        total=total,
        pairing=pairing.id,
        board=pairing.board,
        opponent=state.players[pairing.black if white else pairing.white],
        colour="white" if white else "black",
        result=pairing.result.value if pairing.result else None,
    )


def card_row(card: Card) -> Row:
    """The card as the API writes it."""
    return {
        "player_id": card.standing.player.id,
        "name": card.standing.player.name,
        "section": card.standing.section or None,
        "rank": card.standing.rank,
        "points": card.standing.points.number,
        "details": card.standing.details,
        "rounds": [
            {
                "round": line.round,
                "pairing_id": line.pairing,
                "board": line.board,
                "opponent_id": line.opponent.id if line.opponent else None,
                "opponent": line.opponent.name if line.opponent else None,
                "colour": line.colour,
                "result": line.result,
                "outcome": line.outcome,
                "points": line.points.number if line.points is not None else None,
                "total": line.total.number,
            }
            for line in card.lines
        ],
    }
