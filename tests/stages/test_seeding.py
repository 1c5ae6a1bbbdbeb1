"""Group mates meet as late as a bracket allows: all sizes to 128, judged by the bracket that is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from random import Random

from podium.core.ids import PlayerId
from podium.knockout.plan import Branch, plan_of
from podium.knockout.rules import GrandFinal, Seeding
from podium.knockout.slots import Seed, WinnerOf
from podium.stages import Qualifier, seeded
from tests.kit.loops import ALL_SEEDS, every, seeds

LARGEST = 128


@cache
def parts(players: int, grand_final: GrandFinal | None = None) -> list[list[frozenset[int]]]:
    """Of each round (of the winners), the seeds that can come to each of its boards, as the knockout has it."""
    found: dict[tuple[int, int], frozenset[int]] = {}
    rounds = []
    for number, here in enumerate(plan_of(players, Seeding.STANDARD, False, grand_final).rounds, start=1):
        if here.branch not in (None, Branch.WINNERS):
            continue
        for board, slots in enumerate(here.boards, start=1):
            seeds_here: set[int] = set()
            for slot in slots:
                if isinstance(slot, Seed):
                    seeds_here.add(slot.number)
                elif isinstance(slot, WinnerOf):
                    seeds_here |= found[slot.round, slot.board]
            found[number, board] = frozenset(seeds_here)
        rounds.append([found[number, board] for board in range(1, len(here.boards) + 1)])
    return rounds


def apart(groups: Sequence[int]) -> bool:
    """Whether each part of the bracket, of 2, 4, 8 ... lines, has as few of one group as there can be."""
    total = Counter(groups)
    rounds = parts(len(groups))
    for number, boards in enumerate(rounds):
        share = 2 ** (len(rounds) - 1 - number)
        for those in boards:
            here = Counter(groups[seed - 1] for seed in those)
            if any(count > -(-total[group] // share) for group, count in here.items()):
                return False
    return True


def field(turns: Iterable[Iterable[int]]) -> list[Qualifier]:
    """Those who go on, by turn the groups from the best on."""
    return [
        Qualifier(PlayerId(f"{group}.{turn}"), group, turn + 1, turn, (Fraction(-at),))
        for turn, groups in enumerate(turns)
        for at, group in enumerate(groups)
    ]


def seats(players: Sequence[Qualifier]) -> list[tuple[int, int]]:
    """Group and turn by seed."""
    found = seeded(players, [each.player for each in players])
    return [(int(player.split(".")[0]), int(player.split(".")[1])) for player in found]


SIZES = [(groups, each) for groups in range(1, LARGEST + 1) for each in range(1, LARGEST // groups + 1)]


def orders(groups: int, each: int, dice: Random) -> Iterable[list[Sequence[int]]]:
    """The order of the groups in each turn: the same, and some at random."""
    usual = range(groups)
    yield [usual] * each
    for _ in range(20 if ALL_SEEDS else 1):
        yield [usual, *(dice.sample(usual, groups) for _ in range(each - 1))]


@every("groups, each", [size for size in SIZES if size[0] * size[1] > 1])
def test_group_mates_are_apart_in_every_size(groups: int, each: int) -> None:
    for turns in orders(groups, each, Random(groups * 1000 + each)):
        found = seats(field(turns))
        assert sorted(found) == [(group, turn) for group in range(groups) for turn in range(each)]
        assert apart([group for group, _ in found])
        if each <= 4:  # nobody has left the seeds of the turn, and the first of the groups are in their order
            assert [turn for _, turn in found] == sorted(turn for _, turn in found)
            assert [group for group, _ in found[:groups]] == list(turns[0])


@every("players", range(2, LARGEST + 1))
def test_the_winners_of_a_double_elimination_meet_as_in_a_knockout(players: int) -> None:
    assert parts(players, GrandFinal.RESET) == parts(players)


@every("groups", range(2, 65))
def test_group_mates_are_apart_with_the_best_others(groups: int) -> None:
    dice = Random(groups)
    for each in range(1, min(LARGEST // groups, 4) + 1):
        for others in range(1, groups) if ALL_SEEDS else {1, groups // 2, groups - 1}:
            if groups * each + others > LARGEST:
                continue
            turns = [*[range(groups)] * each, dice.sample(range(groups), others)]
            found = seats(field(turns))
            assert apart([group for group, _ in found])
            assert {group for group, turn in found[:groups] if turn == 0} == set(range(groups))


@seeds(range(60), long=range(3_000))
def test_any_numbers_of_any_groups(seed: int) -> None:
    dice = Random(seed)
    sizes = [dice.randint(0, 9) for _ in range(dice.randint(1, 14))]
    turns = [[group for group, size in enumerate(sizes) if size > turn] for turn in range(max(sizes))]
    if sum(sizes) > 1:
        assert apart([group for group, _ in seats(field(turns))])


@every("each, earliest", [(2, 5), (3, 4), (4, 4), (5, 3), (8, 3)])
def test_the_round_in_which_mates_can_meet(each: int, earliest: int) -> None:
    """Of 17 to 32 players, in five rounds: two of a group in the final alone, three or four not before a semifinal."""
    found = [group for group, _ in seats(field([range(32 // each)] * each))]
    rounds = parts(len(found))
    assert len(rounds) == 5
    met = [
        number
        for number, boards in enumerate(rounds, start=1)
        for those in boards
        if max(Counter(found[seed - 1] for seed in those).values()) > 1
    ]
    assert min(met) == earliest


def test_equal_results_are_seeded_by_strength() -> None:
    players = [Qualifier(PlayerId(each), at, 1, 0, (Fraction(1),)) for at, each in enumerate("dacb")]
    assert seeded(players, [PlayerId(each) for each in "abcd"]) == tuple("abcd")


def test_nobody_is_seeded_where_nobody_goes_on() -> None:
    assert seeded([], []) == ()
