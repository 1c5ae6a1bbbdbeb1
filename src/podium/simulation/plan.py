"""What kind of Swiss a simulation makes, and what befalls its players and games, round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from podium.core.dice import Dice
from podium.core.errors import Invalid
from podium.core.result import FIDE, Scoring
from podium.swiss.field import Colour

FEWEST_PLAYERS = 2
MOST_PLAYERS = 9999  # what a report file has columns for
MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class Count:
    """How often something happens in the whole tournament."""

    number: int

    def __str__(self) -> str:
        return str(self.number)


Amount = float | Count
"""A share in per cent, of the games or of the players of each round; or how often in the whole tournament."""
ABSENCES = ("withdrawals", "half_byes", "zero_byes", "full_byes")
GAMES = (
    "forfeits",
    "forfeit_wins",
    "forfeit_losses",
    "double_forfeits",
    "odd",
    "odd_results",
    "unrated_games",
)
AMOUNTS = (*GAMES, *ABSENCES, "late")
PERCENTAGES = ("draws", "forfeits", "half_byes", "zero_byes", "full_byes", "withdrawals", "returns", "late", "odd")
"""The rates of an event that is played through commands."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What kind of tournament to make. Amounts are shares in per cent, or counts in the whole tournament.

    Ratings are those that are listed; or from `highest` down in steps of `spacing`; or anything between `highest` and
    `lowest`. `draws` is the share of drawn games among equals and shrinks with the distance in rating.
    Of the games, `forfeit_wins` are forfeited by Black, `forfeit_losses` by White, `double_forfeits` by both, and
    `forfeits` by anybody; `odd_results` were played and end 0-0 or with a half for one side only, `unrated_games` are
    not rated, and `odd` are one of these two.
    Of the players present, `half_byes`, `zero_byes` and `full_byes` sit out a round, and
    `withdrawals` leave; `returns` of them come back each round. `late` of all enter
    after the first round. `forbidden` groups of two to four players may not meet.
    """

    players: int
    rounds: int
    highest: int = 2600
    lowest: int = 1400
    draws: float = 30
    forfeits: Amount = 2
    half_byes: Amount = 2
    zero_byes: Amount = 1
    full_byes: Amount = 0
    withdrawals: Amount = 1
    returns: float = 10
    late: Amount = 0
    odd: Amount = 0
    forbidden: int = 0
    accelerated: bool = False
    initial: Colour = Colour.WHITE
    scoring: Scoring = FIDE
    forfeit_wins: Amount = 0
    forfeit_losses: Amount = 0
    double_forfeits: Amount = 0
    odd_results: Amount = 0
    unrated_games: Amount = 0
    spacing: int | None = None
    ratings: tuple[int, ...] = ()

    def checked(self) -> Plan:
        """This plan; raises Invalid naming the value that cannot be."""
        if not FEWEST_PLAYERS <= self.players <= MOST_PLAYERS:
            raise Invalid("players-out-of-range", value=self.players, least=FEWEST_PLAYERS, most=MOST_PLAYERS)
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise Invalid("rounds-out-of-range", value=self.rounds, most=MOST_ROUNDS)
        if self.ratings and len(self.ratings) != self.players:
            raise Invalid("ratings-do-not-fit", value=len(self.ratings), players=self.players)
        for name in dict.fromkeys((*AMOUNTS, *PERCENTAGES)):
            amount = getattr(self, name)
            if not isinstance(amount, Count) and not 0 <= amount <= 100:
                raise Invalid("rate-out-of-range", field=name, value=amount)
        return self


class Fates:
    """Draws by chance where the plan has a share, and exactly as often where it has a count.

    A count is spread over the rounds beforehand; what finds nobody in its round waits for the next one. `left` is
    what has not happened yet.
    """

    def __init__(self, plan: Plan, dice: Dice) -> None:
        self.plan = plan
        self.dice = dice
        self.left: dict[str, int] = {}
        self._due: dict[str, Counter[int]] = {}
        for name in (*GAMES, *ABSENCES):
            amount = getattr(plan, name)
            if isinstance(amount, Count):
                self.left[name] = amount.number
                rounds = range(2 if name == "withdrawals" else 1, plan.rounds + 1)
                self._due[name] = Counter(dice.pick(rounds) for _ in range(amount.number) if rounds)

    def befalling(self, names: Sequence[str], items: Sequence[int], round_number: int, keep: int = 0) -> dict[int, str]:
        """What befalls which of the `items`, each one thing at most; counts leave at least `keep` of them alone."""
        befallen: dict[int, str] = {}
        counted = [name for name in names if name in self._due]
        shuffled = iter(self.dice.shuffled(items)[: max(len(items) - keep, 0)] if counted else ())
        for name in counted:
            due = self._due[name]
            befallen |= dict.fromkeys(islice(shuffled, due[round_number]), name)
            happened = sum(other == name for other in befallen.values())
            self.left[name] -= happened
            due[round_number + 1] += due.pop(round_number, 0) - happened
        shares = [(name, getattr(self.plan, name)) for name in names if name not in self._due]
        shares = [(name, share) for name, share in shares if share]
        for item in items:
            if item not in befallen:
                happening = next((name for name, share in shares if self.dice.chance(share)), None)
                befallen |= {item: happening} if happening else {}
        return befallen
