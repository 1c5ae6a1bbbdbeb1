"""What can never be true of an event, whatever led to it.

Commands check what they change. Taking back an old commit changes things that later commands relied on, in more ways
than each could foresee, so the outcome is looked at as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from podium.core.ids import PlayerId
from podium.flow.state import Round, Stage, Tournament

Obstacle = tuple[str, dict[str, object]]
"""What is in the way, and the facts to name it by."""


def problems(state: Tournament) -> Iterator[Obstacle]:
    """Everything that is wrong with `state`; nothing, for a state that commands can lead to."""
    yield from _entries(state)
    for number, here in enumerate(state.rounds, start=1):
        if here.number != number:
            yield "round", {"round": here.number}
        yield from _pairings(state, here)
    yield from _progress(state)
    for award in state.prizes.winners:
        if award.player_id not in state.players:
            yield "prize-list", {}


def _entries(state: Tournament) -> Iterator[Obstacle]:
    sections = set(state.sections)
    seated = {player for seats in state.seats.values() for player in seats}
    numbers: set[int] = set()
    for player in state.players.values():
        homeless = player.section not in sections
        unseated = player.section in state.seats and not player.withdrawn and player.id not in seated
        if homeless or unseated or player.number in numbers:
            yield "player", {"name": player.name}
        numbers.add(player.number)
    for section, seats in state.seats.items():
        for id in seats:
            if id not in state.players or state.players[id].section != section:
                yield "round", {"round": 1}


def _pairings(state: Tournament, here: Round) -> Iterator[Obstacle]:
    busy: set[PlayerId] = set()
    boards: set[int] = set()
    for pairing in here.games.values():
        where: dict[str, object] = {"round": here.number, "board": pairing.board}
        if pairing.board in boards:
            yield "pairing", where
        boards.add(pairing.board)
        for id in pairing.players:
            if id not in state.players or id in busy:
                yield "pairing", where
            elif state.players[id].section != pairing.section:
                yield "player", {"name": state.players[id].name, **where}
            busy.add(id)
    if here.stage is Stage.CLOSED and here.pending:
        yield "result", {"round": here.number}


def _progress(state: Tournament) -> Iterator[Obstacle]:
    planned = state.settings.rounds
    if planned is not None and len(state.rounds) > planned:
        yield "round", {"round": planned + 1}
    draft = False
    for here in state.rounds:
        if draft and here.stage is not Stage.DRAFT:
            yield "stage", {"round": here.number}
        draft = draft or here.stage is Stage.DRAFT
