"""Full-point byes, which a director gives by hand and FIDE advises against."""

from __future__ import annotations

from podium.core.result import ByeType
from podium.flow.commands import Command, GiveBye, PairByHand, RecordBye
from podium.flow.state import Bye, Tournament


def gives_full_point_bye(state: Tournament, command: Command) -> bool:
    """Whether somebody is to have a full-point bye who has none in that round yet."""
    match command:
        case GiveBye():
            return command.kind is ByeType.UNPAIRED
        case RecordBye():
            stands = state.pairing(command.pairing) if command.pairing in state.where else None
            return command.kind is ByeType.UNPAIRED and isinstance(stands, Bye) and stands.kind is not ByeType.UNPAIRED
        case PairByHand():
            return any(line.black is None and line.bye is ByeType.UNPAIRED for line in command.pairings)
        case _:
            return False
