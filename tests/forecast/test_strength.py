"""How strong players are believed to be: by rating, by the field, and as results move them."""

import pytest

from podium.forecast.model import chances
from podium.forecast.strength import Meeting, Strength, by_rating, moved
from tests.forecast.judge import posterior


def test_a_player_without_a_rating_is_somewhere_in_the_field() -> None:
    beliefs = by_rating({"ann": 2200, "ben": 1800, "cas": None})
    assert beliefs["cas"].mean == 2000
    assert beliefs["cas"].spread > beliefs["ann"].spread
    assert len(set(by_rating({"ann": None, "ben": None}).values())) == 1


@pytest.mark.parametrize("score", [1.0, 0.5, 0.0])
def test_one_result_moves_two_players_as_integration_does(score: float) -> None:
    for (own, other), level in (((2100, 75), (2000, 75)), 2050.0), (((1700, 250), (1900, 75)), 1800.0):

        def likelihood(gap: float, level: float = level) -> float:
            return chances(gap, level)[int(2 - 2 * score)]

        judged = posterior((own, other), likelihood)
        found = moved({"own": Strength(*own), "other": Strength(*other)}, [Meeting(("own",), ("other",), score, level)])
        means = found["own"].mean, found["other"].mean
        assert means == pytest.approx((judged[0], judged[2]), abs=18)
        assert found["own"].spread == pytest.approx(judged[1], rel=0.08)
        assert found["other"].spread == pytest.approx(judged[3], rel=0.08)


def test_results_move_players_towards_what_they_scored_and_make_them_surer() -> None:
    before = by_rating(dict.fromkeys("abcd", 2000))
    after = moved(before, [Meeting(("a",), (each,), 1.0, 2000.0) for each in "bcd"])
    assert after["a"].mean > 2000 > after["b"].mean
    assert after["a"].spread < after["b"].spread < before["b"].spread
    assert after["b"] == after["c"] == after["d"]


def test_an_unrated_player_goes_where_the_results_are() -> None:
    before = by_rating({"new": None, **dict.fromkeys("abcde", 2200)})
    lost = moved(before, [Meeting((each,), ("new",), 1.0, 2200.0) for each in "abcde"])
    assert lost["new"].mean < 1950
    assert lost["a"].mean - 2200 < 2200 - lost["new"].mean


def test_teams_are_worth_what_their_players_are_on_average() -> None:
    before = by_rating(dict.fromkeys("abcdef", None))
    after = moved(before, [Meeting(("a", "b"), ("c", "d"), 1.0, None), Meeting(("a", "c"), ("b", "d"), 1.0, None)])
    means = [after[each].mean for each in "abcdef"]
    assert means[0] == max(means)
    assert means[3] == min(means)
    assert means[1] == pytest.approx(means[2], abs=0.1)
    assert means[4] == means[5] == before["e"].mean
