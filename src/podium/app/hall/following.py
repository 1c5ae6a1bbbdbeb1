"""Following an event: who may, how often, and what the server needs for it."""

from __future__ import annotations

from dataclasses import dataclass, field

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from podium.app.access import ANYONE
from podium.app.accounts.logins import TooManyAttempts
from podium.app.desk import Desk
from podium.app.hall.followers import Followers, checked_follower
from podium.app.hall.push.news import public_round
from podium.app.words.event_language import event_language
from podium.app.words.language import SOURCE
from podium.core.errors import Refused
from podium.core.ids import TournamentId

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
