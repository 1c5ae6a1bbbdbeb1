"""Who goes on: against every course that chance could take, and what is never decided in silence."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.stages import (
    ACROSS,
    AllLevel,
    Cut,
    Game,
    Line,
    Lot,
    Measure,
    Named,
    OpenCut,
    Qualify,
    Ruling,
    Table,
    check_qualify,
    measures,
    who_goes_on,
)
from tests.kit.loops import every, seeds
from tests.stages.judge import Played, Row, compared, courses

A, B, C, D, E, F = map(PlayerId, "abcdef")


def table(*ranks: str, left: str = "") -> Table:
    """A table of letters; those of one text share their rank."""
    lines: list[Line] = []
    for level in ranks:
        rank = len(lines) + 1
        lines += [Line(PlayerId(player), rank, player in left) for player in level]
    return tuple(lines)


def games(*results: str) -> list[Game]:
    """Games as `ab1` (a beats b) and `ab=`."""
    points = {"1": ("1", "0"), "=": ("0.5", "0.5"), "0": ("0", "1")}
    return [
        Game((PlayerId(one), PlayerId(other)), (Points.of(points[result][0]), Points.of(points[result][1])))
        for one, other, result in map(tuple, results)
    ]


def names(found: Cut) -> set[str]:
    return {each.player for each in found.going_on}


def groups_at_random(dice: Random) -> tuple[list[list[Row]], list[Played]]:
    groups: list[list[Row]] = []
    played: list[Played] = []
    for letter in "ABCD"[: dice.randint(1, 4)]:
        players = [f"{letter}{number}" for number in range(dice.randint(2, 5))]
        results = [
            (one, other, dice.choice([Fraction(0), Fraction(1, 2), Fraction(1)]))
            for one, other in combinations(players, 2)
            if dice.random() < 0.9
        ]
        totals = dict.fromkeys(players, Fraction())
        for one, other, points in results:
            totals[one] += points
            totals[other] += 1 - points
        ranks = {each: 1 + sum(totals[other] > totals[each] for other in players) for each in players}
        groups.append([(each, ranks[each], dice.random() < 0.1) for each in sorted(players, key=ranks.__getitem__)])
        played += results
    return groups, played


def tables_of(groups: list[list[Row]]) -> list[Table]:
    return [tuple(Line(PlayerId(player), rank, left) for player, rank, left in group) for group in groups]


def games_of(played: list[Played]) -> list[Game]:
    return [
        Game((PlayerId(one), PlayerId(other)), (Points.of(points), Points.of(1 - points)))
        for one, other, points in played
    ]


@seeds(range(120), long=range(20_000))
def test_a_cut_is_what_every_course_has(seed: int) -> None:
    dice = Random(seed)
    groups, played = groups_at_random(dice)
    present = sum(not left for group in groups for _, _, left in group)
    if present == 0:
        return
    places = dice.randint(1, present)
    possible = courses(groups, played, places)
    tables, results = tables_of(groups), games_of(played)

    def ruled(ruling: Ruling) -> Cut:
        return who_goes_on(tables, results, Qualify(best=places), ruling)

    undecided = ruled(None)
    assert bool(undecided.open) is (len(possible) > 1)
    assert names(undecided) <= frozenset.intersection(*possible)
    assert names(ruled(Lot(str(seed)))) in possible
    everybody = names(ruled(AllLevel()))
    assert everybody >= frozenset.intersection(*possible)
    assert len(everybody) >= places
    for course in possible:
        named = ruled(Named(tuple(PlayerId(player) for player in sorted(course))))
        assert names(named) == course
        assert not named.open


@seeds(range(100), long=range(5_000))
def test_groups_are_compared_as_the_judge_does(seed: int) -> None:
    groups, played = groups_at_random(Random(seed))
    found = measures(tables_of(groups), games_of(played))
    expected = compared(groups, played)
    assert {player: list(found[player]) for player in found} == {
        player: [points * 100, wins, berger * 10_000] for player, (points, wins, berger) in expected.items()
    }


def test_so_many_of_each_group() -> None:
    found = who_goes_on([table(*"abc"), table(*"def")], [], Qualify(per_group=2))
    assert [(each.player, each.group, each.place, each.turn) for each in found.going_on] == [
        (A, 0, 1, 0),
        (B, 0, 2, 1),
        (D, 1, 1, 0),
        (E, 1, 2, 1),
    ]


def test_a_tie_at_the_cut_is_named_with_what_was_equal() -> None:
    found = who_goes_on([table("a", "bc"), table(*"def")], [], Qualify(per_group=2), None, ("points", "SB"))
    assert found.open == (OpenCut((B, C), 1, 0, ("points", "SB")),)
    assert names(found) == {A, D, E}


def test_a_tie_above_the_cut_is_none() -> None:
    assert who_goes_on([table("ab", "c")], [], Qualify(best=2)).open == ()


def test_a_tie_is_decided_in_four_ways() -> None:
    tied = [table("a", "bcd")]
    assert names(who_goes_on(tied, [], Qualify(best=2), AllLevel())) == {A, B, C, D}
    assert names(who_goes_on(tied, [], Qualify(best=2), Named((C,)))) == {A, C}
    assert names(who_goes_on(tied, [], Qualify(best=2), Named((A, D)))) == {A, D}
    drawn = [names(who_goes_on(tied, [], Qualify(best=2), Lot(str(seed)))) for seed in range(40)]
    assert {frozenset(each) for each in drawn} == {frozenset({A, each}) for each in (B, C, D)}
    assert drawn[0] == names(who_goes_on(tied, [], Qualify(best=2), Lot("0")))


def test_a_ruling_keeps_what_it_was_about() -> None:
    found = who_goes_on([table("a", "bcd")], [], Qualify(best=2), Lot("a"))
    assert (found.open, found.settled) == ((), (OpenCut((B, C, D), 1, 0, ()),))


@every("named", [(A,), (B, C), ()])
def test_names_that_do_not_decide_leave_it_open(named: tuple[PlayerId, ...]) -> None:
    found = who_goes_on([table("a", "bcd")], [], Qualify(best=2), Named(named))
    assert found.open[0].level == (B, C, D)


def test_somebody_who_does_not_go_on_cannot_be_named() -> None:
    with pytest.raises(Refused) as refused:
        who_goes_on([table("a", "bc", "d")], [], Qualify(best=2), Named((B, D)))
    assert (refused.value.code, refused.value.facts["value"]) == ("cut-elsewhere", [D])


def test_who_has_left_is_passed_over_and_the_next_moves_up() -> None:
    found = who_goes_on([table(*"abc", left="a"), table(*"def", left="f")], [], Qualify(per_group=2))
    assert (names(found), found.passed, found.moved_up) == ({B, C, D, E}, (A,), (C,))
    assert [(each.place, each.turn) for each in found.going_on] == [(2, 0), (3, 1), (1, 0), (2, 1)]


def test_a_group_that_has_too_few_left_gives_its_place_to_another() -> None:
    found = who_goes_on([table(*"abc", left="ab"), table(*"def")], [], Qualify(per_group=2))
    assert names(found) == {C, D, E, F}


def test_the_best_others_are_those_with_more_points_for_each_game() -> None:
    both = [table(*"abc"), table(*"def")]
    results = games("ab1", "ac1", "bc=", "de1", "df1", "ef1")
    assert names(who_goes_on(both, results, Qualify(per_group=1, best_others=1))) == {A, D, E}


def test_points_against_the_last_of_a_larger_group_do_not_count() -> None:
    larger, smaller = table(*"abcd"), table(*"ef")
    results = games("ab1", "ac1", "ad1", "bc1", "bd1", "cd1", "ef=")
    found = who_goes_on([larger, smaller], results, Qualify(per_group=1, best_others=1))
    assert names(found) == {A, E, F}


def test_others_who_are_level_in_all_are_open() -> None:
    both = [table(*"abc"), table(*"def")]
    results = games("ab1", "ac1", "bc1", "de1", "df1", "ef1")
    found = who_goes_on(both, results, Qualify(per_group=1, best_others=1))
    assert found.open == (OpenCut((B, E), 1, None, ACROSS),)
    assert names(who_goes_on(both, results, Qualify(per_group=1, best_others=1), Named((E,)))) == {A, D, E}


def test_nothing_is_asked_where_both_go_on_anyway() -> None:
    both = [table("ab", "c"), table(*"def")]
    results = games("ab=", "ac1", "bc1", "de1", "df1", "ef=")
    found = who_goes_on(both, results, Qualify(per_group=1, best_others=1))
    assert (names(found), found.open) == ({A, B, D}, ())


def test_more_best_others_than_groups_take_place_after_place() -> None:
    both = [table(*"abc"), table(*"def")]
    assert names(who_goes_on(both, games("ab1", "ac1"), Qualify(best=4))) == {A, B, D, E}


@every(
    "qualify, sizes, code, facts",
    [
        (Qualify(per_group=3), (2, 2, 2), "too-many-per-group", {"value": 3, "most": 2}),
        (Qualify(per_group=2, best_others=5), (4, 4), "too-many-go-on", {"value": 9, "most": 8}),
        (Qualify(best=9), (4, 4), "too-many-go-on", {"value": 9, "most": 8}),
        (Qualify(per_group=1), (7,), "too-few-go-on", {"value": 1, "least": 2}),
    ],
)
def test_what_is_impossible_is_refused_with_what_is_possible(
    qualify: Qualify, sizes: tuple[int, ...], code: str, facts: dict[str, int]
) -> None:
    with pytest.raises(Refused) as refused:
        check_qualify(qualify, sizes)
    assert refused.value.code == code
    assert facts.items() <= refused.value.facts.items()


def test_what_is_possible_is_not_refused() -> None:
    check_qualify(Qualify(per_group=2, best_others=4), (4, 4))


def test_a_cut_for_more_than_are_left_is_refused() -> None:
    with pytest.raises(Refused, match="too-many-go-on"):
        who_goes_on([table(*"ab", left="a")], [], Qualify(best=2))


@every(
    "values", [{}, {"per_group": -1}, {"per_group": 1, "best": 4}, {"best": 4, "best_others": 1}, {"best_others": 2}]
)
def test_a_rule_names_one_way_to_go_on(values: dict[str, int]) -> None:
    with pytest.raises(Invalid, match="qualify-malformed"):
        Qualify(**values)


def test_players_of_equal_turns_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(tables: Sequence[Table], games: Sequence[Game]) -> dict[PlayerId, Measure]:
        asked.append(len(tables))
        return measures(tables, games)

    monkeypatch.setattr("podium.stages.cut.measures", counted)
    tables = [tuple(Line(PlayerId(f"{group}{place}"), place) for place in range(1, 9)) for group in "ABCD"]
    who_goes_on(tables, [], Qualify(per_group=5))
    assert asked.count(len(tables)) == 1
