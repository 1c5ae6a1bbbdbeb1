"""What kind of file it is, told by its content; names are never asked.

Every kind has its mark near the beginning. What has none of them is text, in which a list may stand.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from enum import StrEnum
from typing import Final

from podium.core.errors import FormatError
from podium.files.dbf import is_table
from podium.files.players.csvfile import read_table, wide_encoding

ZIP: Final = b"PK\x03\x04"
OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
LOOKED_AT: Final = 20_000  # bytes; whatever a text is shows by then
LINES_LOOKED_AT: Final = 60


class FileKind(StrEnum):
    """What a file is, by the name that the API has for it."""

    LIST = "list"  # text: names, or a table with delimiters
    WORKBOOK = "xlsx"
    OLD_WORKBOOK = "xls"
    DBF = "dbf"
    JSON = "json"  # NDJSON too
    XML = "xml"
    FIDE_LIST = "fide-list"  # FIDE's rating list in columns of fixed width
    REPORT = "trf"
    EVENT_ARCHIVE = "event-archive"  # of Podium
    GAMES = "pgn"
    PAGE = "html"
    PDF = "pdf"
    PICTURE = "picture"
    DOCUMENT = "document"  # of a word processor
    OPEN_DOCUMENT = "ods"
    ARCHIVE = "archive"
    DATABASE = "database"
    SWISS_MANAGER = "swiss-manager"
    SWISS_PERFECT = "swiss-perfect"  # its results and settings; its players (.TRN) are a DBF
    ACCESS = "access"
    PROGRAM = "program"  # what no text has in it, and no mark of the others


READ_AS_LISTS: Final = frozenset(
    {
        FileKind.LIST,
        FileKind.WORKBOOK,
        FileKind.OLD_WORKBOOK,  # refused by its reader, which knows a locked one from an old one
        FileKind.DBF,
        FileKind.JSON,
        FileKind.XML,
        FileKind.FIDE_LIST,
        FileKind.OPEN_DOCUMENT,
        FileKind.PAGE,  # a table on it; its reader refuses a page without one
    }
)
_MARKS: Final = (
    (b"%PDF-", FileKind.PDF),
    (b"\x89PNG\r\n", FileKind.PICTURE),
    (b"\xff\xd8\xff", FileKind.PICTURE),
    (b"GIF8", FileKind.PICTURE),
    (b"BM", FileKind.PICTURE),
    (b"II*\0", FileKind.PICTURE),
    (b"MM\0*", FileKind.PICTURE),
    (b"{\\rtf", FileKind.DOCUMENT),
    (b"SQLite format 3\0", FileKind.DATABASE),
    (b"PK\x05\x06", FileKind.ARCHIVE),
    (b"\x1f\x8b", FileKind.ARCHIVE),
    (b"7z\xbc\xaf\x27\x1c", FileKind.ARCHIVE),
    (b"Rar!\x1a", FileKind.ARCHIVE),
    (b"BZh", FileKind.ARCHIVE),
    (b"\xfd7zXZ\0", FileKind.ARCHIVE),
    (OLD_OFFICE, FileKind.OLD_WORKBOOK),
    (b"\x93\xff\x89\x44", FileKind.SWISS_MANAGER),  # .TUNX, .TURX, .TUMX and their like
    (b"\0\1\0\0Standard ", FileKind.ACCESS),
)
_PARTS: Final = (("word/", FileKind.DOCUMENT), ("ppt/", FileKind.DOCUMENT), ("[Content_Types].xml", FileKind.WORKBOOK))
_OPEN_DOCUMENTS: Final = (
    (b"application/vnd.oasis.opendocument.spreadsheet", FileKind.OPEN_DOCUMENT),
    (b"application/vnd.oasis.opendocument", FileKind.DOCUMENT),
)
BROKEN_ARCHIVE: Final = (
    zipfile.BadZipFile, zlib.error, EOFError, ValueError, LookupError, NotImplementedError, OSError,
)  # fmt: skip
"""All that the standard library raises for odd archives; of those locked by a password it raises RuntimeError."""

_TAG: Final = re.compile(r'\[\s*[A-Za-z]\w{0,254}\s+"')
_GAME_TAG: Final = re.compile(r'\[(?:Event|Site|Date|Round|White|Black|Result) "')
_FIRST_MOVE: Final = re.compile(r"1\.\s?(?:[a-h][34]|N[acfh]3|O-O)\b(?!\s+[^\W\d_]{3})")
_JSON: Final = re.compile(r'\{\s*["}]|\[\s*[\[{\]"]')
_EVENT_ARCHIVE: Final = re.compile(r'\{\s*"format"\s*:\s*"podium-event-archive"')
_MARKUP: Final = re.compile(r"<[?!A-Za-z]")
_PAGE: Final = re.compile(r"<!doctype html|<(?:html|head|body|table|div|p|span|meta)\b", re.IGNORECASE)
_DRAWING: Final = re.compile(r"<svg\b", re.IGNORECASE)
_SCORE_FIELDS: Final = re.compile(rb"W_SCORE\0.*B_SCORE\0", re.DOTALL)
_SWISS_PERFECT: Final = "[Tournament Info]"
_FIDE_LIST: Final = re.compile(r"ID[ _]?NUMBER +NAME +[^,;|\t]*$", re.IGNORECASE)
_RECORD: Final = re.compile(
    r"(?:0[0-9][123]|1[0-9]2|2[0-9][02]|013|240|250|260|299|3[0-6][02]|80[12]|XX[A-Z]|###)(?: |$)"
)
_REPORT_LINE: Final = re.compile(r"001 [ \d]{3}\d |0[1-9]2 .*\S|XX[A-Z] ")
_BEGINS_AS_REPORT: Final = re.compile(r"^(?:001|0[1-9]2|XX[A-Z]) ", re.MULTILINE)
_PLAYER: Final = re.compile(r"001 [ \d]{3}\d ")


def file_kind(content: bytes) -> FileKind:
    """What a file is.

    >>> file_kind(b'[Event "Open"]'), file_kind(b"Name;Elo")
    (<FileKind.GAMES: 'pgn'>, <FileKind.LIST: 'list'>)
    """
    if content.startswith(ZIP):
        return _kind_of_archive(content)
    if 0 in content[4:44] and is_table(content):  # some versions are figures and letters, but no text has noughts
        return FileKind.SWISS_PERFECT if _SCORE_FIELDS.search(content[:LOOKED_AT]) else FileKind.DBF
    for mark, kind in _MARKS:
        if content.startswith(mark) and (kind is not FileKind.PICTURE or not _is_text(content)):
            return kind
    if content[8:12] == b"WEBP":
        return FileKind.PICTURE
    if b"\0" in content[:LOOKED_AT] and wide_encoding(content) is None:
        return FileKind.PROGRAM
    return _kind_of_text(_beginning(content))


def refuse_unless_list(content: bytes) -> FileKind:
    """What a file is that a list may stand in; raises FormatError for one of another kind."""
    kind = file_kind(content)
    if kind not in READ_AS_LISTS:
        raise FormatError(0, 0, "not-a-list", kind=kind.value)
    return kind


def refuse_unless_report(content: bytes) -> None:
    """Raises FormatError for a file that is no report; text that is nothing else may be a damaged one."""
    kind = file_kind(content)
    if kind is FileKind.LIST:
        text = _beginning(content)
        if not _BEGINS_AS_REPORT.search(text) and _is_list(text):
            raise FormatError(0, 0, "not-a-report", kind=kind.value)
    elif kind is not FileKind.REPORT:
        raise FormatError(0, 0, "not-a-report", kind=kind.value)


def _is_list(text: str) -> bool:
    """Are there the headers of a list, or lines of several cells?"""
    try:
        sheet = read_table(text.rpartition("\n")[0] or text)
    except FormatError:
        return False
    return sheet.header is not None or 2 * sum(len(row.cells) > 1 for row in sheet.rows) > len(sheet.rows)


def _is_text(content: bytes) -> bool:
    """A name may begin with BM; a picture has bytes that no text has."""
    return not re.search(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]", content[:64])


def _kind_of_archive(content: bytes) -> FileKind:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            short = "mimetype" in names and archive.getinfo("mimetype").file_size < 1000
            stated = archive.read("mimetype")[:100] if short else b""
    except BROKEN_ARCHIVE:
        return FileKind.WORKBOOK  # its reader says that it is none
    except RuntimeError:  # locked by a password
        return FileKind.ARCHIVE
    for beginning, kind in _OPEN_DOCUMENTS:
        if stated.startswith(beginning):
            return kind
    return next((kind for mark, kind in _PARTS if any(name.startswith(mark) for name in names)), FileKind.ARCHIVE)


def _beginning(content: bytes) -> str:
    head = content[:LOOKED_AT]
    return head.decode(wide_encoding(head) or "utf-8-sig", "replace")


def _kind_of_text(text: str) -> FileKind:
    lines = [line for line in text.splitlines() if line.strip()][:LINES_LOOKED_AT]
    written = [line.strip() for line in lines if not line.startswith(("%", ";"))]
    first = written[0] if written else ""
    if _TAG.match(first) or _FIRST_MOVE.match(first) or sum(map(bool, map(_GAME_TAG.match, written))) > 1:
        return FileKind.GAMES
    if _SWISS_PERFECT in written:
        return FileKind.SWISS_PERFECT
    if _EVENT_ARCHIVE.match(" ".join(written[:3])):
        return FileKind.EVENT_ARCHIVE
    if _JSON.match(first) or first in ("[", "{"):
        return FileKind.JSON
    if _MARKUP.match(first):
        whole = "\n".join(written)
        drawing, page = _DRAWING.search(whole), _PAGE.search(whole)
        if drawing and not (page and page.start() < drawing.start()):  # a page may have drawings on it
            return FileKind.PICTURE
        return FileKind.PAGE if page else FileKind.XML
    if _FIDE_LIST.match(first):
        return FileKind.FIDE_LIST
    return FileKind.REPORT if _is_report([line.rstrip() for line in lines]) else FileKind.LIST


def _is_report(lines: list[str]) -> bool:
    """Do the lines begin with the records of a report? A list may be numbered 001, 002; most of its lines are not."""
    records = [line for line in lines if _RECORD.match(line)]
    if not records or 2 * len(records) < len(lines):
        return False
    return any(map(_PLAYER.match, records)) or (
        bool(_REPORT_LINE.match(lines[0])) and len({line[:3] for line in records}) > 1 and records[0][:3] != "001"
    )
