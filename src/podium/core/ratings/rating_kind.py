"""The three ratings that FIDE keeps of a player, and which of them a time control asks for."""

from __future__ import annotations

from enum import StrEnum

from podium.core.timecontrol import TimeControl

MOVES = 60  # so many moves FIDE counts to see how long a game lasts
RAPID_FROM, STANDARD_FROM = 10 * 60, 60 * 60  # seconds; up to ten minutes it is blitz


class RatingKind(StrEnum):
    """A rating for games of one length."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


def rating_kind(time: TimeControl) -> RatingKind:
    """The rating for games at that time control (FIDE Laws, appendices A and B; Rating Regulations B.02).

    >>> [rating_kind(TimeControl.parse(text)).value for text in ("3+2", "15+10", "90+30")]
    ['blitz', 'rapid', 'standard']
    """
    seconds = time.length(MOVES)
    if seconds <= RAPID_FROM:
        return RatingKind.BLITZ
    return RatingKind.RAPID if seconds < STANDARD_FROM else RatingKind.STANDARD
