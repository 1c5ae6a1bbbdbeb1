"""What the games of a format are to FIDE's regulations on ratings and titles."""

from __future__ import annotations

from enum import Enum


class RatedSystem(Enum):
    """The systems that title norms tell apart (B.01, 1.4.1 and 1.4.3)."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    OTHER = "other"
