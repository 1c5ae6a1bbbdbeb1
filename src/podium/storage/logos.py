"""The logos of events, a row each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import delete, insert, select

from podium.app.logos import Logo
from podium.core.ids import TournamentId
from podium.storage.database import Database
from podium.storage.journal import utc_now
from podium.storage.tables import logos
from podium.storage.transactions import reading, writing


class SqlLogos:
    """The logos in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def logo(self, tournament: TournamentId) -> Logo | None:
        """The logo of an event, if it has one."""
        query = select(logos).where(logos.c.tournament_id == tournament)
        with reading(self._database, [tournament]) as connection:
            row = connection.execute(query).one_or_none()
        return Logo(row.media_type, row.width, row.height, row.content, row.digest) if row else None

    def digests(self, tournaments: Iterable[str]) -> Mapping[str, str]:
        """What tells the logos of these events from others, by event; those without one are not there."""
        wanted = tuple(tournaments)
        query = select(logos.c.tournament_id, logos.c.digest).where(logos.c.tournament_id.in_(wanted))
        with reading(self._database, wanted) as connection:
            return {row.tournament_id: row.digest for row in connection.execute(query)}

    def put(self, tournament: TournamentId, logo: Logo) -> None:
        """Keep the logo in place of the one before."""
        row = {
            "tournament_id": tournament,
            "media_type": logo.media_type,
            "width": logo.width,
            "height": logo.height,
            "digest": logo.digest,
            "content": logo.content,
            "uploaded_at": utc_now().isoformat(timespec="milliseconds"),
        }
        with writing(self._database, [tournament]) as connection:
            connection.execute(delete(logos).where(logos.c.tournament_id == tournament))
            connection.execute(insert(logos), row)

    def remove(self, tournament: TournamentId) -> None:
        """Forget the logo of an event."""
        with writing(self._database, [tournament]) as connection:
            connection.execute(delete(logos).where(logos.c.tournament_id == tournament))
