"""The devices of players of live games: which browsers came by their links, and when each left the window of a game.

Both are for arbiters, and go by themselves: a device with its session, a window that was left after `KEPT`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, func, insert, select

from podium.app.accounts.accounts import Link
from podium.app.live.devices import Device, WindowLeft
from podium.app.server.steady_clock import iso, milliseconds, written
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

    def devices(self, tournament: TournamentId) -> dict[PlayerId, list[Device]]:
        """The browsers that are signed in by links of players, those that came first at the top."""
        query = _signed_in(self._now()).where(LINKS.tournament_id == tournament, LINKS.player_id.is_not(None))
        found = defaultdict[PlayerId, list[Device]](list)
        with self._reading([tournament]) as connection:
            for player, agent, since in connection.execute(query.order_by(SESSIONS.created_at, SESSIONS.hash)):
                found[player].append(Device(agent, since))
        return found

    def end_devices(self, tournament: TournamentId, player: PlayerId) -> int:
        """How many browsers of a player were signed out; the links stay, and let another one in."""
        links = select(LINKS.id).where(LINKS.tournament_id == tournament, LINKS.player_id == player)
        with self._writing([tournament]) as connection:
            return connection.execute(delete(tables.sessions).where(SESSIONS.link_id.in_(links))).rowcount

    def note_window_left(self, tournament: TournamentId, game: PairingId, player: PlayerId, ms: int) -> None:
        """Keep that the window of a game was left for so many milliseconds, until now; no more than so many."""
        now = self._clock()
        row = {"tournament_id": tournament, "game": game, "player_id": player}
        given = {**row, "at": milliseconds(now) - ms, "away": ms, "expires_at": written(now + KEPT)}
        # Nothing that the registry knows by heart is another one then.
        with self._database.write([tournament]) as connection:
            count = select(func.count()).select_from(tables.window_changes).filter_by(**row)
            if connection.execute(count).scalar_one() < MOST_OF_A_GAME:
                connection.execute(insert(tables.window_changes), given)

    def windows_left(
        self, tournament: TournamentId, games: Collection[PairingId]
    ) -> dict[tuple[PairingId, PlayerId], list[WindowLeft]]:
        """When the windows of these games were left, in the order of time."""
        query = select(CHANGES.game, CHANGES.player_id, CHANGES.at, CHANGES.away).order_by(CHANGES.at, CHANGES.id)
        found = defaultdict[tuple[PairingId, PlayerId], list[WindowLeft]](list)
        with self._reading([tournament]) as connection:
            wanted = query.where(CHANGES.tournament_id == tournament, CHANGES.game.in_(sorted(games)))
            for game, player, at, ms in connection.execute(wanted):
                found[game, player].append(WindowLeft(iso(at), ms))
        return found
