"""Random Swiss tournaments: paired by the Dutch system, won by rating expectation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from podium.core.dice import Dice
from podium.core.errors import Unpairable
from podium.core.points import Points
from podium.core.result import ByeType, Result, Scoring, Worth
from podium.simulation.odds import expected
from podium.simulation.plan import ABSENCES, FEWEST_PLAYERS, GAMES, Count, Fates, Plan
from podium.swiss.baku import last_accelerated, virtual_points
from podium.swiss.field import Colour, Entrant, Field, Turn, forbidden_groups
from podium.swiss.pairing import PairedRound, pair

ODD_RESULTS = (Result.WHITE_DRAWS, Result.BLACK_DRAWS, Result.BOTH_LOSE)
ENDINGS: dict[str, Sequence[Result]] = {
    "forfeits": [Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT] * 4 + [Result.BOTH_FORFEIT],
    "forfeit_wins": [Result.WHITE_WINS_BY_FORFEIT],
    "forfeit_losses": [Result.BLACK_WINS_BY_FORFEIT],
    "double_forfeits": [Result.BOTH_FORFEIT],
    "odd": [result for result in Result if result.played and result.final and not result.usual],
    "odd_results": ODD_RESULTS,
}
"""How a game ends that something befalls; one that is only not rated ends as the ratings lead one to expect."""
BYES = {
    "withdrawals": ByeType.ZERO,
    "half_byes": ByeType.HALF,
    "zero_byes": ByeType.ZERO,
    "full_byes": ByeType.UNPAIRED,
}


@dataclass(slots=True)
class Contestant:
    """A player on the way through a simulated tournament."""

    number: int
    rating: int
    enters: int = 1
    away: bool = False
    turns: list[Turn] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    virtual: tuple[Points, ...] = ()

    def sits_out(self, bye: ByeType, scoring: Scoring) -> None:
        points = scoring.points(bye.worth)
        self.turns.append(Turn(points, allocated=bye is ByeType.BYE))
        self.codes.append(bye.trf)

    def plays(self, opponent: int, colour: Colour, worth: Worth, code: str, scoring: Scoring) -> None:
        self.turns.append(Turn(scoring.points(worth), opponent, colour, worth.played))
        self.codes.append(code)


@dataclass(frozen=True, slots=True)
class Simulated:
    """A played tournament; `played` may be less than planned if no legal round was left.

    `left` is what the plan counts and found no room in it, by its name there.
    """

    plan: Plan
    contestants: tuple[Contestant, ...]
    forbidden: tuple[frozenset[int], ...]
    played: int
    left: Mapping[str, int]


def play(plan: Plan, dice: Dice, after_each: Callable[[], None] = lambda: None) -> Simulated:
    """A tournament by `plan`: the same dice give the same tournament. `after_each` is called after every round."""
    plan = plan.checked()
    contestants = entered(plan, sorted(_ratings(plan, dice), reverse=True), dice)
    forbidden = forbidden_groups(_forbidden(plan, dice) for _ in range(plan.forbidden))
    fates = Fates(plan, dice)
    played = 0
    for round_number in range(1, plan.rounds + 1):
        byes = absences(fates, contestants, round_number)
        if plan.accelerated and round_number == 1:
            _accelerate(plan, contestants, byes)
        entrants = tuple(
            Entrant(one.number, tuple(one.turns), one.number not in byes, one.virtual) for one in contestants
        )
        state = Field(entrants, round_number, plan.rounds, plan.initial, plan.scoring, forbidden)
        if sum(entrant.present for entrant in entrants) < FEWEST_PLAYERS:
            break
        try:
            paired = pair(state)
        except Unpairable:
            break  # a small field runs out of opponents: the tournament ends here
        play_round(fates, contestants, paired, byes, round_number)
        played = round_number
        after_each()
    left = {name: number for name, number in fates.left.items() if number}
    if isinstance(plan.late, Count) and (missing := plan.late.number - sum(one.enters > 1 for one in contestants)):
        left["late"] = missing
    return Simulated(plan, tuple(contestants), forbidden, played, left)


def _ratings(plan: Plan, dice: Dice) -> Sequence[int]:
    if plan.ratings:
        return plan.ratings
    if plan.spacing is not None:
        return [max(plan.highest - place * plan.spacing, plan.lowest) for place in range(plan.players)]
    spread = max(plan.highest - plan.lowest, 0)
    return [plan.lowest + dice.below(spread + 1) for _ in range(plan.players)]


def _accelerate(plan: Plan, contestants: Sequence[Contestant], byes: Collection[int]) -> None:
    """Gives virtual points to the upper group of the players paired in round 1, and to later ones of it."""
    last = last_accelerated([one.number for one in contestants if one.number not in byes])
    for one in contestants[:last]:
        one.virtual = virtual_points(plan.rounds, plan.scoring)


def entered(plan: Plan, ratings: Sequence[int], dice: Dice) -> list[Contestant]:
    """The players of these ratings; some of them come late."""
    contestants = [Contestant(number, rating) for number, rating in enumerate(ratings, 1)]
    if plan.rounds == 1:
        return contestants
    if isinstance(plan.late, Count):
        late = dice.shuffled(contestants)[: min(plan.late.number, len(contestants) - FEWEST_PLAYERS)]
    else:
        share = plan.late
        late = [one for one in contestants if share and dice.chance(share)]
    for one in late:
        one.enters = 2 + dice.below(min(3, plan.rounds - 1))
    return contestants


def _forbidden(plan: Plan, dice: Dice) -> list[int]:
    size = min(plan.players, 2 + dice.below(3))
    return dice.shuffled(range(1, plan.players + 1))[:size]


def absences(fates: Fates, contestants: Sequence[Contestant], round_number: int) -> dict[int, ByeType]:
    """Who sits out this round, and how; who leaves and who comes back is noted with the contestant."""
    byes: dict[int, ByeType] = {}
    here: dict[int, Contestant] = {}
    for one in contestants:
        if one.away:
            one.away = not fates.dice.chance(fates.plan.returns)
        if one.away or one.enters > round_number:
            byes[one.number] = ByeType.ZERO
        else:
            here[one.number] = one
    kinds = [name for name in ABSENCES if round_number > 1 or name != "withdrawals"]
    for number, kind in fates.befalling(kinds, list(here), round_number, keep=FEWEST_PLAYERS).items():
        here[number].away = kind == "withdrawals"
        byes[number] = BYES[kind]
    return byes


def play_round(
    fates: Fates, contestants: list[Contestant], paired: PairedRound, byes: dict[int, ByeType], round_number: int
) -> None:
    """Give each contestant a turn: a bye, or a game as chance ends it."""
    plan = fates.plan
    for number, bye in byes.items():
        contestants[number - 1].sits_out(bye, plan.scoring)
    if paired.bye is not None:
        contestants[paired.bye - 1].sits_out(ByeType.BYE, plan.scoring)
    befallen = fates.befalling(GAMES, range(len(paired.pairs)), round_number)
    for board, couple in enumerate(paired.pairs):
        white, black = contestants[couple.white - 1], contestants[couple.black - 1]
        result = outcome(plan, white.rating, black.rating, fates.dice, befallen.get(board))
        white.plays(black.number, Colour.WHITE, result.white, result.trf[0], plan.scoring)
        black.plays(white.number, Colour.BLACK, result.black, result.trf[1], plan.scoring)


def outcome(plan: Plan, white: int, black: int, dice: Dice, fate: str | None = None) -> Result:
    """A result by chance: the expected score of the ratings and some draws, or what befalls the game."""
    if fate in ENDINGS:
        return dice.pick(ENDINGS[fate])
    score = expected(white, black)
    draw = min(plan.draws, 2 * score, 2 * (100 - score))
    wins = (score - draw / 2) / (100 - draw) * 100 if draw < 100 else 50
    result = Result.WHITE_WINS if dice.chance(wins) else Result.BLACK_WINS
    if dice.chance(draw):
        result = Result.DRAW
    return result.unrated if fate == "unrated_games" else result
