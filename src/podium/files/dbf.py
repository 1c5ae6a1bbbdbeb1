"""Tables of dBase III and its descendants (DBF): read whole, and written.

| bytes | hold |
| --- | --- |
| 0 | the version; 1-3 the day of the last change (year since 1900, month, day) |
| 4-7 | how many records; 8-9 the length of the head; 10-11 the length of a record, its mark included |
| 29 | the code page |
| from 32 | 32 bytes a field: name (11, ends with nought), type (1), of memory (4), length (1), decimals (1) |
| after the fields | `0D`; then the records, each behind a space, or behind `*` where it is deleted |

Text is `C`, a number `N` or `F`, a day `D` (YYYYMMDD), yes or no `L`, a whole number in four bytes `I`. What a memo
(`M`) says stands in another file. Numbers are exact: `int`, or `Decimal` where there are decimals.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from io import BytesIO
from itertools import accumulate
from typing import BinaryIO, Final

from podium.core.errors import FormatError, LimitExceeded

Value = str | int | Decimal | date | bool | None

MOST_BYTES: Final = 20_000_000
MOST_RECORDS: Final = 200_000
MOST_FIELDS: Final = 255
_VERSIONS: Final = frozenset({0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8B, 0x8E, 0xCB, 0xF5, 0xFB})
_TYPES: Final = frozenset(b"CNFDLMIBTYGPV0+O@")
_HEAD: Final = struct.Struct("<BBBBIHH")
_CODE_PAGES: Final = {
    0x01: "cp437", 0x02: "cp850", 0x03: "cp1252", 0x57: "cp1252", 0x64: "cp852", 0x65: "cp866",
    0xC8: "cp1250", 0xC9: "cp1251", 0xCA: "cp1254", 0xCB: "cp1253",
}  # fmt: skip
_WRITTEN_CODE_PAGE: Final = 0x03
_END_OF_FIELDS, _END_OF_FILE = b"\r", b"\x1a"
_LENGTHS: Final = {"D": 8, "L": 1}
_EARLIEST: Final = date(1980, 1, 1)


@dataclass(frozen=True, slots=True)
class Field:
    """A column: its name (ten letters, figures and `_`), its type, how many bytes it takes, how many are decimals."""

    name: str
    type: str = "C"
    length: int = 10
    decimals: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """The fields of a table, and its records without the deleted ones, in their order."""

    fields: tuple[Field, ...]
    rows: tuple[tuple[Value, ...], ...]


def is_table(content: bytes) -> bool:
    """Does a file begin as these tables do?"""
    if len(content) < 65 or content[0] not in _VERSIONS:
        return False
    _version, _year, month, day, _records, head, record = _HEAD.unpack_from(content)
    return month <= 12 and day <= 31 and head >= 65 and record >= 2 and content[43] in _TYPES and content[32] > 32


class TableStream:
    """A table that is read record by record, however long it is; raises FormatError as `read_table` does."""

    def __init__(self, stream: BinaryIO) -> None:
        begin = stream.read(_HEAD.size + 20)
        begin += stream.read(max(0, _HEAD.unpack_from(begin)[5] - len(begin))) if len(begin) >= _HEAD.size else b""
        self._stream = stream
        self.fields, self.records, self._size = _opening(begin)
        self._encoding = _CODE_PAGES.get(begin[29])

    def rows(self, columns: Sequence[int]) -> Iterator[tuple[Value, ...]]:
        """These columns of every record that is not deleted."""
        starts = list(accumulate((each.length for each in self.fields), initial=1))
        wanted = [(self.fields[at], slice(starts[at], starts[at] + self.fields[at].length)) for at in columns]
        for number in range(self.records):
            record = self._stream.read(self._size)
            if len(record) < self._size:
                raise FormatError(number + 1, 0, "dbf-damaged", value="end")
            if record[0] != ord("*"):
                yield tuple(_value(field, record[place], self._encoding) for field, place in wanted)


def read_table(content: bytes) -> Table:
    """The table in a file; raises FormatError for one that is damaged, locked or of another kind.

    A number that is none, as programs write where one does not fit, comes as its text.

    >>> read_table(write_table([Field("NAME"), Field("RATING", "N", 4)], [("Ann", 1500), ("Ben", None)])).rows
    (('Ann', 1500), ('Ben', None))
    """
    if len(content) > MOST_BYTES:
        raise LimitExceeded(0, 0, "file-too-large", most=MOST_BYTES, value=len(content))
    table = TableStream(BytesIO(content))
    if table.records > MOST_RECORDS:
        raise LimitExceeded(0, 0, "dbf-too-many-records", most=MOST_RECORDS, value=table.records)
    return Table(table.fields, tuple(table.rows(range(len(table.fields)))))


def write_table(fields: Sequence[Field], rows: Iterable[Sequence[Value]], updated: date = _EARLIEST) -> bytes:
    """A dBase III file of these rows; `updated` is the day of the last change.

    Letters that the western code page lacks lose their accents, or become `?`. Raises ValueError for a value that
    does not fit into its field: what to cut is for the caller to know.
    """
    described = b"".join(map(_descriptor, fields))
    records = [
        b" " + b"".join(_written(field, value) for field, value in zip(fields, row, strict=True)) for row in rows
    ]
    head = 32 + len(described) + 1
    size = 1 + sum(field.length for field in fields)
    begin = _HEAD.pack(0x03, updated.year - 1900, updated.month, updated.day, len(records), head, size)
    begin = begin.ljust(29, b"\0") + bytes([_WRITTEN_CODE_PAGE, 0, 0])
    return begin + described + _END_OF_FIELDS + b"".join(records) + _END_OF_FILE


def _opening(content: bytes) -> tuple[tuple[Field, ...], int, int]:
    """The fields of a table, how many records it has, and how many bytes each takes."""
    if not is_table(content):
        raise FormatError(0, 0, "not-a-dbf")
    if content[15] == 1:
        raise FormatError(0, 0, "dbf-locked")
    *_, records, head, size = _HEAD.unpack_from(content)
    fields = _fields(content, head)
    if sum(field.length for field in fields) + 1 > size:
        raise FormatError(0, 0, "dbf-damaged", value="record")
    return fields, records, size


def _fields(content: bytes, head: int) -> tuple[Field, ...]:
    fields: list[Field] = []
    for at in range(32, head, 32):
        if content[at : at + 1] == _END_OF_FIELDS:
            return tuple(fields)
        described = content[at : at + 32]
        if len(described) < 32 or described[11] not in _TYPES or len(fields) == MOST_FIELDS:
            break
        name = described[:11].partition(b"\0")[0].decode("ascii", "replace").strip()
        fields.append(Field(name, chr(described[11]), described[16], described[17]))
    raise FormatError(0, 0, "dbf-damaged", value="fields")


def _value(field: Field, raw: bytes, encoding: str | None) -> Value:
    if field.type == "I":
        return int.from_bytes(raw, "little", signed=True)
    if field.type not in "CNFDL":
        return None
    text = _decoded(raw, encoding).strip("\0 ")
    if field.type == "C" or not text:
        return text if field.type == "C" else None
    if field.type == "L":
        return {"T": True, "Y": True, "F": False, "N": False}.get(text.upper())
    return _day(text) if field.type == "D" else _number(text)


def _decoded(raw: bytes, encoding: str | None) -> str:
    """Text in the code page that the file names; without one UTF-8 where it is that, else Windows' western one."""
    if encoding is None:
        try:
            return raw.decode()
        except UnicodeDecodeError:
            encoding = "cp1252"
    return raw.decode(encoding, "replace")


