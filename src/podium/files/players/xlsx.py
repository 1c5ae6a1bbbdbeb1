"""Players from XLSX workbooks."""

import io
import zipfile
from collections.abc import Callable, Mapping
from xml.parsers import expat

from podium.core.errors import FormatError, LimitExceeded
from podium.files.file_kinds import BROKEN_ARCHIVE, OLD_OFFICE
from podium.files.players.headers import headed
from podium.files.sheet import Sheet, written_rows
from podium.files.workbook import MOST_UNPACKED, Damaged, Rows, Workbook

MOST_BYTES = 20_000_000
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
LONGEST_TITLE = 40


def read_xlsx(content: bytes, sheet: str | None = None) -> Sheet:
    """The table on the named sheet of a workbook, or on the first sheet that has any text.

    Formulas give the value they had when the file was saved. Raises `FormatError` for a file that
    is damaged, locked by a password, of another kind, or too large once unpacked.
    """
    return table_in_archive(content, "[Content_Types].xml", lambda archive: Workbook(archive).sheets, sheet)


def table_in_archive(
    content: bytes, part: str, sheets_of: Callable[[zipfile.ZipFile], Mapping[str, Rows]], wanted: str | None
) -> Sheet:
    """The table on the wanted sheet of an archive which has that part, or on the first sheet that has any text."""
    with _opened(content, part) as archive:
        try:
            return _first_written(sheets_of(archive), wanted)
        except (Damaged, expat.ExpatError, *BROKEN_ARCHIVE) as broken:
            raise FormatError(0, 0, "workbook-damaged", value=type(broken).__name__) from broken


def _opened(content: bytes, part: str) -> zipfile.ZipFile:
    """The archive of a workbook, which has that part; raises FormatError for other files, and for what would burst."""
    if len(content) > MOST_BYTES:
        raise LimitExceeded(0, 0, "file-too-large", most=MOST_BYTES, value=len(content))
    if content.startswith(OLD_OFFICE):
        locked = _ENCRYPTED in content
        raise FormatError(0, 0, "workbook-locked" if locked else "old-workbook")
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except BROKEN_ARCHIVE:
        raise FormatError(0, 0, "not-a-workbook") from None
    parts = archive.infolist()
    if any(each.flag_bits & 1 for each in parts):
        raise FormatError(0, 0, "workbook-locked")
    # The unpacker never reads past the size that the directory states, so the sum can be trusted.
    if (unpacked := sum(each.file_size for each in parts)) > MOST_UNPACKED:
        raise LimitExceeded(0, 0, "workbook-too-large", most=MOST_UNPACKED, value=unpacked)
    if not any(each.filename == part for each in parts):
        raise FormatError(0, 0, "not-a-workbook")
    return archive


def _first_written(sheets: Mapping[str, Rows], wanted: str | None) -> Sheet:
    titles = tuple(sheets)
    if wanted is not None and wanted not in titles:
        raise FormatError(0, 0, "no-such-sheet", value=wanted[:LONGEST_TITLE], sheets=titles)
    for title in titles:
        if wanted in (None, title) and ((rows := written_rows(sheets[title]())) or wanted is not None):
            return headed(rows, title, titles)
    return headed((), titles[0] if titles else None, titles)
