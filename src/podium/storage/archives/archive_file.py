"""The archive of an event as a file: JSON that names its format and schema, and the rows of `event_tables`.

`docs/reference/archive.md` describes it. A changed shape is a new schema number and a function in `UPCASTERS` that
makes the next one of it; events have schemas of their own (`codec.py`), so that most changes need neither.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib.metadata import version
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct
from sqlalchemy import BigInteger, Integer, LargeBinary, String

from podium.core.errors import FormatError, LimitExceeded
from podium.core.ids import TournamentId
from podium.storage.archives.event_tables import KEPT, EventRows, Part, Row, columns_of
from podium.storage.journal.heads import StreamKind
from podium.storage.tables import commit, event

FORMAT = "podium-event-archive"
SCHEMA = 1
UPCASTERS: Mapping[int, Callable[[bytes], bytes]] = {}
"""schema -> the same archive in the next schema."""
LONGEST_NAME = 90  # of an author
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_BYTE = re.compile(r" \(byte (\d+)\)$")
_PATH = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
Outcome = dict[str, list[Any]]
"""What came of the event, by part: rows that any program can read."""

Word = Annotated[str, Meta(min_length=1, max_length=40)]
Moment = Annotated[str, Meta(min_length=1, max_length=40)]
Whole = Annotated[int, Meta(ge=0, le=2**31 - 1)]
_TournamentId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.~-]{1,40}$")]
_StreamId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.~-]{1,80}$")]


class ArchivedEvent(Struct, forbid_unknown_fields=True):
    type: Word
    schema: Whole
    body: Raw


class ArchivedCommit(Struct, forbid_unknown_fields=True):
    version: Whole
    parent: Whole
    type: Word
    actor: Annotated[str, Meta(max_length=LONGEST_NAME)]
    at: Moment
    reason: str | None
    events: list[ArchivedEvent]


class ArchivedStream(Struct, forbid_unknown_fields=True):
    id: _StreamId
    kind: Literal["tournament", "game"]
    commits: Annotated[list[ArchivedCommit], Meta(min_length=1)]


class ArchivedTournament(Struct, forbid_unknown_fields=True):
    id: _TournamentId
    name: str


class PartDigest(Struct, forbid_unknown_fields=True):
    """How many rows a part has, and what they come to."""

    rows: Whole
    sha256: str


class Header(Struct):
    """What every archive says, whatever its schema."""

    format: str
    schema: Whole


class ArchiveFile(Header, forbid_unknown_fields=True):
    podium: Annotated[str, Meta(max_length=40)]
    taken_at: Moment
    tournament: ArchivedTournament
    streams: Annotated[list[ArchivedStream], Meta(min_length=1)]
    tables: dict[str, Raw]
    outcome: dict[str, list[Any]]
    digests: dict[str, PartDigest]


@dataclass(frozen=True, slots=True)
class Archive:
    """An event as an archive holds it: its rows without what stays on a server, and what came of it."""

    id: TournamentId
    name: str
    taken_at: str
    rows: EventRows
    outcome: Outcome = field(default_factory=dict)
    podium: str = ""

    @property
    def size(self) -> int:
        """How many rows its journal has."""
        return len(self.rows[commit.name]) + len(self.rows[event.name])


def write_file(archive: Archive) -> bytes:
    """The file of an archive."""
    return msgspec.json.encode(
        ArchiveFile(
            format=FORMAT,
            schema=SCHEMA,
            podium=version("podium"),
            taken_at=archive.taken_at,
            tournament=ArchivedTournament(archive.id, archive.name),
            streams=_streams(archive),
            tables={part.name: Raw(msgspec.json.encode(archive.rows[part.name])) for part in KEPT},
            outcome=archive.outcome,
            digests=_digests(archive),
        )
    )


def read_file(content: bytes) -> Archive:
    """The archive in a file of any schema; raises FormatError, which says where it is wrong or damaged."""
    content = _in_this_schema(content)
    if found := _NUL.search(content):
        line, column = _place(content, found.start())
        raise FormatError(line, column, "archive-nul")
    read: ArchiveFile = _decoded(content, ArchiveFile, "")
    _check_moment(read.taken_at, "taken_at")
    archive = Archive(
        TournamentId(read.tournament.id), read.tournament.name, read.taken_at, _rows(read), read.outcome, read.podium
    )
    computed = {name: each for name, each in _digests(archive).items() if not _is_newer(name, read)}
    for part in (*computed, *read.digests):
        if read.digests.get(part) != computed.get(part):
            raise FormatError(0, 0, "archive-damaged", place=part)
    return archive


def _in_this_schema(content: bytes) -> bytes:
    header: Header = _decoded(content, Header, "")
    if header.format != FORMAT:
        raise FormatError(0, 0, "not-an-archive")
    if header.schema > SCHEMA:
        raise FormatError(0, 0, "archive-newer", value=header.schema, most=SCHEMA)
    for step in range(header.schema, SCHEMA):
        if step not in UPCASTERS:
            raise FormatError(0, 0, "archive-wrong", place="schema", problem=str(step))
        content = UPCASTERS[step](content)
    return content


# --- rows -------------------------------------------------------------------------------------


def _streams(archive: Archive) -> list[ArchivedStream]:
    events: dict[tuple[str, int], list[ArchivedEvent]] = {}
    for row in archive.rows[event.name]:
        body = Raw(row["body"].encode())
        events.setdefault((row["stream"], row["version"]), []).append(ArchivedEvent(row["type"], row["schema"], body))
    streams: dict[str, ArchivedStream] = {}
    for row in archive.rows[commit.name]:
        id = row["stream"]
        if id not in streams:
            kind = StreamKind.TOURNAMENT if id == archive.id else StreamKind.GAME
            streams[id] = ArchivedStream(id, kind.value, [])
        happened = events.get((id, row["version"]), [])
        said = row["version"], row["parent"], row["kind"], row["actor"], row["at"], row["reason"]
        streams[id].commits.append(ArchivedCommit(*said, happened))
    return list(streams.values())


def _rows(read: ArchiveFile) -> EventRows:
    rows: EventRows = {commit.name: [], event.name: []}
    first, *others = read.streams
    if (first.id, first.kind) != (read.tournament.id, "tournament"):
        raise _wrong("streams[0]", "the event itself comes first")
    if any(each.kind != "game" for each in others) or len({each.id for each in read.streams}) < len(read.streams):
        raise _wrong("streams", "one event, and each of its games once")
    for at, stream in enumerate(read.streams):
        for number, one in enumerate(stream.commits):
            place = f"streams[{at}].commits[{number}]"
            _check_commit(stream, number, one, place)
            said = {name: getattr(one, name) for name in ("version", "parent", "actor", "at", "reason")}
            rows[commit.name].append({"stream": stream.id, "kind": one.type, **said})
            for seq, happened in enumerate(one.events):
                body = _body(happened.body, f"{place}.events[{seq}].body")
                rows[event.name].append(
                    {
                        "stream": stream.id,
                        "version": one.version,
                        "seq": seq,
                        "type": happened.type,
                        "schema": happened.schema,
                        "body": body,
                    }
                )
    known = {part.name for part in KEPT}
    if unknown := sorted(read.tables.keys() - known):
        raise _wrong(f"tables.{unknown[0]}", "no such table")
    for part in KEPT:
        rows[part.name] = _part_rows(part, read.tables.get(part.name))
    return rows


def _check_commit(stream: ArchivedStream, number: int, one: ArchivedCommit, place: str) -> None:
    """Refuse versions that do not count from 1, and parents that are none."""
    before = number if stream.kind == "game" or number == 0 else one.parent
    if one.version != number + 1 or one.parent != before or not min(number, 1) <= one.parent <= number:
        raise _wrong(place, f"version {one.version} after {one.parent}")
    if not one.events and one.parent == number:
        raise _wrong(place, "nothing happened")
    _check_moment(one.at, f"{place}.at")


def _body(raw: Raw, place: str) -> str:
    """The body of an event as the journal writes it, however the file was laid out since."""
    try:
        return msgspec.json.encode(_decoded(bytes(raw), dict[str, Any], place)).decode()
    except (OverflowError, UnicodeError, RecursionError) as problem:
        raise _wrong(place, str(problem)) from None


def _part_rows(part: Part, raw: Raw | None) -> list[Row]:
    if raw is None:
        return []
    place = f"tables.{part.name}"
    rows = _decoded(bytes(raw), list[_row_type(part)], place)  # type: ignore[misc]  # a type made from the columns
    return [msgspec.structs.asdict(row) for row in rows]


@cache
def _row_type(part: Part) -> Any:
    """What a row of a part is like, as its columns say; what may be missing is nothing then."""
    fields: list[Any] = []
    for column in columns_of(part):
        kind: Any = bytes if isinstance(column.type, LargeBinary) else column.type.python_type
        if isinstance(column.type, String) and column.type.length is not None:
            kind = Annotated[kind, Meta(max_length=column.type.length)]
        if isinstance(column.type, Integer):
            most = 2 ** (63 if isinstance(column.type, BigInteger) else 31) - 1
            kind = Annotated[kind, Meta(ge=-most, le=most)]
        name = str(column.name)  # a plain one, of no kind of its own
        fields.append((name, kind | None, None) if column.nullable else (name, kind))
    fields.sort(key=len)  # those that may be missing come last
    return msgspec.defstruct(part.name, fields, forbid_unknown_fields=True)


# --- digests ----------------------------------------------------------------------------------


def _digests(archive: Archive) -> dict[str, PartDigest]:
    """The digests of all parts; of an event what it says counts, and not how it is laid out."""
    parts: dict[str, list[Any]] = {**archive.rows, **archive.outcome}
    parts[event.name] = [{**row, "body": msgspec.json.decode(row["body"])} for row in archive.rows[event.name]]
    return {
        name: PartDigest(len(rows), hashlib.sha256(msgspec.json.encode(rows, order="sorted")).hexdigest())
        for name, rows in parts.items()
    }


def _is_newer(table: str, read: ArchiveFile) -> bool:
    """Whether the Podium that wrote an archive had no such table yet: neither rows nor a digest of it are there."""
    return table in {each.name for each in KEPT} and table not in read.tables and table not in read.digests


# --- what is wrong ----------------------------------------------------------------------------


def _decoded(content: bytes, kind: Any, place: str) -> Any:
    """What a part of the file holds; raises FormatError with the place where it is not what it must be."""
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as problem:
        complaint = str(problem)
        path = found["path"] if (found := _PATH.search(complaint)) else ""
        if not place and not path:
            raise FormatError(0, 0, "not-an-archive") from None
        at = f"{place}{'' if path.startswith('[') or not place or not path else '.'}{path}"
        raise _wrong(at, _PATH.sub("", complaint)) from None
    except RecursionError:
        raise LimitExceeded(0, 0, "archive-too-deep") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        if place:
            raise _wrong(place, str(problem)) from None
        if not content.lstrip().startswith(b"{"):
            raise FormatError(0, 0, "not-an-archive") from None
        byte = int(found[1]) if (found := _BYTE.search(str(problem))) else len(content)
        line, column = _place(content, byte)
        raise FormatError(line, column, "archive-not-json") from None


def _wrong(place: str, problem: str) -> FormatError:
    return FormatError(0, 0, "archive-wrong", place=place, problem=problem)


def _place(content: bytes, byte: int) -> tuple[int, int]:
    """Line and column of a byte, counted from 1."""
    before = content[:byte]
    return before.count(b"\n") + 1, byte - (before.rfind(b"\n") + 1) + 1


def _check_moment(text: str, place: str) -> None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise _wrong(place, text) from None
    if moment.tzinfo is None:
        raise _wrong(place, text)
