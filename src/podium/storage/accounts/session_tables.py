"""Sessions, which browsers get by a password or by a link, and the links themselves, as plain tables."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, and_, delete, func, insert, or_, select

from podium.app.access import Grant, Role
from podium.app.accounts.accounts import SESSION_LASTS, Link, OpenSession, Session, User, checked_end
from podium.app.accounts.audit import AUTHOR, AuditAction
from podium.app.accounts.credentials import (
    SESSIONS_OF_A_LINK,
    SESSIONS_OF_AN_ACCOUNT,
    Credential,
    CredentialEnded,
    CredentialKind,
)
from podium.app.server.steady_clock import written
from podium.core.errors import Refused, Unknown
from podium.core.ids import PlayerId, TournamentId
from podium.storage import read_model, tables
from podium.storage.accounts.access_tables import link_in_force
from podium.storage.accounts.device_tables import refuse_second_device
from podium.storage.accounts.registry_connections import (
    CHECKED_LATER,
    SECRET_BYTES,
    RegistryConnections,
    audit_row,
    fingerprint,
    inserted,
)
from podium.storage.sql.transactions import EVERY_TOURNAMENT

LONGEST_AGENT = 200
LOOK_UP = 250  # milliseconds to wait for a locked table: every page asks, and each takes a thread from all others
REF_LENGTH = 16  # of a session: as much of its hash as tells it from others
TOGETHER = 500  # rows that have expired and are dropped in one transaction
HERE = tables.sessions.c
EXPIRING: Sequence[tuple[Table, ColumnElement[Any]]] = (
    (tables.sessions, tables.sessions.c.hash),
    (tables.tokens, tables.tokens.c.id),
    (tables.invitations, tables.invitations.c.id),
    (tables.links, tables.links.c.id),
    (tables.window_changes, tables.window_changes.c.id),
)
"""What ends with its time, and by which column its rows are known."""


class SessionTables(RegistryConnections):
    """Who is signed in where. Of one account or link there are no more than a few at a time: the oldest end."""

    def open_session(self, user: User, agent: str = "") -> str:
        """The secret of a new session of `user`; `agent` is what the browser calls itself."""
        with self._writing() as connection:
            connection.execute(select(tables.users.c.id).where(tables.users.c.id == user.id).with_for_update())
            secret = self._open(connection, user_id=user.id, agent=agent[:LONGEST_AGENT])
            _keep_newest(connection, HERE.user_id == user.id, secret, SESSIONS_OF_AN_ACCOUNT)
            self._note(connection, AuditAction.SIGNED_IN, actor=user.actor)
        return secret

    def open_link_session(self, link: Link, agent: str = "", *, alone: bool = False) -> str:
        """The secret of a new session of a browser with `link`; raises CredentialEnded where it has just ended, and
        Refused where it is to be the only one of its player, and another is signed in."""
        with self._writing(EVERY_TOURNAMENT) as connection:
            own = tables.links.c.hash == link.fingerprint
            if connection.execute(select(tables.links.c.id).where(own).with_for_update()).first() is None:
                raise CredentialEnded
            if alone:
                refuse_second_device(connection, link, self._now())
            secret = self._open(connection, link_id=link.id, agent=agent[:LONGEST_AGENT], alone=alone)
            _keep_newest(connection, HERE.link_id == link.id, secret, SESSIONS_OF_A_LINK)
            facts = {"link": link.id, "role": link.grant.role.word, "player": link.grant.player}
            event = link.grant.tournament
            self._note(connection, AuditAction.LINK_OPENED, actor=link.actor, tournament=event, details=facts)
        return secret

    def sessions(self, user: User, secret: str | None = None) -> list[OpenSession]:
        """The sessions of a user that have not ended, newest first; that with the `secret` is the one asking."""
        own = fingerprint(secret) if secret else ""
        query = select(tables.sessions).where(HERE.user_id == user.id, HERE.expires_at > self._now())
        with self._reading() as connection:
            rows = connection.execute(query.order_by(HERE.created_at.desc(), HERE.hash))
            return [
                OpenSession(row.hash[:REF_LENGTH], row.agent, row.created_at, row.expires_at, row.hash == own)
                for row in rows
            ]

    def end_session(self, user: User, ref: str) -> None:
        """End one session of a user; raises Unknown for somebody else's."""
        theirs = and_(HERE.user_id == user.id, func.substr(HERE.hash, 1, REF_LENGTH) == ref)
        with self._writing() as connection:
            if not connection.execute(delete(tables.sessions).where(theirs)).rowcount:
                raise Unknown("session", ref)
            self._note(connection, AuditAction.SESSION_ENDED, whom=user.name)

    def end_other_sessions(self, user: User, secret: str) -> int:
        """How many sessions of a user were ended: all but the one with the secret."""
        others = and_(HERE.user_id == user.id, HERE.hash != fingerprint(secret))
        with self._writing() as connection:
            ended = connection.execute(delete(tables.sessions).where(others)).rowcount
            self._note(connection, AuditAction.OTHER_SESSIONS_ENDED, whom=user.name, details={"count": ended})
        return ended

    def by_session(self, secret: str) -> Session | None:
        """The session with that secret, unless it has ended."""
        if known := self._cache.recall(Session, secret):
            return known
        generation, now = self._cache.generation, self._now()
        hashed = fingerprint(secret)
        with self._reading(EVERY_TOURNAMENT, LOOK_UP) as connection:
            row = connection.execute(
                select(HERE.user_id, HERE.link_id, HERE.csrf, HERE.expires_at).where(
                    HERE.hash == hashed, HERE.expires_at > now
                )
            ).first()
            if row is None:
                return None
            if row.user_id is not None:
                who = and_(tables.users.c.id == row.user_id, tables.users.c.disabled_at.is_(None))
                found = connection.execute(select(tables.users).where(who)).first()
                holder: User | Link | None = User(found.id, found.name, found.administrator) if found else None
            else:
                own = select(tables.links).where(tables.links.c.id == row.link_id, link_in_force(now))
                found = connection.execute(own).first()
                holder = link_of(found) if found else None
        if holder is None:
            return None
        ends = min(filter(None, (row.expires_at, getattr(holder, "expires_at", None))))
        actor = replace(holder.actor, credential=Credential(CredentialKind.SESSION, hashed))
        spoken = found.language if found is not None and isinstance(holder, User) else None
        return self._cache.keep(Session(actor, row.csrf, spoken), generation, secret, ends=ends)

    def recall_session(self, secret: str, *, checked_later: bool = False) -> Session | None:
        """The same from memory, without asking the database; None for those not seen lately.

        That of a link is remembered for longer where the journal will ask whether it is in force.
        """
        session = self._cache.recall(Session, secret, longer=CHECKED_LATER if checked_later else 0)
        of_link = session is not None and session.actor.user is None
        return session if of_link or not checked_later else self._cache.recall(Session, secret)

    def close_session(self, secret: str) -> None:
        """End a session; one that has ended stays ended."""
        own = HERE.hash == fingerprint(secret)
        with self._writing() as connection:
            name = select(tables.users.c.name).join(tables.sessions, HERE.user_id == tables.users.c.id).where(own)
            whom = connection.scalar(name)
            if connection.execute(delete(tables.sessions).where(own)).rowcount and whom is not None:
                self._note(connection, AuditAction.SIGNED_OUT, whom=whom)

    def drop_expired(self) -> int:
        """How many sessions, tokens, invitations, links and changes of window that have expired were dropped; some at a
        time.

        Gone, they stay so whatever the clock says; the latest time is kept for those that expire next.
        """
        dropped, now = 0, self._now()
        for table, key in EXPIRING:
            ended = table.c.expires_at <= now
            with self._reading(EVERY_TOURNAMENT) as connection:
                due = list(connection.scalars(select(key).where(ended).limit(TOGETHER)))
            if due:
                with self._writing(EVERY_TOURNAMENT) as connection:
                    dropped += connection.execute(delete(table).where(key.in_(due), ended)).rowcount
        with self._writing(EVERY_TOURNAMENT) as connection:
            self._clock.store(connection)
        return dropped

    def _open(self, connection: Connection, **whose: object) -> str:
        secret, now = secrets.token_urlsafe(SECRET_BYTES), self._clock()
        row = {
            "hash": fingerprint(secret),
            "csrf": secrets.token_urlsafe(SECRET_BYTES),
            "created_at": written(now),
            "expires_at": written(now + SESSION_LASTS),
            **whose,
        }
        connection.execute(insert(tables.sessions), row)
        return secret


