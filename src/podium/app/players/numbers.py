"""The number that each player is known by: on every page, in every list and file, over the API."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.memory import Memory
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.formats.registry import numbers_of
from podium.flow.lookups import single_players
from podium.flow.state import Tournament

_NUMBERS: Memory[Mapping[PlayerId, int]] = Memory(64)


def player_numbers(state: Tournament) -> Mapping[PlayerId, int]:
    """The numbers of all players, section by section; the same object for as long as nothing they follow from changes.

    Sections are numbered each for itself.
    """
    parts = (state.settings, state.players, state.seats, state.numbers)
    return _NUMBERS.remember(
        parts, lambda: {id: number for section in state.sections for id, number in numbers_of(state, section).items()}
    )


def players_by_number(state: Tournament) -> list[Player]:
    """The players section by section, each by number; no teams."""
    singles = {player.id for player in single_players(state)}
    return [state.players[id] for id in player_numbers(state) if id in singles]
