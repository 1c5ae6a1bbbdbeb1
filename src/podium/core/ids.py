"""Names of things. Ids are opaque strings, minted once and never reused."""

from __future__ import annotations

import re
from typing import NewType

from podium.core.errors import Unknown

TournamentId = NewType("TournamentId", str)
PlayerId = NewType("PlayerId", str)
PairingId = NewType("PairingId", str)

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: ids are read aloud and typed


LONGEST_ID = 80
_OWN = re.compile(rf"[{ALPHABET}]{{1,40}}(-[{ALPHABET}]{{1,39}})?")
_ID = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{1,80}")


def identity(kind: str, text: str) -> str:
    """`text` as an id that can be looked up; raises Unknown for what no id looks like."""
    if not _ID.fullmatch(text):
        raise Unknown(kind, text[:LONGEST_ID])
    return text


def tournament_of(pairing: str) -> TournamentId:
    """The tournament whose stream minted the id of a pairing, which is the part before the dash."""
    return TournamentId(pairing.partition("-")[0])


def is_own_id(text: str) -> bool:
    """Whether Podium could have minted an id: of its own alphabet, that of a pairing with the tournament before it.

    >>> is_own_id("k3v9w2m4xq"), is_own_id("k3v9w2m4xq-c4ke0fyadz"), is_own_id("import"), is_own_id("..")
    (True, True, False, False)
    """
    return _OWN.fullmatch(text) is not None
