"""Knockouts to run by hand: built, asked for their matches, by round and board."""

from __future__ import annotations

from typing import Protocol

from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, PairRound
from podium.flow.state import Tournament
from podium.knockout import BracketMatch, Knockout
from tests.kit.events import Director, director

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


class Event(Protocol):
    """Whoever runs a tournament and can tell how it stands."""

    @property
    def state(self) -> Tournament: ...


def cup(players: int = 4, policy: str = "RAPID", **settings: object) -> Director:
    """A knockout with its bracket built; the first name is the best player."""
    event = director("knockout", "t1", tieBreakPolicy=policy, **settings)
    for at, name in enumerate(NAMES[:players]):
        event.do(AddPlayers((PlayerFields(name, 2400 - 10 * at),)))
    event.do(PairRound())
    return event


def bracket(event: Event) -> Knockout:
    assert event.state.knockout is not None
    return event.state.knockout


def match(event: Event, round: int, board: int = 1) -> BracketMatch:
    found = bracket(event).on_board(round, board)
    assert found is not None
    return found
