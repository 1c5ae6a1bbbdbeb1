"""National rating lists: tables whose headings say what the columns hold, as CSV or DBF."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import chain, islice
from typing import BinaryIO

from podium.core.errors import FormatError, LimitExceeded
from podium.core.ratings.rated_player import RatedPlayer
from podium.files.dbf import TableStream
from podium.files.players.csvfile import END, decoded, delimiter_of, records
from podium.files.rating_lists.columns import Heading, RowReader, of_table

SEARCHED = 20  # lines at the top that may be the heading
LONGEST_LINE = 100_000  # bytes
WIDE = (b"\xff\xfe", b"\xfe\xff")
NAMED = ({Heading.NAME}, {Heading.SURNAME})


def csv_players(stream: BinaryIO, head: bytes, reader: RowReader) -> Iterator[RatedPlayer]:
    """The players of a CSV file that begins with `head`; raises FormatError where no heading names them."""
    lines = _wide_lines(stream) if head.startswith(WIDE) else _lines(stream)
    first = list(islice(lines, SEARCHED))
    rows = records(chain(first, lines, ["\n", END]), delimiter_of("".join(first)))
    for line, cells in islice(rows, SEARCHED):
        places = of_table(cells)
        if len(places) > 1 and any(named <= places.keys() for named in NAMED):
            return _players(rows, places, reader)
        if line > SEARCHED:
            break
    raise FormatError(0, 0, "rating-list-unknown")


def dbf_players(stream: BinaryIO, reader: RowReader) -> Iterator[RatedPlayer]:
    """The players of a DBF file; raises FormatError where no field names them."""
    table = TableStream(stream)
    places = of_table([field.name for field in table.fields])
    if not any(named <= places.keys() for named in NAMED):
        raise FormatError(0, 0, "rating-list-unknown")
    wanted = sorted(set(places.values()))
    read = enumerate(table.rows(wanted), start=1)
    rows = ((number, [_text(value) for value in row]) for number, row in read)
    return _players(rows, {heading: wanted.index(place) for heading, place in places.items()}, reader)


def _text(value: str | int | Decimal | date | bool | None) -> str:
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, Decimal):
        return str(int(value)) if value == value.to_integral_value() else str(value)
    return value.isoformat() if isinstance(value, date) else str(value)


def _players(
    rows: Iterable[tuple[int, Sequence[str]]], places: dict[Heading, int], reader: RowReader
) -> Iterator[RatedPlayer]:
    at = [places.get(heading) for heading in Heading]
    for line, cells in rows:
        wide = len(cells)
        picked = [cells[place].strip() if place is not None and place < wide else "" for place in at]
        if not any(picked):
            continue
        if (player := reader.player(line, picked)) is not None:
            yield player


def _lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a text in UTF-8 or in Windows' western code page, line by line as it comes."""
    number = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE:
            raise LimitExceeded(number, 0, "line-too-long", value=len(raw), most=LONGEST_LINE)
        text = decoded(raw) if not raw.isascii() else raw.decode("ascii")
        if "\0" in text:
            raise FormatError(number, 0, "not-text")
        yield text


def _wide_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a text in UTF-16."""
    text = io.TextIOWrapper(stream, encoding="utf-16", newline="")
    number = 0
    try:
        while line := text.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise LimitExceeded(number, 0, "line-too-long", value=len(line), most=LONGEST_LINE)
            if "\0" in line:
                raise FormatError(number, 0, "not-text")
            yield line
    except UnicodeError:
        raise FormatError(number + 1, 0, "encoding-unknown", value="UTF-16") from None
    finally:
        text.detach()
