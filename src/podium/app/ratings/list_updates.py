"""FIDE's list fetched from its site, on demand or daily: so many bytes at most, in so much time."""

from __future__ import annotations

import logging
import os
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Protocol
from urllib.parse import unquote, urlsplit

from podium.app.ratings.rating_lists import Progress, RatingList
from podium.core.errors import Invalid, LimitExceeded, PodiumError, Unavailable

if TYPE_CHECKING:
    from http.client import HTTPResponse

PIECE = 1 << 16
UNCHANGED = 304

Told = Callable[[float], None]
"""Is told what part has come, from 0 to 1, where that is known."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a download may be, and how long it may take."""

    bytes: int = 600_000_000
    seconds: float = 900.0
    silence: float = 30.0  # seconds without a byte after which nobody waits any longer


USUAL_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Download:
    """A file that was fetched, its name at the source, and when it was last changed there, as the source writes it."""

    path: Path
    file: str
    modified: str | None

    @property
    def month(self) -> str | None:
        """The month in which it was last changed, as 2026-11."""
        return month_of(self.modified)


def month_of(modified: str | None) -> str | None:
    """The month of a date as HTTP writes it.

    >>> month_of("Tue, 03 Nov 2026 08:00:00 GMT")
    '2026-11'
    """
    try:
        return parsedate_to_datetime(modified).strftime("%Y-%m") if modified else None
    except (ValueError, TypeError):
        return None


def checked_address(address: str) -> str:
    """An address that lists can be fetched from; raises Invalid."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or not address.isascii():
        raise Invalid("list-address-malformed", field="address", value=address[:200])
    return address


def downloaded(
    address: str, modified: str | None = None, limits: Limits = USUAL_LIMITS, told: Told | None = None
) -> Download | None:
    """The file at an address; None where it was not changed since `modified`. The caller removes it.

    Raises Unavailable where the source cannot be reached, LimitExceeded for what is too large or too slow.
    """
    from http.client import HTTPException  # what fetches takes a while to load, and hardly any verb fetches
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    headers = {"User-Agent": "Podium", **({"If-Modified-Since": modified} if modified else {})}
    request = Request(checked_address(address), headers=headers)
    ends = time.monotonic() + limits.seconds
    try:
        with urlopen(request, timeout=limits.silence) as answer:
            path = _spooled(answer, limits, ends, told)
            name = unquote(PurePosixPath(urlsplit(address).path).name)
            return Download(path, name or "list", answer.headers.get("Last-Modified"))
    except HTTPError as problem:
        with problem:
            if problem.code == UNCHANGED:
                return None
        raise Unavailable("list-unreachable", address=address, value=problem.code) from None
    except (OSError, HTTPException) as problem:
        reason = getattr(problem, "reason", None) or problem
        raise Unavailable("list-unreachable", address=address, value=str(reason)[:200]) from None


def _spooled(answer: HTTPResponse, limits: Limits, ends: float, told: Told | None) -> Path:
    """What comes, in a file; nothing is left of one that did not come whole."""
    whole = answer.length
    descriptor, name = tempfile.mkstemp(prefix="podium-ratings-")
    path = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as spool:
            count = 0
            while piece := answer.read1(PIECE):
                count += len(piece)
                if count > limits.bytes:
                    raise LimitExceeded(0, 0, "list-too-large", value=count, most=limits.bytes)
                if time.monotonic() > ends:
                    raise LimitExceeded(0, 0, "list-too-slow", value=limits.seconds, most=limits.seconds)
                spool.write(piece)
                if told is not None and whole:
                    told(min(count / whole, 1.0))
            if whole is not None and count < whole:
                from http.client import IncompleteRead

                raise IncompleteRead(b"", whole - count)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
    return path


log = logging.getLogger("podium.ratings")

EVERY = 600.0  # seconds between two looks whether it is time
ENDS_WITHIN = 10.0  # seconds that closing waits for the thread


@dataclass(frozen=True, slots=True)
class UpdateState:
    """Where lists are fetched from, whether that is done daily, when it was last tried, and what stood in the way."""

    address: str
    daily: bool = False
    checked_at: str | None = None
    problem: PodiumError | None = None
    under_way: bool = False


class ListUpdates(Protocol):
    """What fetches the lists that have a known source."""

    def state(self) -> UpdateState: ...
    def switch(self, *, daily: bool) -> None: ...
    def update(self, by: str, progress: Progress | None = None) -> RatingList | None: ...
    def start(self, by: str) -> bool: ...
    def start_if_due(self) -> bool: ...


class DailyUpdates:
    """A thread that has lists fetched once a day, from `start` until `close`, where an administrator wants that."""

    def __init__(self, start_if_due: Callable[[], bool]) -> None:
        self._start_if_due = start_if_due
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="podium-list-updates", daemon=True)

    def start(self) -> None:
        """Look from now on."""
        self._thread.start()

    def close(self) -> None:
        """Look no more; what is under way ends by itself."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join(ENDS_WITHIN)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._start_if_due()
            except PodiumError as problem:  # the database is away: the next look is in ten minutes
                log.warning("lists-not-updated: %s", problem.code)
            self._closed.wait(EVERY)
