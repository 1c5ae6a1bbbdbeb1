"""Articles 14 to 16: what unplayed rounds are worth, in both editions."""

import pytest

from podium.core.points import Points
from podium.core.result import PRESETS
from podium.tiebreaks import Category, explain, values
from podium.tiebreaks.unplayed import adjusted_scores, cut_terms
from tests.kit.crosstables import view
from tests.kit.loops import every

# Ann has asked for a bye in the middle, Bob leaves after round 2, Cas forfeits to Dee at the end.
TABLE = """
Ann Bob:w1  H       Cas:b1
Bob Ann:b0  Dee:w1  Z
Cas Dee:w=  U       Ann:w0
Dee Cas:b=  Bob:b0  F
"""


def test_every_category_is_told_apart() -> None:
    table = view("""
    Ann H       Bob:w+  U       Z       H
    Bob Cas:w1  Ann:b-  H       Cas:b=  F
    Cas Bob:b0  Z       Z       Bob:w=  Z
    """)
    found = {player: [part.category for part in explain(table, player, "BH").parts] for player in table.ids}
    asked, last = Category.REQUESTED_BYE, Category.LAST_BYE
    assert found == {
        "Ann": [asked, Category.FORFEIT_WIN, Category.BYE, last, last],
        "Bob": [None, Category.FORFEIT_LOSS, asked, None, Category.BYE],
        "Cas": [None, asked, asked, None, last],
    }


def test_absences_to_the_end_count_as_draws_for_the_opponents() -> None:
    table = view(TABLE)
    scores = adjusted_scores(table)
    by_name = {name: scores[player] for player, name in enumerate(table.ids)}
    assert by_name == {
        "Ann": 250,
        "Bob": 150,
        "Cas": 150,
        "Dee": 150,
    }


def test_a_forfeit_loss_at_the_end_counts_as_it_stands() -> None:
    table = view("""
    Ann Bob:w0 Bob:w-
    Bob Ann:b1 Ann:b+
    """)
    assert adjusted_scores(table) == [0, 200]


@pytest.mark.parametrize(("edition", "expected"), [(2024, 2), (2026, 1)])
def test_the_dummy_of_a_bye_is_capped_since_2026(edition: int, expected: int) -> None:
    table = view("Ann U F\nBob Z Z", edition=edition)
    parts = explain(table, "Ann", "BH").parts
    assert [part.contribution for part in parts] == [expected, expected]
    assert {part.capped_by for part in parts} == ({"16.4.2"} if edition == 2026 else {None})


@pytest.mark.parametrize(("edition", "expected"), [(2024, 2), (2026, 0)])
def test_the_dummy_of_a_forfeit_is_capped_by_the_scheduled_opponent(edition: int, expected: int) -> None:
    table = view("Ann Bob:w+ Bob:w1\nBob Ann:b- Ann:b0", edition=edition)
    part = explain(table, "Ann", "BH").parts[0]
    assert part.contribution == expected
    assert part.capped_by == ("16.4.1" if edition == 2026 else None)


def test_a_voluntary_round_is_cut_before_a_lower_opponent() -> None:
    table = view("""
    Ann Bob:w1 H      Cas:w1
    Bob Ann:b0 Cas:w0 Dee:w0
    Cas Dee:w1 Bob:b1 Ann:b0
    Dee Cas:b0 U      Bob:b1
    """)
    explained = explain(table, "Ann", "BH/C1")
    assert [part.cut_by for part in explained.parts] == [None, "16.5", None]
    assert explained.value == 0 + 2


def test_cutting_goes_on_with_the_exception_after_an_ordinary_cut() -> None:
    # The voluntary round adds less than the least significant opponent, so that one goes first.
    terms = [(1, 5, 0, False), (2, 3, 1, True), (3, 9, 2, False)]
    assert cut_terms(terms, 1, 0).gone == [(1, 5, 0, False)]
    assert cut_terms(terms, 2, 0).excepted == [(2, 3, 1, True)]


def test_a_voluntary_round_that_went_by_an_ordinary_cut_is_not_cut_again() -> None:
    terms = [(1, 50, 0, True), (2, 0, 1, True), (3, 0, 2, False), (4, 8, 3, False)]
    found = cut_terms(terms, 3, 0)
    assert found.gone == [(1, 50, 0, True), (3, 0, 2, False)]
    assert found.excepted == [(2, 0, 1, True)]
    assert found.left == [(4, 8, 3, False)]


def test_nothing_is_left_of_more_cuts_than_rounds() -> None:
    table = view("Ann Bob:w1\nBob Ann:b0")
    assert values(table, "BH/C1") == {"Ann": 0, "Bob": 0}
    assert values(table, "BH/M2") == {"Ann": 0, "Bob": 0}


def test_forfeits_count_as_games_where_that_is_asked_for() -> None:
    table = view("Ann Bob:w+ Bob:w1\nBob Ann:b- Ann:b0")
    assert values(table, "BH/P") == {"Ann": 0, "Bob": 4}
    assert values(table, "BH") == {"Ann": 0, "Bob": 2}


ROUND_ROBIN = """
Ann 2000 Bob:w1 Cas:b+ .
Bob 1900 Ann:b0 .      Cas:w=
Cas 1800 .      Ann:w- Bob:b=
"""


@every(
    ("code", "edition", "ann", "cas"),
    [
        ("WON", 2024, 2, 0),
        ("WON", 2026, 2, 0),
        ("BPG", 2024, 1, 1),
        ("BPG", 2026, 1, 1),
        ("BWG", 2026, 1, 0),
        ("REP", 2024, 2, 2),
        ("REP", 2026, 2, 1),  # since 2026 a forfeit loss stays an unplayed round here
        ("ARO", 2024, 1850, 1950),
        ("ARO", 2026, 1900, 1900),  # since 2026 no forfeit counts in tie-breaks on ratings
        ("SB", 2026, 1, 0.25),
        ("KS", 2026, 0, 0),
    ],
)
def test_forfeits_in_round_robins_follow_article_15_2(code: str, edition: int, ann: float, cas: float) -> None:
    found = values(view(ROUND_ROBIN, edition=edition, round_robin=True), code)
    assert (found["Ann"], found["Cas"]) == (ann, cas)


def test_a_draw_is_worth_what_the_table_says() -> None:
    table = view(TABLE, scoring=PRESETS["3-1-0"])
    part = explain(table, "Cas", "BH").parts[1]
    assert part.points == Points.of(3)
    assert (part.score, part.capped_by) == (Points.of(3), "16.4.2")


def test_fore_buchholz_draws_the_final_round_even_if_it_was_forfeited() -> None:
    table = "Ann Bob:w1 Cas:w+\nBob Ann:b0 Dee:b1\nCas Dee:w0 Ann:b-\nDee Cas:b1 Bob:w0"
    assert values(view(table), "FB") == {"Ann": 1, "Bob": 3, "Cas": 3, "Dee": 1}
    assert values(view(table, planned=3), "FB") == values(view(table, planned=3), "BH")
