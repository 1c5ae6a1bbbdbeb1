"""Who sits where in a round robin: numbers drawn with the first round, and the vacant seat of an odd table.

A table for an odd number of players is the table of the next even number with its last seat empty: whoever meets that
seat is free. A late entry can therefore take it at any time, and no game that was played or planned changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.events import Seating
from podium.flow.state import Seats, Tournament
from podium.roundrobin import rounds_needed

FEWEST = 2


def drawn(state: Tournament) -> Seats:
    """The seats of every section that has enough players for a table, in the order of the list; refuses none at all."""
    active = {
        section: tuple(player.id for player in state.in_section(section) if not player.withdrawn)
        for section in state.sections
    }
    seats = {section: here for section, here in active.items() if len(here) >= FEWEST}
    if not seats:
        raise Refused("too-few-players", value=max(map(len, active.values())), least=FEWEST)
    return seats


def berger_numbers(state: Tournament, section: str) -> dict[PlayerId, int]:
    """The numbers in the table of a section; whoever has no seat comes after all who have."""
    seated = state.seats[section]
    others = [player.id for player in state.in_section(section) if player.id not in seated]
    return {id: number for number, id in enumerate((*seated, *others), start=1)}


def table_sizes(state: Tournament) -> list[int]:
    """How many sit at each table; before the seats are drawn, how many of each section take part."""
    return [len(seats) for seats in state.seats.values()] or [
        sum(not player.withdrawn for player in state.in_section(section)) for section in state.sections
    ]


def is_over(state: Tournament, section: str, round: int) -> bool:
    """Whether the table of `section` was played to its end before `round`."""
    here = state.seats.get(section, ())
    return bool(here) and round > rounds_needed(len(here), state.settings.cycles)


def reseated(state: Tournament, leaving: Iterable[Player], coming: Iterable[Player]) -> Seating | None:
    """The change of seats when players who never played leave and others come; None where no seat changes.

    Refuses to empty a seat that the table counts on, and to seat a player where no seat is vacant.
    """
    if not state.seats:
        return None
    seats = dict(state.seats)
    for player in leaving:
        here = seats.get(player.section, ())
        if player.id in here:
            if len(here) % 2 or here[-1] != player.id:
                raise Refused("player-has-games", value=player.id, name=player.name, round=1)
            seats[player.section] = here[:-1]
    for player in coming:
        here = seats.get(player.section, ())
        if player.id in here:
            continue
        if len(here) % 2 == 0 or is_over(state, player.section, len(state.rounds) + 1):
            raise Refused("round-robin-started", value=player.name, section=player.section)
        seats[player.section] = (*here, player.id)
    return Seating(state.seats, seats) if seats != state.seats else None
