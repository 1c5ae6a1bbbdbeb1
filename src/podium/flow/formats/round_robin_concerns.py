"""What speaks against a round of a round robin that is made or changed by hand: everybody is to meet everybody.

Who is paired counts, whether there are results or not. Where there are tables, the rounds to come are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from podium.core.ids import PlayerId
from podium.flow.formats.concerns import HandConcern, ids_in, swiss_concerns
from podium.flow.players.seats import schedule
from podium.flow.state import Round, Tournament
from podium.roundrobin import Plan, rounds_needed, second_meetings, short_of_opponents, third_colours
from podium.swiss import Concern

OF_PRESENCE = (Concern.TWICE, Concern.ABSENT, Concern.LEFT_OUT)
"""What speaks against a round of any event."""

Pairs = frozenset[tuple[PlayerId, PlayerId]]


def round_robin_concerns(state: Tournament, here: Round, waiting: Set[PlayerId]) -> Iterator[HandConcern]:
    """Everything to mind in the round; nothing of it forbids. `waiting` have neither game nor bye in it."""
    yield from (found for found in swiss_concerns(state, here, waiting) if found.concern in OF_PRESENCE)
    for section in state.sections:
        yield from _of_section(state, section, here)


def _of_section(state: Tournament, section: str, here: Round) -> Iterator[HandConcern]:
    plan = _plan(state, section, here)
    if plan is None:
        return
    number = here.number
    second = dict(second_meetings(plan, number))
    for game in here.boards:
        if (pair := (game.white, game.black)) in second:
            concern = Concern.REMATCH if second[pair] < number else Concern.MEETS_AGAIN
            yield HandConcern(concern, pair, second[pair])
    otherwise = plan.with_round(number, _row(state, section, number))
    playing = {player.id for player in state.in_section(section) if not player.withdrawn}
    for concern, found, before in (
        (Concern.THIRD_COLOUR, third_colours(plan, number), third_colours(otherwise, number)),
        (
            Concern.UNMET,
            short_of_opponents(plan, number, playing),
            short_of_opponents(otherwise, number, playing),
        ),
    ):
        for player in state.in_section(section):
            if player.id in found - before:
                yield HandConcern(concern, (player.id,))


def _plan(state: Tournament, section: str, here: Round) -> Plan[PlayerId] | None:
    """The rounds of a section, paired or by its table; None where there is nobody to meet."""
    cycles = state.settings.cycles
    played = [_pairs(each, section) for each in state.rounds]
    playing = {player.id for player in state.in_section(section) if not player.withdrawn}
    met = {player for games in played for pair in games for player in pair}
    seats = state.seats.get(section)
    size = len(seats) if seats else len((playing | met) & ids_in(state, section))
    if size < 2:  # nobody to meet
        return None
    needed = rounds_needed(size, cycles)
    planned = max(len(played), min(state.settings.rounds or needed, needed))
    to_come = (_row(state, section, number) for number in range(len(played) + 1, planned + 1))
    return Plan((*played, *to_come), needed // cycles, cycles)


def _row(state: Tournament, section: str, number: int) -> Pairs | None:
    """The games that the table of a section has in a round; None where there is no table, or no such round."""
    seats = state.seats.get(section)
    rows = schedule(state, section).rounds if seats else ()
    if not seats or number > len(rows):
        return None
    return frozenset((seats[white - 1], seats[black - 1]) for white, black in rows[number - 1].boards)


def _pairs(here: Round, section: str) -> Pairs:
    return frozenset((game.white, game.black) for game in here.boards if game.section == section)
