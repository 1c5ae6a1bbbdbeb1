"""Another id for the event of an archive, in all that names it: streams, events, pairings, and what came of them.

The id of a pairing begins with that of its event (`docs/decisions/0001-ids-name-their-tournament.md`). In events the
ids are found by their types, so that no other text is taken for one.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from podium.core.errors import FormatError
from podium.core.ids import PairingId, TournamentId
from podium.flow.events import TournamentCreated
from podium.storage.archives.archive_file import Archive
from podium.storage.archives.event_tables import Row
from podium.storage.journal.codec import SCHEMAS, encode, read_event
from podium.storage.tables import commit, event, second_entries

_IDS = (TournamentId, PairingId)
_COLUMNS = {commit.name: "stream", event.name: "stream", second_entries.name: "pairing_id"}
"""The columns of an archive that name the event or a pairing."""
_IN_OUTCOME = "id"  # of pairings and matches
Rename = Callable[[str], str]


def with_id(archive: Archive, id: TournamentId) -> Archive:
    """The archive with that id in place of its own."""
    was = archive.id

    def rename(text: str) -> str:
        return id + text[len(was) :] if text == was or text.startswith(f"{was}-") else text

    rows = {name: [_row(name, row, rename) for row in rows] for name, rows in archive.rows.items()}
    rows[event.name] = [_event(row, rename) for row in rows[event.name]]
    outcome = {
        part: [{**row, _IN_OUTCOME: rename(row[_IN_OUTCOME])} if _IN_OUTCOME in row else row for row in rows]
        for part, rows in archive.outcome.items()
    }
    return replace(archive, id=id, rows=rows, outcome=outcome)


def _row(table: str, row: Row, rename: Rename) -> Row:
    column = _COLUMNS.get(table)
    return row if column is None else {**row, column: rename(row[column])}


def event_of(row: Row) -> Any:
    """The event in a row of an archive, of whatever schema this Podium knows; raises FormatError for a newer one."""
    if row["schema"] > (most := SCHEMAS[row["type"]]):
        raise FormatError(0, 0, "archive-newer", value=f"{row['type']} {row['schema']}", most=most)
    return read_event(row["type"], row["schema"], row["body"])


def _event(row: Row, rename: Rename) -> Row:
    found = event_of(row)
    if isinstance(found, TournamentCreated) and found.lots_from is None:
        found = replace(found, lots_from=str(found.id))  # lots that are drawn again fall as they did
    kind, schema, body = encode(_renamed(found, rename))
    return {**row, "type": kind, "schema": schema, "body": body}


def _renamed(value: Any, rename: Rename, hint: Any = None) -> Any:
    """The value with other ids wherever its type, or that of a part of it, is one of an id."""
    if isinstance(value, str):
        return rename(value) if any(each in _IDS for each in _choices(hint)) else value
    if is_dataclass(value) and not isinstance(value, type):
        hints = _hints(type(value))
        parts = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
        changed = {name: _renamed(part, rename, hints[name]) for name, part in parts.items()}
        return replace(value, **{name: part for name, part in changed.items() if part is not parts[name]})
    if not (arguments := _arguments(hint)):
        return value
    if isinstance(value, Mapping):
        of_key, of_value = arguments[0], arguments[-1]
        return {_renamed(key, rename, of_key): _renamed(each, rename, of_value) for key, each in value.items()}
    if isinstance(value, tuple):
        each_of = arguments if len(arguments) == len(value) and ... not in arguments else (arguments[0],) * len(value)
        return tuple(_renamed(each, rename, of_it) for each, of_it in zip(value, each_of, strict=True))
    if isinstance(value, frozenset):
        return frozenset(_renamed(each, rename, arguments[0]) for each in value)
    return value


def _arguments(hint: Any) -> tuple[Any, ...]:
    """What a type is made of; of several that a value may have, those of the one that is made of others."""
    return next((found for each in _choices(hint) if (found := get_args(each))), ())


def _choices(hint: Any) -> tuple[Any, ...]:
    """The types that a value may have."""
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
