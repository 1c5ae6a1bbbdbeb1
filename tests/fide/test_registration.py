"""Ratings and pairing numbers in FIDE mode: who has none, what is typed, and the order among equals."""

from __future__ import annotations

from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, RenumberPlayers
from podium.flow.numbers import pairing_numbers
from tests.kit.events import Director, director


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
    event.do(RenumberPlayers())
    assert order(event) == "CFBDEA"
