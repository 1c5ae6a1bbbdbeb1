"""What went wrong, as a problem document (RFC 9457) and as an HTTP status, and how answers are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict, cast

import msgspec

from podium.app.accounts.credentials import CredentialEnded
from podium.app.accounts.logins import CodeWrong, LoginFailed, TooManyAttempts
from podium.app.server.overload import BodyTooLarge, Busy, ForeignPage, TooManyRequests
from podium.app.words.errors import sentence, title
from podium.core import errors

LONGEST_VALUE = 200

# For what depends on who asks: kept by a browser, and asked about anew each time.
ASKED_ANEW = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}

PASSING = ("database-away", "database-busy", "event-locked", "memory-short")
"""What passes by itself; for the rest somebody has to do something."""
SOON, LATER = "1", "30"
"""Seconds after which it is worth asking again."""

# The first that fits counts: a class stands before what it is derived from.
STATUSES: tuple[tuple[type[errors.PodiumError], int], ...] = (
    (errors.Invalid, 400),
    (errors.LimitExceeded, 413),
    (errors.FormatError, 400),
    (LoginFailed, 401),
    (CredentialEnded, 401),
    (CodeWrong, 403),
    (errors.Forbidden, 403),
    (ForeignPage, 403),
    (errors.Unknown, 404),
    (errors.Refused, 409),
    (errors.Cautioned, 409),
    (errors.Stale, 409),
    (BodyTooLarge, 413),
    (TooManyAttempts, 429),
    (TooManyRequests, 429),
    (Busy, 429),
    (errors.Unavailable, 503),
    (errors.WorkersAway, 503),
    (errors.NotInstalled, 503),
    (errors.TooSlow, 504),
)


class Problem(TypedDict):
    """An error: its code, a sentence, the value; and beside these whatever else is known of it."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    value: Any


def problem(error: errors.PodiumError) -> Problem:
    """The document of a refusal by the rules."""
    return document(error, status_of(error), title(error), sentence(error))


def document(error: errors.PodiumError, status: int, title: str, detail: str) -> Problem:
    """The document of any error, with its facts in a length that may be sent back."""
    facts = {name: _short(fact) for name, fact in error.facts.items()}
    if isinstance(error, errors.Stale):
        facts |= {"value": error.facts["expected"], "version": error.facts["actual"]}
    found = {
        "value": None,
        **facts,
        "type": f"urn:podium:problem:{error.code}",
        "title": title,
        "status": status,
        "code": error.code,
        "detail": detail,
    }
    return cast(Problem, found)


def _short(fact: object) -> object:
    """A fact that may be sent back: a megabyte that was sent is not."""
    if isinstance(fact, str):
        return fact if len(fact) <= LONGEST_VALUE else fact[: LONGEST_VALUE - 1] + "…"
    if isinstance(fact, Mapping | list | tuple):
        text = msgspec.json.encode(fact, enc_hook=str).decode()
        keep = len(text) <= LONGEST_VALUE or not isinstance(fact, Mapping)
        return fact if keep else text[: LONGEST_VALUE - 1] + "…"
    return fact


def status_of(error: errors.PodiumError) -> int:
    """The HTTP status of an error."""
    return next(status for kind, status in STATUSES if isinstance(error, kind))


def retry_after(error: errors.PodiumError) -> dict[str, str]:
    """The header that says when it is worth asking again; none for errors that waiting does not mend."""
    if isinstance(error, errors.Unavailable):
        return {"Retry-After": SOON if error.code in PASSING else LATER}
    if isinstance(error, errors.WorkersAway):
        return {"Retry-After": SOON}
    waits = isinstance(error, TooManyAttempts | TooManyRequests | Busy)
    return {"Retry-After": str(error.facts["seconds"])} if waits else {}
