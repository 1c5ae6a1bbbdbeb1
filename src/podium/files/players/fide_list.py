"""Players from FIDE's rating list as text: columns of fixed width below a line that names them.

| years | the line begins with |
| --- | --- |
| since 2012 | `ID Number      Name ... Fed Sex Tit  WTit OTit`, then `SRtng SGm SK` or a month and `Gms K` |
| before | `ID number Name ... TitlFed  Mar11 GamesBorn  Flag`; names of columns touch |
| 2001 | `ID_NUMBER NAME ... TITLE COUNTRY JAN01 GAMES FLAG` |

The columns are where their names begin. Associations that hand out their lists in FIDE's form are read alike.
"""

from __future__ import annotations

import re
from typing import Final

from podium.core.errors import FormatError, LimitExceeded
from podium.files.players.csvfile import LONGEST_LINE, MOST_BYTES, MOST_LINES, decoded
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
