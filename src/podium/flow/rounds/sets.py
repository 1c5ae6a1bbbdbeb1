"""The sets of a match between two teams: entered as numbers, or by clicks."""

from __future__ import annotations

from podium import doubles
from podium.core.errors import Refused
from podium.flow.commands import ClickSets, RecordSets
from podium.flow.events import Events, SetsRecorded
from podium.flow.state import Bye, Match, Pairing, Round, Side


def sets_recorded(here: Round, pairing: Pairing, command: RecordSets | ClickSets) -> Events:
    """The sides of a match that change; refuses what is no match."""
    if isinstance(pairing, Bye):
        raise Refused("sets-on-free-game", value=pairing.id)
    if not isinstance(pairing, Match):
        raise Refused("game-without-sets", value=pairing.id)
    if isinstance(command, ClickSets):
        wanted: dict[Side, int | None] = {command.side: doubles.click(pairing.of(command.side), pairing.to_win)}
    else:
        wanted = {side: doubles.checked(value, pairing.to_win) for side, value in command.sets.items()}
    return tuple(
        SetsRecorded(here.number, pairing.id, side, pairing.of(side), wanted[side])
        for side in Side
        if side in wanted and wanted[side] != pairing.of(side)
    )
