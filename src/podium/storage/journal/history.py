"""Reading the stream of a tournament or a game: its commits, its events, and the state at any version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, select

from podium.app.handle import ancestry, forgets
from podium.app.memory import clear_all
from podium.app.ports import Commit, GameCommit, GameHead, Head, StreamId
from podium.core.ids import PairingId, TournamentId
from podium.flow.events import CommitReverted, Event
from podium.flow.evolve import fold
from podium.flow.state import Tournament
from podium.games.commands import ARBITER_ACTS, SYSTEM_ACTS, CallArbiter, ClaimDraw, ImportGame, NotePresence, OpenGame
from podium.games.events import GameEvent
from podium.games.evolve import fold as fold_game
from podium.storage import read_model, tables
from podium.storage.journal.codec import decode, refold, torn

NEWEST = 2**31 - 1
_UNREPORTED = (OpenGame, ImportGame, NotePresence)  # boards that are followed bring a record with every move
REPORTED_KINDS = tuple(
    kind.__name__ for kind in (CallArbiter, ClaimDraw, *ARBITER_ACTS, *SYSTEM_ACTS) if kind not in _UNREPORTED
)
"""The kinds of commits that the history of a tournament tells of."""


class SqlPast:
    """The history of one stream, read through one connection."""

    def __init__(self, connection: Connection, stream: TournamentId) -> None:
        self._connection = connection
        self._stream = stream

    def commits(self, after: int = 0) -> Sequence[Commit]:
        """The commits after a version, oldest first."""
        return self._commits(after)

    def commits_named(self, prefix: str, after: int = 0) -> Sequence[Commit]:
        """The commits after a version whose command id begins so, oldest first."""
        return self._commits(after, tables.commit.c.command_id.startswith(prefix, autoescape=True))

    def _commits(self, after: int, *conditions: ColumnElement[bool]) -> Sequence[Commit]:
        here = tables.commit.c
        rows = self._connection.execute(
            select(here.version, here.parent, here.kind, here.actor, here.at, here.reason)
            .where(here.stream == self._stream, here.version > after, *conditions)
            .order_by(here.version)
        )
        return [Commit(*row) for row in rows]

    def reversals(self) -> Mapping[int, CommitReverted]:
        """The commits that reverse another, by their version."""
        here = tables.event.c
        own = here.stream == self._stream, here.type == CommitReverted.__name__
        rows = self._connection.execute(select(here.version, here.type, here.schema, here.body).where(*own))
        return {version: decode(*event) for version, *event in rows}

    def events(self, version: int) -> tuple[Event, ...]:
        """The events of one commit."""
        return tuple(event for _, event in self.events_between(version - 1, version))

    def events_by_version(self, after: int = 0) -> Mapping[int, tuple[Event, ...]]:
        """The events of every commit after a version that has any."""
        found: dict[int, tuple[Event, ...]] = {}
        for version, event in self.events_between(after, NEWEST):
            found[version] = (*found.get(version, ()), event)
        return found

    def state(self, version: int) -> Tournament | None:
        """The event as it was at that version."""
        line = set(ancestry({commit.version: commit for commit in self.commits()}, version))
        return _refolded(None, (event for at, event in self.events_between(0, version) if at in line))

    def head(self, known: Head, version: int, at: str) -> Head:
        """The stream at `version`, made from a `known` older head by reading only what is newer."""
        newer = self.commits(known.version)
        if any(forgets(commit) for commit in newer):
            clear_all()  # another process did: what this one computed before may name the person
        if any(commit.parent != commit.version - 1 for commit in newer):
            return Head(self._stream, version, self.state(version), at)
        events = (event for _, event in self.events_between(known.version, version))
        return Head(self._stream, version, _refolded(known.state, events), at)

    def news(self, after: int, most: int) -> list[tuple[int, tuple[Event, ...]]]:
        """The commits after a version, but no more than `most`, each with its events; a rewind has none."""
        here = tables.commit.c
        newer = select(here.version).where(here.stream == self._stream, here.version > after)
        versions = list(self._connection.scalars(newer.order_by(here.version).limit(most)))
        events: dict[int, tuple[Event, ...]] = dict.fromkeys(versions, ())
        if versions:
            for version, event in self.events_between(after, versions[-1]):
                events[version] = (*events[version], event)
        return list(events.items())

    def events_between(self, after: int, upto: int) -> Iterable[tuple[int, Event]]:
        """(version, event) of every commit after one version, up to and with another."""
        return _events_between(self._connection, self._stream, after, upto)

    def mentions(self, id: str) -> bool:
        """Whether any event of the stream ever spoke of a thing with that id."""
        here = tables.event.c
        spoken = here.body.contains(f'"{id}"', autoescape=True)
        found = select(here.version).where(here.stream == self._stream, spoken).limit(1)
        return self._connection.execute(found).first() is not None


def _refolded(state: Tournament | None, events: Iterable[Event]) -> Tournament | None:
    """The state after events that were read; of all of them, looked at whether it hangs together."""
    after = refold(fold, state, events)
    if state is None and after is not None:
        for here in after.rounds:
            for game in here.games.values():
                if strangers := set(game.players) - after.players.keys():
                    raise torn("a game of players who are not there", KeyError(*strangers))
    return after


def created(connection: Connection, stream: TournamentId) -> str:
    """When the stream began."""
    here = tables.commit.c
    at: str = connection.execute(select(here.at).where(here.stream == stream, here.version == 1)).scalar_one()
    return at


class GamePast:
    """The history of one game, read through one connection. It is never rewound."""

    def __init__(self, connection: Connection, stream: PairingId) -> None:
        self._connection = connection
        self._stream = stream

    def head(self, known: GameHead, version: int, at: str) -> GameHead:
        """The game at `version`, made from a `known` older head by reading only what is newer."""
        events = (event for _, event in self._events(known.version, version))
        return GameHead(self._stream, version, refold(fold_game, known.state, events), at)

    def news(self, after: int, most: int) -> list[tuple[int, tuple[GameEvent, ...]]]:
        """The commits after a version, but no more than `most`, each with its events."""
        found: dict[int, tuple[GameEvent, ...]] = {}
        for version, event in self._events(after, after + most):
            found[version] = (*found.get(version, ()), event)
        return list(found.items())

    def _events(self, after: int, upto: int) -> Iterable[tuple[int, GameEvent]]:
        return _events_between(self._connection, self._stream, after, upto)


def _events_between(connection: Connection, stream: StreamId, after: int, upto: int) -> list[tuple[int, Any]]:
    here = tables.event.c
    rows = connection.execute(
        select(here.version, here.type, here.schema, here.body)
        .where(here.stream == stream, here.version > after, here.version <= upto)
        .order_by(here.version, here.seq)
    )
    return [(row[0], decode(row[1], row[2], row[3])) for row in rows]


def game_commits(connection: Connection, tournament: TournamentId) -> Sequence[GameCommit]:
    """What happened to the games of a tournament beside moves and what players do, newest first."""
    here, event, games = tables.commit.c, tables.event.c, read_model.games.c
    rows = connection.execute(
        select(here.stream, here.version, here.parent, here.kind, here.actor, here.at, here.reason)
        .join(read_model.games, games.id == here.stream)
        .where(games.tournament_id == tournament, here.kind.in_(REPORTED_KINDS))
        .order_by(here.at.desc(), here.stream, here.version.desc())
    ).all()
    events: dict[tuple[str, int], tuple[GameEvent, ...]] = {}
    for row in connection.execute(
        select(event.stream, event.version, event.type, event.schema, event.body)
        .join(read_model.games, games.id == event.stream)
        .join(tables.commit, (here.stream == event.stream) & (here.version == event.version))
        .where(games.tournament_id == tournament, here.kind.in_(REPORTED_KINDS))
        .order_by(event.stream, event.version, event.seq)
    ):
        key = (row.stream, row.version)
        events[key] = (*events.get(key, ()), decode(row.type, row.schema, row.body))
    return [
        GameCommit(PairingId(stream), Commit(version, *rest), events.get((stream, version), ()))
        for stream, version, *rest in rows
    ]
