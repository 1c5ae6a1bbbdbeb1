"""Browsers that follow a tournament, or one player in it, and are told when a round is out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from podium.core.errors import Invalid, Unknown
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
    from podium.app.hall.push.encoding import decoded

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
