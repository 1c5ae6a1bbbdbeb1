"""That an event left FIDE mode, for a copy of it that an archive from before would bring back into it."""

from __future__ import annotations

from dataclasses import replace

from podium.app.access import Actor
from podium.app.server.steady_clock import written
from podium.flow.commands import LeaveFideMode
from podium.flow.evolve import fold
from podium.flow.fide.gate import MOST_STEPS, guarded_travel
from podium.flow.state import Tournament
from podium.storage.archives.archive_replay import ReadArchive
from podium.storage.archives.event_tables import ACTOR, STREAM, Row
from podium.storage.journal.codec import encode
from podium.storage.journal.journal import utc_now
from podium.storage.tables import commit, event


def with_exit(read: ReadArchive, original: Tournament | None, actor: Actor) -> ReadArchive:
    """The archive, with one more commit where the event it was taken of has left FIDE mode since, here."""
    state = read.replayed.state
    if original is None or original.in_fide_mode:
        return read
    events = guarded_travel(original, state, MOST_STEPS)
    if not events:
        return read
    after = fold(state, events)
    assert after is not None
    rows, id = read.archive.rows, read.archive.id
    version = len([row for row in rows[commit.name] if row[STREAM] == id]) + 1
    made = {STREAM: id, "version": version, "parent": version - 1, "kind": LeaveFideMode.__name__}
    made |= {ACTOR: actor.name, "at": written(utc_now()), "reason": None}
    happened = []
    for number, each in enumerate(events):
        kind, schema, body = encode(each)
        happened.append({STREAM: id, "version": version, "seq": number, "type": kind, "schema": schema, "body": body})
    more = {
        commit.name: _after_own(rows[commit.name], id, [made]),
        event.name: _after_own(rows[event.name], id, happened),
    }
    archive = replace(read.archive, rows={**rows, **more})
    return replace(read, archive=archive, replayed=replace(read.replayed, state=after))


def _after_own(rows: list[Row], id: str, added: list[Row]) -> list[Row]:
    """The rows of an archive, those of the event's own stream first, with more of that stream."""
    own = [row for row in rows if row[STREAM] == id]
    return [*own, *added, *rows[len(own) :]]
