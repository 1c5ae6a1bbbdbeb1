"""Tournaments that no system paired: histories by chance, stranger than any real one."""

from podium.core.dice import Dice
from podium.core.points import Points
from podium.core.result import FIDE, Worth
from podium.swiss import Colour, Entrant, Field, Turn

GAMES = (
    (Worth.WIN, Worth.LOSS),
    (Worth.LOSS, Worth.WIN),
    (Worth.DRAW, Worth.DRAW),
    (Worth.FORFEIT_WIN, Worth.FORFEIT_LOSS),
)
PLAYED = frozenset({Worth.WIN, Worth.DRAW, Worth.LOSS})


def wild_field(seed: int, most: int = 8) -> Field:
    """A field after some rounds of chance; nobody has met twice, colours are balanced a little."""
    dice = Dice(f"wild {seed}")
    size = 2 + dice.below(most - 1)
    past = dice.below(min(size, 6))
    absent, forfeits = dice.pick([0, 5, 25]), dice.pick([0, 5, 20])
    turns: dict[int, list[Turn]] = {number: [] for number in range(1, size + 1)}
    met: set[frozenset[int]] = set()
    for _ in range(past):
        here = [number for number in dice.shuffled(list(turns)) if not dice.chance(absent)]
        if dice.chance(50):
            here.sort(key=lambda number: -sum(turn.points.units for turn in turns[number]))
        fresh: dict[int, Turn] = {}
        while here:
            one = here.pop(0)
            other = next((two for two in here if frozenset({one, two}) not in met), None)
            if other is None:
                bye = not any(turn.allocated for turn in turns[one])
                fresh[one] = Turn(FIDE.bye, allocated=True) if bye else Turn()
                continue
            here.remove(other)
            white, black = (one, other) if _balance(turns[one]) <= _balance(turns[other]) else (other, one)
            mine, theirs = GAMES[3] if dice.chance(forfeits) else dice.pick(GAMES[:3])
            fresh[white] = Turn(FIDE.points(mine), black, Colour.WHITE, mine in PLAYED)
            fresh[black] = Turn(FIDE.points(theirs), white, Colour.BLACK, theirs in PLAYED)
            if mine in PLAYED:
                met.add(frozenset({one, other}))
        for number, row in turns.items():
            row.append(fresh.get(number) or Turn(FIDE.half_bye if dice.chance(50) else Points(0)))
    entrants = tuple(Entrant(number, tuple(row), not dice.chance(absent / 2)) for number, row in turns.items())
    return Field(entrants, past + 1, past + dice.pick([1, 1, 4]), dice.pick(list(Colour)))


def _balance(turns: list[Turn]) -> int:
    """Above zero for somebody who has had White more often, or last."""
    colours = [1 if turn.colour is Colour.WHITE else -1 for turn in turns if turn.played]
    return 4 * sum(colours) + 3 * sum(colours[-2:])
