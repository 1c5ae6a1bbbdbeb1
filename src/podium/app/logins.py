"""How somebody proves who they are, and how often they may try.

The pages and the API share the cookie and the limits, so that a guesser gains nothing by going round the corner.
"""

from __future__ import annotations

import secrets
import time

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from podium.app.accounts import Registry, User
from podium.core.errors import PodiumError

SESSION_COOKIE = "podium_session"

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that are taken for one another

PER_NAME = 10
PER_ADDRESS = 30


class LoginFailed(PodiumError):
    """No such name, or not its password; never says which."""

    def __init__(self, name: str) -> None:
        super().__init__("login-failed", value=name)


class CodeWrong(PodiumError):
    """Not the code that stands on the server's console."""

    def __init__(self) -> None:
        super().__init__("code-wrong")


class TooManyAttempts(PodiumError):
    """Too many attempts; `seconds` says when the next one is heard."""

    def __init__(self, seconds: int) -> None:
        super().__init__("too-many-attempts", seconds=seconds)


class Logins:
    """Lets people in by name and password; of wrong ones it hears a limited number a minute."""

    def __init__(self, registry: Registry, *, per_name: int = PER_NAME, per_address: int = PER_ADDRESS) -> None:
        self._registry = registry
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._per_name = RateLimitItemPerMinute(per_name)
        self._per_address = RateLimitItemPerMinute(per_address)

    def log_in(self, name: str, password: str, address: str) -> User:
        """The user with that name and password; raises LoginFailed, or TooManyAttempts after too many of those."""
        limits = ((self._per_address, "address", address), (self._per_name, "name", name.casefold()))
        for limit, *key in limits:
            self._check(limit, *key)
        user = self._registry.authenticate(name, password)
        if user is None:
            for limit, *key in limits:
                self._limiter.hit(limit, *key)
            raise LoginFailed(name)
        return user

    def prove(self, sent: str, code: str, address: str) -> None:
        """Nothing, if `sent` is the code on the console, however it is typed; raises CodeWrong or TooManyAttempts."""
        limits = ((self._per_address, "address", address), (self._per_name, "code", "setup"))
        for limit, *key in limits:
            self._check(limit, *key)
        if not is_same_token(_typed(sent), _typed(code)):
            for limit, *key in limits:
                self._limiter.hit(limit, *key)
            raise CodeWrong

    def _check(self, limit: RateLimitItem, *key: str) -> None:
        """Nothing, while attempts are left; raises TooManyAttempts."""
        if not self._limiter.test(limit, *key):
            until = self._limiter.get_window_stats(limit, *key).reset_time
            raise TooManyAttempts(max(1, round(until - time.time())))


def new_setup_code() -> str:
    """A code that is easily read from one screen and typed on another, with 40 bits of chance."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"


def _typed(code: str) -> str:
    return "".join(letter for letter in code.upper() if letter.isalnum())


def is_same_token(sent: str, expected: str) -> bool:
    """Whether a form brought back the token that it was made with."""
    return secrets.compare_digest(sent.encode(errors="replace"), expected.encode())
