"""Who is what in a tournament, as a plain table: one change at a time, on what was seen before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, delete, select, text

from podium.app.access import Role
from podium.core.errors import Refused, Unknown
from podium.core.ids import TournamentId
from podium.storage import tables
from podium.storage.accounts.registry_connections import RegistryConnections
from podium.storage.sql.transactions import lock_rows

ROLES, USERS = tables.roles.c, tables.users.c
_GIVE = text(
    "INSERT INTO roles (tournament_id, user_id, role) VALUES (:tournament_id, :user_id, :role) "
    "ON CONFLICT (tournament_id, user_id) DO UPDATE SET role = excluded.role"
)


class RoleTables(RegistryConnections):
    """Roles, changed; a tournament always has an owner."""

    def set_roles(
        self, tournament: TournamentId, roles: Mapping[str, Role], was: Mapping[str, Role] | None = None
    ) -> None:
        """Make these the roles of a tournament, if they `was` those; raises Refused where nobody would own it."""
        if Role.OWNER not in roles.values():
            raise Refused("owner-missing", value=sorted(roles))
        with self._writing([tournament]) as connection:
            lock_rows(connection, tables.roles.name, tournament)
            now = roles_in(connection, tournament)
            if was is not None and dict(was) != now:
                raise Refused("roles-differ", value=_words(was), stored=_words(now))
            given = {_user_id(connection, name): role for name, role in roles.items()}
            gone = ROLES.user_id.not_in(list(given))
            connection.execute(delete(tables.roles).where(ROLES.tournament_id == tournament, gone))
            give_roles(connection, ((tournament, user, role) for user, role in given.items()))
            self._note_roles(connection, tournament, now, roles)

    def change_role(self, tournament: TournamentId, name: str, role: Role | None, was: Role | None) -> None:
        """Make that the role of one account, if it `was` that, and leave all others as they are.

        Raises Refused `role-differs` where it was changed meanwhile, and where nobody would own the tournament.
        """
        with self._writing([tournament]) as connection:
            lock_rows(connection, tables.roles.name, tournament)
            now = roles_in(connection, tournament)
            user = _user_id(connection, name)
            stored = now.get(name)
            if stored is role:
                return
            if stored is not was:
                raise Refused("role-differs", name=name, value=_word(was), stored=_word(stored))
            after = {**now, name: role} if role is not None else {each: now[each] for each in now if each != name}
            if Role.OWNER not in after.values():
                raise Refused("owner-missing", value=sorted(after))
            if role is not None:
                give_roles(connection, [(tournament, user, role)])
            else:
                theirs = (ROLES.tournament_id == tournament) & (ROLES.user_id == user)
                connection.execute(delete(tables.roles).where(theirs))
            self._note_roles(connection, tournament, now, after)


def give_roles(connection: Connection, given: Iterable[tuple[str, int, Role]]) -> None:
    """Give users (by id) roles in tournaments, whatever they were before."""
    rows = [{"tournament_id": event, "user_id": user, "role": role.word} for event, user, role in given]
    if rows:
        connection.execute(_GIVE, rows)


def roles_in(connection: Connection, tournament: TournamentId) -> dict[str, Role]:
    """Who is what in a tournament, by name."""
    query = select(USERS.name, ROLES.role).join(tables.users, USERS.id == ROLES.user_id)
    rows = connection.execute(query.where(ROLES.tournament_id == tournament).order_by(USERS.name))
    return {row.name: Role[row.role.upper()] for row in rows}


def _user_id(connection: Connection, name: str) -> int:
    id = connection.execute(select(USERS.id).where(USERS.name == name)).scalar()
    if id is None:
        raise Unknown("user", name)
    return int(id)


def _word(role: Role | None) -> str:
    return role.word if role is not None else "none"


def _words(roles: Mapping[str, Role]) -> dict[str, str]:
    return {name: role.word for name, role in roles.items()}
