"""Games of a paired round that become others: what later rounds were paired with is then not so any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from podium.core.ids import PlayerId
from podium.flow.events import BoardsChanged
from podium.flow.formats.registry import format_of
from podium.flow.state import Boards, Tournament

Pair = tuple[PlayerId, PlayerId]
"""White and Black."""


@dataclass(frozen=True, slots=True)
class PairingChange:
    """The games of a section that there are no longer, and those that there are in their place."""

    section: str
    before: tuple[Pair, ...]
    after: tuple[Pair, ...]


def changed_pairings(state: Tournament, event: BoardsChanged) -> Iterator[PairingChange]:
    """What becomes of the games of a round, by section; nothing where tables pair, whatever was played before."""
    if not format_of(state).engine.follows_results:
        return
    for section in state.sections:
        old, new = _pairs(event.before, section), _pairs(event.after, section)
        if old.keys() != new.keys():
            gone, come = (tuple(pair for pair in one if pair not in other) for one, other in ((old, new), (new, old)))
            yield PairingChange(section, gone, come)


def _pairs(boards: Boards, section: str) -> dict[Pair, None]:
    return {(game.white, game.black): None for game in boards.games if game.section == section}
