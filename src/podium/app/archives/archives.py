"""Archives of whole events: one file that another Podium restores with its history. Who may take and restore them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from msgspec import Struct

from podium.app.access import Actor, Role
from podium.app.desk import Desk, new_id
from podium.app.exports.file_reader import FileReader
from podium.app.server.overload import TooManyRequests
from podium.app.server.worker_pool import Cause, WorkLimits, WorkStopped
from podium.app.versions import copied
from podium.core.errors import TooSlow
from podium.core.ids import TournamentId

ARCHIVES_BY = Role.ARBITER
"""The least role that takes the archive of an event: it holds all that is personal, and everything that was undone."""
MOST_BYTES = 100_000_000
"""How large an archive may be that is sent to a server."""
LIMITS = WorkLimits(seconds=60.0, memory=2_000_000_000)
"""What it may take to write or to read an archive."""
SMALL = 1000
"""Rows of a journal that are written in a tenth of a second, for which no process need be started."""
MEDIA_TYPE = "application/json"
FILE_ENDING = ".podium.json"
LONGEST_NAME = 60  # letters of a file's name


@dataclass(frozen=True, slots=True)
class Comparison:
    """A part of an archive beside what became of it here: how many rows it has, and the first that differs, if any."""

    part: str
    rows: int
    difference: str | None = None

    @property
    def equal(self) -> bool:
        return self.difference is None


@dataclass(frozen=True, slots=True)
class Restored:
    """An event that was restored: what was compared, and how many games that were being played were paused.

    `copied_from` is the id that it had, where it got another; `written` is false where it had been restored before by
    the same request. `fide_mode_exit` is how many rounds were paired when it left FIDE mode, or that which it copies.
    """

    id: TournamentId
    name: str
    version: int
    taken_at: str
    podium: str
    compared: tuple[Comparison, ...]
    paused: int = 0
    copied_from: TournamentId | None = None
    written: bool = True
    fide_mode_exit: int | None = None

    @property
    def copy_left_fide_mode(self) -> bool:
        """Whether it is a copy of an event that was in FIDE mode and is not any more."""
        return self.copied_from is not None and self.fide_mode_exit is not None

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return all(each.equal for each in self.compared)


class StoredEvent(Protocol):
    """All rows of an event; `size` is how many there are in its journal."""

    @property
    def size(self) -> int: ...


class EventArchives(Protocol):
    """Where the rows of events are. `read` and `write` run in a process with limits, so they are plain functions."""

    @property
    def read(self) -> Callable[..., Any]:
        """The function that reads an archive, and replays and compares it; raises FormatError."""

    @property
    def write(self) -> Callable[..., bytes]:
        """The function that writes an archive of what `rows` gives."""

    def rows(self, tournament: TournamentId) -> StoredEvent:
        """All that is stored of an event, at one moment."""

    def restore(self, archive: Any, actor: Actor, key: str | None = None, digest: str | None = None) -> Restored:
        """The event of an archive, written in one transaction and read back; raises Refused.

        The same `key` and `digest` of what was sent give the same answer again.
        """


def take_archive(
    desk: Desk, archives: EventArchives, actor: Actor, tournament: TournamentId, files: FileReader | None = None
) -> bytes:
    """The archive of an event, for its arbiters; written where `files` says, or where the desk reads files."""
    desk.see_as(actor, tournament, ARCHIVES_BY, "take an archive")
    stored = archives.rows(tournament)
    if stored.size <= SMALL:
        return archives.write(stored)
    try:
        return (files or desk.files).run(LIMITS, archives.write, stored)
    except WorkStopped as stopped:
        if stopped.cause is Cause.QUEUE:
            raise TooManyRequests("files-busy", 1) from None
        raise TooSlow("archive-too-slow", LIMITS.seconds) from None


def restore_archive(
    desk: Desk, archives: EventArchives, actor: Actor, content: bytes, *, copy: bool = False, key: str | None = None
) -> Restored:
    """The event of an archive, which belongs to `actor` from now on; a `copy` gets ids of its own.

    Raises FormatError for a file that is no archive or a damaged one, and Refused where its ids are taken.
    """
    anew = new_id(actor, key)
    desk.check_creator(actor, anew)
    archive = desk.files.read(archives.read, content, anew if copy else None, limits=LIMITS)
    return archives.restore(archive, actor, key, hashlib.sha256(content).hexdigest())


def file_name(name: str) -> str:
    """What a browser saves the archive of an event as: its name as far as any system can write it.

    >>> file_name("Évora Open 2026")
    'vora-Open-2026.podium.json'
    """
    words = re.findall(r"[A-Za-z0-9]+", name)
    return ("-".join(words)[:LONGEST_NAME] or "event") + FILE_ENDING


class ComparisonRow(Struct):
    """A part of the archive beside what became of it; `difference` is the first row that differs, null where none does.

    `commit` to `messages` are what is stored, `pairings` to `history` what comes of it.
    """

    __qualname__ = "archives_ComparisonRow"

    part: str
    rows: int
    equal: bool
    difference: str | None


class RestoredAnswer(Struct):
    """A restored event: `equal` says whether nothing differs.

    `paused` are the games that were being played. `copied_from` is the id in the archive, where the copy got another.
    `fide_mode_exit` is how many rounds were paired when it, or the event that it copies, left FIDE mode; else null.
    """

    id: str
    name: str
    version: int
    taken_at: str
    podium: str
    equal: bool
    compared: list[ComparisonRow]
    paused: int
    copied_from: str | None
    fide_mode_exit: int | None


def restored_answer(restored: Restored) -> RestoredAnswer:
    return copied(RestoredAnswer, restored, compared=[copied(ComparisonRow, each) for each in restored.compared])
