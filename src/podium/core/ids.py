"""Names of things. Ids are opaque strings, minted once and never reused."""

from __future__ import annotations

from typing import NewType

TournamentId = NewType("TournamentId", str)
PlayerId = NewType("PlayerId", str)
PairingId = NewType("PairingId", str)

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: ids are read aloud and typed


def tournament_of(pairing: str) -> TournamentId:
    """The tournament whose stream minted the id of a pairing, which is the part before the dash."""
    return TournamentId(pairing.partition("-")[0])
