"""Browsers that follow a tournament, or one player in it, and are told when a round is out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from podium.app.access import ANYONE
from podium.app.accounts.logins import TooManyAttempts
from podium.app.desk import Desk
from podium.app.hall.push.news import public_round
from podium.app.words.event_language import event_language
from podium.app.words.language import SOURCE
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import PlayerId, TournamentId
from podium.flow.state import Tournament

MOST_OF_AN_EVENT = 10_000
KEY_BYTES, SECRET_BYTES = 65, 16


@dataclass(frozen=True, slots=True)
class Follower:
    """Where messages for a browser go, what only it can read them by, and of whom it wants to hear."""

    endpoint: str
    public_key: bytes
    secret: bytes
    language: str
    player: PlayerId | None = None
    id: int = 0


class Followers(Protocol):
    """Where followers are kept."""

    def follow(self, tournament: TournamentId, follower: Follower, told_round: int) -> None: ...
    def unfollow(self, tournament: TournamentId, endpoint: str) -> None: ...
    def claim(self, tournament: TournamentId, round: int) -> Sequence[Follower]: ...
    def drop(self, endpoint: str) -> None: ...


def checked_follower(
    state: Tournament, endpoint: str, keys: tuple[str, str], player: str | None, language: str, *, anywhere: bool
) -> Follower:
    """The follower that a browser asks to be; raises Invalid, or Unknown for a player who is not there."""
    from podium.app.hall.push.delivery import checked_endpoint
    from podium.app.hall.push.encryption import decoded

    checked_endpoint(endpoint, anywhere=anywhere)
    read = []
    for name, text, length in zip(("p256dh", "auth"), keys, (KEY_BYTES, SECRET_BYTES), strict=True):
        try:
            content = decoded(text)
            if len(content) != length:
                raise ValueError
        except ValueError:
            raise Invalid("push-keys-malformed", field=name, value=text[:80]) from None
        read.append(content)
    if not _is_point(read[0]):
        raise Invalid("push-keys-malformed", field="p256dh", value=keys[0][:80])
    if player is not None and player not in state.players:
        raise Unknown("player", player)
    return Follower(endpoint, read[0], read[1], language, PlayerId(player) if player is not None else None)


def _is_point(key: bytes) -> bool:
    """Whether the bytes are a public key."""
    from cryptography.hazmat.primitives.asymmetric import ec  # only where somebody follows

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except ValueError:
        return False
    return True


PER_ADDRESS = 60
"""How often a minute somebody may begin or end to follow."""


@dataclass(frozen=True, slots=True)
class Followings:
    """What lets browsers follow; without `push_key` they are told only while a page is open."""

    desk: Desk
    followers: Followers
    push_key: str | None = None
    anywhere: bool = False
    _limiter: MovingWindowRateLimiter = field(default_factory=lambda: MovingWindowRateLimiter(MemoryStorage()))

    def follow(
        self,
        tournament: TournamentId,
        endpoint: str,
        keys: tuple[str, str],
        player: str | None,
        address: str,
        language: str | None = None,
    ) -> int:
        """The round that is out: the browser is told of those after it. Raises Refused where the server has no key.

        Messages are in the `language` that was asked for, else in that of the event, else in English.
        """
        self._count(address)
        state = self.desk.see(ANYONE, tournament).state
        if self.push_key is None:
            raise Refused("push-without-key")
        spoken = language or event_language(state.settings) or SOURCE
        follower = checked_follower(state, endpoint, keys, player, spoken, anywhere=self.anywhere)
        round = public_round(state)
        self.followers.follow(tournament, follower, round)
        return round

    def unfollow(self, tournament: TournamentId, endpoint: str, address: str) -> None:
        """Tell the browser of the event no more, whether or not it was told before."""
        self._count(address)
        self.followers.unfollow(tournament, endpoint)

    def _count(self, address: str) -> None:
        if not self._limiter.hit(RateLimitItemPerMinute(PER_ADDRESS), "follow", address):
            raise TooManyAttempts(60)
