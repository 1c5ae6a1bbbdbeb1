"""Players from a pasted list of names, one a line."""

import re
from collections.abc import Sequence

from podium.core.errors import LimitExceeded
from podium.files.file_kinds import FileKind, refuse_unless_list
from podium.files.players.cells import looks_like_year
from podium.files.players.csvfile import MOST_BYTES, MOST_LINES, aligned, read_table
from podium.files.players.headers import Column, named_fields
from podium.files.players.listfile import read_list
from podium.files.sheet import Row, Sheet, written_rows

_RATINGS, _BIRTHS = Row(0, ("Name", "Rating")), Row(0, ("Name", "Born"))
_NUMBERED = re.compile(r"\s*\d+[.)]\s+")
_COUNTED = re.compile(r"\s*(\d+)\s+(?=\D)")
_RATED = re.compile(r"(?P<name>.*\S)\s*(?:[,;|\t]\s*(?P<plain>\d{1,6})|\(\s*(?P<inside>\d{1,6})\s*\))\s*")
_FIGURE = r"(?:[4-9]\d\d|[12]\d{3}|3[0-4]\d\d)"  # what a rating beside a name looks like: 400 to 3499
_RATING = re.compile(_FIGURE)
_RATING_BEFORE = re.compile(rf"({_FIGURE})(?:\s*[,;|\t]\s*|\s+)(?=[^\W\d_])")
_LETTER, _DIGIT = re.compile(r"[^\W\d_]"), re.compile(r"\d")
LONGEST_LINE = 1000  # characters; more is no name, and is refused as such
_TABLE = re.compile(r"[^;]*;[^;]*;.*|[^|]*\|[^|]*\|.*|[^\t]*\t[^\t]*\t.*|[^,\d]*,\s*\d{3,4}\s*,.*")


def read_names(text: str) -> Sheet:
    """The names of a pasted list, each with the rating behind or before it, if there is one.

    The rating follows a comma, a semicolon, a tab, a bar or a space, stands in brackets, or comes first; figures that
    are years in every line are those of birth. Numbers in front ("1. ") are dropped. Lines with more cells, as copied
    from a spreadsheet, are read as a table.

    >>> [row.cells for row in read_names("1. Müller, Hans, 1850\\nEva Grün\\nAnn 1500\\n1600 Ben Oak").rows]
    [('Müller, Hans', '1850'), ('Eva Grün',), ('Ann', '1500'), ('Ben Oak', '1600')]
    >>> [row.cells for row in read_names("Ann;1500;GER\\nBen;1600;ENG").rows]
    [('Ann', '1500', 'GER'), ('Ben', '1600', 'ENG')]
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise LimitExceeded(MOST_LINES + 1, 0, "too-many-lines", value=len(lines), most=MOST_LINES)
    if any(_TABLE.fullmatch(line.strip()) for line in lines) or _is_header_of_table(lines) or _has_commas(lines):
        return read_table(text)
    if (table := aligned(text)) is not None:
        return table
    lines = _uncounted(lines)
    rows = written_rows((number, _cells(line)) for number, line in enumerate(lines, start=1))
    if rows and Column.NAME in named_fields(Row(1, tuple(re.split(r"[,;|\t]", rows[0].cell(0))))):
        return Sheet(_RATINGS, rows[1:], rows[:1])
    figures = [row.cell(1) for row in rows if row.cell(1)]
    years = len(figures) > 1 and all(map(looks_like_year, figures))
    return Sheet(_BIRTHS if years else _RATINGS, rows)


def read_pasted(content: bytes) -> Sheet:
    """The players of a pasted list, as a form sends it: names, a table, or the text of a file that `read_list` reads.

    Raises FormatError for text of another kind, such as games.
    """
    if len(content) > MOST_BYTES:
        raise LimitExceeded(0, 0, "file-too-large", value=len(content), most=MOST_BYTES)
    if refuse_unless_list(content) is not FileKind.LIST:
        return read_list(content)
    return read_names(content.decode(errors="replace"))


def _is_header_of_table(lines: Sequence[str]) -> bool:
    """Whether the list begins with the headings of more than a name and a rating."""
    first = next((line for line in lines if line.strip()), "")
    return len(named_fields(Row(1, tuple(re.split(r"[,;|\t]", first))))) > 2


def _has_commas(lines: Sequence[str]) -> bool:
    """Whether most lines have more cells between commas than surname, first name and rating."""
    written = [line for line in lines if line.strip()]
    wide = [line for line in written if _cells(line)[0].count(",") > 1]
    return len(wide) * 2 > len(written) and (len(wide) > 1 or wide[0].lstrip()[0].isdigit())


def _uncounted(lines: list[str]) -> list[str]:
    """The lines without the running numbers that they all begin with, if they do."""
    written = [line for line in lines if line.strip()]
    counts = [found[1] if (found := _COUNTED.match(line)) else "" for line in written]
    if len(written) < 2 or counts != [str(number) for number in range(1, len(written) + 1)]:
        return lines
    return [_COUNTED.sub("", line, count=1) for line in lines]


def _cells(line: str) -> list[str]:
    if len(line) > LONGEST_LINE:
        return [line]
    line = _NUMBERED.sub("", line, count=1) if _NUMBERED.match(line) else line
    if found := _RATED.fullmatch(line):
        return [found["name"].strip(" ,;|\t"), found["plain"] or found["inside"]]
    name, rating = _beside_name(line.strip())
    return [name.strip(" ,;|\t"), rating] if rating else [line]


def _beside_name(line: str) -> tuple[str, str]:
    """The name and the figure behind or before it, in time that is proportional to the line; no figure: empty."""
    words = line.rsplit(None, 1)
    if len(words) == 2 and _RATING.fullmatch(words[1]) and _LETTER.search(words[0]) and not _DIGIT.search(words[0]):
        return words[0], words[1]
    if (found := _RATING_BEFORE.match(line)) and not _DIGIT.search(line, found.end()):
        return line[found.end() :], found[1]
    return line, ""
