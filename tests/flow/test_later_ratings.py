"""Events longer than 30 days: several ratings of a player, each from a round on."""

from __future__ import annotations

import pytest

from podium.app.history.commit_words import summary
from podium.core.player import Player
from podium.flow.commands import EditPlayer, ForgetPlayer, SetLaterRatings
from podium.flow.events import PlayersChanged
from tests.kit.events import Director, director, refused


@pytest.fixture
def league() -> Director:
    event = director("swiss", long_event=True, rounds=9)
    event.players("Ann", "Ben")
    event.do(EditPlayer(event.id("Ann"), {"rating": 2100}))
    return event


def ratings(player: Player) -> list[int | None]:
    return [player.rating_in(number) for number in range(1, 10)]


def test_each_rating_holds_from_its_round_until_the_next(league: Director) -> None:
    league.do(SetLaterRatings(league.id("Ann"), {7: 2120, 4: 2130}))
    assert ratings(league.player("Ann")) == [2100, 2100, 2100, 2130, 2130, 2130, 2120, 2120, 2120]
    assert list(league.player("Ann").later_ratings) == [4, 7]


def test_who_had_no_rating_can_get_one(league: Director) -> None:
    league.do(SetLaterRatings(league.id("Ben"), {5: 1650}))
    assert ratings(league.player("Ben")) == [None] * 4 + [1650] * 5


def test_those_that_are_not_named_go(league: Director) -> None:
    league.do(SetLaterRatings(league.id("Ann"), {4: 2130}))
    league.do(SetLaterRatings(league.id("Ann"), {}))
    assert ratings(league.player("Ann")) == [2100] * 9
    league.undo()
    assert league.player("Ann").later_ratings == {4: 2130}


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({1: 2000}, "rating-round-out-of-range"),
        ({10: 2000}, "rating-round-out-of-range"),
        ({4: 4001}, "rating-out-of-range"),
        ({4: 0}, "rating-out-of-range"),
    ],
)
def test_what_cannot_be_is_refused(league: Director, given: dict[int, int], code: str) -> None:
    with refused(code):
        league.do(SetLaterRatings(league.id("Ann"), given))


def test_an_event_that_is_not_long_has_one_rating_each() -> None:
    event = director("swiss")
    event.players("Ann")
    with refused("event-not-long"):
        event.do(SetLaterRatings(event.id("Ann"), {4: 2000}))
    assert event.do(SetLaterRatings(event.id("Ann"), {})).written is False


def test_the_history_names_them(league: Director) -> None:
    before = league.state
    receipt = league.do(SetLaterRatings(league.id("Ann"), {4: 2130, 7: 2120}))
    [changed] = [event for event in receipt.events if isinstance(event, PlayersChanged)]
    assert summary(before, [changed]) == "Ann has the rating 2130 from round 4 on and 2120 from round 7 on"
    back = PlayersChanged(changed.after, changed.before)
    assert summary(league.state, [back]) == "Ann has one rating for all rounds"


def test_ratings_stay_when_a_person_is_forgotten(league: Director) -> None:
    league.do(SetLaterRatings(league.id("Ann"), {4: 2130}))
    who = league.id("Ann")
    league.do(ForgetPlayer(who))
    assert league.state.players[who].rating_in(4) == 2130
