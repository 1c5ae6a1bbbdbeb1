"""Browsers that follow a tournament, or one player in it, and are told when a round is out."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from podium.app.access import ANYONE, Role, visible_tournament
from podium.app.accounts.logins import TooManyAttempts
from podium.app.desk import Desk
from podium.app.event.progress import current_round
from podium.app.words.language import SOURCE, _, event_language
from podium.app.words.phrases import enumeration
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import PlayerId, TournamentId
from podium.flow.formats.protocol import Playable
from podium.flow.rounds.open_games import playable
from podium.flow.state import Bye, Game, Match, Pairing, Tournament

if TYPE_CHECKING:
    from limits.strategies import MovingWindowRateLimiter

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
    def claim(
        self, tournament: TournamentId, round: int, *, starts: Collection[PlayerId] = ()
    ) -> Sequence[Follower]: ...
    def followed(self) -> Sequence[TournamentId]: ...
    def drop(self, endpoint: str) -> None: ...


def encoded(content: bytes) -> str:
    """The bytes as text.

    >>> encoded(b"podium!")
    'cG9kaXVtIQ'
    """
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of a text; raises ValueError.

    >>> decoded("cG9kaXVtIQ")
    b'podium!'
    """
    padded = text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)
    try:
        return base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise ValueError from None


def checked_follower(
    state: Tournament, endpoint: str, keys: tuple[str, str], player: str | None, language: str, *, anywhere: bool
) -> Follower:
    """The follower that a browser asks to be; raises Invalid, or Unknown for a player who is not there."""
    from podium.app.hall.push_messages import checked_endpoint

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


def _limiter() -> MovingWindowRateLimiter:
    from limits.storage import MemoryStorage  # a server has it, a verb waits for it in vain
    from limits.strategies import MovingWindowRateLimiter

    return MovingWindowRateLimiter(MemoryStorage())


@dataclass(frozen=True, slots=True)
class Followings:
    """What lets browsers follow; without `push_key` they are told only while a page is open."""

    desk: Desk
    followers: Followers
    push_key: str | None = None
    anywhere: bool = False
    _limiter: MovingWindowRateLimiter = field(default_factory=_limiter)

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
        from limits import RateLimitItemPerMinute

        if not self._limiter.hit(RateLimitItemPerMinute(PER_ADDRESS), "follow", address):
            raise TooManyAttempts(60)


@dataclass(frozen=True, slots=True)
class RoundNews:
    """A round that is out, 0 before the first; `text` says so."""

    round: int
    text: str


def public_round(state: Tournament) -> int:
    """The round that everybody sees as the one to be played; 0 before the first is out."""
    seen = visible_tournament(state, Role.PUBLIC)
    here = current_round(seen)
    return here.number if here is not None else seen.rounds_paired


def round_news(state: Tournament, player: PlayerId | None) -> RoundNews:
    """What there is to say of the round that is out, and of a player in it."""
    number = public_round(state)
    if not number:
        return RoundNews(0, _("No round is out yet."))
    out = _("Round %(round)s is out.", round=number)
    followed = state.players.get(player) if player is not None else None
    if followed is None:
        return RoundNews(number, out)
    seat = _seat(state, followed.id, state.rounds[number - 1].pairing_of(followed.id))
    return RoundNews(number, _("%(out)s %(player)s: %(seat)s.", out=out, player=followed.name, seat=seat))


def starting_games(state: Tournament) -> list[Playable]:
    """The games that can be played and have a start, whether it has come or is still to come."""
    return [each for each in playable(state).values() if each.terms.start is not None and not each.terms.tie_break]


def start_news(state: Tournament, player: PlayerId, game: Game) -> str:
    """That the game of a player starts."""
    name = _name(state, player)
    return _("%(player)s: the game starts, %(seat)s.", player=name, seat=_seat(state, player, game))


def _seat(state: Tournament, player: PlayerId, pairing: Pairing | None) -> str:
    """Where somebody sits, and against whom."""
    match pairing:
        case Game(board=board, white=white) if white == player:
            return _("board %(board)s, White against %(opponent)s", board=board, opponent=_name(state, pairing.black))
        case Game(board=board, white=white):
            return _("board %(board)s, Black against %(opponent)s", board=board, opponent=_name(state, white))
        case Match():
            return _(
                "table %(table)s, with %(partner)s against %(opponents)s",
                table=pairing.board,
                partner=_name(state, pairing.partner(player)),
                opponents=enumeration([_name(state, id) for id in pairing.opponents(player)]),
            )
        case Bye():
            return _("no opponent this time")
        case None:
            return _("not paired")


def _name(state: Tournament, player: PlayerId) -> str:
    return state.players[player].name
