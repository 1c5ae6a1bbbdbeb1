"""A bracket on its way to being paired, and what each of its edges costs (articles 1.3, 2, 4).

All criteria from C6 to C21 are packed into one whole number per edge: every criterion has its own
digits, wide enough never to run over, the higher priority further left. Adding edges adds
criteria; comparing sums compares candidates as article 3.8 does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from podium.swiss import criteria as c
from podium.swiss.roster import Roster


@dataclass(frozen=True)  # no slots: costs are cached on first use
class Bracket:
    """Who is to be paired now, and who waits below.

    `moved` are the moved-down players, `residents` those of the scoregroup, `below` the next
    scoregroup, `rest` everybody after it; each in pairing order. `bye` is the score of the one
    who must get the allocated bye (C5); None if nobody must. `single` says that C9 applies: this
    bracket floats one player, who will get the bye.
    """

    roster: Roster
    moved: tuple[int, ...]
    residents: tuple[int, ...]
    below: tuple[int, ...]
    rest: tuple[int, ...]
    bye: int | None = None
    single: bool = False

    @property
    def score(self) -> int:
        """The score of the residents, in units."""
        return self.roster.scores[self.residents[0]]

    @property
    def players(self) -> tuple[int, ...]:
        return self.moved + self.residents

    @property
    def may_hold_bye(self) -> bool:
        """Whether the one who gets the bye is among the players of this bracket."""
        return self.bye is not None and self.bye >= self.score

    def candidates_for_bye(self, players: tuple[int, ...]) -> list[int]:
        """Those of `players` who may get the bye (C2, C5)."""
        roster = self.roster
        return [one for one in players if roster.may_have_bye[one] and roster.scores[one] == self.bye]

    @cached_property
    def levels(self) -> dict[int, int]:
        """Each score of a moved-down player with its height: 0 for the lowest."""
        scores = sorted({self.roster.scores[player] for player in self.moved})
        return {score: height for height, score in enumerate(scores)}

    def level(self, player: int) -> int:
        return self.levels[self.roster.scores[player]]

    @cached_property
    def units(self) -> dict[str, int]:
        """The value of one fault against each criterion; those by score are of the lowest score."""
        size = len(self.players) + len(self.below) + len(self.rest) + 1
        digit = max(size, self.roster.field.rounds).bit_length()
        scores = len(self.levels)
        widths = {"C6": 1, "C7": scores, "C8 pairs": 1, "C8 scores": scores + 1, "C9": 1}
        widths |= {f"C{number}": 1 for number in range(10, 18)}
        widths |= {f"C{number}": scores for number in range(18, 22)}
        units, at = {}, 0
        for name in reversed(widths):
            units[name] = 1 << at
            at += widths[name] * digit
        units["digit"] = digit
        return units

    def _by_score(self, name: str, player: int) -> int:
        return self.units[name] << self.units["digit"] * self.level(player)

    @cached_property
    def float_cost(self) -> dict[int, int]:
        """What it costs that a player of the bracket floats down (C6, C7, C14, C16, C18, C20)."""
        roster, units = self.roster, self.units
        costs = {}
        for player in self.moved:
            cost = units["C6"] + self._by_score("C7", player)
            cost += c.c18(roster, player) * self._by_score("C18", player)
            costs[player] = cost + c.c20(roster, player) * self._by_score("C20", player)
        for player in self.residents:
            cost = units["C6"] + c.c14(roster, player) * units["C14"]
            costs[player] = cost + c.c16(roster, player) * units["C16"]
        return costs

    @cached_property
    def past_below_cost(self) -> dict[int, int]:
        """What it costs C8 that a player floats past the next bracket too."""
        units = self.units
        scores = units["C8 scores"]
        costs = dict.fromkeys(self.below, units["C8 pairs"])
        for player in self.residents:
            costs[player] = units["C8 pairs"] + scores
        for player in self.moved:
            costs[player] = units["C8 pairs"] + (scores << units["digit"] * (self.level(player) + 1))
        return costs

    def bye_cost(self, player: int) -> int:
        """What it costs C9 that a player of the bracket gets the bye."""
        return self.units["C9"] * c.c9(self.roster, player) if self.single else 0

    @cached_property
    def meeting_cost(self) -> dict[int, dict[int, int]]:
        """By the score's height of a moved-down player: the cost of each resident (C15, C17, C19, C21)."""
        roster, units = self.roster, self.units
        costs: dict[int, dict[int, int]] = {}
        for height in self.levels.values():
            shift = units["digit"] * height
            costs[height] = {
                one: c.c15(roster, one) * units["C15"]
                + c.c17(roster, one) * units["C17"]
                + (c.c19(roster, one) * units["C19"] << shift)
                + (c.c21(roster, one) * units["C21"] << shift)
                for one in self.residents
            }
        return costs

    def colour_cost(self, a: int, b: int) -> int:
        """What a pair costs C10 to C13."""
        roster, units = self.roster, self.units
        if not c.same_wish(roster, a, b):
            return 0
        cost = c.c10(roster, a, b) * units["C10"] + c.c11(roster, a, b) * units["C11"]
        return cost + c.c12(roster, a, b) * units["C12"] + c.c13(roster, a, b) * units["C13"]

    def pair_cost(self, a: int, b: int) -> int:
        """What a pair made in this bracket costs; `a` ranks above `b`, who is a resident."""
        cost = self.colour_cost(a, b)
        score = self.roster.scores[a]
        return cost + self.meeting_cost[self.levels[score]][b] if score != self.score else cost

    def faults(self, cost: int) -> dict[str, int | tuple[int, ...]]:
        """A packed cost as numbers by criterion; by score: a tuple, the highest score first."""
        digit = self.units["digit"]
        mask = (1 << digit) - 1
        names = [name for name in self.units if name != "digit"]
        found: dict[str, int | tuple[int, ...]] = {}
        for name in names:
            at = self.units[name].bit_length() - 1
            if name in ("C7", "C18", "C19", "C20", "C21", "C8 scores"):
                width = len(self.levels) + (name == "C8 scores")
                found[name] = tuple(cost >> (at + digit * height) & mask for height in reversed(range(width)))
            else:
                found[name] = cost >> at & mask
        return dict(reversed(found.items()))
