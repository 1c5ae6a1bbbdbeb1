"""The doors of Podium: how somebody proves who they are, and how often they may try.

The pages and the API share the cookie and the limits, so that a guesser gains nothing by going round the corner.
"""

from __future__ import annotations

import secrets
import time

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from podium.app.accounts import Registry, User
from podium.core.errors import (
    Forbidden,
    FormatError,
    Invalid,
    PodiumError,
    Refused,
    Stale,
    TooSlow,
    Unavailable,
    Unknown,
)

SESSION_COOKIE = "podium_session"

PER_NAME = 10
PER_ADDRESS = 30


class LoginFailed(PodiumError):
    """No such name, or not its password; never says which."""

    def __init__(self, name: str) -> None:
        super().__init__("login-failed", value=name)


class TooFast(PodiumError):
    """Too many attempts; `seconds` says when the next one is heard."""

    def __init__(self, seconds: int) -> None:
        super().__init__("too-many-attempts", seconds=seconds)


# What the two doors that speak HTTP answer. The first that fits counts: a class stands before what it is derived from.
STATUSES: tuple[tuple[type[PodiumError], int], ...] = (
    (Invalid, 400),
    (FormatError, 400),
    (LoginFailed, 401),
    (Forbidden, 403),
    (Unknown, 404),
    (Refused, 409),
    (Stale, 409),
    (TooFast, 429),
    (Unavailable, 503),
    (TooSlow, 504),
)


def status_of(error: PodiumError) -> int:
    """The HTTP status of an error."""
    return next(status for kind, status in STATUSES if isinstance(error, kind))


class FrontDoor:
    """Lets people in by name and password; of wrong ones it hears a limited number a minute."""

    def __init__(self, registry: Registry, *, per_name: int = PER_NAME, per_address: int = PER_ADDRESS) -> None:
        self._registry = registry
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._per_name = RateLimitItemPerMinute(per_name)
        self._per_address = RateLimitItemPerMinute(per_address)

    def enter(self, name: str, password: str, address: str) -> User:
        """The user with that name and password; raises LoginFailed, or TooFast after too many of those."""
        doors = ((self._per_address, "address", address), (self._per_name, "name", name.casefold()))
        for limit, *key in doors:
            self._must_be_open(limit, *key)
        user = self._registry.authenticate(name, password)
        if user is None:
            for limit, *key in doors:
                self._limiter.hit(limit, *key)
            raise LoginFailed(name)
        return user

    def _must_be_open(self, limit: RateLimitItem, *key: str) -> None:
        if not self._limiter.test(limit, *key):
            until = self._limiter.get_window_stats(limit, *key).reset_time
            raise TooFast(max(1, round(until - time.time())))


def is_token(given: str, expected: str) -> bool:
    """Whether a form brought back the token it was given."""
    return secrets.compare_digest(given.encode(errors="replace"), expected.encode())
