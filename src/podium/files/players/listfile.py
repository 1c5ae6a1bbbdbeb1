"""Players from a file of any kind that has them, told by its content; dBase tables and FIDE's text are read here.

FIDE's rating list as text has columns of fixed width below a line that names them, and begins where their names do:

| years | the line begins with |
| --- | --- |
| since 2012 | `ID Number      Name ... Fed Sex Tit  WTit OTit`, then `SRtng SGm SK` or a month and `Gms K` |
| before | `ID number Name ... TitlFed  Mar11 GamesBorn  Flag`; names of columns touch |
| 2001 | `ID_NUMBER NAME ... TITLE COUNTRY JAN01 GAMES FLAG` |

Associations that hand out their lists in FIDE's form are read alike.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from podium.core.errors import FormatError, LimitExceeded
from podium.files.dbf import read_table
from podium.files.file_kinds import FileKind, refuse_unless_list
from podium.files.players.csvfile import LONGEST_LINE, MOST_BYTES, MOST_LINES, decoded, read_csv
from podium.files.players.html_list import read_html
from podium.files.players.json_list import read_json
from podium.files.players.ods import read_ods
from podium.files.players.xlsx import read_xlsx
from podium.files.players.xml_list import read_xml
from podium.files.sheet import Row, Sheet, written_rows

LONGEST_HEADER: Final = 1000  # characters of the line that names the columns
_MONTH: Final = r"(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\d\d"
_NAMES: Final = re.compile(
    rf"ID[ _]?NUMBER|NAME|COUNTRY|TITLE|TITL|W?TIT|OTIT|FOA|FED|SEX|{_MONTH}|[SRB]RTNG|[SRB]GM|GAMES|GMS|BORN|FLAG|\S+",
    re.IGNORECASE,
)


def read_fide_list(content: bytes) -> Sheet:
    """The players of a rating list as rows below the names of its columns; raises FormatError."""
    if len(content) > MOST_BYTES:
        raise LimitExceeded(0, 0, "file-too-large", most=MOST_BYTES, value=len(content))
    lines = decoded(content).removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise LimitExceeded(MOST_LINES + 1, 0, "too-many-lines", value=len(lines), most=MOST_LINES)
    top = next((at for at, line in enumerate(lines) if line.strip()), None)
    if top is None:
        raise FormatError(0, 0, "list-empty")
    found = list(_NAMES.finditer(lines[top][:LONGEST_HEADER]))
    starts = [match.start() for match in found]
    below = enumerate(lines[top + 1 :], start=top + 2)
    rows = written_rows((number, _cells(number, line, starts)) for number, line in below)
    return Sheet(Row(top + 1, tuple(match.group() for match in found)), rows)


def _cells(number: int, line: str, starts: list[int]) -> list[str]:
    """The texts of a line from the beginning of each column to that of the next; no number is cut in two."""
    if len(line) > LONGEST_LINE:
        raise LimitExceeded(number, 0, "line-too-long", value=len(line), most=LONGEST_LINE)
    for at in starts[1:]:
        if line[at - 1 : at].isdigit() and line[at : at + 1].isdigit():
            raise FormatError(number, at + 1, "list-misaligned", value=line[:at].rpartition(" ")[2][-40:])
    return [line[start:end] for start, end in zip([0, *starts[1:]], [*starts[1:], None], strict=True)]


def read_dbf(content: bytes) -> Sheet:
    """The records of a table as rows below the names of its fields; raises FormatError."""
    table = read_table(content)
    header = Row(0, tuple(field.name for field in table.fields))
    rows = written_rows(
        (number, ("" if value is None else str(value) for value in row))
        for number, row in enumerate(table.rows, start=1)
    )
    if not rows:
        raise FormatError(0, 0, "list-empty")
    return Sheet(header, rows)


_READERS: Mapping[FileKind, Callable[[bytes], Sheet]] = {
    FileKind.DBF: read_dbf,
    FileKind.FIDE_LIST: read_fide_list,
    FileKind.JSON: read_json,
    FileKind.XML: read_xml,
    FileKind.PAGE: read_html,
    FileKind.LIST: read_csv,
}


def read_list(content: bytes, sheet: str | None = None) -> Sheet:
    """The table in a file, whatever the file is called; `sheet` is that of a workbook.

    Raises `FormatError` for a file of another kind, which it names, and for one that is damaged or too large.
    """
    kind = refuse_unless_list(content)
    if kind is FileKind.OPEN_DOCUMENT:
        return read_ods(content, sheet)
    reader = _READERS.get(kind)
    return reader(content) if reader is not None else read_xlsx(content, sheet)
