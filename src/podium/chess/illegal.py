"""Why a move is refused."""

from __future__ import annotations

from enum import StrEnum

from podium.core.errors import Invalid

LONGEST_VALUE = 100  # characters of what was sent that an error repeats


class Objection(StrEnum):
    """What is wrong with a move; each has its sentence in the words of the application."""

    MISSING = "missing"
    MALFORMED = "malformed"  # neither coordinates nor SAN
    NOTHING_THERE = "nothing-there"
    NOT_ON_TURN = "not-on-turn"  # the opponent's piece
    UNREACHABLE = "unreachable"
    NO_PIECE_REACHES = "no-piece-reaches"  # SAN of a move that no piece can make
    KING_ATTACKED = "king-attacked"
    AMBIGUOUS = "ambiguous"
    NOTHING_TO_TAKE = "nothing-to-take"
    CASTLING_NOT_POSSIBLE = "castling-not-possible"
    CASTLING_ONTO_ROOK = "castling-onto-rook"
    PROMOTION_MISSING = "promotion-missing"
    PROMOTION_PIECE = "promotion-piece"
    PROMOTION_ELSEWHERE = "promotion-elsewhere"


def illegal(value: str, objection: Objection, **facts: object) -> Invalid:
    """The error that names a move and what is wrong with it."""
    return Invalid("illegal-move", value=value[:LONGEST_VALUE], reason=objection.value, **facts)
