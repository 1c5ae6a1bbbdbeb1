"""Sets to win: clicks, and when a round may be closed (the rulebook's section on match results)."""

import pytest

from podium.core.errors import Invalid
from podium.doubles import Options, Sets, TeamMatch, Verdict, checked, click, problems, verdict
from tests.doubles.club import ids
from tests.kit.loops import every

ONE, TWO, THREE, FOUR = ids(4)


@pytest.mark.parametrize("to_win", [1, 2, 3, 5])
def test_clicks_go_from_the_question_mark_through_all_sets_and_wrap(to_win: int) -> None:
    shown: list[int | None] = [None]
    for _ in range(to_win + 2):
        shown.append(click(shown[-1], to_win))
    assert shown == [None, *range(to_win + 1), 0]


@every(
    ("home", "away", "expected"),
    [
        pytest.param(3, 1, Verdict.WON, id="home has them"),
        pytest.param(0, 3, Verdict.WON, id="away has them"),
        pytest.param(3, 3, Verdict.TIE, id="both have them"),
        pytest.param(2, 1, Verdict.INCOMPLETE, id="neither has them"),
        pytest.param(0, 0, Verdict.INCOMPLETE, id="nobody has won a set"),
        pytest.param(3, None, Verdict.PARTIAL, id="home entered only"),
        pytest.param(None, 0, Verdict.PARTIAL, id="away entered only"),
        pytest.param(None, None, Verdict.MISSING, id="nothing entered"),
    ],
)
def test_a_match_is_won_only_if_exactly_one_team_has_the_sets(
    home: int | None, away: int | None, expected: Verdict
) -> None:
    assert verdict(home, away, 3) is expected


def test_a_round_says_for_every_match_what_keeps_it_open() -> None:
    entered = [Sets(3, 0), Sets(3, 3), Sets(1, 2), Sets(None, 2), Sets()]
    matches = [TeamMatch((ONE, TWO), (THREE, FOUR), sets) for sets in entered]
    assert problems(matches, 3) == [
        (matches[1], Verdict.TIE),
        (matches[2], Verdict.INCOMPLETE),
        (matches[3], Verdict.PARTIAL),
        (matches[4], Verdict.MISSING),
    ]
    assert problems(matches[:1], 3) == []


@pytest.mark.parametrize("value", [-1, 4])
def test_sets_outside_the_range_are_refused(value: int) -> None:
    with pytest.raises(Invalid) as refused:
        checked(value, 3)
    assert refused.value.facts == {"field": "sets", "value": value, "least": 0, "most": 3}


def test_sets_in_the_range_and_the_question_mark_are_fine() -> None:
    assert [checked(value, 3) for value in (None, 0, 3)] == [None, 0, 3]


@pytest.mark.parametrize(("rounds", "to_win"), [(0, 3), (10_000, 3), (5, 0), (5, 100)])
def test_options_out_of_range_are_refused(rounds: int, to_win: int) -> None:
    with pytest.raises(Invalid) as refused:
        Options(rounds, sets_to_win=to_win)
    assert refused.value.code == "count-out-of-range"
