"""Check-ins as plain tables: one row for the check-in of an event, one for each player who has come."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from sqlalchemy import Connection, delete, select, update

from podium.app.hall.check_in import WITH_LINK, CheckIn
from podium.app.server.steady_clock import utc_now, written
from podium.core.ids import PlayerId, TournamentId
from podium.storage import tables
from podium.storage.sql.bulk_insert import insert_rows
from podium.storage.sql.database import Database


class SqlCheckIns:
    """The check-ins of all events in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def now(self) -> str:
        """What time it is, as an ISO text in UTC."""
        return written(utc_now())

    def under_way(self, tournament: TournamentId) -> CheckIn | None:
        """The check-in that is under way, if there is one."""
        here, came = tables.check_ins.c, tables.checked_in.c
        with self._database.read([tournament]) as connection:
            row = connection.execute(select(tables.check_ins).where(here.tournament_id == tournament)).one_or_none()
            if row is None:
                return None
            rows = connection.execute(select(came.player_id, came.at).where(came.tournament_id == tournament))
            return CheckIn(row.round, row.code, row.deadline, {PlayerId(each.player_id): each.at for each in rows})

    def present(self, tournament: TournamentId, round: int) -> Collection[PlayerId] | None:
        """Who has come for a round; None where no check-in for it is under way."""
        check_in = self.under_way(tournament)
        return check_in.present if check_in is not None and check_in.round == round else None

    def open(self, tournament: TournamentId, round: int, deadline: str | None, *, links: bool = False) -> CheckIn:
        """A new check-in to which nobody has come; one under way keeps who came, and its code unless `links` differ."""
        here = tables.check_ins.c
        before = self.under_way(tournament)
        same = before if before is not None and before.round == round else None
        new = f"{WITH_LINK if links else ''}{secrets.token_urlsafe(9)}"
        code = same.code if same is not None and same.gives_links is links else new
        with self._database.write([tournament]) as connection:
            if same is not None:
                query = update(tables.check_ins).where(here.tournament_id == tournament, here.round == round)
                connection.execute(query.values(deadline=deadline, code=code))
            else:
                self._clear(connection, tournament)
                row = {"tournament_id": tournament, "round": round, "deadline": deadline, "code": code}
                # Two may open it at once: the last stays.
                insert_rows(connection, tables.check_ins, [row], replace=True)
        opened = self.under_way(tournament)
        assert opened is not None  # written just now
        return opened

    def note(self, tournament: TournamentId, player: PlayerId, *, present: bool) -> None:
        """Note that a player has come, or has not; the first time stays."""
        came = tables.checked_in.c
        with self._database.write([tournament]) as connection:
            mine = (came.tournament_id == tournament, came.player_id == player)
            if not present:
                connection.execute(delete(tables.checked_in).where(*mine))
            elif connection.execute(select(came.at).where(*mine)).one_or_none() is None:
                row = {"tournament_id": tournament, "player_id": player, "at": self.now()}
                insert_rows(connection, tables.checked_in, [row], replace=True)

    def end(self, tournament: TournamentId) -> None:
        """No check-in any more."""
        with self._database.write([tournament]) as connection:
            self._clear(connection, tournament)

    def _clear(self, connection: Connection, tournament: TournamentId) -> None:
        for table in (tables.checked_in, tables.check_ins):
            connection.execute(delete(table).where(table.c.tournament_id == tournament))
