"""Players of the same rating and title get their numbers by what the event decides: name, FIDE id, age or lots."""

from __future__ import annotations

import pytest

from podium.core.errors import Refused
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, ChangeSettings, EditPlayer, PairRound, RenumberPlayers
from podium.flow.evolve import evolve
from podium.flow.players.forget import forgetting
from podium.flow.players.numbers import pairing_numbers
from tests.kit.events import Director, director
from tests.kit.loops import every

FIELD = (
    PlayerFields("Ann", 2000, fide_id="900", birth="2001"),
    PlayerFields("Ben", 2000, fide_id="1000", birth="1990-05-31"),
    PlayerFields("Cat", 2000, fide_id="20"),
    PlayerFields("Dan", 2000, birth="1990"),
    PlayerFields("Eve", 2100),
)


def event(**settings: object) -> Director:
    here = director("swiss", "t1", rounds=7, **settings)
    here.do(AddPlayers(FIELD))
    return here


def order(here: Director) -> list[str]:
    return [here.state.players[id].name for id in pairing_numbers(here.state, "")]


@every(
    ("by", "names"),
    [
        ("name", ["Eve", "Ann", "Ben", "Cat", "Dan"]),
        ("fide_id", ["Eve", "Cat", "Ann", "Ben", "Dan"]),  # by number, and who has none comes last
        ("age", ["Eve", "Dan", "Ben", "Ann", "Cat"]),
    ],
)
def test_equals_are_ordered_as_the_event_says(by: str, names: list[str]) -> None:
    assert order(event(equal_order=by)) == names


def test_lots_are_drawn_once_and_kept() -> None:
    here = event(equal_order="lots")
    seed, drawn = here.state.settings.equal_lot, order(here)
    assert seed
    assert drawn[0] == "Eve"
    assert sorted(drawn) == ["Ann", "Ben", "Cat", "Dan", "Eve"]
    here.do(ChangeSettings({"equal_order": "name"}))
    here.do(ChangeSettings({"equal_order": "lots"}))
    assert (here.state.settings.equal_lot, order(here)) == (seed, drawn)
    id = next(player.id for player in here.state.players.values() if player.name == "Ann")
    here.do(EditPlayer(id, {"name": "Zoe"}))
    assert order(here) == ["Zoe" if name == "Ann" else name for name in drawn]  # a name decides nothing here


def test_renumbering_keeps_the_order_first_drawn() -> None:
    here = event(equal_order="lots")
    drawn = order(here)
    here.do(PairRound())
    id = next(player.id for player in here.state.players.values() if player.name == "Eve")
    here.do(EditPlayer(id, {"rating": 1900}))
    here.do(RenumberPlayers())
    assert order(here) == [*drawn[1:], "Eve"]


def test_another_order_renumbers_until_a_round_is_paired() -> None:
    here = event()
    here.do(ChangeSettings({"equal_order": "fide_id"}))
    assert order(here) == ["Eve", "Cat", "Ann", "Ben", "Dan"]


def test_who_is_forgotten_keeps_the_place_among_equals() -> None:
    here = event(equal_order="age")
    before = [*pairing_numbers(here.state, "")]
    id = next(player.id for player in here.state.players.values() if player.name == "Dan")
    after = evolve(here.state, forgetting(here.state, id))
    assert [*pairing_numbers(after, "")] == before


def test_the_table_of_a_round_robin_is_numbered_so_too() -> None:
    here = director("round-robin", "t1", table_numbers="rating", equal_order="fide_id")
    here.do(AddPlayers(FIELD))
    here.do(PairRound())
    assert [here.state.players[id].name for id in here.state.seats[""]] == ["Eve", "Cat", "Ann", "Ben", "Dan"]
    with pytest.raises(Refused):
        here.do(RenumberPlayers())
