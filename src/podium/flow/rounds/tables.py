"""At which table each match is played where there are fewer tables than matches.

A match keeps its table while it is played; one that is free goes to the next match that can be played. What is over
keeps the number of its table: where its result is taken back it has that table again, and the match that was called to
it waits.
"""

from __future__ import annotations

from dataclasses import replace

from podium.core.ids import PairingId
from podium.flow.state import Game, Match, Stage, Tournament


def open_matches(state: Tournament) -> list[Game | Match]:
    """The games and matches that are out and not over, in the order in which they are called."""
    return [
        each
        for here in state.rounds
        if here.stage is not Stage.DRAFT
        for each in here.meetings
        if each.problem or here.is_played_off(each.id)
    ]


def with_tables(state: Tournament) -> Tournament:
    """The event with every free table given to the next match that waits for one."""
    if state.settings.tables is None:
        return state
    tables, waiting = dict(state.tables), []
    free = dict.fromkeys(range(1, state.settings.tables + 1))
    for each in open_matches(state):
        if tables.get(each.id) in free:
            del free[tables[each.id]]
        else:
            tables.pop(each.id, None)
            waiting.append(each)
    tables |= {each.id: table for each, table in zip(waiting, free, strict=False)}
    return state if tables == state.tables else replace(state, tables=tables)


def waiting_matches(state: Tournament) -> list[PairingId]:
    """The matches that wait for a table in an event with a number of tables, the next one first."""
    return [each.id for each in open_matches(state) if each.id not in state.tables]
