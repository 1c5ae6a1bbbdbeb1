"""A player's own card: round by round the opponent, the colour, the outcome and the running total.

In a knockout it has the matches played and their tie-break games; a point is a round got through, as in the ranking.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from podium.app.formats.knockout.matches import PlayedMatch
from podium.app.rounds.result_words import NOT_PAIRED, PENDING, side_outcome
from podium.app.rounds.round_words import bye_name
from podium.app.standings.standings import StandingRow
from podium.app.standings.tally import added_points, is_counted, pairings_of, points, uncounted
from podium.app.words.language import _
from podium.app.words.numbers import decimal
from podium.core.ids import PairingId, PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.flow.state import Bye, Game, Match, Round, Tournament

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
class KeizerPart:
    """What a round of a Keizer brings: a `share` of a `value`, the opponent's worth or the own; exact, and in words."""

    value: int
    share: Decimal
    score: Decimal
    said: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round of one player; `outcome` is in words, `result` as written on the board, from White's side.

    `rated` is false for a game that was played and is not rated.
    """

    round: int
    outcome: str
    points: Points | None
    total: Points
    pairing: PairingId | None = None
    board: int | None = None
    opponent: Player | None = None
    colour: Colour | None = None
    result: str | None = None
    rated: bool = True
    counted: bool = True
    """Whether it counts: not where one of the two left a round robin before half of the games."""
    doubles: DoublesLine | None = None
    knockout: PlayedMatch | None = None
    keizer: KeizerPart | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """Everything one player has played, and where that puts them; `numbers` are those of all players."""

    standing: StandingRow
    lines: tuple[CardLine, ...]
    numbers: Mapping[PlayerId, int]


def card_lines(state: Tournament, player: PlayerId, rounds: tuple[Round, ...]) -> Iterator[CardLine]:
    """What each of `rounds` was for a player; older databases may have two pairings in one."""
    total = Points(0)
    left_out = uncounted(state)
    for here in rounds:
        pairings = pairings_of(here).get(player, ())
        added = added_points(state, player, here.number)
        if not pairings:
            yield CardLine(here.number, _(NOT_PAIRED), None, total + added)
        for pairing in pairings:
            assert not isinstance(pairing, Match)  # teams play in doubles alone, which have lines of their own
            if is_counted(pairing, left_out):
                total += points(pairing, player, state.settings.scoring)
                yield card_line(state, player, here.number, pairing, total + added)
            else:
                line = card_line(state, player, here.number, pairing, total + added)
                outcome = _("%(outcome)s, not counted", outcome=line.outcome)
                yield replace(line, outcome=outcome, points=Points(0), counted=False)


def card_line(state: Tournament, player: PlayerId, number: int, pairing: Game | Bye, total: Points) -> CardLine:
    scored = points(pairing, player, state.settings.scoring)
    if pairing.is_bye:
        return CardLine(number, bye_name(state, pairing), scored, total, pairing.id, pairing.board)
    white, result = player == pairing.white, pairing.result
    return CardLine(
        round=number,
        outcome=side_outcome(result, white=white) if result else _(PENDING),
        points=scored if result else None,
        total=total,
        pairing=pairing.id,
        board=pairing.board,
        opponent=state.players[pairing.opponent(player)],
        colour="white" if white else "black",
        result=result.score.value if result else None,
        rated=result is None or result is result.score,
    )


def explained_score(card: Card) -> Iterator[str]:
    """Why the score of a Keizer is what it is, a sentence for each part; nothing elsewhere."""
    if (valued := card.standing.valued) is None or valued.value is None:
        return
    yield _("The worth of rank %(rank)s: %(value)s.", rank=card.standing.rank, value=valued.value)
    yield from (line.keizer.said for line in card.lines if line.keizer is not None)
    yield _("Together: %(score)s.", score=decimal(valued.score))
    if valued.circle:
        yield _("No table follows from itself here: they go round in a circle, and the one before it stands.")
