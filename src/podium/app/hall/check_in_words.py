"""What becomes of players who have not come, in words."""

from __future__ import annotations

from podium.app.hall.check_in import Absence
from podium.app.words.language import N_, _

_WORDS = {
    Absence.LEFT_OUT: N_("Leave them out of this round, without a point"),
    Absence.HALF_POINT: N_("Give them a half-point bye in this round"),
    Absence.WITHDRAWN: N_("Withdraw them from the tournament"),
}


def absence_words(absence: Absence) -> str:
    """What an act means for those who have not come."""
    return _(_WORDS[absence])
