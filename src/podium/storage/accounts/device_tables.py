"""The devices of players of live games: which browsers came by their links, and when each left the window of a game.

Both are for arbiters, and go by themselves: a device with its session, a window that was left after `KEPT`.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, func, insert, select

from podium.app.accounts.accounts import Link
from podium.app.live.devices import Device, WindowChange
from podium.app.server.steady_clock import milliseconds, written
from podium.core.errors import Refused
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.storage import tables
from podium.storage.accounts.registry_connections import RegistryConnections

KEPT = timedelta(days=30)
MOST_OF_A_GAME = 500  # changes of window that are kept of a player
SESSIONS, LINKS, CHANGES = tables.sessions.c, tables.links.c, tables.window_changes.c


def refuse_second_device(connection: Connection, link: Link, now: str) -> None:
    """Nothing, if no other browser is signed in as the player of a link; raises Refused where one is."""
    theirs = and_(LINKS.tournament_id == link.grant.tournament, LINKS.player_id == link.grant.player)
    if connection.execute(_signed_in(now).where(theirs).limit(1)).first() is not None:
        raise Refused("second-device", value=link.grant.player)


def _signed_in(now: str) -> Select[Any]:
    """The player, what the browser calls itself, and since when it is signed in by a link."""
    query = select(LINKS.player_id, SESSIONS.agent, SESSIONS.created_at)
    return query.join(tables.sessions, SESSIONS.link_id == LINKS.id).where(SESSIONS.expires_at > now)


class DeviceTables(RegistryConnections):
    """What is known of players' devices."""

    def devices(self, tournament: TournamentId) -> list[Device]:
        """The browsers that are signed in by links of players, those that came first at the top."""
        query = _signed_in(self._now()).where(LINKS.tournament_id == tournament, LINKS.player_id.is_not(None))
        with self._reading([tournament]) as connection:
            rows = connection.execute(query.order_by(SESSIONS.created_at, SESSIONS.hash))
            return [Device(PlayerId(player), agent, since) for player, agent, since in rows]

    def end_devices(self, tournament: TournamentId, player: PlayerId) -> int:
        """How many browsers of a player were signed out; the links stay, and let another one in."""
        links = select(LINKS.id).where(LINKS.tournament_id == tournament, LINKS.player_id == player)
        with self._writing([tournament]) as connection:
            return connection.execute(delete(tables.sessions).where(SESSIONS.link_id.in_(links))).rowcount

    def note_window_change(self, tournament: TournamentId, game: PairingId, player: PlayerId, away: int) -> None:
        """Keep that the window of a game was left for so many milliseconds, until now; no more than so many."""
        now = self._clock()
        here = (CHANGES.tournament_id == tournament, CHANGES.game == game, CHANGES.player_id == player)
        row = {"tournament_id": tournament, "game": game, "player_id": player, "at": milliseconds(now) - away}
        # Nothing that the registry knows by heart is another one then.
        with self._database.write([tournament]) as connection:
            if connection.execute(select(func.count()).where(*here)).scalar_one() < MOST_OF_A_GAME:
                given = {**row, "away": away, "expires_at": written(now + KEPT)}
                connection.execute(insert(tables.window_changes), given)

    def window_changes(self, tournament: TournamentId, games: Collection[PairingId]) -> list[WindowChange]:
        """When the windows of these games were left, in the order of time."""
        query = select(CHANGES.game, CHANGES.player_id, CHANGES.at, CHANGES.away)
        wanted = query.where(CHANGES.tournament_id == tournament, CHANGES.game.in_(sorted(games)))
        with self._reading([tournament]) as connection:
            rows = connection.execute(wanted.order_by(CHANGES.at, CHANGES.id))
            return [WindowChange(PairingId(game), PlayerId(player), at, away) for game, player, at, away in rows]
