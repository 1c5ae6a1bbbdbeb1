"""Rewriting what is stored, the one time that is done: a person is forgotten."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from sqlalchemy import Connection, and_, delete, or_, select, update

from podium.core.ids import PlayerId, TournamentId
from podium.flow.events import PlayerForgotten
from podium.flow.players.forget import forgotten, snapshots
from podium.storage import read_model, tables
from podium.storage.journal.codec import decode, event_row
from podium.storage.sql.bulk_insert import insert_rows


def rewrite(connection: Connection, stream: TournamentId, version: int, gone: PlayerForgotten) -> None:
    """Take a person out of everything that the journal holds of a stream before `version`."""
    here = tables.event.c
    speaks = here.body.contains(f'"{gone.player}"', autoescape=True)
    stored = connection.execute(
        select(here.version, here.seq, here.type, here.schema, here.body).where(
            here.stream == stream, here.version < version, speaks
        )
    ).all()
    rows: list[dict[str, object]] = []
    names: set[str] = set()
    for row in stored:
        event = decode(row.type, row.schema, row.body)
        after = forgotten(event, gone)
        if after == event:
            continue
        known = snapshots(event, gone.player)
        names |= {each.name for each in known} - {each.anonymous(None).name for each in known}
        rows.append(event_row(after, stream, row.version, row.seq))
    insert_rows(connection, tables.event, rows, replace=True)
    _rewrite_commits(connection, stream, [row["version"] for row in rows], names)
    _drop_messages(connection, stream, names)
    _end_links(connection, stream, gone.player)
    _rewrite_audit(connection, names)
    windows = tables.window_changes.c
    left = and_(windows.tournament_id == stream, windows.player_id == gone.player)
    connection.execute(delete(tables.window_changes).where(left))
    photo = tables.attachments.c
    theirs = and_(photo.tournament_id == stream, photo.player_id == gone.player)
    connection.execute(delete(tables.attachments).where(theirs))


def _end_links(connection: Connection, stream: TournamentId, player: PlayerId) -> None:
    """End what would let somebody in as the person."""
    here = tables.links.c
    theirs = and_(here.tournament_id == stream, here.player_id == player)
    opened = tables.sessions.c.link_id.in_(select(here.id).where(theirs))
    connection.execute(delete(tables.sessions).where(opened))
    connection.execute(delete(tables.links).where(theirs))


def _rewrite_audit(connection: Connection, names: set[str]) -> None:
    """Take the names out of what labels of tokens and invitations say, wherever that is kept."""
    here = tables.audit.c
    for name in names:
        spoken = here.details.icontains(json.dumps(name, ensure_ascii=False)[1:-1], autoescape=True)
        rows = connection.execute(select(here.id, here.details).where(spoken)).all()
        for row in rows:
            facts = {
                key: None if isinstance(value, str) and _mentions(value, {name}) else value
                for key, value in json.loads(row.details).items()
            }
            kept = {"details": json.dumps(facts, ensure_ascii=False)}
            connection.execute(update(tables.audit).where(here.id == row.id), kept)


def _rewrite_commits(connection: Connection, stream: TournamentId, versions: Iterable[object], names: set[str]) -> None:
    """Drop the fingerprints of what was asked, by which a guess could be proved, and names in other words."""
    here = tables.commit.c
    connection.execute(
        update(tables.commit).where(here.stream == stream, here.version.in_(list(versions))).values(digest=None)
    )
    games = select(read_model.games.c.id).where(read_model.games.c.tournament_id == stream)
    worded = connection.execute(
        select(here.stream, here.version, here.command_id, here.reason).where(
            or_(here.stream == stream, here.stream.in_(games)),
            or_(here.command_id.is_not(None), here.reason.is_not(None)),
        )
    ).all()
    for row in worded:
        texts = {"command_id": row.command_id, "reason": row.reason}
        kept = {column: None if text and _mentions(text, names) else text for column, text in texts.items()}
        if kept != texts:
            connection.execute(
                update(tables.commit).where(here.stream == row.stream, here.version == row.version).values(**kept)
            )


def _drop_messages(connection: Connection, stream: TournamentId, names: set[str]) -> None:
    """Take down what the director told everybody of the person, and call no screen by the name."""
    here, screen = tables.messages.c, tables.screens.c
    messages = connection.execute(select(here.id, here.text).where(here.tournament_id == stream)).all()
    gone = [row.id for row in messages if _mentions(row.text, names)]
    connection.execute(delete(tables.messages).where(here.id.in_(gone)))
    named = connection.execute(select(screen.key, screen.name).where(screen.tournament_id == stream)).all()
    for row in named:
        if _mentions(row.name, names):
            connection.execute(delete(tables.screens).where(screen.tournament_id == stream, screen.key == row.key))


def _mentions(text: str, names: set[str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in names)
