"""Pictures of events, a row each: logos, and backgrounds of certificates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, Table, delete, insert, select

from podium.app.event.event_pictures import UploadedPicture
from podium.core.errors import Refused
from podium.core.ids import TournamentId
from podium.storage.hall.screens import SqlScreens
from podium.storage.journal.journal import utc_now
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import lock_rows, reading


class SqlEventPictures:
    """The pictures in a table. Another one is a change of what the event displays: pages are made anew at once."""

    def __init__(self, database: Database, screens: SqlScreens, table: Table, field: str) -> None:
        self._database = database
        self._screens = screens
        self._table = table
        self.field = field

    def picture(self, tournament: TournamentId) -> UploadedPicture | None:
        """The picture of an event, if it has one."""
        query = select(self._table).where(self._table.c.tournament_id == tournament)
        with reading(self._database, [tournament]) as connection:
            row = connection.execute(query).one_or_none()
        return UploadedPicture(row.media_type, row.width, row.height, row.content, row.digest) if row else None

    def digests(self, tournaments: Iterable[str]) -> Mapping[str, str]:
        """What tells the pictures of these events from others, by event; those without one are not there."""
        wanted, here = tuple(tournaments), self._table.c
        query = select(here.tournament_id, here.digest).where(here.tournament_id.in_(wanted))
        with reading(self._database, wanted) as connection:
            return {row.tournament_id: row.digest for row in connection.execute(query)}

    def put(self, tournament: TournamentId, picture: UploadedPicture, was: str | None = None) -> None:
        """Keep the picture in place of the one before, if its digest `was` that, empty for none; raises Refused."""
        row = {
            "tournament_id": tournament,
            "media_type": picture.media_type,
            "width": picture.width,
            "height": picture.height,
            "digest": picture.digest,
            "content": picture.content,
            "uploaded_at": utc_now().isoformat(timespec="milliseconds"),
        }
        with self._screens.changing(tournament) as connection:
            self._check(connection, tournament, was)
            connection.execute(delete(self._table).where(self._table.c.tournament_id == tournament))
            connection.execute(insert(self._table), row)

    def remove(self, tournament: TournamentId, was: str | None = None) -> None:
        """Forget the picture of an event, if its digest `was` that; raises Refused."""
        with self._screens.changing(tournament) as connection:
            self._check(connection, tournament, was)
            connection.execute(delete(self._table).where(self._table.c.tournament_id == tournament))

    def _check(self, connection: Connection, tournament: TournamentId, was: str | None) -> None:
        """Nobody else changes the picture before the transaction ends; raises Refused where somebody has."""
        lock_rows(connection, self._table.name, tournament)
        here = self._table.c
        stored = connection.execute(select(here.digest).where(here.tournament_id == tournament)).scalar() or ""
        if was is not None and stored != was:
            raise Refused("picture-differs", value=was, stored=stored)
