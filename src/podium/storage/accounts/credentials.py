"""Which sessions, tokens and links are in force, asked for many at once: by open streams, and by the journal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, and_, or_, select
from sqlalchemy.exc import OperationalError

from podium.app.access import Role
from podium.app.accounts.credentials import Credential, CredentialKind
from podium.core.ids import TournamentId
from podium.storage import tables
from podium.storage.sql.faults import is_locked

TOGETHER = 500  # that are asked for in one query
ABLE = tables.users.c.disabled_at.is_(None)

T = TypeVar("T")


class CredentialsLocked(Exception):  # says what is so; whoever looks after the transaction acts on it
    """Nobody can tell which credentials of a kind are in force: another program keeps their table locked."""

    def __init__(self, kind: CredentialKind) -> None:
        super().__init__(kind)
        self.kind = kind


def holding(connection: Connection, credentials: Collection[Credential], now: str) -> frozenset[Credential]:
    """Those of the credentials that are in force: neither ended nor expired, of an account that is not disabled.

    Raises CredentialsLocked with the first kind of which nobody can tell in time.
    """
    by_kind: dict[CredentialKind, list[str]] = defaultdict(list)
    for each in credentials:
        by_kind[each.kind].append(each.fingerprint)
    return frozenset(
        Credential(kind, found)
        for kind, fingerprints in by_kind.items()
        for part in _parts(sorted(fingerprints))
        for found in _found(connection, kind, part, now)
    )


def roles_of(
    connection: Connection, users: Collection[int], tournaments: Collection[TournamentId]
) -> Mapping[tuple[TournamentId, int], Role]:
    """What these users are in these tournaments, as far as they are anything and not disabled."""
    here = tables.roles.c
    query = select(here.tournament_id, here.user_id, here.role).join(tables.users, tables.users.c.id == here.user_id)
    return {
        (TournamentId(row.tournament_id), row.user_id): Role[row.role.upper()]
        for part in _parts(sorted(users))
        for events in _parts(sorted(tournaments))
        for row in connection.execute(query.where(ABLE, here.user_id.in_(part), here.tournament_id.in_(events)))
    }


def link_in_force(now: str) -> ColumnElement[bool]:
    """Whether a link has not expired, and its player, where it has one, was not removed from the tournament."""
    here, player, event = tables.links.c, tables.players.c, tables.tournaments.c
    present = select(player.id).where(player.tournament_id == here.tournament_id, player.id == here.player_id)
    known = select(event.id).where(event.id == here.tournament_id)
    return and_(
        or_(here.expires_at.is_(None), here.expires_at > now),
        or_(here.player_id.is_(None), present.exists(), ~known.exists()),
    )


def _in_force(kind: CredentialKind, fingerprints: Collection[str], now: str) -> Select[Any]:
    session, token, link = tables.sessions.c, tables.tokens.c, tables.links.c
    match kind:
        case CredentialKind.SESSION:
            of_user = select(tables.users.c.id).where(tables.users.c.id == session.user_id, ABLE)
            of_link = select(link.id).where(link.id == session.link_id, link_in_force(now))
            in_force = and_(session.expires_at > now, or_(of_user.exists(), of_link.exists()))
            return select(session.hash).where(session.hash.in_(fingerprints), in_force)
        case CredentialKind.TOKEN:
            of_user = select(tables.users.c.id).where(tables.users.c.id == token.user_id, ABLE)
            return select(token.hash).where(token.hash.in_(fingerprints), token.expires_at > now, of_user.exists())
        case CredentialKind.LINK:
            return select(link.hash).where(link.hash.in_(fingerprints), link_in_force(now))


def _found(connection: Connection, kind: CredentialKind, fingerprints: Collection[str], now: str) -> list[str]:
    try:
        return list(connection.scalars(_in_force(kind, fingerprints, now)))
    except OperationalError as problem:
        if is_locked(problem):
            raise CredentialsLocked(kind) from problem
        raise


def _parts(values: list[T]) -> Iterator[list[T]]:
    return (values[at : at + TOGETHER] for at in range(0, len(values), TOGETHER))
