"""Swiss fields written down as tables, for tests that are read by people."""

from collections.abc import Iterable, Sequence

from podium.core.points import Points
from podium.core.result import FIDE, Scoring, Worth
from podium.simulation.swiss import Simulated
from podium.swiss import Colour, Entrant, Field, PairedRound, Turn, forbidden_groups

WORTHS = {
    "1": Worth.WIN,
    "=": Worth.DRAW,
    "0": Worth.LOSS,
    "+": Worth.FORFEIT_WIN,
    "-": Worth.FORFEIT_LOSS,
    "U": Worth.BYE,
    "F": Worth.UNPAIRED,
    "H": Worth.HALF_BYE,
    "Z": Worth.ZERO_BYE,
}
COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}


def field(
    text: str,
    *,
    rounds: int = 9,
    initial: Colour = Colour.WHITE,
    scoring: Scoring = FIDE,
    forbidden: Iterable[Sequence[int]] = (),
) -> Field:
    """The field before the next round of a table: a line a player, a cell a round.

    A cell is opponent, colour and result (`2w1`, `3b=`, `4w+`) or a bye (`U`, `F`, `H`, `Z`).
    A line that ends in `away` is of somebody who does not play in the next round.
    """
    lines = [line.split() for line in text.strip().splitlines()]
    entrants = []
    for number, cells in enumerate(lines, 1):
        present = cells[-1:] != ["away"]
        played = cells if present else cells[:-1]
        turns = tuple(turn(cell, scoring) for cell in played if cell != ".")
        entrants.append(Entrant(number, turns, present))
    number = max((len(entrant.turns) for entrant in entrants), default=0) + 1
    return Field(tuple(entrants), number, rounds, initial, scoring, forbidden_groups(forbidden))


def turn(cell: str, scoring: Scoring = FIDE) -> Turn:
    """One cell of such a table."""
    worth = WORTHS[cell[-1]]
    points: Points = scoring.points(worth)
    if len(cell) == 1:
        return Turn(points, allocated=worth is Worth.BYE)
    return Turn(points, int(cell[:-2]), COLOURS[cell[-2]], worth in (Worth.WIN, Worth.DRAW, Worth.LOSS))


def pairs_of(paired: PairedRound) -> set[tuple[int, int]]:
    """The pairs of a round, White first, the bye as a pair with 0."""
    found = {(one.white, one.black) for one in paired.pairs}
    return found if paired.bye is None else found | {(paired.bye, 0)}


def field_before(played: Simulated, number: int) -> Field:
    """A simulated tournament before a round that was played, with the players who took part in it."""
    entrants = tuple(
        Entrant(
            one.number,
            tuple(one.turns[: number - 1]),
            one.turns[number - 1].opponent is not None or one.turns[number - 1].allocated,
            one.virtual,
        )
        for one in played.contestants
    )
    plan = played.plan
    return Field(entrants, number, plan.rounds, plan.initial, plan.scoring, played.forbidden)
