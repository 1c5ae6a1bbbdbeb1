"""The photos of players, a row each."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import delete, insert, select

from podium.app.event.event_pictures import UploadedPicture
from podium.core.ids import PlayerId, TournamentId
from podium.storage.hall.screens import SqlScreens
from podium.storage.journal.journal import utc_now
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import reading
from podium.storage.tables import photos


class SqlPhotos:
    """The photos in a database. Another one is a change of what the event displays: pages are made anew at once."""

    def __init__(self, database: Database, screens: SqlScreens) -> None:
        self._database = database
        self._screens = screens

    def photo(self, tournament: TournamentId, player: PlayerId) -> UploadedPicture | None:
        """The photo of a player, if there is one."""
        query = select(photos).where(photos.c.tournament_id == tournament, photos.c.player_id == player)
        with reading(self._database, [tournament]) as connection:
            row = connection.execute(query).one_or_none()
        return UploadedPicture(row.media_type, row.width, row.height, row.content, row.digest) if row else None

    def digests(self, tournament: TournamentId) -> Mapping[PlayerId, str]:
        """What tells the photos of an event from others, by player; those without one are not there."""
        query = select(photos.c.player_id, photos.c.digest).where(photos.c.tournament_id == tournament)
        with reading(self._database, [tournament]) as connection:
            return {PlayerId(row.player_id): row.digest for row in connection.execute(query)}

    def put(self, tournament: TournamentId, player: PlayerId, photo: UploadedPicture) -> None:
        """Keep the photo in place of the one before."""
        row = {
            "tournament_id": tournament,
            "player_id": player,
            "media_type": photo.media_type,
            "width": photo.width,
            "height": photo.height,
            "digest": photo.digest,
            "content": photo.content,
            "uploaded_at": utc_now().isoformat(timespec="milliseconds"),
        }
        own = photos.c.tournament_id == tournament, photos.c.player_id == player
        with self._screens.changing(tournament) as connection:
            connection.execute(delete(photos).where(*own))
            connection.execute(insert(photos), row)

    def remove(self, tournament: TournamentId, player: PlayerId) -> None:
        """Keep no photo of a player."""
        own = photos.c.tournament_id == tournament, photos.c.player_id == player
        with self._screens.changing(tournament) as connection:
            connection.execute(delete(photos).where(*own))
