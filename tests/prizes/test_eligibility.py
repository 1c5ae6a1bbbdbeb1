"""Who may win what: every reason code, at its edge."""

from dataclasses import replace
from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from podium.prizes import Category, Contest, Player, Rules, ineligibility
from podium.prizes.eligibility import age_on, eligible
from tests.kit.loops import every
from tests.prizes.builders import START, contests
from tests.prizes.judge import reason_against

SOMEBODY = Player(
    "p", "Pat", 1, 1500, "F", date(2014, 7, 1), disability="blind", city="Leeds", state="Yorkshire", club="White Rose"
)


@every(
    ("asked", "changed", "reason"),
    [
        ({}, {}, None),
        ({"gender": "F"}, {}, None),
        ({"gender": " f "}, {}, None),
        ({"gender": "M"}, {}, "gender_mismatch"),
        ({"gender": "F"}, {"gender": None}, "gender_mismatch"),
        ({"gender": "  "}, {"gender": None}, None),
        ({"min_age": 12}, {}, None),
        ({"min_age": 13}, {}, "below_min_age"),
        ({"min_age": 12}, {"date_of_birth": date(2014, 7, 2)}, "below_min_age"),
        ({"max_age": 12}, {}, None),
        ({"max_age": 12}, {"date_of_birth": date(2013, 7, 2)}, None),
        ({"max_age": 12}, {"date_of_birth": date(2013, 7, 1)}, "above_max_age"),
        ({"max_age": 12}, {"date_of_birth": None}, "missing_date_of_birth"),
        ({"min_age": 12}, {"date_of_birth": None}, "missing_date_of_birth"),
        ({"min_age": 0, "max_age": 0}, {"date_of_birth": None}, None),
        ({"min_rating": 1500}, {}, None),
        ({"min_rating": 1501}, {}, "below_min_rating"),
        ({"max_rating": 1500}, {}, None),
        ({"max_rating": 1499}, {}, "above_max_rating"),
        ({"max_rating": 1500}, {"rating": None}, "unrated_in_rating_category"),
        ({"max_rating": 1500}, {"rating": 0}, "unrated_in_rating_category"),
        ({"min_rating": 1500}, {"rating": 0}, "unrated_in_rating_category"),
        ({"max_rating": 1500, "allow_unrated": True}, {"rating": None}, None),
        ({"min_rating": 1000, "allow_unrated": True}, {"rating": 0}, None),
        ({"min_rating": 0, "max_rating": 0}, {"rating": None}, None),
        ({"disability": "BLIND"}, {}, None),
        ({"disability": "deaf"}, {}, "disability_mismatch"),
        ({"city": " leeds"}, {}, None),
        ({"city": "York"}, {}, "city_mismatch"),
        ({"state": "YORKSHIRE "}, {}, None),
        ({"state": "Kent"}, {"state": None}, "state_mismatch"),
        ({"club": "white rose"}, {}, None),
        ({"club": "Red Rose"}, {}, "club_mismatch"),
        ({"gender": "M", "max_age": 5, "club": "none"}, {}, "gender_mismatch"),
        ({"max_age": 5, "max_rating": 1000, "club": "none"}, {}, "above_max_age"),
        ({"max_rating": 1000, "disability": "deaf", "city": "York"}, {}, "above_max_rating"),
        ({"disability": "deaf", "city": "York", "state": "Kent", "club": "none"}, {}, "disability_mismatch"),
        ({"city": "York", "state": "Kent", "club": "none"}, {}, "city_mismatch"),
        ({"state": "Kent", "club": "none"}, {}, "state_mismatch"),
    ],
)
def test_the_first_check_that_fails_gives_the_reason(
    asked: dict[str, Any], changed: dict[str, Any], reason: str | None
) -> None:
    player = replace(SOMEBODY, **changed)
    assert ineligibility(player, Category("c", "Category", **asked), Rules(), START) == reason


def test_the_rule_lets_unrated_players_in_as_the_category_does() -> None:
    unrated = replace(SOMEBODY, rating=None)
    category = Category("c", "Under 1600", max_rating=1600)
    assert ineligibility(unrated, category, Rules(allow_unrated=True), START) is None


@every(
    ("born", "day", "age"),
    [
        (date(2014, 7, 1), date(2026, 7, 1), 12),
        (date(2014, 7, 2), date(2026, 7, 1), 11),
        (date(2012, 2, 29), date(2026, 2, 28), 13),
        (date(2012, 2, 29), date(2026, 3, 1), 14),
        (date(2012, 2, 29), date(2028, 2, 29), 16),
    ],
)
def test_age_counts_completed_years(born: date, day: date, age: int) -> None:
    assert age_on(born, day) == age


@given(contests())
def test_a_whole_field_is_judged_as_its_players_are_one_by_one(contest: Contest) -> None:
    found = eligible(contest.players, contest.categories, contest.rules, START)
    for category in contest.categories:
        for seat, player in enumerate(contest.players):
            reason = ineligibility(player, category, contest.rules, START)
            assert reason == reason_against(player, category, contest.rules, START)
            assert bool(found[category.id] >> seat & 1) == (reason is None)


@given(st.integers(0, 3))
def test_a_category_that_asks_nothing_is_open_to_everybody(count: int) -> None:
    entered = [Player(f"p{n}", "Pat", 1) for n in range(count)]
    assert eligible(entered, [Category("c", "Open")], Rules(), None) == {"c": 2**count - 1}
