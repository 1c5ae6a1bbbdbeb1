"""Half-point byes: in FIDE mode one for a player at most, and none for players who are not entitled to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.result import ByeType
from podium.flow.state import Tournament


def half_byes_had(state: Tournament, player: Player) -> tuple[int, ...]:
    """The paired rounds in which `player` has a half-point bye."""
    had = ((here.number, here.pairing_of(player.id)) for here in state.rounds)
    return tuple(number for number, pairing in had if pairing is not None and pairing.bye_kind is ByeType.HALF)


def half_byes_asked_for(state: Tournament, player: Player) -> tuple[int, ...]:
    """The rounds to come in which `player` asks for a half-point bye."""
    return tuple(due for due, kind in player.byes.items() if kind is ByeType.HALF and due > len(state.rounds))


def check_half_bye(state: Tournament, player: Player, round: int, kind: ByeType) -> None:
    """Nothing, if `player` can have a bye of that `kind` in the round; refuses by name what FIDE mode does not know."""
    if kind is ByeType.HALF:
        others = {*half_byes_had(state, player), *half_byes_asked_for(state, player)} - {round}
        _check(state, player, round, others)


def check_half_byes_asked_for(state: Tournament, before: Player, after: Player) -> None:
    """Nothing, if the byes that a player asks for now can be given; what stands already is no matter."""
    known, asked = half_byes_asked_for(state, before), half_byes_asked_for(state, after)
    for due in sorted(asked, reverse=True):
        if due not in known:
            _check(state, after, due, {*half_byes_had(state, after), *asked} - {due})


def check_half_bye_due(state: Tournament, player: Player, round: int) -> None:
    """Nothing, if the bye that `player` asks for in the round that is being paired can be given."""
    if player.byes[round] is ByeType.HALF:
        _check(state, player, round, half_byes_had(state, player))


def check_entitlement(state: Tournament, player: Player) -> None:
    """Nothing, unless a `player` who is not entitled to half-point byes asks for one in a round to come."""
    if state.in_fide_mode and not player.half_byes and (asked := half_byes_asked_for(state, player)):
        raise Refused("half-bye-asked-for", field="half_byes", value=False, name=player.name, round=asked[0])


def check_half_byes_since(before: Tournament, after: Tournament) -> None:
    """Nothing, if every player who has or asks for a half-point bye `after`, and not `before`, can have it."""
    known, now = _half_byes_of_all(before), _half_byes_of_all(after)
    for id, rounds in now.items():
        for number in sorted(rounds - known.get(id, set())):
            _check(after, after.players[id], number, rounds - {number})
        if (was := before.players.get(id)) is not None and was.half_byes:
            check_entitlement(after, after.players[id])


def _half_byes_of_all(state: Tournament) -> dict[PlayerId, set[int]]:
    """The rounds in which each player has a half-point bye, or asks for one; nobody who has none."""
    found: dict[PlayerId, set[int]] = defaultdict(set)
    for here in state.rounds:
        for pairing in here.games.values():
            if pairing.bye_kind is ByeType.HALF:
                found[pairing.player].add(here.number)
    for player in state.players.values():
        if asked := half_byes_asked_for(state, player):
            found[player.id].update(asked)
    return dict(found)


def _check(state: Tournament, player: Player, round: int, others: Collection[int]) -> None:
    if not state.in_fide_mode:
        return
    if not player.half_byes:
        raise Refused("half-byes-not-due", value=player.id, name=player.name, round=round)
    if others:
        raise Refused("half-bye-repeated", value=player.id, name=player.name, round=round, first=min(others))
