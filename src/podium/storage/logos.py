"""The logos of events, a row each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, delete, insert, select

from podium.app.uploaded_picture import UploadedPicture
from podium.core.errors import Refused
from podium.core.ids import TournamentId
from podium.storage.database import Database
from podium.storage.journal import utc_now
from podium.storage.screens import SqlScreens
from podium.storage.tables import logos
from podium.storage.transactions import lock_rows, reading


class SqlLogos:
    """The logos in a database. Another one is a change of what the event displays: pages are made anew at once."""

    def __init__(self, database: Database, screens: SqlScreens) -> None:
        self._database = database
        self._screens = screens

    def logo(self, tournament: TournamentId) -> UploadedPicture | None:
        """The logo of an event, if it has one."""
        query = select(logos).where(logos.c.tournament_id == tournament)
        with reading(self._database, [tournament]) as connection:
            row = connection.execute(query).one_or_none()
        return UploadedPicture(row.media_type, row.width, row.height, row.content, row.digest) if row else None

    def digests(self, tournaments: Iterable[str]) -> Mapping[str, str]:
        """What tells the logos of these events from others, by event; those without one are not there."""
        wanted = tuple(tournaments)
        query = select(logos.c.tournament_id, logos.c.digest).where(logos.c.tournament_id.in_(wanted))
        with reading(self._database, wanted) as connection:
            return {row.tournament_id: row.digest for row in connection.execute(query)}

    def put(self, tournament: TournamentId, logo: UploadedPicture, was: str | None = None) -> None:
        """Keep the logo in place of the one before, if its digest `was` that, empty for none; raises Refused."""
        row = {
            "tournament_id": tournament,
            "media_type": logo.media_type,
            "width": logo.width,
            "height": logo.height,
            "digest": logo.digest,
            "content": logo.content,
            "uploaded_at": utc_now().isoformat(timespec="milliseconds"),
        }
        with self._screens.changing(tournament) as connection:
            _check(connection, tournament, was)
            connection.execute(delete(logos).where(logos.c.tournament_id == tournament))
            connection.execute(insert(logos), row)

    def remove(self, tournament: TournamentId, was: str | None = None) -> None:
        """Forget the logo of an event, if its digest `was` that; raises Refused."""
        with self._screens.changing(tournament) as connection:
            _check(connection, tournament, was)
            connection.execute(delete(logos).where(logos.c.tournament_id == tournament))


def _check(connection: Connection, tournament: TournamentId, was: str | None) -> None:
    """Nobody else changes the logo before the transaction ends; raises Refused where somebody has."""
    lock_rows(connection, logos.name, tournament)
    stored = connection.execute(select(logos.c.digest).where(logos.c.tournament_id == tournament)).scalar() or ""
    if was is not None and stored != was:
        raise Refused("picture-differs", value=was, stored=stored)
