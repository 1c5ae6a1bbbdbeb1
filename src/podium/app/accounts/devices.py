"""Devices on which somebody has signed in before: strangers who guess at the account do not lock them out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from podium.app.accounts.accounts import User

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
