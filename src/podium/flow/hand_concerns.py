"""What speaks against a round that is made or changed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from podium.core.ids import PlayerId
from podium.flow.formats.swiss_field import field_of, games_and_byes, present
from podium.flow.numbers import numbers_in
from podium.flow.state import Round, Tournament
from podium.flow.unpaired import left_out
from podium.swiss import Concern, Field, concerns

OF_COLOURS = (Concern.THIRD_COLOUR, Concern.COLOUR_DIFFERENCE)
"""What the last round need not mind."""


@dataclass(frozen=True, slots=True)
class HandConcern:
    """A concern about some players; `round` is that of their first meeting."""

    concern: Concern
    players: tuple[PlayerId, ...]
    round: int | None = None


def hand_concerns(state: Tournament, here: Round) -> Iterator[HandConcern]:
    """Everything to mind in the round; nothing of it forbids."""
    for section in state.sections:
        ids = {number: id for id, number in numbers_in(state, section, here.number).items()}
        last = here.number == state.settings.rounds
        for found in concerns(_field(state, section, here), *games_and_byes(state, section, here)):
            if not (last and found.concern in OF_COLOURS):
                yield HandConcern(found.concern, tuple(ids[number] for number in found.players), found.round)


def _field(state: Tournament, section: str, here: Round) -> Field:
    """The section before the round, with everybody who is to be paired in it or was."""
    waiting = {player.id for player in left_out(state, here.number) if player.section == section}
    return field_of(state, section, here.number, playing=present(state, section, here.number) | waiting)
