"""Players of one club or federation who are kept apart: in FIDE mode the groups are declared before round 1."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set

from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.events import Events, PlayersChanged
from podium.flow.evolve import fold
from podium.flow.state import Apart, Tournament

Groups = frozenset[frozenset[PlayerId]]


def refuse_other_groups(state: Tournament, events: Events) -> None:
    """Nothing, unless `events` change who of the players in paired rounds may not meet; raises Refused naming one.

    Who comes late joins the group of the own club or federation, and can be moved until the first round with a record.
    """
    if not (state.rounds and state.settings.apart and any(isinstance(event, PlayersChanged) for event in events)):
        return
    after = fold(state, events)
    assert after is not None
    bound = {id for here in state.rounds for pairing in here.games.values() for id in pairing.players}
    for what in state.settings.apart:
        if _groups(state, what, bound) == _groups(after, what, bound):
            continue
        moved = next(
            after.players[id]
            for id in state.players
            if id in bound and _group(state.players[id], what) != _group(after.players[id], what)
        )
        raise Refused("groups-declared-before-round-1", field=what.value, value=_own(moved, what), name=moved.name)


def shared(player: Player, what: Apart) -> str:
    """The club or the federation by which a player is kept apart from others; empty for none."""
    return (_own(player, what) or "").casefold()


def _group(player: Player, what: Apart) -> tuple[str, str]:
    """The name of a group: those of a section who share something."""
    return player.section, shared(player, what)


def _own(player: Player, what: Apart) -> str | None:
    return player.fields.club if what is Apart.CLUB else player.fields.federation


def _groups(state: Tournament, what: Apart, bound: Set[PlayerId]) -> Groups:
    together: dict[tuple[str, str], set[PlayerId]] = defaultdict(set)
    for id in bound & state.players.keys():
        player = state.players[id]
        if shared(player, what):
            together[_group(player, what)].add(id)
    return frozenset(frozenset(group) for group in together.values() if len(group) > 1)
