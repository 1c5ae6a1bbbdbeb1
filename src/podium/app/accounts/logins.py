"""How somebody proves who they are, from which device, and how often they may try.

The pages and the API share the cookie and the limits, so that a guesser gains nothing by going round the corner.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import Protocol

from podium.app.accounts.accounts import Registry, User
from podium.app.server.observation import SignIn, note_sign_in
from podium.core.errors import PodiumError

WINDOW = 60_000  # milliseconds from the first attempt in which `most` may be made


@dataclass(frozen=True, slots=True)
class AttemptLimit:
    """`most` attempts a minute for what `kind` and `whose` name: an account, an address, a device."""

    kind: str
    whose: str
    most: int


class Attempts(Protocol):
    """Where attempts are counted, in one step for all processes."""

    def count(self, limits: Sequence[AttemptLimit]) -> int:
        """Count one attempt under each of the limits and return 0; where one is reached, count none.

        What is returned then is for how many seconds no attempt is free.
        """

    def give_back(self, limits: Sequence[AttemptLimit]) -> None:
        """Take back one attempt that was counted: it was no guess."""


DEVICE_COOKIE = "podium_device"
DEVICE_LASTS = timedelta(days=400)  # browsers keep no cookie for longer
MOST_ACCOUNTS = 4  # that one device is remembered for


@dataclass(frozen=True, slots=True)
class Device:
    """A device that has proved to be one of ours; `names` are the accounts that signed in on it."""

    id: str
    names: frozenset[str]


class Devices(Protocol):
    """What knows devices by the cookie they got when somebody signed in."""

    def by_cookie(self, cookie: str) -> Device | None:
        """The device with that cookie; None for one that was forged, or whose accounts have new passwords."""

    def cookie(self, user: User, before: str) -> str:
        """The cookie of a device on which `user` has signed in, which had the cookie `before`."""


SESSION_COOKIE = "podium_session"

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that are taken for one another

PER_NAME = 10
PER_ADDRESS = 30
HOUSEHOLD = 64  # bits of an IPv6 address that are the same in one household


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
    """Lets people in by name and password; of wrong ones it hears a limited number a minute.

    An attempt is counted before the password is looked at, and given back where it was right. A user who signed
    in on a device before is counted by that device alone: strangers cannot lock them out.
    """

    def __init__(
        self,
        registry: Registry,
        attempts: Attempts,
        devices: Devices,
        *,
        per_name: int = PER_NAME,
        per_address: int = PER_ADDRESS,
    ) -> None:
        self._registry = registry
        self._attempts = attempts
        self._devices = devices
        self._per_name = per_name
        self._per_address = per_address

    def log_in(self, name: str, password: str, address: str, device: str = "") -> User:
        """The user with that name and password; raises LoginFailed, or TooManyAttempts after too many of those.

        `device` is the cookie of the device, if it has one.
        """
        limits = self._limits(name, address, device)
        self._count(limits)
        user = self._registry.authenticate(name, password)
        if user is None:
            raise LoginFailed(name)
        self._attempts.give_back(limits)
        return user

    def device_cookie(self, user: User, before: str) -> str:
        """What a device on which `user` has signed in is known by from now on; `before` is the cookie it had."""
        return self._devices.cookie(user, before)

    def knows_device(self, cookie: str) -> bool:
        """Whether somebody has signed in on the device with that cookie."""
        return self._devices.by_cookie(cookie) is not None

    def prove(self, sent: str, code: str, address: str) -> None:
        """Nothing, if `sent` is the code on the console, however it is typed; raises CodeWrong or TooManyAttempts."""
        limits = (self._of_address(address), AttemptLimit("code", "setup", self._per_name))
        self._count(limits)
        if not is_same_token(_typed(sent), _typed(code)):
            raise CodeWrong
        self._attempts.give_back(limits)

    def _limits(self, name: str, address: str, cookie: str) -> tuple[AttemptLimit, ...]:
        device = self._devices.by_cookie(cookie)
        if device is not None and name in device.names:
            return (AttemptLimit("device", f"{device.id} {name}", self._per_name),)
        return self._of_address(address), AttemptLimit("name", name.casefold(), self._per_name)

    def _of_address(self, address: str) -> AttemptLimit:
        return AttemptLimit("address", network(address), self._per_address)

    def _count(self, limits: Sequence[AttemptLimit]) -> None:
        """Nothing, while attempts are left; raises TooManyAttempts."""
        if seconds := self._attempts.count(limits):
            note_sign_in(SignIn.TOO_MANY)
            raise TooManyAttempts(seconds)


LAUNCH_LASTS = 600  # seconds


class LaunchKey:
    """Lets in the browser that the launcher of a server opens: by a token in its address, once and within minutes.

    Whoever has the key makes tokens: it lies in a file that is the user's alone, for a second start.
    """

    def __init__(self, key: str, clock: Callable[[], float] = time.time) -> None:
        self._key, self._clock, self._lock = key.encode(), clock, Lock()
        self._spent: set[str] = set()

    def token(self) -> str:
        """A new token."""
        told = f"{int(self._clock()) + LAUNCH_LASTS}-{secrets.token_hex(16)}"
        return f"{told}-{self._signature(told)}"

    def is_good(self, token: str) -> bool:
        """Whether a token is one of ours, and neither spent nor too old."""
        told, _, signature = token.rpartition("-")
        ours = is_same_token(signature, self._signature(told))
        return ours and token not in self._spent and self._clock() < int(told.partition("-")[0])

    def spend(self, token: str) -> bool:
        """Whether a token is good; it never is again."""
        with self._lock:
            good = self.is_good(token)
            self._spent |= {token} if good else set()
            return good

    def _signature(self, told: str) -> str:
        return hmac.new(self._key, told.encode(errors="replace"), hashlib.sha256).hexdigest()


def network(address: str) -> str:
    """Whom an address stands for: a household has one address of the old kind, and a whole network of the new."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((parsed, HOUSEHOLD), strict=False)) if isinstance(parsed, IPv6Address) else address


def new_setup_code() -> str:
    """A code that is easily read from one screen and typed on another, with 40 bits of chance."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"


def _typed(code: str) -> str:
    return "".join(letter for letter in code.upper() if letter.isalnum())


def is_same_token(sent: str, expected: str) -> bool:
    """Whether a form brought back the token that it was made with."""
    return secrets.compare_digest(sent.encode(errors="replace"), expected.encode())