def _day(text: str) -> date | str:
    try:
        if len(text) == 8 and text.isascii() and text.isdecimal():
            return date(int(text[:4]), int(text[4:6]), int(text[6:]))
    except ValueError:
        pass
    return text


def _number(text: str) -> int | Decimal | str:
    try:
        number = Decimal(text) if text.isascii() and "_" not in text else None
    except InvalidOperation:
        number = None
    if number is None or not number.is_finite() or abs(number.adjusted()) > 255:
        return text
    return int(number) if number == number.to_integral_value() else number


def _descriptor(field: Field) -> bytes:
    name = field.name.encode("ascii")
    if not 1 <= len(name) <= 10 or field.type not in "CNFDL" or not 1 <= field.length <= 254:
        raise ValueError(f"no field of a table: {field}")
    if field.length != _LENGTHS.get(field.type, field.length) or len(field.type) != 1:
        raise ValueError(f"no field of a table: {field}")
    return name.ljust(11, b"\0") + field.type.encode() + bytes(4) + bytes([field.length, field.decimals]) + bytes(14)


def _written(field: Field, value: Value) -> bytes:
    raw = _text(field, value).encode("cp1252", "replace")
    if len(raw) > field.length:
        raise ValueError(f"{value!r} does not fit into {field.name}")
    return raw.rjust(field.length) if field.type in "NF" else raw.ljust(field.length)


def _text(field: Field, value: Value) -> str:
    if field.type == "L":
        return {True: "T", False: "F", None: "?"}[value if isinstance(value, bool) else None]
    if value is None:
        return ""
    if field.type == "C" and isinstance(value, str):
        return "".join(map(_western, unicodedata.normalize("NFC", value)))
    if field.type == "D" and isinstance(value, date):
        return f"{value:%Y%m%d}".rjust(8, "0")
    if field.type in "NF" and isinstance(value, int | Decimal) and not isinstance(value, bool):
        return f"{value:.{field.decimals}f}"
    raise ValueError(f"{value!r} is not what {field.name} holds")


def _western(letter: str) -> str:
    try:
        letter.encode("cp1252")
    except UnicodeEncodeError:
        return unicodedata.normalize("NFKD", letter)[0]
    return letter
