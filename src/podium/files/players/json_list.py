"""Players from JSON: an object a line (NDJSON), as Lichess gives the members of a team and the results of a Swiss or
an arena; one list of objects; or an object with such a list in it, by one of its usual names.

What an object holds inside another is a column with both names (`profile location`). Of the ratings of a member, each
tempo is a column, and one without games is none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from podium.core.errors import FormatError, LimitExceeded
from podium.files.players.csvfile import MOST_BYTES, MOST_LINES, decoded
from podium.files.players.headers import Column, named_fields
from podium.files.sheet import MOST_COLUMNS, MOST_ROWS, Row, Sheet, written_rows

MOST_DEPTH: Final = 4
RATINGS: Final = "perfs"
TEMPI: Final = ("classical", "rapid", "blitz", "bullet")
LISTS: Final = ("players", "members", "participants", "entries", "users", "standings", "standing", "results", "data")
"""What lists of players are called where they are a part."""
_ALREADY_SAID: Final = frozenset({"id"})
"""What Lichess gives beside the name: the same in lower case."""

Object = Mapping[str, Any]


def read_json(content: bytes) -> Sheet:
    """The objects as rows below the names of what they hold; raises FormatError."""
    if len(content) > MOST_BYTES:
        raise LimitExceeded(0, 0, "file-too-large", most=MOST_BYTES, value=len(content))
    text = decoded(content).removeprefix("\ufeff").strip()
    records = [(line, dict(_flat(each))) for line, each in _objects(text)]
    if not records:
        raise FormatError(0, 0, "list-empty")
    columns = list(dict.fromkeys(name for _line, record in records for name in record))
    if len(columns) > MOST_COLUMNS:
        raise LimitExceeded(0, 0, "too-many-columns", value=len(columns), most=MOST_COLUMNS)
    if {"username", "name"} & set(columns):
        columns = [name for name in columns if name not in _ALREADY_SAID]
    rows = written_rows((line, [record.get(name, "") for name in columns]) for line, record in records)
    return Sheet(Row(0, tuple(columns)), rows)


def _objects(text: str) -> Iterator[tuple[int, Object]]:
    """Each object with its line, or with its place in the list."""
    if _is_object_a_line(text):
        yield from _object_a_line(text)
        return
    whole = _loaded(text)
    found = _list_in(whole)
    if len(found) > MOST_ROWS:
        raise LimitExceeded(0, 0, "too-many-rows", value=len(found), most=MOST_ROWS)
    for number, each in enumerate(found, start=1):
        if not isinstance(each, dict):
            raise FormatError(0, 0, "json-without-list")
        yield number, each


def _is_object_a_line(text: str) -> bool:
    """Is the first line an object, and not all there is?"""
    first, more, _rest = text.partition("\n")
    if not more or not first.startswith("{"):
        return False
    try:
        _loaded(first)
    except FormatError:
        return False
    return True


def _object_a_line(text: str) -> Iterator[tuple[int, Object]]:
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise LimitExceeded(MOST_LINES + 1, 0, "too-many-lines", value=len(lines), most=MOST_LINES)
    for number, line in enumerate(lines, start=1):
        if line.strip():
            each = _loaded(line, number)
            if not isinstance(each, dict):
                raise FormatError(number, 0, "json-without-list")
            yield number, each


def _list_in(whole: object) -> list[Any]:
    """The list itself, or that of players which an object holds; an object that is a player is a list of one."""
    if isinstance(whole, list):
        return whole
    if isinstance(whole, dict):
        inside = [whole, *(value for value in whole.values() if isinstance(value, dict))]
        parts = (each.get(name) for each in inside for name in LISTS)
        if (found := next((part for part in parts if isinstance(part, list)), None)) is not None:
            return found
        if _is_player(whole):
            return [whole]
    raise FormatError(0, 0, "json-without-list")


def _is_player(record: Object) -> bool:
    """Has the object a name, and more of a player? A tournament has a name too."""
    fields = named_fields(Row(0, tuple(record)))
    return "username" in record or (Column.NAME in fields and len(fields) > 1)


def _loaded(text: str, line: int = 1) -> object:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as wrong:
        raise FormatError(line - 1 + wrong.lineno, wrong.colno, "json-damaged") from None
    except (ValueError, RecursionError):
        raise FormatError(line, 0, "json-damaged") from None


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def _flat(record: Object, before: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """What an object holds, by name; lists are left out."""
    for key, value in record.items():
        names = (*before, key)
        if key == RATINGS and isinstance(value, dict) and not before:
            yield from _ratings(value)
        elif isinstance(value, dict):
            if len(names) < MOST_DEPTH:
                yield from _flat(value, names)
        elif (text := _text(value)) is not None:
            # What stands in a profile is of the player: that word says nothing.
            yield " ".join(name for at, name in enumerate(names) if at or name != "profile"), text


def _ratings(perfs: Object) -> Iterator[tuple[str, str]]:
    for tempo in TEMPI:
        one = perfs.get(tempo)
        if isinstance(one, dict) and one.get("games", 1) != 0 and isinstance(one.get("rating"), int):
            yield f"{tempo} rating", str(one["rating"])


def _text(value: object) -> str | None:
    if isinstance(value, list):
        return None
    if value is None or isinstance(value, bool):
        return "" if not value else "yes"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)
