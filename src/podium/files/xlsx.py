"""Players from and to XLSX workbooks."""

import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from podium.core.errors import FormatError
from podium.core.player import PlayerFields
from podium.files.export import table
from podium.files.headers import headed
from podium.files.sheet import Sheet, guarded, written_rows

MOST_BYTES = 20_000_000
MOST_UNPACKED = 100_000_000
ZIP = b"PK\x03\x04"
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def read_xlsx(content: bytes, sheet: str | None = None) -> Sheet:
    """The table on the named sheet of a workbook, or on the first sheet that has any text.

    Formulas give the value they had when the file was saved. Raises `FormatError` for a file that
    is damaged, locked by a password, of another kind, or too large once unpacked.
    """
    _refuse_other_files(content)
    try:
        return _first_written(content, sheet)
    except FormatError:
        raise
    except Exception as broken:  # a damaged workbook can fail anywhere in the reader
        raise FormatError(0, 0, "workbook-damaged", value=type(broken).__name__) from broken


def write_xlsx(players: Iterable[PlayerFields], numbers: Sequence[int] | None = None) -> bytes:
    """A workbook of these players that `read_xlsx` reads back; ratings are numbers."""
    from openpyxl import Workbook  # slow to load, and only workbooks need it

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Players")
    sheet.freeze_panes = "A2"
    for cells in table(players, numbers):
        sheet.append([_safe(cell) if isinstance(cell, str) else cell for cell in cells])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _safe(text: str) -> str:
    """`text` without what a workbook cannot hold, and not to be taken for a formula."""
    return guarded(_NOT_IN_XML.sub("\ufffd", text))


def _refuse_other_files(content: bytes) -> None:
    if len(content) > MOST_BYTES:
        raise FormatError(0, 0, "file-too-large", most=MOST_BYTES, value=len(content))
    if content.startswith(OLD_OFFICE):
        locked = _ENCRYPTED in content
        raise FormatError(0, 0, "workbook-locked" if locked else "old-workbook")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            sizes = parts.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):  # all that zipfile raises for odd archives
        raise FormatError(0, 0, "not-a-workbook") from None
    if any(part.flag_bits & 1 for part in sizes):
        raise FormatError(0, 0, "workbook-locked")
    # The unpacker never reads past the size that the directory states, so the sum can be trusted.
    if (unpacked := sum(part.file_size for part in sizes)) > MOST_UNPACKED:
        raise FormatError(0, 0, "workbook-too-large", most=MOST_UNPACKED, value=unpacked)
    if not any(part.filename == "[Content_Types].xml" for part in sizes):
        raise FormatError(0, 0, "not-a-workbook")


def _first_written(content: bytes, wanted: str | None) -> Sheet:
    with warnings.catch_warnings():
        # Styles and validations that the reader does not know are no concern of a list of players.
        warnings.filterwarnings("ignore", module=r"openpyxl\.")
        from openpyxl import load_workbook

        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        try:
            titles = tuple(sheet.title for sheet in book.worksheets)
            if wanted is not None and wanted not in titles:
                raise FormatError(0, 0, "no-such-sheet", value=wanted, sheets=titles)
            for sheet in book.worksheets:
                if wanted not in (None, sheet.title):
                    continue
                sheet.reset_dimensions()  # what a file says of its own size need not be true
                rows = written_rows(_lines(sheet.iter_rows(values_only=True)))
                if rows or wanted:
                    return headed(rows, sheet.title, titles)
        finally:
            book.close()
    return headed((), titles[0] if titles else None, titles)


def _lines(rows: Iterable[Iterable[object]]) -> Iterator[tuple[int, list[str]]]:
    for line, values in enumerate(rows, start=1):
        yield line, [_text(value) for value in values]


def _text(value: object) -> str:
    """A cell's value as one would type it: 2013.0 as 2013, a date as an ISO date."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        midnight = (value.hour, value.minute, value.second, value.microsecond) == (0, 0, 0, 0)
        return value.date().isoformat() if midnight else value.isoformat(" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
