"""Another result for a game of the past: what it would change, and then the correction itself."""

from __future__ import annotations

from podium.app.access import Actor
from podium.app.desk import Desk
from podium.app.ports import Receipt
from podium.core.dice import Dice
from podium.core.errors import Refused, Unknown
from podium.core.ids import PairingId, TournamentId
from podium.flow.commands import Act, RecordResult, ReopenRound
from podium.flow.decide import decide
from podium.flow.evolve import fold
from podium.flow.state import Game, Round, Stage, Tournament


def game_of(state: Tournament, pairing: PairingId) -> tuple[Round, Game]:
    """The game of that id and the round it is in; raises Unknown, and Refused for a bye."""
    if pairing not in state.where:
        raise Unknown("pairing", pairing)
    found = state.pairing(pairing)
    if not isinstance(found, Game):
        raise Refused("result-on-bye", value=pairing)
    return state.rounds[state.where[pairing] - 1], found


def corrected(state: Tournament, command: RecordResult) -> Tournament:
    """The tournament with the new result; raises what stands in the way. Nothing is written."""
    for step in steps(state, command):
        after = fold(state, decide(state, step, "", Dice("correction")))
        assert after is not None  # only a tournament that exists can be corrected
        state = after
    return state


def correct(
    desk: Desk, actor: Actor, stream: TournamentId, state: Tournament, command: RecordResult, expected: int | None
) -> Receipt:
    """The receipt of the new result; the round is reopened first, and stays open so that it can be looked at."""
    *before, last = steps(state, command)
    for step in before:
        expected = desk.perform(actor, stream, step, expected=expected).version
    return desk.perform(actor, stream, last, expected=expected)


def steps(state: Tournament, command: RecordResult) -> tuple[Act, ...]:
    """The commands that lead to the new result."""
    here, _ = game_of(state, command.pairing)
    return (ReopenRound(here.number), command) if here.stage is Stage.CLOSED else (command,)
