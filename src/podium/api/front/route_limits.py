"""Which routes are limited, and by how much: the one table that says what may be asked how often at once.

A route that is not named here is a page to read, or an act: pages are answered one after another to those whom we do
not know, acts at once. The staff, who have an account or the link of a scorer, wait for none but passwords.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from litestar.utils import normalize_path

from podium.api.front.senders import READS
from podium.config import Limits

PATIENCE = 10.0  # seconds that somebody waits
LONG_PATIENCE = 60.0  # a whole hall comes back at once after a restart


class Kind(Enum):
    """What a request asks for, as far as limits go."""

    PAGE = auto()
    ACT = auto()
    COSTLY = auto()  # takes tenths of a second and more to work out
    PASSWORD = auto()  # takes a twentieth of a second and 64 MB to look at
    KNOWN_DEVICE = auto()  # a password from where somebody signed in before: no guesser makes its owner wait
    STREAM = auto()  # held for hours
    CREDENTIAL = auto()  # whose it is, before anything else: a guesser takes no thread from the others
    MACHINE = auto()  # for those who look after the server


ROUTES: Mapping[str, Kind] = {
    "GET /health": Kind.MACHINE,
    "GET /ready": Kind.MACHINE,
    "GET /metrics": Kind.MACHINE,
    "POST /login": Kind.PASSWORD,
    "POST /setup": Kind.PASSWORD,
    "POST /invitation/{secret:str}": Kind.PASSWORD,
    "POST /account/password": Kind.PASSWORD,
    "POST /api/session": Kind.PASSWORD,
    "POST /api/invitations/{secret:str}/accept": Kind.PASSWORD,
    "GET /api/tournaments/{id:str}/events": Kind.STREAM,
    "GET /api/tournaments/{id:str}/rounds/{n:str}/games/events": Kind.STREAM,
    "GET /api/matches/{id:str}/events": Kind.STREAM,
    "GET /api/pairings/{id:str}/why": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/bracket.svg": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/crosstable": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/documents/{kind:str}": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/export/{format:str}": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/pgn": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/pictures/{name:str}": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/players/{pid:str}/tiebreaks": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/rounds/{n:str}/pgn": Kind.COSTLY,
    "GET /api/tournaments/{id:str}/story": Kind.COSTLY,
    "GET /t/{id:str}/bracket/print": Kind.COSTLY,
    "GET /t/{id:str}/certificates": Kind.COSTLY,
    "GET /t/{id:str}/certificates/print": Kind.COSTLY,
    "GET /t/{id:str}/crosstable": Kind.COSTLY,
    "GET /t/{id:str}/games/{pairing:str}/why": Kind.COSTLY,
    "GET /t/{id:str}/pictures/{name:str}": Kind.COSTLY,
    "GET /t/{id:str}/prizes/print": Kind.COSTLY,
    "GET /t/{id:str}/rounds/{round:int}/pgn": Kind.COSTLY,
    "GET /t/{id:str}/share.png": Kind.COSTLY,
    "GET /t/{id:str}/story": Kind.COSTLY,
    "GET /t/{id:str}/story/print": Kind.COSTLY,
}
"""The routes of every kind but pages and acts, as the framework has them."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many are answered at once, how many wait for that in all and from one address, and for how long."""

    at_once: int
    waiting: int
    per_address: int
    patience: float = PATIENCE


def limits_by_kind(limits: Limits) -> Mapping[Kind, Limit]:
    """The limit of each kind that has a queue."""
    return {
        Kind.PAGE: Limit(1, limits.connections, limits.connections, LONG_PATIENCE),
        Kind.COSTLY: Limit(1, limits.questions_waiting, limits.questions_waiting),
        Kind.PASSWORD: Limit(2, 64, limits.sign_ins_waiting),
        Kind.KNOWN_DEVICE: Limit(1, 64, 64),
        Kind.CREDENTIAL: Limit(3, limits.connections, limits.connections, LONG_PATIENCE),
    }


_PARAMETER = re.compile(r"\\\{.+?\\\}")  # as `re.escape` leaves it
_ROUTE = re.compile("|".join(f"({_PARAMETER.sub('[^/]+', re.escape(each))})" for each in ROUTES))
_KINDS = tuple(ROUTES.values())


def kind_of(method: str, path: str) -> Kind:
    """What a request asks for."""
    reads = method in READS
    found = _ROUTE.fullmatch(f"{'GET' if reads else method} {normalize_path(path)}")
    if found is not None and found.lastindex is not None:
        return _KINDS[found.lastindex - 1]
    return Kind.PAGE if reads else Kind.ACT