class LinkTables(RegistryConnections):
    """Links that let somebody into one tournament, as a player or as one who helps."""

    def add_link(
        self, tournament: TournamentId, role: Role, player: PlayerId | None, expires: str | None
    ) -> tuple[Link, str]:
        """A new link and its secret, which is part of its address; raises Invalid for an end that is none or past, and
        Refused for one too many."""
        if (count := len(self.links(tournament))) >= self.quotas.links:
            raise Refused("too-many-links", value=count, most=self.quotas.links)
        ends = checked_end(expires, self._clock())
        secret = secrets.token_urlsafe(SECRET_BYTES)
        grant = Grant(tournament, role, player)
        row = self._link_row(grant, secret, ends)
        with self._writing([tournament]) as connection:
            id = inserted(connection, tables.links, row)
            link = Link(id, grant, str(row["created_at"]), ends, str(row["hash"]))
            self._note_links(connection, AuditAction.LINK_ADDED, [link])
        return link, secret

    def add_player_links(
        self, tournament: TournamentId, players: Sequence[PlayerId], expires: str | None, ended: Sequence[int] = ()
    ) -> dict[PlayerId, str]:
        """The secrets of new links, one for each player without one, or with none but those `ended` in that moment."""
        ends = checked_end(expires, self._clock())
        here, event, gone = tables.links.c, read_model.tournaments.c.id, set(ended)
        with self._writing([tournament]) as connection:
            # Of two who ask at once, the second waits here and finds what the first has made. SQLite has one anyway.
            connection.execute(select(event).where(event == tournament).with_for_update())
            others = connection.execute(self._lasting_links().where(here.tournament_id == tournament))
            taken = {link.player_id for link in others if link.id not in gone}
            made = {each: secrets.token_urlsafe(SECRET_BYTES) for each in players if each not in taken}
            rows = [self._link_row(Grant(tournament, Role.PLAYER, each), made[each], ends) for each in made]
            if rows:
                connection.execute(insert(tables.links), rows)
                added = select(tables.links).where(here.hash.in_([row["hash"] for row in rows]))
                links = [link_of(row) for row in connection.execute(added.order_by(here.id))]
                self._note_links(connection, AuditAction.LINK_ADDED, links)
            self._end(connection, tournament, ended)
        return made

    def _link_row(self, grant: Grant, secret: str, ends: str | None) -> dict[str, str | None]:
        return {
            "tournament_id": grant.tournament,
            "role": grant.role.word,
            "player_id": grant.player,
            "hash": fingerprint(secret),
            "created_at": self._now(),
            "expires_at": ends,
        }

    def links(self, tournament: TournamentId) -> list[Link]:
        """The links of a tournament that have not ended, oldest first; those of removed players open nothing."""
        here = tables.links.c
        query = self._lasting_links().where(here.tournament_id == tournament).order_by(here.id)
        with self._reading([tournament]) as connection:
            return [link_of(row) for row in connection.execute(query)]

    def drop_link(self, tournament: TournamentId, id: int) -> None:
        """End a link and the sessions it opened."""
        with self._writing([tournament]) as connection:
            if not self._end(connection, tournament, [id]):
                raise Unknown("link", id)

    def _end(self, connection: Connection, tournament: TournamentId, ids: Sequence[int]) -> int:
        """How many of these links there were to end, with their sessions."""
        here, opened = tables.links.c, tables.sessions.c.link_id
        theirs = and_(here.id.in_(ids), here.tournament_id == tournament)
        locked = select(tables.links).where(theirs).order_by(here.id).with_for_update()  # one of many ends it
        ended = [link_of(row) for row in connection.execute(locked)]
        connection.execute(delete(tables.sessions).where(opened.in_(select(here.id).where(theirs))))
        connection.execute(delete(tables.links).where(theirs))
        self._note_links(connection, AuditAction.LINK_ENDED, ended)
        return len(ended)

    def _note_links(self, connection: Connection, action: AuditAction, links: Sequence[Link]) -> None:
        """Write into the audit what became of links, by their ids."""
        now, author = self._now(), AUTHOR.get()
        rows = [
            audit_row(
                now,
                author,
                action,
                "",
                each.grant.tournament,
                {
                    "link": each.id,
                    "role": each.grant.role.word,
                    "player": each.grant.player,
                    "expires": each.expires_at,
                },
            )
            for each in links
        ]
        if rows:
            connection.execute(insert(tables.audit), rows)

    def is_of_removed_player(self, secret: str) -> bool:
        """Whether that is the secret of a link whose player was removed from the tournament."""
        own = tables.links.c.hash == fingerprint(secret)
        removed = self._lasting_links().where(own, ~link_in_force(self._now()))
        with self._reading(EVERY_TOURNAMENT) as connection:
            return connection.execute(removed).first() is not None

    def by_link(self, secret: str) -> Link | None:
        """The link with that secret, unless it has ended or its player was removed."""
        if known := self._cache.recall(Link, secret):
            return known
        generation = self._cache.generation
        query = select(tables.links).where(tables.links.c.hash == fingerprint(secret), link_in_force(self._now()))
        with self._reading(EVERY_TOURNAMENT) as connection:
            row = connection.execute(query).first()
        return self._cache.keep(link_of(row), generation, secret, ends=row.expires_at) if row else None

    def _lasting_links(self) -> Select[Any]:
        """The links that have not expired, those of removed players too."""
        here = tables.links.c
        return select(tables.links).where(or_(here.expires_at.is_(None), here.expires_at > self._now()))


def link_of(row: Row[Any]) -> Link:
    """The link that a row is."""
    player = PlayerId(row.player_id) if row.player_id else None
    grant = Grant(TournamentId(row.tournament_id), Role[row.role.upper()], player)
    return Link(row.id, grant, row.created_at, row.expires_at, row.hash)


def _keep_newest(connection: Connection, whose: ColumnElement[bool], secret: str, most: int) -> None:
    """End the oldest of these sessions, where there are more; never the one with the secret, which was just opened."""
    others = and_(whose, HERE.hash != fingerprint(secret))
    newest = select(HERE.hash).where(others).order_by(HERE.created_at.desc(), HERE.hash)
    ended = list(connection.scalars(newest.offset(most - 1).limit(TOGETHER)))
    connection.execute(delete(tables.sessions).where(HERE.hash.in_(ended)))
