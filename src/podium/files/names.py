"""Players from a pasted list of names, one a line."""

import re

from podium.files.csvfile import read_table
from podium.files.headers import Column, named_fields
from podium.files.sheet import Row, Sheet, written_rows

_HEADER = Row(0, ("Name", "Rating"))
_NUMBERED = re.compile(r"\s*\d+[.)]\s+")
_RATED = re.compile(r"(?P<name>.*\S)\s*(?:[,;|\t]\s*(?P<plain>\d{1,6})|\(\s*(?P<inside>\d{1,6})\s*\))\s*")


def read_names(text: str) -> Sheet:
    """The names of a pasted list, each with the rating behind it, if there is one.

    The rating follows a comma, a semicolon, a tab or a bar, or stands in brackets; numbers in front
    ("1. ") are dropped. Lines with more cells, as copied from a spreadsheet, are read as a table.

    >>> [row.cells for row in read_names("1. Müller, Hans, 1850\\nEva Grün").rows]
    [('Müller, Hans', '1850'), ('Eva Grün',)]
    """
    lines = text.splitlines()
    if any(line.strip().count("\t") > 1 for line in lines):
        return read_table(text)
    rows = written_rows((number, _cells(line)) for number, line in enumerate(lines, start=1))
    if rows and Column.NAME in named_fields(Row(1, tuple(re.split(r"[,;|\t]", rows[0].cell(0))))):
        return Sheet(_HEADER, rows[1:], rows[:1])
    return Sheet(_HEADER, rows)


def _cells(line: str) -> list[str]:
    line = _NUMBERED.sub("", line, count=1) if _NUMBERED.match(line) else line
    if found := _RATED.fullmatch(line):
        return [found["name"].strip(" ,;|\t"), found["plain"] or found["inside"]]
    return [line]
