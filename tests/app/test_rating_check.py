"""The ratings of an event are checked against the lists in force, and nothing changes unless somebody chooses."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from podium.app.ratings.listed_ratings import lists_in_force, with_listed_ratings
from podium.app.ratings.rating_check import apply_check, automatic_check, check_ratings, requested_check
from podium.core.errors import Refused, Unknown
from podium.core.ids import PlayerId
from podium.core.player import PlayerFields
from podium.core.ratings.rated_player import RatedPlayer
from podium.flow.commands import AddPlayers, ImportPlayers, PairRound
from podium.flow.event.setting_values import Settings
from tests.kit.events import Director, director
from tests.kit.rating_lists import KeptLists

TODAY = date(2026, 11, 17)
ANN = RatedPlayer("100", "Ann", standard=2000, rapid=1950)
BEN = RatedPlayer("200", "Ben", rapid=1800)
CAT = RatedPlayer("300", "Cat", standard=1700)
LISTED = (ANN, BEN, CAT)


@pytest.fixture
def lists() -> Any:
    """FIDE's list of November, as the protocol of those who look in it."""
    return KeptLists(fide=LISTED)


def event(lists: Any, *players: PlayerFields, **settings: object) -> Director:
    here = director("swiss", "t1", rounds=5, **settings)
    command = with_listed_ratings(AddPlayers(players), here.state.settings, lists, TODAY)
    here.do(command)
    return here


def of(here: Director, name: str) -> PlayerFields:
    return next(player.fields for player in here.state.players.values() if player.name == name)


def id_of(here: Director, name: str) -> PlayerId:
    return next(player.id for player in here.state.players.values() if player.name == name)


class TestEntering:
    def test_gives_whoever_is_in_the_main_list_its_rating(self, lists: Any) -> None:
        here = event(lists, PlayerFields("Ann", fide_id="0100"))
        ann = of(here, "Ann")
        assert ann.rating == 2000
        assert ann.official is not None
        assert ann.official.origin is not None
        assert (ann.official.origin.list, ann.official.origin.edition) == ("fide", "2026-11")
        assert ann.official.rapid is not None

    def test_leaves_the_choice_where_only_other_lists_have_a_rating(self, lists: Any) -> None:
        ben = of(event(lists, PlayerFields("Ben", fide_id="200")), "Ben")
        assert ben.rating is None
        assert ben.official is not None
        assert ben.official.values() == {"standard": None, "rapid": 1800, "blitz": None, "national": None}

    def test_leaves_what_was_typed(self, lists: Any) -> None:
        ann = of(event(lists, PlayerFields("Ann", 1999, fide_id="100")), "Ann")
        assert ann.rating == 1999
        assert ann.official is not None
        assert ann.official.origin is None

    def test_takes_national_ratings_from_the_list_of_a_federation(self) -> None:
        lists: Any = KeptLists(fide=LISTED, dwz=[RatedPlayer("x-1", "Ann", standard=2075, fide_id="100")])
        here = event(
            lists, PlayerFields("Ann", fide_id="100"), starting_rank="HBFN",
            rating_lists=["fide/standard", "dwz/standard"],
        )  # fmt: skip
        assert of(here, "Ann").rating == 2075

    def test_of_other_commands_looks_nothing_up(self, lists: Any) -> None:
        command = ImportPlayers(updated={PlayerId("p"): PlayerFields("Ann", fide_id="100")})
        assert with_listed_ratings(command, Settings("Open", "swiss"), lists, TODAY) is command


class TestTheListInForce:
    @pytest.mark.parametrize(
        ("start", "long", "month"),
        [
            (None, False, "2026-11"),
            ("2026-10-28", False, "2026-10"),
            ("2026-12-05", False, "2026-11"),  # the list of December is yet to come
            ("2026-10-01", True, "2026-11"),  # longer than 30 days: the day of the check
            ("2026-08-31", False, "2026-09"),  # the oldest that is kept
        ],
    )
    def test_is_that_of_the_first_day(self, lists: Any, start: str | None, long: bool, month: str) -> None:
        for each in ("2026-09", "2026-10"):
            lists.keep("fide", each, LISTED)
        settings = Settings("Open", "swiss", start=start, long_event=long)
        assert [each.month for each in lists_in_force(settings, lists, TODAY)] == [month]


