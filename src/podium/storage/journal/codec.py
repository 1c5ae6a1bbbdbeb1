"""Events as they lie in the journal: a type, a schema number, and a JSON body.

A changed shape is a new schema number with an upcaster here; the old rows stay as they are.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from podium.app.ports import StreamId
from podium.core.errors import PodiumError, Unavailable
from podium.flow.commands import Command
from podium.flow.events import EVENTS, BreachRecorded, BreachRemoved, Event
from podium.games.commands import GameCommand
from podium.games.events import GAME_EVENTS, GameEvent

log = logging.getLogger("podium.database")

State = TypeVar("State")
Kind = TypeVar("Kind")


def _breach_as_text(body: dict[str, Any]) -> dict[str, Any]:
    """An act that was kept in words, by pairing numbers: as the text that it has in report files."""
    breach = body["breach"]
    before, after = breach.pop("before", ""), breach.pop("after")
    return {**body, "breach": {**breach, "text": f"{before} => {after}" if before else after}}


UPCASTERS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {
    (kind.__name__, 1): _breach_as_text for kind in (BreachRecorded, BreachRemoved)
}
"""(type, schema) -> the same body in the next schema."""
SCHEMAS: dict[str, int] = {kind.__name__: 1 for kind in (*EVENTS, *GAME_EVENTS)} | {
    kind: schema + 1 for kind, schema in UPCASTERS
}

_ENCODER = msgspec.json.Encoder()
_DECODERS: dict[str, msgspec.json.Decoder[Any]] = {
    kind.__name__: msgspec.json.Decoder(kind) for kind in (*EVENTS, *GAME_EVENTS)
}
_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in (*EVENTS, *GAME_EVENTS)}


def encode(event: Event | GameEvent) -> tuple[str, int, str]:
    """The type, schema and body of `event`."""
    name = type(event).__name__
    return name, SCHEMAS[name], _ENCODER.encode(event).decode()


def event_row(event: Event | GameEvent, stream: StreamId, version: int, seq: int) -> dict[str, Any]:
    """The row of `event` in the journal."""
    kind, schema, body = encode(event)
    return {"stream": stream, "version": version, "seq": seq, "type": kind, "schema": schema, "body": body}


def decode(name: str, schema: int, body: str) -> Any:
    """The event in a row, whatever schema it was written in; raises Unavailable where nobody ever wrote such a row: the
    disk has damaged it."""
    try:
        return read_event(name, schema, body)
    except (msgspec.MsgspecError, UnicodeError, KeyError, TypeError) as problem:
        raise torn(f"an event of the type {name} cannot be read", problem) from problem


def torn(what: str, problem: Exception) -> Unavailable:
    """The error for rows that nobody ever wrote, which the log is told of."""
    log.error("database-torn: %s (%s)", what, type(problem).__name__)
    return Unavailable("database-torn")


def refold(
    fold: Callable[[State | None, Iterable[Kind]], State | None], state: State | None, events: Iterable[Kind]
) -> State | None:
    """The state after events that were read; raises Unavailable where they speak of what is not there: each can be
    read by itself, but nobody ever wrote them so."""
    try:
        return fold(state, events)
    except Unavailable:
        raise
    except (PodiumError, LookupError, ValueError, TypeError, AttributeError, AssertionError) as problem:
        raise torn("events do not follow from one another", problem) from problem


def read_event(name: str, schema: int, body: str) -> Any:
    """The event with that type, schema and body; raises whatever comes of a body that nobody wrote."""
    if schema == SCHEMAS[name]:
        return _DECODERS[name].decode(body)
    fields = msgspec.json.decode(body)
    for step in range(schema, SCHEMAS[name]):
        fields = UPCASTERS[name, step](fields)
    return msgspec.convert(fields, _KINDS[name])


def digest(command: Command | GameCommand) -> str:
    """A fingerprint of what was asked for: the same words, the same fingerprint."""
    told = _ENCODER.encode([type(command).__name__, command])
    return hashlib.sha256(told).hexdigest()
