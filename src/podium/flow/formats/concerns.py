"""What speaks against a round that is made or changed by hand, in a Swiss or where rounds are paired freely."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from podium.core.ids import PlayerId
from podium.flow.formats.swiss_field import field_of, games_and_byes, present
from podium.flow.players.numbers import numbers_in
from podium.flow.state import Game, Round, Tournament
from podium.swiss import Concern, concerns

COLOUR_CONCERNS = (Concern.THIRD_COLOUR, Concern.COLOUR_DIFFERENCE)
"""What the last round need not mind."""


@dataclass(frozen=True, slots=True)
class HandConcern:
    """A concern about some players; `round` is that of their other meeting."""

    concern: Concern
    players: tuple[PlayerId, ...]
    round: int | None = None


def swiss_concerns(state: Tournament, here: Round, waiting: Set[PlayerId]) -> Iterator[HandConcern]:
    """Everything to mind in the round; nothing of it forbids. `waiting` have neither game nor bye in it."""
    for section in state.sections:
        ids = {number: id for id, number in numbers_in(state, section, here.number).items()}
        last = here.number == state.settings.rounds
        playing = present(state, section, here.number) | (waiting & ids_in(state, section))
        field = field_of(state, section, here.number, playing=playing)
        for found in concerns(field, *games_and_byes(state, section, here)):
            if not (last and found.concern in COLOUR_CONCERNS):
                yield HandConcern(found.concern, tuple(ids[number] for number in found.players), found.round)


def meetings_to_come(state: Tournament, here: Round) -> Iterator[HandConcern]:
    """The games whose players meet in a later round too; where a game was not played they did not."""
    later = {
        frozenset(game.players): after.number
        for after in reversed(state.rounds[here.number :])
        for game in _meetings(after)
    }
    for game in _meetings(here):
        if (round := later.get(frozenset(game.players))) is not None:
            yield HandConcern(Concern.MEETS_AGAIN, game.players, round)


def _meetings(here: Round) -> Iterator[Game]:
    """The games of a round that are played, or to be played."""
    return (each for each in here.boards if each.played or not each.entered)


def ids_in(state: Tournament, section: str) -> set[PlayerId]:
    """The players of a section."""
    return {player.id for player in state.in_section(section)}
