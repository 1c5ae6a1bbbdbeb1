"""What each error answers over HTTP, and how answers are kept, for the API and the pages alike."""

from __future__ import annotations

from podium.app.credentials import CredentialEnded
from podium.app.logins import CodeWrong, LoginFailed, TooManyAttempts
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

# For what depends on who asks: kept by a browser, and asked about anew each time.
ASKED_ANEW = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}

# The first that fits counts: a class stands before what it is derived from.
STATUSES: tuple[tuple[type[PodiumError], int], ...] = (
    (Invalid, 400),
    (FormatError, 400),
    (LoginFailed, 401),
    (CredentialEnded, 401),
    (CodeWrong, 403),
    (Forbidden, 403),
    (Unknown, 404),
    (Refused, 409),
    (Stale, 409),
    (TooManyAttempts, 429),
    (Unavailable, 503),
    (TooSlow, 504),
)


def status_of(error: PodiumError) -> int:
    """The HTTP status of an error."""
    return next(status for kind, status in STATUSES if isinstance(error, kind))
