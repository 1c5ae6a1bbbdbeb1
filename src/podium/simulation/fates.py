"""What befalls players and games of a simulated event, round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from podium.core.dice import Dice
from podium.simulation.plan import ABSENCES, GAMES, Count, Plan


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

    def of(self, names: Sequence[str], items: Sequence[int], round_number: int, keep: int = 0) -> dict[int, str]:
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
