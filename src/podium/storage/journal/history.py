"""Reading a stream: its commits, its events, and the state at any version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, select

from podium.app.handle import ancestry, forgets
from podium.app.memory import clear_all
from podium.app.ports import Commit, Head
from podium.core.ids import TournamentId
from podium.flow.events import CommitReverted, Event
from podium.flow.evolve import fold
from podium.flow.state import Tournament
from podium.storage import tables
from podium.storage.journal.codec import decode, refold, torn

REVERSAL = CommitReverted.__name__
NEWEST = 2**31 - 1


class SqlPast:
    """The history of one stream, read through one connection."""

    def __init__(self, connection: Connection, stream: TournamentId) -> None:
        self._connection = connection
        self._stream = stream

    def commits(self, after: int = 0) -> Sequence[Commit]:
        """The commits after a version, oldest first."""
        here = tables.commit.c
        rows = self._connection.execute(
            select(here.version, here.parent, here.kind, here.actor, here.at, here.reason)
            .where(here.stream == self._stream, here.version > after)
            .order_by(here.version)
        )
        return [Commit(*row) for row in rows]

    def commits_named(self, prefix: str, after: int = 0) -> Sequence[Commit]:
        """The commits after a version whose command id begins so, oldest first."""
        here = tables.commit.c
        named = here.command_id.startswith(prefix, autoescape=True)
        rows = self._connection.execute(
            select(here.version, here.parent, here.kind, here.actor, here.at, here.reason)
            .where(here.stream == self._stream, here.version > after, named)
            .order_by(here.version)
        )
        return [Commit(*row) for row in rows]

    def reversals(self) -> Mapping[int, CommitReverted]:
        """The commits that reverse another, by their version."""
        rows = self._connection.execute(
            select(tables.event.c.version, tables.event.c.type, tables.event.c.schema, tables.event.c.body).where(
                tables.event.c.stream == self._stream, tables.event.c.type == REVERSAL
            )
        )
        found = {row.version: decode(row.type, row.schema, row.body) for row in rows}
        return {version: event for version, event in found.items() if isinstance(event, CommitReverted)}

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
        versions = list(
            self._connection.scalars(
                select(here.version)
                .where(here.stream == self._stream, here.version > after)
                .order_by(here.version)
                .limit(most)
            )
        )
        events: dict[int, tuple[Event, ...]] = dict.fromkeys(versions, ())
        if versions:
            for version, event in self.events_between(after, versions[-1]):
                events[version] = (*events[version], event)
        return list(events.items())

    def events_between(self, after: int, upto: int) -> Iterable[tuple[int, Event]]:
        """(version, event) of every commit after one version, up to and with another."""
        here = tables.event.c
        rows = self._connection.execute(
            select(here.version, here.type, here.schema, here.body)
            .where(here.stream == self._stream, here.version > after, here.version <= upto)
            .order_by(here.version, here.seq)
        )
        return [(row[0], decode(row[1], row[2], row[3])) for row in rows]

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
