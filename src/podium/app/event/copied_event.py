"""What one event takes over from another: settings without what was its alone, and players without their results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from podium.core.player import PlayerFields
from podium.flow.event.declaration import OF_PLAYERS, Null
from podium.flow.event.options import END, NAME, ROUND_DATES, START
from podium.flow.event.settings import GIVEN, formats_with
from podium.flow.state import Settings, Tournament

ITS_ALONE = (NAME, START, END, ROUND_DATES)
"""What another event has to say for itself."""


def copied_settings(settings: Settings) -> dict[str, object]:
    """The settings that another event of the same format can have, as commands take them."""
    copied = {
        option.json: option.written(settings)
        for option in GIVEN.values()
        if option not in ITS_ALONE and option.kind not in OF_PLAYERS and settings.format in formats_with(option)
    }
    return {name: value for name, value in copied.items() if value is not None or GIVEN[name].null is Null.CLEARS}


def known_settings(kept: Mapping[str, object]) -> dict[str, object]:
    """What was kept of settings, without what no event has any more."""
    return {name: value for name, value in kept.items() if name in GIVEN}


def copied_players(state: Tournament) -> tuple[PlayerFields, ...]:
    """The players in the order of their entry, without the ranks they finished on."""
    players = sorted(state.players.values(), key=lambda player: player.number)
    return tuple(replace(player.fields, rank=None) for player in players)
