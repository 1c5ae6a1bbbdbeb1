"""The followers of events, a row for each browser and event."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

from sqlalchemy import delete, func, insert, select, update

from podium.app.hall.followers import MOST_OF_AN_EVENT, Follower, decoded, encoded
from podium.app.server.steady_clock import utc_now, written
from podium.core.errors import Refused
from podium.core.ids import PlayerId, TournamentId
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT, lock_rows
from podium.storage.tables import followers

TOGETHER = 100  # followers that are claimed at once


class SqlFollowers:
    """The followers in a database."""

    def __init__(self, database: Database, most: int = MOST_OF_AN_EVENT) -> None:
        self._database = database
        self._most = most

    def follow(self, tournament: TournamentId, follower: Follower, told_round: int) -> None:
        """Tell this browser of rounds after `told_round`, in place of what it wanted before; raises Refused."""
        here, hashed = followers.c, _hash(follower.endpoint)
        row = {
            "tournament_id": tournament,
            "player_id": follower.player,
            "endpoint": follower.endpoint,
            "endpoint_hash": hashed,
            "p256dh": encoded(follower.public_key),
            "auth": encoded(follower.secret),
            "language": follower.language,
            "told_round": told_round,
            "created_at": written(utc_now()),
        }
        with self._database.write([tournament]) as connection:
            lock_rows(connection, followers.name, tournament)
            connection.execute(delete(followers).where(here.tournament_id == tournament, here.endpoint_hash == hashed))
            count = select(func.count()).select_from(followers).where(here.tournament_id == tournament)
            if connection.execute(count).scalar_one() >= self._most:
                raise Refused("followers-full", value=self._most)
            connection.execute(insert(followers), row)

    def unfollow(self, tournament: TournamentId, endpoint: str) -> None:
        """Tell this browser of the event no more."""
        here = followers.c
        with self._database.write([tournament]) as connection:
            own = (here.tournament_id == tournament, here.endpoint_hash == _hash(endpoint))
            connection.execute(delete(followers).where(*own))

    def claim(self, tournament: TournamentId, round: int, *, starts: Collection[PlayerId] = ()) -> Sequence[Follower]:
        """Some who have not been told of `round`, or of those who follow one of the players whose games of it `starts`
        names, that they begin, for the caller to tell: nobody else gets them from now on."""
        here = followers.c
        told = here.told_start if starts else here.told_round
        waiting = [here.tournament_id == tournament, told < round, *([here.player_id.in_(starts)] if starts else [])]
        with self._database.read([tournament]) as connection:
            if connection.execute(select(here.id).where(*waiting).limit(1)).first() is None:
                return []
        with self._database.write([tournament]) as connection:
            chosen = select(followers).where(*waiting).order_by(here.id).limit(TOGETHER)
            rows = connection.execute(chosen.with_for_update(skip_locked=True)).all()
            ids = [row.id for row in rows]
            connection.execute(update(followers).where(here.id.in_(ids)).values({told: round}))
        return [
            Follower(
                row.endpoint,
                decoded(row.p256dh),
                decoded(row.auth),
                row.language,
                PlayerId(row.player_id) if row.player_id is not None else None,
                row.id,
            )
            for row in rows
        ]

    def followed(self) -> Sequence[TournamentId]:
        """The events that browsers follow."""
        with self._database.read(EVERY_TOURNAMENT) as connection:
            found = connection.scalars(select(followers.c.tournament_id).distinct())
            return [TournamentId(each) for each in found]

    def drop(self, endpoint: str) -> None:
        """Forget a browser that is gone, in every event."""
        with self._database.write(EVERY_TOURNAMENT) as connection:
            connection.execute(delete(followers).where(followers.c.endpoint_hash == _hash(endpoint)))


def _hash(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
