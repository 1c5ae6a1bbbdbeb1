"""The start positions of a Chess960 event: one for each round, drawn when the round comes to be."""

from __future__ import annotations

from podium.chess import START_POSITIONS
from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.flow.commands import SetStartPosition
from podium.flow.events import Events, StartPositionChanged
from podium.flow.evolve import fold
from podium.flow.lookups import find_round
from podium.flow.state import Stage, StartPosition, Tournament


def drawn_position(dice: Dice) -> StartPosition:
    """One of the 960, drawn from a seed that is kept with it: the same seed gives the same position."""
    seed = dice.token()
    return StartPosition(Dice(seed).below(len(START_POSITIONS)), seed)


def positions_drawn(before: Tournament, events: Events, dice: Dice) -> Events:
    """The start positions of the rounds that `events` bring; those of rounds that they take away go with them."""
    after = fold(before, events) if before.settings.chess960 else None
    if after is None:
        return ()
    rounds = len(after.rounds)
    gone = sorted(number for number in after.start_positions if number > rounds)
    new = (number for number in range(len(before.rounds) + 1, rounds + 1) if number not in after.start_positions)
    return (
        *(StartPositionChanged(number, after.start_positions[number], None) for number in gone),
        *(StartPositionChanged(number, None, drawn_position(dice)) for number in new),
    )


def start_position_set(state: Tournament, command: SetStartPosition, dice: Dice) -> Events:
    """The start position of a round as it was drawn in the hall, or drawn anew by the program."""
    if not state.settings.chess960:
        raise Refused("not-chess960", value=command.round)
    here = find_round(state, command.round)
    if here.stage is Stage.CLOSED:
        raise Refused("round-closed", value=here.number)
    if command.number is not None and command.number not in START_POSITIONS:
        raise Invalid("start-position-unknown", field="number", value=command.number, most=START_POSITIONS[-1])
    before = state.start_positions.get(here.number)
    after = drawn_position(dice) if command.number is None else StartPosition(command.number)
    if before is not None and command.number == before.number:
        return ()
    return (StartPositionChanged(here.number, before, after),)
