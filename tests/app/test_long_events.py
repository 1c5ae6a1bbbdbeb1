"""Events longer than 30 days: what the dates propose, what is advised, and which rating counts where."""

from __future__ import annotations

import doctest
from fractions import Fraction

import pytest

from podium.app.event import schedule as long_events
from podium.app.event.schedule import lasting_days
from podium.app.pgn.export import round_pgn
from podium.app.queries import plan_warnings, ratings, standings
from podium.app.ratings.rating_report import PlayerRating, RatingQuestion
from podium.app.ratings.report_words import periods_text
from podium.core.player import PlayerFields
from podium.core.points import Points
from podium.flow.commands import AddPlayers, SetLaterRatings
from podium.ratings import GameResult, joined_changes, rating_change, rating_rules
from podium.ratings.change import Basis, Coefficient
from tests.kit.events import Director, director, games
from tests.kit.loops import every
from tests.kit.records import record


def kinds(event: Director) -> list[str]:
    return [each.kind for each in plan_warnings(event.state)]


def test_the_examples_in_the_documentation_run() -> None:
    outcome = doctest.testmod(long_events)
    assert (outcome.failed, outcome.attempted > 0) == (0, True)


@every(
    ("given", "days"),
    [
        ({"start": "2026-01-10", "end": "2026-02-08"}, 30),
        ({"start": "2026-01-10", "end": "2026-02-09"}, 31),
        ({"round_dates": ["2026-01-10", "2026-03-07"]}, 57),
        ({"start": "2026-01-10", "round_dates": ["2026-01-10", "2026-03-07"]}, 57),
        ({"round_times": ["2026-01-10 14:00", "2026-03-07 10:00"]}, 57),
        ({"start": "2026-01-10"}, None),
        ({}, None),
    ],
)
def test_dates_say_how_long_it_lasts(given: dict[str, object], days: int | None) -> None:
    event = director("swiss")
    event.settings(**given)
    assert lasting_days(event.state.settings) == days
    assert kinds(event) == (["long-event-proposed"] if days is not None and days > 30 else [])


def test_the_proposal_ends_when_it_is_taken_or_the_event_has_begun() -> None:
    event = director("swiss", start="2026-01-10", end="2026-04-10")
    [proposed] = plan_warnings(event.state)
    assert proposed.said.startswith("By its dates the event lasts 91 days")
    event.settings(long_event=True, tiebreaks=["BH", "SB"])
    assert kinds(event) == []
    event.settings(long_event=False)
    event.players("Ann", "Ben")
    event.pair()
    assert kinds(event) == []


def test_tie_breaks_on_ratings_are_advised_against() -> None:
    event = director("swiss", long_event=True, tiebreaks=["BH", "ARO", "TPR"], unrated=1400)
    [advice] = plan_warnings(event.state)
    assert advice.kind == "rating-tiebreaks-in-long-event"
    assert advice.said == (
        "FIDE advises against tie-breaks on ratings in an event longer than 30 days (C.07, article 10). "
        "Chosen are: ARO, TPR."
    )


@pytest.fixture
def league() -> Director:
    """Ann meets Ben, Cid and Dan; Ben and Cid have other ratings when she meets them."""
    event = director("manual", long_event=True, rounds=3, tiebreaks=["ARO"], round_dates=["2026-01-10"] * 3)
    entries = {"Ann": 2100, "Ben": 2000, "Cid": 1900, "Dan": 1800}
    event.do(AddPlayers(tuple(PlayerFields(name, rating) for name, rating in entries.items())))
    event.do(SetLaterRatings(event.id("Ann"), {3: 2140}))
    event.do(SetLaterRatings(event.id("Ben"), {2: 2060}))
    event.do(SetLaterRatings(event.id("Cid"), {2: 1960, 3: 1990}))
    for number, (white, black) in enumerate((("Ann", "Ben"), ("Ann", "Cid"), ("Ann", "Dan")), start=1):
        event.pairs(number, [(white, black)])
        event.result("Ann", "1-0")
    return event


def average(event: Director) -> str | None:
    return next(row.tiebreaks["ARO"] for row in standings(event.state) if row.player.name == "Ann")


def test_the_first_rating_counts_in_tie_breaks_unless_the_director_chooses_otherwise(league: Director) -> None:
    assert average(league) == "1900"  # 2000, 1900, 1800
    league.settings(tiebreak_ratings="round")
    assert average(league) == "1920"  # 2000, 1960, 1800
    league.settings(long_event=False)
    assert average(league) == "1900"


def ann(event: Director) -> PlayerRating:
    return next(each for each in ratings(event.state, RatingQuestion()).players if each.player.name == "Ann")


def test_each_game_is_rated_with_the_ratings_of_its_round(league: Director) -> None:
    found = ann(league)
    assert found.change is not None
    assert [(each.rating, each.difference) for each in found.change.games] == [(2000, 100), (1960, 140), (1800, 340)]
    first, last = found.change.periods
    assert (first.rating, last.rating, found.change.rating) == (2100, 2140, 2100)
    assert found.change.exact == first.exact + last.exact == Fraction(36 + 31 + 12, 100) * 20
    assert found.change.points == first.points + last.points
    assert found.change.new_rating == 2140 + last.points
    assert found.average == 1920
    assert periods_text(found.change) == (
        "Each game counts with the ratings of its round; the own ratings were 2100 and 2140."
    )


def test_without_the_flag_the_entry_is_the_rating_of_all_rounds(league: Director) -> None:
    league.settings(long_event=False)
    found = ann(league)
    assert found.change is not None
    assert [each.rating for each in found.change.games] == [2000, 1900, 1800]
    assert found.change.periods == ()
    assert periods_text(found.change) == ""


def test_who_gets_a_rating_on_the_way_has_a_first_rating_and_a_change() -> None:
    event = director("manual", long_event=True, rounds=2)
    event.do(AddPlayers((PlayerFields("Ann"), PlayerFields("Ben", 2000), PlayerFields("Cid", 1900))))
    event.do(SetLaterRatings(event.id("Ann"), {2: 1950}))
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1/2-1/2")
    event.pairs(2, [("Ann", "Cid")])
    event.result("Ann", "1-0")
    found = ann(event)
    assert found.initial is not None
    assert found.initial.games == 1
    assert found.change is not None
    assert [each.game.round for each in found.change.games] == [2]
    assert found.change.new_rating == 1950 + found.change.points


def test_several_changes_are_rounded_each_by_itself() -> None:
    rules, k = rating_rules(), Coefficient(10, Basis.STATED)
    one = rating_change(rules, 2000, [GameResult(2100, Points.of(1), 1)], k)
    other = rating_change(rules, 2006, [GameResult(2106, Points.of(1), 2)], k)
    both = joined_changes([one, other])
    assert (one.exact, both.exact) == (Fraction(32, 5), Fraction(64, 5))
    assert (one.points, both.points, both.new_rating) == (6, 12, 2012)
    assert joined_changes([one]) is one


def test_a_record_of_a_game_has_the_ratings_of_its_round(league: Director) -> None:
    [game] = games(league.round(2))
    text = round_pgn(league.state, 2, {game.id: record(league.state, game, "e4")}.get)
    assert '[BlackElo "1960"]' in text
