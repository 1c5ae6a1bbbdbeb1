"""Byes of a paired round that come to count otherwise: what later rounds were paired with is then not so any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.core.result import ByeType
from podium.flow.events import BoardsChanged
from podium.flow.state import Boards, Bye, Tournament


@dataclass(frozen=True, slots=True)
class ByeChange:
    """What a player without a game has in a round, before and after a change; None: no record, worth nothing."""

    player: PlayerId
    section: str
    before: ByeType | None
    after: ByeType | None


def changed_byes(state: Tournament, event: BoardsChanged) -> Iterator[ByeChange]:
    """The byes that bring other points, or become the one of the pairing, or cease to be it.

    A bye other than that one for somebody who had no record, and has none in a later round, is a late entry's: nothing
    was paired with what it changes.
    """
    before, after = _byes(event.before), _byes(event.after)
    seated = {id for boards in (event.before, event.after) for game in boards.games for id in game.players}
    for id in dict.fromkeys((*before, *after)):
        old, new = before.get(id), after.get(id)
        if id in seated or _effect(state, old) == _effect(state, new):
            continue
        about = new or old
        assert about is not None  # the player is in one of the two
        was, now = (each.kind if each is not None else None for each in (old, new))
        if old is not None or ByeType.BYE in (was, now) or _plays_after(state, id, event.round):
            yield ByeChange(id, about.section, was, now)


def allocated_byes(boards: Boards) -> set[PlayerId]:
    """Who has the bye of the pairing."""
    return {bye.player for bye in boards.byes if bye.kind is ByeType.BYE}


def _byes(boards: Boards) -> dict[PlayerId, Bye]:
    return {bye.player: bye for bye in boards.byes}


def _effect(state: Tournament, bye: Bye | None) -> tuple[Points, bool]:
    """The points, and whether it is the bye of the pairing."""
    if bye is None:
        return Points(0), False
    return bye.points(state.settings.scoring), bye.kind is ByeType.BYE


def _plays_after(state: Tournament, player: PlayerId, round: int) -> bool:
    return any(here.of(player) is not None for here in state.rounds[round:])
