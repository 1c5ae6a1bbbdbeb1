"""Random Swiss tournaments: paired by the Dutch system, won by rating expectation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from podium.core.dice import Dice
from podium.core.errors import Invalid, Unpairable
from podium.core.points import Points
from podium.core.result import FIDE, ByeType, Result, Scoring, Worth
from podium.simulation.strength import expected
from podium.swiss.baku import last_accelerated, virtual_points
from podium.swiss.field import Colour, Entrant, Field, Turn, forbidden_groups
from podium.swiss.pairing import PairedRound, pair

ODD = [result for result in Result if result.played and result.final and not result.usual]
FEWEST_PLAYERS = 2
MOST_PLAYERS = 9999  # what a report file has columns for
MOST_ROUNDS = 99
PERCENTAGES = ("draws", "forfeits", "half_byes", "zero_byes", "full_byes", "withdrawals", "returns", "late", "odd")


@dataclass(frozen=True, slots=True)
class Plan:
    """What kind of tournament to make; all rates are per cent.

    `draws` is the share of drawn games among equals and shrinks with the distance in rating; `odd` is that of games
    that were played and end in no usual way: 0-0, a half for one side only, not rated.
    Of the players present, `half_byes`, `zero_byes` and `full_byes` sit out a round, and
    `withdrawals` leave; `returns` of those who left come back each round. `late` of all enter
    after the first round. `forbidden` groups of two to four players may not meet.
    """

    players: int
    rounds: int
    highest: int = 2600
    lowest: int = 1400
    draws: float = 30
    forfeits: float = 2
    half_byes: float = 2
    zero_byes: float = 1
    full_byes: float = 0
    withdrawals: float = 1
    returns: float = 10
    late: float = 0
    odd: float = 0
    forbidden: int = 0
    accelerated: bool = False
    initial: Colour = Colour.WHITE
    scoring: Scoring = FIDE

    def checked(self) -> Plan:
        """This plan; raises Invalid naming the value that cannot be."""
        if not FEWEST_PLAYERS <= self.players <= MOST_PLAYERS:
            raise Invalid("players-out-of-range", value=self.players, least=FEWEST_PLAYERS, most=MOST_PLAYERS)
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise Invalid("rounds-out-of-range", value=self.rounds, most=MOST_ROUNDS)
        for name in PERCENTAGES:
            if not 0 <= getattr(self, name) <= 100:
                raise Invalid("rate-out-of-range", field=name, value=getattr(self, name))
        return self


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
    """A played tournament; `played` may be less than planned if no legal round was left."""

    plan: Plan
    contestants: tuple[Contestant, ...]
    forbidden: tuple[frozenset[int], ...]
    played: int

    def field(self, round_number: int) -> Field:
        """The tournament before a round that was played, with those who took part in it."""
        entrants = tuple(
            Entrant(
                one.number,
                tuple(one.turns[: round_number - 1]),
                one.turns[round_number - 1].opponent is not None or one.turns[round_number - 1].allocated,
                one.virtual,
            )
            for one in self.contestants
        )
        plan = self.plan
        return Field(entrants, round_number, plan.rounds, plan.initial, plan.scoring, self.forbidden)


def play(plan: Plan, dice: Dice, after_each: Callable[[], None] = lambda: None) -> Simulated:
    """A tournament by `plan`: the same dice give the same tournament. `after_each` round, whoever waits is told."""
    plan = plan.checked()
    contestants = _field_of(plan, dice)
    forbidden = forbidden_groups(_forbidden(plan, dice) for _ in range(plan.forbidden))
    played = 0
    for round_number in range(1, plan.rounds + 1):
        byes = absences(plan, contestants, round_number, dice)
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
        _play_round(plan, contestants, paired, byes, dice)
        played = round_number
        after_each()
    return Simulated(plan, tuple(contestants), forbidden, played)


def _field_of(plan: Plan, dice: Dice) -> list[Contestant]:
    spread = plan.highest - plan.lowest
    ratings = sorted((plan.lowest + dice.below(max(spread, 0) + 1) for _ in range(plan.players)), reverse=True)
    return entered(plan, ratings, dice)


def _accelerate(plan: Plan, contestants: Sequence[Contestant], byes: Collection[int]) -> None:
    """Gives virtual points to the upper group of those who are paired in round 1, and to whoever joins it later."""
    last = last_accelerated([one.number for one in contestants if one.number not in byes])
    for one in contestants[:last]:
        one.virtual = virtual_points(plan.rounds, plan.scoring)


def entered(plan: Plan, ratings: Sequence[int], dice: Dice) -> list[Contestant]:
    """The players of these ratings; some of them come late."""
    contestants = [Contestant(number, rating) for number, rating in enumerate(ratings, 1)]
    for one in contestants:
        if plan.rounds > 1 and dice.chance(plan.late):
            one.enters = 2 + dice.below(min(3, plan.rounds - 1))
    return contestants


def _forbidden(plan: Plan, dice: Dice) -> list[int]:
    size = min(plan.players, 2 + dice.below(3))
    return dice.shuffled(range(1, plan.players + 1))[:size]


def absences(plan: Plan, contestants: Sequence[Contestant], round_number: int, dice: Dice) -> dict[int, ByeType]:
    """Who sits out this round, and how; who leaves and who comes back is noted with the contestant."""
    byes = {}
    for one in contestants:
        if one.enters > round_number:
            byes[one.number] = ByeType.ZERO
            continue
        if one.away:
            one.away = not dice.chance(plan.returns)
        elif round_number > 1 and dice.chance(plan.withdrawals):
            one.away = True
        if one.away:
            byes[one.number] = ByeType.ZERO
        elif dice.chance(plan.half_byes):
            byes[one.number] = ByeType.HALF
        elif dice.chance(plan.zero_byes):
            byes[one.number] = ByeType.ZERO
        elif dice.chance(plan.full_byes):
            byes[one.number] = ByeType.UNPAIRED
    return byes


def _play_round(
    plan: Plan, contestants: list[Contestant], paired: PairedRound, byes: dict[int, ByeType], dice: Dice
) -> None:
    for number, bye in byes.items():
        contestants[number - 1].sits_out(bye, plan.scoring)
    if paired.bye is not None:
        contestants[paired.bye - 1].sits_out(ByeType.BYE, plan.scoring)
    for couple in paired.pairs:
        white, black = contestants[couple.white - 1], contestants[couple.black - 1]
        result = outcome(plan, white.rating, black.rating, dice)
        white.plays(black.number, Colour.WHITE, result.white, result.trf[0], plan.scoring)
        black.plays(white.number, Colour.BLACK, result.black, result.trf[1], plan.scoring)


def outcome(plan: Plan, white: int, black: int, dice: Dice) -> Result:
    """A result by chance: the expected score of the ratings, some draws, some forfeits."""
    if dice.chance(plan.forfeits):
        return dice.pick([Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT] * 4 + [Result.BOTH_FORFEIT])
    if plan.odd and dice.chance(plan.odd):  # who plans none has the tournament that the same dice always gave
        return dice.pick(ODD)
    score = expected(white, black)
    draw = min(plan.draws, 2 * score, 2 * (100 - score))
    if dice.chance(draw):
        return Result.DRAW
    decided = 100 - draw
    wins = (score - draw / 2) / decided * 100 if decided else 50
    return Result.WHITE_WINS if dice.chance(wins) else Result.BLACK_WINS
