"""A rating list that is open: what it is, told by how it begins, and its players one after another."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, Any, BinaryIO

from podium.core.errors import FormatError, LimitExceeded
from podium.core.ratings.rated_player import Layout, RatedPlayer
from podium.core.ratings.rating_kind import RatingKind
from podium.files.dbf import is_table
from podium.files.file_kinds import BROKEN_ARCHIVE
from podium.files.rating_lists import layouts
from podium.files.rating_lists.columns import Oddities, RowReader

if TYPE_CHECKING:
    Stream = io.BufferedReader[Any]

MOST_PLAYERS = 5_000_000
MOST_UNPACKED = 4_000_000_000  # bytes
HEAD = 8192  # bytes that tell the layout
ABOVE_HEADING = 5  # lines
ZIP = b"PK\x03\x04"
_BROKEN = (*BROKEN_ARCHIVE, RuntimeError)


@dataclass(slots=True)
class ListFile:
    """A rating list while it is read. `name` is the file's, of the one inside where it came packed."""

    name: str
    layout: Layout
    edition: str | None
    players: Iterator[RatedPlayer]
    oddities: Oddities
    _raw: BinaryIO
    _size: int

    @property
    def part(self) -> float:
        """How much of the file has been read, from 0 to 1."""
        return min(self._raw.tell() / self._size, 1.0) if self._size else 1.0


@contextmanager
def opened_list(raw: BinaryIO, name: str, kind: RatingKind | None = None) -> Iterator[ListFile]:
    """The rating list in a file that can be searched, while the block lasts; raises FormatError, also while it is read.

    `kind` says which rating a list with one rating has; without it the name of the file does, and else it is standard.
    """
    size = raw.seek(0, io.SEEK_END)
    raw.seek(0)
    packed = raw.read(len(ZIP)) == ZIP
    raw.seek(0)
    if not packed:
        yield _opened(_Bounded(raw), name, raw, size, kind)
        return
    with ExitStack() as stack:
        try:
            archive = stack.enter_context(zipfile.ZipFile(raw))
            member = _only_member(archive)
            unpacked = stack.enter_context(archive.open(member))
        except _BROKEN as broken:
            raise FormatError(0, 0, "archive-broken") from broken
        yield _opened(_Bounded(unpacked), PurePosixPath(member.filename).name, raw, size, kind)


def _only_member(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """The one file of an archive; FIDE packs each list by itself."""
    files = [each for each in archive.infolist() if not each.is_dir() and not each.filename.startswith("__MACOSX")]
    if len(files) != 1:
        raise FormatError(0, 0, "archive-not-one-file", value=len(files))
    return files[0]


class _Bounded(io.RawIOBase):
    """A stream of which no more is read than a list can have, whatever an archive says of its own size."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source = source
        self._left = MOST_UNPACKED

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]  # what a buffered reader hands over
        try:
            piece = self._source.read(len(buffer))
        except _BROKEN as broken:
            raise FormatError(0, 0, "archive-broken") from broken
        self._left -= len(piece)
        if self._left < 0:
            raise LimitExceeded(0, 0, "rating-list-too-large", most=MOST_UNPACKED)
        buffer[: len(piece)] = piece
        return len(piece)


def _opened(source: _Bounded, name: str, raw: BinaryIO, size: int, kind: RatingKind | None) -> ListFile:
    stream: Stream = io.BufferedReader(source, HEAD)
    head = stream.peek(HEAD)[:HEAD]
    oddities = Oddities()
    # FIDE calls its files rapid_rating_list.txt, blitz_nov26frl.txt.
    named = (each for each in (RatingKind.RAPID, RatingKind.BLITZ) if each in name.lower())
    own = kind or next(named, RatingKind.STANDARD)
    edition: str | None = None
    if is_table(head):
        layout, players = Layout.DBF, layouts.dbf_players(stream, RowReader(oddities, of_fide=False))
    elif head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") or head.startswith((b"\xff\xfe<", b"\xfe\xff\0<")):
        layout, players = Layout.FIDE_XML, layouts.xml_players(stream, RowReader(oddities, of_fide=True), own)
    elif columns := _heading(stream, head):
        below, found = columns
        columns_read = layouts.single_at(found, own) if found.single else found
        layout, edition = Layout.FIDE_TEXT, found.edition
        players = layouts.text_players(_lines(stream), columns_read, RowReader(oddities, of_fide=True), below)
    else:
        layout, players = Layout.CSV, layouts.csv_players(stream, head, RowReader(oddities, of_fide=False))
    return ListFile(name, layout, edition, _counted(players, oddities), oddities, raw, size)


def _heading(stream: Stream, head: bytes) -> tuple[int, layouts.Columns] | None:
    """The number of the line below FIDE's heading, and its columns; the stream stands there then."""
    at = 0
    for number, line in enumerate(head.splitlines(keepends=True)[:ABOVE_HEADING], start=1):
        at += len(line)
        columns = layouts.columns_of(line.decode("latin-1").removeprefix("ï»¿").rstrip())
        if columns is not None:
            stream.read(at)
            return number + 1, columns
    return None


def _lines(stream: Stream) -> Iterator[bytes]:
    longest = layouts.LONGEST_FIDE_LINE + 1
    return iter(lambda: stream.readline(longest), b"")


def _counted(players: Iterator[RatedPlayer], oddities: Oddities) -> Iterator[RatedPlayer]:
    """The players; raises FormatError where there is none, LimitExceeded for more than any list has."""
    count = 0
    for count, player in enumerate(players, start=1):
        if count > MOST_PLAYERS:
            raise LimitExceeded(0, 0, "rating-list-too-large", most=MOST_PLAYERS)
        yield player
    if not count:
        first = oddities.noted[0] if oddities.noted else None
        raise FormatError(first.line if first else 0, 0, "rating-list-empty")
