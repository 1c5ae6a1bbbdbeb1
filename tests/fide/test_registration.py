"""Ratings and pairing numbers in FIDE mode: who has none, what is typed, and the order among equals."""

from __future__ import annotations

import pytest

from podium.core.errors import Cautioned
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, ChangeSettings, ExchangeNumbers, PairRound, RenumberPlayers
from podium.flow.formats.registry import numbers_to_move
from podium.flow.players.numbers import pairing_numbers
from tests.kit.events import Director, director, refused
from tests.kit.loops import every

RISING = (1500, 1600, 1700, 1800)


def order(event: Director) -> str:
    return "".join(event.name(id) for id in pairing_numbers(event.state, ""))


def test_whoever_has_no_rating_is_unrated_until_one_is_typed() -> None:
    event = director("swiss", rules="fide", rounds=3)
    event.players("A", "B")
    assert [event.player(name).fields.rating for name in "AB"] == [None, None]
    event.edit("B", rating=1500)
    event.edit("B", rating=1600)
    assert [event.player(name).fields.rating for name in "AB"] == [None, 1600]
    assert order(event) == "BA"


def test_numbers_given_anew_leave_equals_in_their_order() -> None:
    event = director("swiss", rules="fide", rounds=5)
    ratings = {"F": 2000, "D": 1800, "B": 1800, "E": 1800, "A": 1700, "C": 1700}
    event.do(AddPlayers(tuple(PlayerFields(name, rating) for name, rating in ratings.items())))
    event.pair()
    assert order(event) == "FBDEAC"
    event.edit("C", rating=2100)
    event.do(RenumberPlayers(), acknowledged=1)
    assert order(event) == "CFBDEA"


@every("rounds", [0, 1])
def test_so_does_the_order_that_two_of_them_exchanged(rounds: int) -> None:
    event = director("swiss", rules="fide", rounds=5)
    ratings = {"F": 2000, "D": 1800, "B": 1800, "E": 1800, "A": 1700, "C": 1700}
    event.do(AddPlayers(tuple(PlayerFields(name, rating) for name, rating in ratings.items())))
    event.do(ExchangeNumbers(event.id("B"), event.id("E")), acknowledged=1)
    assert order(event) == "FEDBAC"
    for _round in range(rounds):
        event.pair()
    assert numbers_to_move(event.state) == 0
    event.edit("C", rating=2100)
    event.do(RenumberPlayers(), acknowledged=1)
    event.edit("A", rating=2050)
    event.do(RenumberPlayers(), acknowledged=1)
    assert order(event) == "CAFEDB"
    event.do(ExchangeNumbers(event.id("B"), event.id("E")), acknowledged=1)
    event.edit("A", rating=1600)
    event.do(RenumberPlayers(), acknowledged=1)
    assert order(event) == "CFBDEA"


def test_those_who_exchanged_numbers_are_apart_once_one_is_rated_higher() -> None:
    event = director("swiss", rules="fide", rounds=5)
    event.do(AddPlayers(tuple(PlayerFields(name, 1800) for name in "ABCD")))
    event.do(ExchangeNumbers(event.id("A"), event.id("B")), acknowledged=1)
    event.pair()
    event.edit("A", rating=1900)
    event.do(RenumberPlayers(), acknowledged=1)
    assert order(event) == "ABCD"


def test_another_order_of_equals_is_a_choice_anew() -> None:
    event = director("swiss", rules="fide", rounds=5)
    event.do(AddPlayers(tuple(PlayerFields(name, 1800) for name in "ABCD")))
    event.do(ExchangeNumbers(event.id("A"), event.id("B")), acknowledged=1)
    event.do(ChangeSettings({"numbering": "list"}), acknowledged=1)
    assert order(event) == "ABCD"


def test_round_1_asks_where_numbers_do_not_follow_the_ratings() -> None:
    event = director("swiss", rules="fide", rounds=5, numbering="list")
    event.do(AddPlayers(tuple(PlayerFields(name, rating) for name, rating in zip("ABCD", RISING, strict=True))))
    before = event.state
    with pytest.raises(Cautioned) as caught:
        event.pair()
    assert event.state is before
    assert caught.value.facts["level"] == "L3"
    assert [each["code"] for each in caught.value.facts["cautions"]] == ["numbers-not-by-rating"]  # type: ignore[attr-defined]  # what the gate writes
    event.do(PairRound(), acknowledged=1)
    event.all_results("1-0")
    event.pair()


def test_nor_do_those_that_were_exchanged_before_a_rating_was_corrected() -> None:
    event = director("swiss", rules="fide", rounds=5)
    event.do(AddPlayers(tuple(PlayerFields(name, 1800) for name in "ABCD")))
    event.do(ExchangeNumbers(event.id("A"), event.id("B")), acknowledged=1)
    event.edit("D", rating=2000)
    with refused("fide-mode-asks"):
        event.pair()
    event.do(RenumberPlayers(), acknowledged=1)
    event.pair()
    assert order(event) == "DBAC"
