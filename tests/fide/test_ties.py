"""Ties in FIDE mode: shared, drawn by lots that never change, ordered by hand; typed values; who has left."""

from __future__ import annotations

import pytest

from podium.app.queries import standings
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, OrderTie, Revert, TypeTiebreaks, WithdrawPlayer
from podium.flow.rounds.kept_values import TieOrderedBy
from tests.kit.events import Director, director


@pytest.fixture
def event() -> Director:
    """One round of draws: nothing separates the four."""
    event = director("swiss", rules="fide", rounds=1, tiebreaks=["BH", "EXT"])
    event.do(AddPlayers(tuple(map(PlayerFields, ("Ann", "Ben", "Cas", "Dee")))))
    event.pair()
    for name in ("Ann", "Ben"):
        event.result(name, "1/2-1/2")
    event.close(1)
    return event


def ranking(event: Director) -> list[tuple[int, str]]:
    assert event.state.in_fide_mode
    return [(row.rank, row.player.name) for row in standings(event.state)]


def test_places_are_shared_at_the_end(event: Director) -> None:
    assert [rank for rank, _name in ranking(event)] == [1, 1, 1, 1]


def test_lots_drawn_again_give_the_same_order(event: Director) -> None:
    players = tuple(event.state.players)
    event.do(OrderTie(players, TieOrderedBy.LOT))
    drawn = ranking(event)
    assert [rank for rank, _name in drawn] == [1, 2, 3, 4]
    event.do(Revert())
    event.do(OrderTie(players[::-1], TieOrderedBy.LOT))
    assert ranking(event) == drawn


def test_players_who_are_tied_can_be_ordered_by_hand(event: Director) -> None:
    event.do(OrderTie(tuple(event.id(name) for name in ("Dee", "Cas", "Ben", "Ann")), TieOrderedBy.HAND))
    assert ranking(event) == [(1, "Dee"), (2, "Cas"), (3, "Ben"), (4, "Ann")]


def test_values_computed_elsewhere_can_be_typed_in(event: Director) -> None:
    event.do(TypeTiebreaks({event.id("Dee"): 3, event.id("Ann"): "2.5"}))
    assert [name for _rank, name in ranking(event)][:2] == ["Dee", "Ann"]


def test_who_was_expelled_has_no_place(event: Director) -> None:
    event.do(WithdrawPlayer(event.id("Ben"), expelled=True))
    assert [name for _rank, name in ranking(event)] == ["Ann", "Cas", "Dee"]
