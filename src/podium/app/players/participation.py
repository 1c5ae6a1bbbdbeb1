"""What entering late, leaving, coming back and asking for a bye mean, to be read before it is done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Act(Enum):
    """What changes how a player takes part, once there are rounds."""

    LATE_ENTRY = "late-entry"
    WITHDRAWAL = "withdrawal"
    RETURN = "return"
    EXPULSION = "expulsion"
    BYE_REQUEST = "bye-request"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an act means for the points, the tie-breaks and the pairings to come, a sentence or two each."""

    act: Act
    points: str
    tiebreaks: str
    pairings: str
