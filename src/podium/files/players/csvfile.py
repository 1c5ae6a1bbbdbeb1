"""Players from CSV: text with some delimiter in some encoding."""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise, takewhile

from podium.core.errors import FormatError, LimitExceeded
from podium.files.players.headers import headed, is_header, meaning, named_fields
from podium.files.sheet import Row, Sheet, written_rows

MOST_BYTES = 20_000_000
MOST_LINES = 100_000  # blank ones too
LONGEST_LINE = 1_000_000  # characters
DELIMITERS = ",;\t|"
_SAMPLE = 50  # lines are enough to tell the delimiter
_ALIGNED = 500  # lines and characters of a line tell where columns are aligned
END = "\0end"
"""What the last line of a text is, for `records`."""


def read_csv(content: bytes) -> Sheet:
    """The table in a CSV file; raises `FormatError` where it is not text or a quote never closes."""
    if len(content) > MOST_BYTES:
        raise LimitExceeded(0, 0, "file-too-large", most=MOST_BYTES, value=len(content))
    return read_table(decoded(content))


def read_table(text: str) -> Sheet:
    """The table in a text, its delimiter guessed among comma, semicolon, tab and bar, or its columns aligned."""
    if "\0" in text:
        raise FormatError(1 + text[: text.index("\0")].count("\n"), 0, "not-text")
    sheet = headed(written_rows(records(_lines(f"{text}\n{END}"), delimiter_of(text))))
    return sheet if sheet.header is not None else aligned(text) or sheet


def aligned(text: str) -> Sheet | None:
    """The table of a text whose columns stand below each other, parted by blanks; None where no header shows them.

    Columns part where the header and the lines up to the next blank one have blanks; a column without a heading is a
    part of a known one before it if one blank parts them, as in names. Raises FormatError for a line that does not fit.
    """
    lines = [line if set(line) - set("-=_ ") else line[:1] and "-" for line in map(str.rstrip, text.splitlines())]
    top = next((at for at, line in enumerate(lines[:_SAMPLE]) if _heads_columns(line)), len(lines))
    first = [line for line in takewhile(bool, lines[top : top + _ALIGNED]) if line != "-"]
    if len(first) < 2 or (width := max(map(len, first))) > _ALIGNED:
        return None
    inked = "".join("#" if any(line[at : at + 1].strip() for line in first) else " " for at in range(width))
    spans = [found.span() for found in re.finditer("#+", inked)]
    starts: list[int] = []
    for at, end in spans:
        beside = inked[:at].endswith("# ") and meaning(first[0][starts[-1] : at]) is not None
        starts += [at] if first[0][at:end].strip() or not beside else []
    cuts = [slice(*ends) for ends in pairwise((*starts, None))]
    if not is_header(Row(0, tuple(first[0][cut].strip() for cut in cuts))):
        return None
    for number, line in enumerate(lines[top:], start=top + 1):
        if crossed := next((at for at in starts[1:] if line[at - 1 : at].strip()), None):
            raise FormatError(number, crossed, "list-misaligned", value=line.strip())
    rows = ((number, line) for number, line in enumerate(lines[top:], start=top + 1) if line != "-")
    return headed(written_rows((number, [line[cut] for cut in cuts]) for number, line in rows))


def _heads_columns(line: str) -> bool:
    """Do the words of a line name two fields of players, or one and rounds?"""
    row = Row(0, tuple(line.split()))
    return is_header(row) and (len(named_fields(row)) > 1 or any(map(str.isdigit, line)))


def decoded(content: bytes) -> str:
    """The text of a file in UTF-8 or UTF-16, marked or not, or in Windows' western code page."""
    if content.startswith(codecs.BOM_UTF8):
        return _decode(content, "utf-8-sig")
    if wide := wide_encoding(content):
        return _decode(content, wide)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return _decode(content, "cp1252")


def _decode(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as wrong:
        line = 1 + content[: wrong.start].count(b"\n")
        raise FormatError(line, 0, "encoding-unknown", value=content[wrong.start]) from None


def wide_encoding(content: bytes) -> str | None:
    """The kind of UTF-16 that a mark, or every second byte being nought, betrays; None for other text."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    head = content[:2000]
    high, low = head[0::2].count(0), head[1::2].count(0)
    if 3 * max(high, low) < len(head) or min(high, low) > 0:
        return None
    return "utf-16-be" if high else "utf-16-le" if low else None


def delimiter_of(text: str) -> str:
    """The delimiter that makes most sense of the first lines.

    First by the headers it uncovers, then by how many lines it cuts into equally many cells.
    """

    def sense(delimiter: str) -> tuple[int, int, int]:
        rows = [Row(line, tuple(cells)) for line, cells in _first(text, delimiter)]
        widths = Counter(len(row.cells) for row in rows if len(row.cells) > 1)
        width, lines = max(widths.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
        return max((len(named_fields(row)) for row in rows), default=0), lines, width

    return max(DELIMITERS, key=sense)


def _first(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """The first lines cut at the delimiter, each by itself: a sample may end inside a quote."""
    lines = text.splitlines()[:_SAMPLE] if len(text) < 100_000 else text[:100_000].splitlines()
    rows = csv.reader((f"{line}\n" for line in lines[:_SAMPLE]), delimiter=delimiter)
    return list(enumerate(rows, start=1))


def records(lines: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The records of these lines, each with the line it begins on.

    The last line is `END`, a record of our own that tells whether a quote swallowed the end of the file.
    """
    reader = csv.reader(lines, delimiter=delimiter)
    line = 1
    while True:
        try:
            cells = next(reader)
        except csv.Error:
            raise LimitExceeded(line, 0, "cell-too-long", most=csv.field_size_limit()) from None
        if cells == [END]:
            return
        if cells and cells[-1].endswith(END):
            raise FormatError(line, 0, "quote-not-closed", value=cells[-1][:40])
        yield line, cells
        line = reader.line_num + 1


def _lines(text: str) -> Iterator[str]:
    """The lines of a text with their ends; raises LimitExceeded for more, or for longer ones, than a list has."""
    for number, line in enumerate(io.StringIO(text, newline=""), start=1):
        if number > MOST_LINES + 1:  # one is our own
            raise LimitExceeded(number, 0, "too-many-lines", value=number, most=MOST_LINES)
        if len(line) > LONGEST_LINE:
            raise LimitExceeded(number, 0, "line-too-long", value=len(line), most=LONGEST_LINE)
        yield line
