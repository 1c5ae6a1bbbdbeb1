"""What lets somebody in: a session, a token or a link, and how far a token reaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum, StrEnum

from podium.app.words.language import N_
from podium.core.errors import Forbidden, Invalid, PodiumError
from podium.core.ids import TournamentId

FORM_COOKIE = "podium_form"
"""The token of a form that a stranger may send."""
MY_PLAYER_COOKIE = "podium_my_player"
"""The player that somebody without scripts follows in an event."""
LANGUAGE_COOKIE = "podium_language"
"""The language that somebody chose from the menu."""
ASKED_LANGUAGE = "asked_language"
"""What the state of a request calls the language that its cookies or headers ask for; None where they ask for none."""

_BEGINNINGS = ("/login", "/setup", "/invitation/", "/l/", "/start/")  # forms for people whom we do not know yet
_FOLLOWING = "/me"  # how the page ends on which somebody chooses the player to follow
_ARRIVALS = "/checkin/"  # and those of players who came by the code on the wall


def has_form_for_strangers(path: str) -> bool:
    """Whether the page at an address has a form that people send without a session; no other has their token in it."""
    return path.startswith(_BEGINNINGS) or path.endswith(_FOLLOWING) or _ARRIVALS in path


TOKEN_DAYS = 90
MOST_TOKEN_DAYS = 366
SESSIONS_OF_A_LINK = 10
"""How many browsers can be signed in by one link; the oldest is signed out."""
SESSIONS_OF_AN_ACCOUNT = 30
"""The same for one account."""


class CredentialKind(StrEnum):
    """What somebody came with."""

    SESSION = "session"
    TOKEN = "token"  # noqa: S105  # a kind, and no token
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Credential:
    """What somebody came with, by the fingerprint that is stored of its secret: no other one ever has it."""

    kind: CredentialKind
    fingerprint: str


class TokenScope(IntEnum):
    """How far a token reaches, whatever its user may do beyond; each reaches as far as the ones before."""

    READ = 1
    RESULTS = 2
    MANAGE = 3
    EVERYTHING = 4

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class TokenLimits:
    """What keeps a token from doing all that its user may: its scope, and the only tournament it is for."""

    scope: TokenScope
    tournament: TournamentId | None = None

    @property
    def creates(self) -> bool:
        """Whether it may make new tournaments."""
        return self.scope >= TokenScope.MANAGE and self.tournament is None


class CredentialEnded(PodiumError):
    """The session, token or link that somebody came with has ended since."""

    def __init__(self) -> None:
        super().__init__("credential-ended")


class TokenLimited(Forbidden):
    """The token does not reach that far, though its user may."""

    def __init__(self, action: str) -> None:
        super().__init__(action)
        self.code = "token-limited"


def scope_named(word: str) -> TokenScope:
    """The scope of that name; raises Invalid."""
    for scope in TokenScope:
        if scope.word == word:
            return scope
    raise Invalid("token-scope-unknown", field="scope", value=word, allowed=[each.word for each in TokenScope])


def checked_token_days(days: int) -> timedelta:
    """For how long a token works; raises Invalid."""
    if not 1 <= days <= MOST_TOKEN_DAYS:
        raise Invalid("count-out-of-range", field="days", value=days, least=1, most=MOST_TOKEN_DAYS)
    return timedelta(days=days)


SCOPES: Mapping[TokenScope, str] = {
    TokenScope.READ: N_("read what you may see"),
    TokenScope.RESULTS: N_("enter results, as a scorer"),
    TokenScope.MANAGE: N_("run tournaments, as an arbiter"),
    TokenScope.EVERYTHING: N_("everything you may"),
}
