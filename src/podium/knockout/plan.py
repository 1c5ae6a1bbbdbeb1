"""The plan of a whole bracket: its rounds, and where the players of each match come from, known on the day it is built.

The winners of boards 1 and 2 of a round meet on board 1 of the next one, those of 3 and 4 on board 2, and so on; the
upper one has White.

In a **double elimination** that is the winners' bracket of W rounds. Who loses there goes on in the losers' bracket of
2W - 2 rounds: in the odd ones the players of it meet each other, in the even ones each meets somebody who comes from
round r = 2, 3, ... of the winners' bracket. These drop crosswise: the loser of board b (from 0) comes to the line
b XOR c(r), where c(r) are the bits of r - 1 in reverse order behind the point, cut to as many as a board of that round
has. Two players who met before cannot meet there as long as the first bits of c(1), ..., c(r) are all different, so
no rematch comes before the first round s of the losers' bracket in which r, the rounds of winners whose losers are in
it, exceeds the lines that are left (2 ** (W - r) after an even round s = 2r - 2, half of that after s = 2r - 1). No
arrangement does better: the losers of round i of the winners come from the 2 ** r lines that can be in one match of
the losers, for each of r rounds, and lines of players who have not met cannot overlap. It is never in the first half.

A match in which nobody ever comes to a side is left out: who would have a bye in the losers' bracket is in the next
round at once. So n players make 2n - 2 matches, and one more if the grand final is played again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache

from podium.knockout.rules import GrandFinal, Seeding
from podium.knockout.slots import Bye, FinalistOf, LoserOf, Slot, WinnerOf, first_round

FEWEST_FOR_THIRD_PLACE = 4
"""With three players the one beaten before the final is third without a match."""

Place = tuple[int, int]
"""A round and a board of it."""
Slots = tuple[Slot, Slot]
"""Where White and Black of a match come from."""


class Branch(Enum):
    """The part of a double elimination that a round belongs to."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round: the slots of its boards, from board 1 on.

    In a double elimination it is round `stage` of its `branch`, and `left` come after it there. For a picture: the
    `column` of the round, how often the lines have been halved by then (`depth`), and the line of each board from 0.
    """

    boards: tuple[Slots, ...]
    lines: tuple[int, ...]
    column: int
    depth: int
    branch: Branch | None = None
    stage: int = 0
    left: int = 0

    @property
    def if_needed(self) -> bool:
        """Whether it is played only if the one before does not decide."""
        return isinstance(self.boards[0][0], FinalistOf)


@dataclass(frozen=True)
class Plan:
    """The rounds of a bracket in the order of play."""

    rounds: tuple[PlannedRound, ...]

    @cached_property
    def certain(self) -> int:
        """How many rounds are played in any case."""
        return len(self.rounds) - self.rounds[-1].if_needed

    @cached_property
    def followers(self) -> Mapping[Place, tuple[Place, ...]]:
        """The matches that wait for each match, in the order of play."""
        found: dict[Place, dict[Place, None]] = defaultdict(dict)
        for number, here in enumerate(self.rounds, start=1):
            for board, slots in enumerate(here.boards, start=1):
                for slot in slots:
                    if isinstance(slot, WinnerOf | LoserOf | FinalistOf):
                        found[slot.round, slot.board][number, board] = None
        return {place: tuple(those) for place, those in found.items()}


@lru_cache(maxsize=16)
def plan_of(players: int, seeding: Seeding, third_place: bool, grand_final: GrandFinal | None) -> Plan:
    """The plan for that many players; without a `grand_final` who loses is out."""
    first = first_round(players, seeding)
    if grand_final is not None:
        return Plan(tuple(_double_elimination(first, grand_final)))
    rounds = [_planned(first, 0, 0)]
    while len(rounds[-1].boards) > 1:
        rounds.append(_planned(_winners_of(len(rounds), len(rounds[-1].boards)), len(rounds), len(rounds)))
    if third_place and players >= FEWEST_FOR_THIRD_PLACE:
        semis = len(rounds) - 1
        rounds[-1] = _planned((*rounds[-1].boards, (LoserOf(semis, 1), LoserOf(semis, 2))), semis, semis)
    return Plan(tuple(rounds))


def _planned(boards: Sequence[Slots], column: int, depth: int) -> PlannedRound:
    return PlannedRound(tuple(boards), tuple(range(len(boards))), column, depth)


def _winners_of(number: int, boards: int) -> list[Slots]:
    """The slots of the winners of neighbouring boards of that round."""
    return [(WinnerOf(number, board), WinnerOf(number, board + 1)) for board in range(1, boards, 2)]


def crossing(rounds: int, stage: int) -> int:
    """By what the boards (from 0) are exchanged onto which the losers of that winners' round, of so many, drop.

    >>> [crossing(5, stage) for stage in range(1, 6)]
    [0, 4, 1, 1, 0]
    """
    bits = rounds - stage
    return int("0" + f"{stage - 1:b}"[::-1].ljust(bits, "0")[:bits], 2)


def _double_elimination(winners: Sequence[Slots], grand_final: GrandFinal) -> list[PlannedRound]:
    """The rounds in the order of play: two of the losers follow each one of the winners, from the second on."""
    last, number = len(winners).bit_length(), 0
    rounds: list[PlannedRound] = []
    entering: list[Slot] = []  # who comes to the next round of the losers, by line
    for stage in range(1, last + 1):
        here = _planned(winners, max(2 * stage - 3, 0), stage - 1)
        rounds.append(replace(here, branch=Branch.WINNERS, stage=stage, left=last - stage))
        number = len(rounds)
        dropped = [_loser_of(number, board, slots) for board, slots in enumerate(winners, start=1)]
        winners = _winners_of(number, len(winners))
        if stage == 1:
            entering = dropped
            continue
        entering = _meet(rounds, 2 * stage - 3, list(zip(entering[::2], entering[1::2], strict=True)))
        across = crossing(last, stage)
        crossed = [dropped[line ^ across] for line in range(len(dropped))]
        entering = _meet(rounds, 2 * stage - 2, list(zip(entering, crossed, strict=True)))
    stages = sum(here.branch is Branch.LOSERS for here in rounds)
    rounds = [replace(here, left=stages - here.stage) if here.branch is Branch.LOSERS else here for here in rounds]
    final = _planned([(WinnerOf(number, 1), entering[0])], 2 * last - 1, last - 1)
    rounds.append(replace(final, branch=Branch.FINAL, stage=1))
    if grand_final is GrandFinal.RESET:
        number = len(rounds)
        again = _planned([(FinalistOf(number, 1, 1), FinalistOf(number, 1, 0))], 2 * last, last - 1)
        rounds.append(replace(again, branch=Branch.FINAL, stage=2))  # with colours exchanged
    return rounds


def _loser_of(number: int, board: int, slots: Slots) -> Slot:
    return Bye() if Bye() in slots else LoserOf(number, board)


def _meet(rounds: list[PlannedRound], column: int, pairs: Sequence[Slots]) -> list[Slot]:
    """Who comes out of the next round of the losers, by line; adds it to the `rounds`, if anybody meets in it."""
    lines = [line for line, pair in enumerate(pairs) if Bye() not in pair]
    boards = {line: board for board, line in enumerate(lines, start=1)}
    number, stage = len(rounds) + 1, 1 + sum(here.branch is Branch.LOSERS for here in rounds)
    if lines:
        here = _planned([pairs[line] for line in lines], column, (column - 1) // 2)
        rounds.append(replace(here, lines=tuple(lines), branch=Branch.LOSERS, stage=stage))
    return [
        WinnerOf(number, boards[line]) if line in boards else lower if upper == Bye() else upper
        for line, (upper, lower) in enumerate(pairs)
    ]
