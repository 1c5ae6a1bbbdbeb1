"""Plans of tournaments out of the ordinary, and the slow way to pair them that nobody can argue with."""

from dataclasses import replace
from unittest.mock import patch

from podium.core.dice import Dice
from podium.core.points import Points
from podium.core.result import FIDE, Scoring
from podium.simulation.plan import Plan
from podium.swiss import Colour, Field, PairedRound, exact
from podium.swiss.bracket import Bracket
from podium.swiss.exact import BracketPairing, pair_within
from podium.swiss.outlook import Window
from podium.swiss.pairing import Way, pair_brackets, roster_of, round_of


def pair_by(field: Field, way: Way) -> PairedRound:
    """The round with each bracket paired that way."""
    roster = roster_of(field)
    return round_of(roster, *pair_brackets(roster, way))


def pair_by_reference(bracket: Bracket) -> BracketPairing | None:
    """A bracket paired by weights alone, the whole field in view: slower, and nothing to argue about."""
    with patch.object(exact, "first_transposition", return_value=None):
        return pair_within(bracket, Window(bracket.below, bracket.rest, 0, bracket.bye is not None))


def variant(seed: int) -> tuple[Plan, Dice]:
    """A plan out of the ordinary for a differential test, and its dice; the same for a seed always."""
    dice = Dice(f"variant-{seed}")
    players = dice.pick([2, 3, 4, 5, 6, 7, 8, 9, 11, 14, 19, 24, 33, 48, 61])
    rounds = 1 + dice.below(min(players + 2, 11))
    quiet = dice.chance(30)
    scoring = dice.pick(
        [FIDE, FIDE, FIDE, replace(FIDE, bye=FIDE.draw), _three_one_nil(), replace(_three_one_nil(), bye=Points.of(1))]
    )
    plan = Plan(
        players,
        rounds,
        highest=dice.pick([1800, 2200, 2800]),
        lowest=dice.pick([1000, 1700]),
        draws=dice.pick([0, 20, 50, 90]),
        forfeits=0 if quiet else dice.pick([0, 3, 15]),
        half_byes=0 if quiet else dice.pick([0, 3, 12]),
        zero_byes=0 if quiet else dice.pick([0, 2, 10]),
        full_byes=0 if quiet else dice.pick([0, 0, 3]),
        withdrawals=0 if quiet else dice.pick([0, 2, 8]),
        late=0 if quiet else dice.pick([0, 0, 5, 15]),
        forbidden=dice.pick([0, 0, 0, 1, 3]),
        accelerated=dice.chance(25) and scoring.win == scoring.draw * 2,
        initial=dice.pick(list(Colour)),
        scoring=scoring,
    )
    return plan, dice


def _three_one_nil() -> Scoring:
    three, one = Points.of(3), Points.of(1)
    return replace(FIDE, win=three, forfeit_win=three, unpaired=three, bye=three, draw=one, half_bye=one)
