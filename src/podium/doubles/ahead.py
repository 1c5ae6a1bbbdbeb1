"""A round beyond what degrees promise: drawn at random, and kept only if the rest of the tournament still exists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from podium.core.dice import Dice
from podium.doubles.complete import complete
from podium.doubles.fair import keeps_turn, seats, turn
from podium.doubles.field import Field
from podium.doubles.partners import draw_pairs
from podium.doubles.plan import Mates, Plan, mates_of, pairs_of, sitting_out
from podium.doubles.promise import SEARCHABLE, at_most, by_degrees, find_plan, longest, search
from podium.doubles.whole import whole_plan

_DRAWS = 6  # of partners, before the search chooses them
_CHOICES = 40  # of players who sit out, before the reserve chooses them


@dataclass(frozen=True, slots=True)
class Step:
    """A round, and a way to play all the rounds after it."""

    mates: Mates
    rest: Plan


def first_step(mates: Mates, rounds: int, dice: Dice) -> Step:
    """The drawn first round with a way to go on: a whole plan, its players named so that it begins with that round."""
    plan = whole_plan(len(mates))[:rounds]
    names = [
        *dice.shuffled(sitting_out(mates)),
        *(player for pair in dice.shuffled(pairs_of(mates)) for player in dice.shuffled(pair)),
    ]
    numbers = [*sitting_out(plan[0]), *(player for pair in pairs_of(plan[0]) for player in pair)]
    name = dict(zip(numbers, names, strict=True))
    number = {each: of for of, each in name.items()}
    renamed = [[name[later[number[player]]] for player in range(len(mates))] for later in plan[1:]]
    return Step(mates, renamed)


def reachable(field: Field, rounds: int, known: Plan) -> Plan:
    """The plan to keep to: of that many rounds, or of as many as can be found; empty where degrees promise as many."""
    # With one free game a round, a plan for everybody's turn can follow any ranking.
    wanted = max(rounds, len(turn(field.had).level) if seats(len(field.players)) == 1 else 0)
    if len(known) >= wanted:
        return known
    plan = find_plan(field, wanted) if at_most(field, wanted) >= wanted else None
    return plan or longest(field, known)


def next_step(field: Field, plan: Plan, lowest_first: list[int] | None, dice: Dice) -> Step:
    """A random round after which as many rounds are left as after the first of `plan`.

    With `lowest_first` those sit out who come first in it, as far as the rest stays playable; else anybody
    whose turn it is.
    """
    free_in = [frozenset(sitting_out(mates)) if seats(len(mates)) else frozenset() for mates in plan]
    for free in _choices(field, lowest_first, dice):
        step = _drawn(field, free, len(plan), dice)
        for at in dice.shuffled(range(len(plan))):
            if step is None and free_in[at] == free:
                step = _brought_forward(field, plan, free_in, at)
        if step is not None:
            return step
    return Step(plan[0], plan[1:])


def _choices(field: Field, lowest_first: list[int] | None, dice: Dice) -> Iterator[frozenset[int]]:
    """Who might sit out, in the order in which it is tried."""
    who = turn(field.had)
    if lowest_first is None:
        seen = set()
        for _ in range(_CHOICES):
            free = frozenset((*who.due, *dice.shuffled(who.level)[: who.rest]))
            if free not in seen:
                seen.add(free)
                yield free
    else:
        level = set(who.level)
        in_order = [player for player in lowest_first if player in level]
        for some in islice(combinations(in_order, who.rest), _CHOICES):
            yield frozenset((*who.due, *some))


def _drawn(field: Field, free: frozenset[int], rounds: int, dice: Dice) -> Step | None:
    """A round with these players sitting out, drawn first and then continued, or else searched for as a whole."""
    if rounds * len(field.players) > SEARCHABLE:
        return None
    playing = [player for player in range(len(field.players)) if player not in free]
    for _ in range(_DRAWS):
        pairs = draw_pairs(playing, field.met, dice)
        if pairs is None:
            return None
        mates = mates_of(len(field.players), pairs)
        if rounds == 1:
            return Step(mates, [])
        then = field.after(mates)
        if by_degrees(then) >= rounds - 1:
            return Step(mates, [])
        if (rest := search(then, rounds - 1, dice, tries=1)) is not None:
            return Step(mates, rest)
    plan = complete(field.met, field.had, rounds, dice, first=free)
    return Step(plan[0], plan[1:]) if plan else None


def _brought_forward(field: Field, plan: Plan, free_in: list[frozenset[int]], at: int) -> Step | None:
    """The round of that number in the plan, if it may come first."""
    fair = keeps_turn(field.had, [free_in[at], *free_in[:at], *free_in[at + 1 :]])
    return Step(plan[at], [*plan[:at], *plan[at + 1 :]]) if fair else None