class TestTheCheck:
    def test_reports_whose_ratings_are_others_and_changes_nothing(self, lists: Any) -> None:
        here = event(lists, PlayerFields("Ann", fide_id="100"), PlayerFields("Cat", 1650, fide_id="300"))
        lists.keep("fide", "2026-11", [ANN._replace(standard=2010), CAT])
        check = check_ratings(here.state, lists, TODAY)
        ann, cat = check.affected
        assert [(each.field, each.before, each.after) for each in ann.differences] == [
            ("rating", 2000, 2010),
            ("standard", 2000, 2010),
        ]
        assert (ann.typed, cat.typed) == (False, True)
        assert [each.player.name for each in check.outdated] == ["Ann"]
        assert of(here, "Ann").rating == 2000

    def test_takes_over_those_who_are_chosen(self, lists: Any) -> None:
        here = event(lists, PlayerFields("Ann", fide_id="100"), PlayerFields("Cat", 1650, fide_id="300"))
        lists.keep("fide", "2026-11", [ANN._replace(standard=2010), CAT])
        check = check_ratings(here.state, lists, TODAY)
        here.do(apply_check(check, [id_of(here, "Cat")]))
        assert (of(here, "Ann").rating, of(here, "Cat").rating) == (2000, 1700)
        cat = of(here, "Cat").official
        assert cat is not None
        assert cat.origin is not None  # no longer typed
        with pytest.raises(Unknown):
            apply_check(check, [PlayerId("nobody")])

    def test_without_a_choice_leaves_what_was_typed(self, lists: Any) -> None:
        here = event(lists, PlayerFields("Ann", fide_id="100"), PlayerFields("Cat", 1650, fide_id="300"))
        lists.keep("fide", "2026-11", [ANN._replace(standard=2010), CAT])
        here.do(apply_check(check_ratings(here.state, lists, TODAY)))
        assert (of(here, "Ann").rating, of(here, "Cat").rating) == (2010, 1650)
        assert [each.player.name for each in check_ratings(here.state, lists, TODAY).affected] == ["Cat"]

    def test_in_a_long_event_holds_from_the_next_round_on(self, lists: Any) -> None:
        here = event(lists, PlayerFields("Ann", fide_id="100"), PlayerFields("Cat", fide_id="300"), long_event=True)
        here.do(PairRound())
        lists.keep("fide", "2026-11", [ANN._replace(standard=2010), CAT])
        here.do(apply_check(check_ratings(here.state, lists, TODAY)))
        ann = here.state.players[id_of(here, "Ann")]
        assert (ann.fields.rating, ann.rating_in(1), ann.rating_in(2)) == (2000, 2000, 2010)
        assert not check_ratings(here.state, lists, TODAY).affected

    def test_names_those_whom_the_main_list_does_not_have(self, lists: Any) -> None:
        here = event(lists, PlayerFields("Ben", fide_id="200"), PlayerFields("Eve"), PlayerFields("Fay", 1500))
        assert [each.name for each in check_ratings(here.state, lists, TODAY).unlisted] == ["Ben", "Eve"]

    def test_that_is_asked_for_first_asks_whether_the_lists_are_current(self) -> None:
        lists: Any = KeptLists()
        lists.keep("fide", "2026-10", LISTED)
        here = event(lists, PlayerFields("Ann", fide_id="100"))
        with pytest.raises(Refused, match="rating-lists-outdated"):
            requested_check(here.state, lists, TODAY, anyway=False)
        assert not requested_check(here.state, lists, TODAY, anyway=True).current
        lists.keep("fide", "2026-11", LISTED)
        assert requested_check(here.state, lists, TODAY, anyway=False).current
        nothing: Any = KeptLists()
        with pytest.raises(Unknown):
            requested_check(here.state, nothing, TODAY, anyway=True)

    def test_a_list_that_does_not_say_its_month_is_not_current(self) -> None:
        lists: Any = KeptLists()
        lists.keep("fide", "2026-11", LISTED)
        [kept] = lists.months("fide")
        lists.months = lambda _name: [replace(kept, edition=None, loaded_at="2026-11-03T10:00:00Z")]
        here = event(lists, PlayerFields("Ann", fide_id="100"))
        with pytest.raises(Refused, match="rating-lists-outdated"):
            requested_check(here.state, lists, TODAY, anyway=False)


class TestByItself:
    def test_runs_on_whatever_list_was_loaded_last(self, lists: Any) -> None:
        here = event(lists, PlayerFields("Ann", fide_id="100"), check_ratings=True)
        check = automatic_check(here.state, lists, TODAY)
        assert check is not None
        assert not check.outdated
        lists.keep("fide", "2026-11", [ANN._replace(standard=2010)])
        check = automatic_check(here.state, lists, TODAY)
        assert check is not None
        assert [each.player.name for each in check.outdated] == ["Ann"]

    def test_does_not_where_it_is_switched_off(self, lists: Any) -> None:
        here = event(lists, PlayerFields("Ann", fide_id="100"), check_ratings=False)
        assert automatic_check(here.state, lists, TODAY) is None

    def test_does_not_with_a_list_that_came_after_the_one_in_force(self, lists: Any) -> None:
        here = event(lists, PlayerFields("Ann", fide_id="100"), start="2026-08-31", end="2026-09-03")
        assert automatic_check(here.state, lists, TODAY) is None
