"""A player's own card: round by round the opponent, the colour, the outcome and the running total.

In a knockout it has the matches played and their tie-break games; a point is a round got through, as in the ranking.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from podium.app.views.doubles_ranking import ranked_players
from podium.app.views.knockout_player import PlayedMatch, TieBreakGame, matches_of
from podium.app.views.rows import Row
from podium.app.views.standings import StandingRow, standings
from podium.app.views.tally import pairings_of, points, rounds_after, source
from podium.app.words.doubles import score
from podium.app.words.language import _
from podium.app.words.results import NOT_PAIRED, PENDING, outcome
from podium.core.errors import Unknown
from podium.core.ids import PairingId, PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.doubles import Line
from podium.flow.state import Bye, Format, Game, Match, Round, Stage, Tournament
from podium.knockout import Knockout

Colour = Literal["white", "black"]


@dataclass(frozen=True, slots=True)
class DoublesLine:
    """A round of doubles: with whom, against whom, and what it adds to Buchholz by everybody's points of now.

    `sets` are written with the player's own team first.
    """

    partner: Player
    opponents: tuple[Player, ...]
    partner_points: int = 0
    opponents_points: tuple[int, ...] = ()
    buchholz: int | None = None
    sets: str | None = None


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
    doubles: DoublesLine | None = None
    knockout: PlayedMatch | None = None


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
    rounds = rounds_after(state, after)
    if state.knockout is not None:
        return Card(row, tuple(_knockout_lines(state, state.knockout, player, len(rounds))))
    return Card(row, tuple(_lines(state, player, rounds)))


def _knockout_lines(state: Tournament, knockout: Knockout, player: PlayerId, rounds: int) -> Iterator[CardLine]:
    total = Points(0)
    for played in matches_of(knockout, player, rounds):
        points = None if played.through is None else Points.of(int(played.through))
        total += points or Points(0)
        yield CardLine(
            round=played.match.round,
            outcome=played.outcome,
            points=points,
            total=total,
            pairing=played.match.id,
            board=played.match.board,
            opponent=state.players[played.opponent] if played.opponent is not None else None,
            colour=played.colour,
            result=played.result,
            knockout=played,
        )


def _lines(state: Tournament, player: PlayerId, rounds: tuple[Round, ...]) -> Iterator[CardLine]:
    total = Points(0)
    doubles = state.settings.format == Format.DOUBLES
    told = {line.round: line for line in ranked_players(state, rounds)[player].lines} if doubles else {}
    for here in rounds:
        pairings = pairings_of(here).get(player, ())
        if not pairings:
            yield CardLine(here.number, _(NOT_PAIRED), None, total)
        for pairing in pairings:
            scores = not doubles or here.stage is Stage.CLOSED
            total += points(pairing, player, state.settings.scoring) if scores else Points(0)
            if isinstance(pairing, Match):
                yield _match_line(state, player, here.number, pairing, total, told.get(here.number))
            else:
                yield _line(state, player, here.number, pairing, total)


def _match_line(
    state: Tournament, player: PlayerId, number: int, match: Match, total: Points, told: Line | None
) -> CardLine:
    team, against = (match.home, match.away) if player in match.home else (match.away, match.home)
    came = source(match, player)
    return CardLine(
        round=number,
        outcome=_(PENDING) if came is None or told is None else outcome(came),
        points=None if told is None else Points.of(told.points),
        total=total,
        pairing=match.id,
        board=match.board,
        result=score(match),
        doubles=DoublesLine(
            partner=state.players[team[1] if team[0] == player else team[0]],
            opponents=tuple(state.players[each] for each in against),
            partner_points=told.partner_points if told else 0,
            opponents_points=told.opponents_points if told else (),
            buchholz=told.buchholz if told else None,
            sets=score(match if player in match.home else match.turned),
        ),
    )


def _line(state: Tournament, player: PlayerId, number: int, pairing: Game | Bye, total: Points) -> CardLine:
    came = source(pairing, player)
    scored = None if came is None else points(pairing, player, state.settings.scoring)
    words = _(PENDING) if came is None else outcome(came)
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
                **(_doubles_row(line.doubles) if line.doubles else {}),
                **(_knockout_row(line.knockout) if line.knockout else {}),
            }
            for line in card.lines
        ],
    }


def _knockout_row(played: PlayedMatch) -> Row:
    return {
        "decided": played.reason,
        "third_place": played.match.third_place,
        "tie_breaks": [_game_row(game) for game in played.games],
    }


def _game_row(game: TieBreakGame) -> Row:
    return {
        "pairing_id": game.id,
        "index": game.index,
        "kind": game.kind,
        "status": game.status,
        "colour": game.colour,
        "result": game.result,
        "outcome": game.outcome,
        "decided": game.reason,
    }


def _doubles_row(line: DoublesLine) -> Row:
    return {
        "partner_id": line.partner.id,
        "partner": line.partner.name,
        "opponent_ids": [each.id for each in line.opponents],
        "opponents": [each.name for each in line.opponents],
        "partner_points": line.partner_points,
        "opponents_points": list(line.opponents_points),
        "buchholz": line.buchholz,
    }
