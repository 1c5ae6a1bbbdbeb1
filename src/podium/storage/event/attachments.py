"""Pictures attached to events and players, a row each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select

from podium.app.event.attachments import AttachmentKey, AttachmentKind, UploadedPicture
from podium.app.server.steady_clock import utc_now, written
from podium.core.errors import Refused
from podium.core.ids import PlayerId, TournamentId
from podium.storage.hall.screens import SqlScreens
from podium.storage.sql.database import Database
from podium.storage.tables import attachments


class SqlAttachments:
    """The pictures in a database. Another one is a change of what the event displays: pages are made anew at once."""

    def __init__(self, database: Database, screens: SqlScreens) -> None:
        self._database = database
        self._screens = screens

    def picture(self, key: AttachmentKey) -> UploadedPicture | None:
        """The picture, if there is one."""
        with self._database.read([key.tournament]) as connection:
            row = connection.execute(select(attachments).where(_own(key))).one_or_none()
        return UploadedPicture(row.media_type, row.width, row.height, row.content, row.digest) if row else None

    def digests(self, kind: AttachmentKind, tournaments: Iterable[str]) -> Mapping[AttachmentKey, str]:
        """What tells the pictures of these events and their players from others; those without one are not there."""
        wanted, here = tuple(tournaments), attachments.c
        query = select(here.tournament_id, here.player_id, here.digest)
        with self._database.read(wanted) as connection:
            rows = connection.execute(query.where(here.kind == kind.value, here.tournament_id.in_(wanted))).all()
        return {
            AttachmentKey(kind, TournamentId(event), PlayerId(player) if player else None): digest
            for event, player, digest in rows
        }

    def put(self, key: AttachmentKey, picture: UploadedPicture, was: str | None = None) -> None:
        """Keep the picture in place of the one before, if its digest `was` that, empty for none; raises Refused."""
        row = {
            "tournament_id": key.tournament,
            "kind": key.kind.value,
            "player_id": key.player or "",
            "media_type": picture.media_type,
            "width": picture.width,
            "height": picture.height,
            "digest": picture.digest,
            "content": picture.content,
            "uploaded_at": written(utc_now()),
        }
        with self._screens.changing(key.tournament) as connection:
            _remove(connection, key, was)
            connection.execute(insert(attachments), row)

    def remove(self, key: AttachmentKey, was: str | None = None) -> None:
        """Forget the picture, if its digest `was` that; raises Refused."""
        with self._screens.changing(key.tournament) as connection:
            _remove(connection, key, was)


def _remove(connection: Connection, key: AttachmentKey, was: str | None) -> None:
    """Delete the row of a picture; raises Refused where somebody has changed it. Nobody does until the transaction
    ends, which has locked what the event displays."""
    stored = connection.execute(select(attachments.c.digest).where(_own(key))).scalar() or ""
    if was is not None and stored != was:
        raise Refused("picture-differs", value=was, stored=stored)
    connection.execute(delete(attachments).where(_own(key)))


def _own(key: AttachmentKey) -> ColumnElement[bool]:
    here = attachments.c
    return and_(here.tournament_id == key.tournament, here.kind == key.kind.value, here.player_id == (key.player or ""))
