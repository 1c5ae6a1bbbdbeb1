"""What each error answers over HTTP, and how answers are kept, for the API and the pages alike."""

from __future__ import annotations

from podium.app.accounts.credentials import CredentialEnded
from podium.app.accounts.logins import CodeWrong, LoginFailed, TooManyAttempts
from podium.app.server.overload import BodyTooLarge, Busy, ForeignPage, TooManyRequests
from podium.core.errors import (
    Cautioned,
    Forbidden,
    FormatError,
    Invalid,
    LimitExceeded,
    PodiumError,
    Refused,
    Stale,
    TooSlow,
    Unavailable,
    Unknown,
    WorkersAway,
)

# For what depends on who asks: kept by a browser, and asked about anew each time.
ASKED_ANEW = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}

PASSING = ("database-away", "database-busy", "event-locked", "memory-short")
"""What passes by itself; for the rest somebody has to do something."""
SOON, LATER = "1", "30"
"""Seconds after which it is worth asking again."""

# The first that fits counts: a class stands before what it is derived from.
STATUSES: tuple[tuple[type[PodiumError], int], ...] = (
    (Invalid, 400),
    (LimitExceeded, 413),
    (FormatError, 400),
    (LoginFailed, 401),
    (CredentialEnded, 401),
    (CodeWrong, 403),
    (Forbidden, 403),
    (ForeignPage, 403),
    (Unknown, 404),
    (Refused, 409),
    (Cautioned, 409),
    (Stale, 409),
    (BodyTooLarge, 413),
    (TooManyAttempts, 429),
    (TooManyRequests, 429),
    (Busy, 429),
    (Unavailable, 503),
    (WorkersAway, 503),
    (TooSlow, 504),
)


def status_of(error: PodiumError) -> int:
    """The HTTP status of an error."""
    return next(status for kind, status in STATUSES if isinstance(error, kind))


def retry_after(error: PodiumError) -> dict[str, str]:
    """The header that says when it is worth asking again; none for errors that waiting does not mend."""
    if isinstance(error, Unavailable):
        return {"Retry-After": SOON if error.code in PASSING else LATER}
    if isinstance(error, WorkersAway):
        return {"Retry-After": SOON}
    waits = isinstance(error, TooManyAttempts | TooManyRequests | Busy)
    return {"Retry-After": str(error.facts["seconds"])} if waits else {}
