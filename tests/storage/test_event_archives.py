"""Archives of events: restored in a database of either kind, equal to what they were, or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from podium.app.access import OPERATOR
from podium.app.archives.archives import Restored
from podium.app.event.attachments import AttachmentKey, AttachmentKind, UploadedPicture
from podium.app.history.history import author, history, name_elsewhere
from podium.app.pgn.export import event_pgn
from podium.app.queries import crosstable, standings
from podium.app.server.steady_clock import utc_now
from podium.core.ids import PlayerId, TournamentId
from podium.flow.commands import AddPlayers, CreateTournament
from podium.games.state import Status
from podium.storage import read_model, tables
from podium.storage.archives.archive_replay import read_archive, write_archive
from podium.storage.archives.event_archives import SqlEventArchives
from podium.storage.archives.event_tables import JOURNAL, KEPT, NOT_KEPT, OWNER, rows_of_event
from podium.storage.backups.backups import database_findings
from podium.storage.event.attachments import SqlAttachments
from podium.storage.hall.check_ins import SqlCheckIns
from podium.storage.hall.screens import SqlScreens
from podium.storage.journal.journal import SqlJournal
from podium.storage.live.sweeper import Sweeper
from podium.storage.sql.database import Database
from tests.kit.archived import EVENT, FORGOTTEN, archived_event, secrets_of
from tests.kit.events import Director, refused
from tests.kit.finished import SETTINGS, people, play_out
from tests.kit.live_journal import LiveEvent, on_disk

SAMPLES = Path(__file__).parent / "archives"
"""Archives as each schema wrote them: they are read for ever."""
OTHER = "0123456789"


class Server:
    """A database with a journal on it, and what an archive is taken from and restored to."""

    def __init__(self, url: str, clock: Callable[[], datetime] | None = None) -> None:
        self.url = url
        self.database = Database(url)
        self.journal = SqlJournal(self.database, clock)
        self.archives = SqlEventArchives(self.database, self.journal)

    def close(self) -> None:
        self.journal.close()
        self.database.close()

    def take(self, id: TournamentId = EVENT) -> bytes:
        return write_archive(self.archives.rows(id))

    def restore(self, content: bytes, copy: str | None = None, **more: Any) -> Restored:
        read = read_archive(content, None if copy is None else TournamentId(copy))
        return self.archives.restore(read, OPERATOR, **more)

    def event(self, id: str = EVENT) -> LiveEvent:
        return LiveEvent(self.journal, TournamentId(id))


Open = Callable[[str], Server]


@pytest.fixture
def open_server() -> Iterator[Open]:
    opened: list[Server] = []

    def open_one(url: str) -> Server:
        opened.append(Server(url))
        return opened[-1]

    yield open_one
    for server in opened:
        server.close()


@pytest.fixture
def source(open_server: Open, ready_url: str) -> Server:
    """A server of either kind with the event."""
    server = open_server(ready_url)
    archived_event(server.database, server.journal)
    return server


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def target(request: pytest.FixtureRequest, open_server: Open, tmp_path: Path) -> Server:
    """An empty server of either kind."""
    url = str(tmp_path / "target.db")
    if request.param == "postgres":
        url = request.getfixturevalue("empty_postgres_url")
    database = Database(url)
    database.migrate()
    database.close()
    return open_server(url)


@pytest.fixture
def here(open_server: Open, ready_sqlite_url: str) -> Server:
    """A server on SQLite with the event."""
    server = open_server(ready_sqlite_url)
    archived_event(server.database, server.journal)
    return server


@pytest.fixture
def empty(open_server: Open, ready_file: Path, tmp_path: Path) -> Server:
    """A server on SQLite with nothing in it."""
    file = tmp_path / "empty.db"
    file.write_bytes(ready_file.read_bytes())
    return open_server(str(file))


def told(server: Server, id: str = EVENT) -> tuple[object, ...]:
    """What anybody could read of an event: standings, crosstable, prizes, games, and the history with its authors."""
    event = server.event(id)
    state = event.state
    games = server.journal.games(list(state.where))
    with server.journal.past(event.stream) as past:
        lines = history((each, past.events(each.version)) for each in past.commits()).lines
    return (
        standings(state),
        crosstable(state),
        state.prizes,
        event_pgn(state, lambda id: games[id].state if id in games else None),
        [(name_elsewhere(line.commit.actor), replace(line, commit=replace(line.commit, actor=""))) for line in lines],
    )


def in_tables(server: Server) -> dict[str, Any]:
    """Everything in the journal and the read model, but for what a restored event has anew."""
    rows = on_disk(server.database)
    return {name: rows[name] for name in rows if name not in ("commit", "due", "games", "head", "event")}


# --- restored ---------------------------------------------------------------------------------


def test_an_event_comes_back_with_all_that_is_stored_of_it(source: Server, target: Server) -> None:
    before = told(source)
    restored = target.restore(source.take())
    assert restored.equal
    assert {each.part: each.rows for each in restored.compared if each.rows} == {
        "commit": 28,
        "event": 30,
        "logos": 1,
        "photos": 1,
        "certificate_backgrounds": 1,
        "check_ins": 1,
        "checked_in": 1,
        "second_entries": 1,
        "displays": 1,
        "screens": 1,
        "messages": 2,
        "pairings": 3,
        "standings": 7,
        "prizes": 1,
        "games": 1,
        "history": restored.version,
    }
    assert told(target) == before
    assert target.event().state == source.event().state
    assert in_tables(target) == in_tables(source)
    assert list(database_findings(target.url)) == []


def _picture(server: Server, kind: AttachmentKind, player: PlayerId | None = None) -> UploadedPicture | None:
    return SqlAttachments(server.database, SqlScreens(server.database)).picture(AttachmentKey(kind, EVENT, player))


def test_pictures_screens_messages_and_the_check_in_come_along(here: Server, empty: Server) -> None:
    empty.restore(here.take())
    somebody = here.event().id("Somebody 1")
    for ask in (
        lambda server: _picture(server, AttachmentKind.LOGO),
        lambda server: _picture(server, AttachmentKind.BACKGROUND),
        lambda server: _picture(server, AttachmentKind.PHOTO, somebody),
        lambda server: SqlScreens(server.database).screens(EVENT),
        lambda server: [each.text for each in SqlScreens(server.database).display(EVENT).messages],
    ):
        assert ask(empty) == ask(here)
        assert ask(here)
    ours, theirs = SqlCheckIns(here.database).under_way(EVENT), SqlCheckIns(empty.database).under_way(EVENT)
    assert ours is not None
    assert theirs is not None
    assert (theirs.round, theirs.present) == (ours.round, ours.present)
    assert theirs.code != ours.code  # whoever has the one cannot use it at the other


def test_undo_redo_and_going_back_work_on_what_was_done_elsewhere(here: Server, empty: Server) -> None:
    empty.restore(here.take())
    event, original = empty.event(), here.event()
    for each in (event, original):
        each.undo()
        each.undo()
        each.redo()
    assert event.state == original.state
    for each in (event, original):
        each.rewind(3)
    assert event.state == original.state
    assert event.version == original.version


@pytest.mark.parametrize("format", SETTINGS)
def test_events_of_every_format_come_back(here: Server, empty: Server, format: str) -> None:
    event = Director(here.journal, TournamentId("event00001"))
    event.do(CreateTournament(event.stream, {"name": "Open", "format": format, **SETTINGS[format]}))
    event.do(AddPlayers(people()))
    play_out(event)
    content = here.take(event.stream)
    assert empty.restore(content).equal
    assert told(empty, "event00001") == told(here, "event00001")
    copied = here.restore(content, copy=OTHER)
    assert copied.equal
    assert copied.copied_from == "event00001"
    assert here.event(OTHER).points == event.points
    written = here.take(TournamentId(OTHER)).decode()
    assert written.count('"lots_from":"event00001"') == 1
    assert written.count("event00001") == 1  # nothing else names what it was copied from
    assert list(database_findings(here.url)) == []


def test_a_copy_has_ids_of_its_own_and_leaves_the_original_alone(source: Server) -> None:
    content, before = source.take(), told(source)
    restored = source.restore(content, copy=OTHER)
    assert (restored.id, restored.copied_from, restored.equal) == (OTHER, EVENT, True)
    assert told(source) == before
    ranks, _with_ids, *rest = before
    assert told(source, OTHER)[0] == ranks
    assert list(told(source, OTHER)[2:]) == rest
    copy, original = source.event(OTHER), source.event()
    assert not copy.state.where.keys() & original.state.where.keys()
    copy.rewind(3)  # what comes back has the ids of the copy too
    assert all(id.startswith(OTHER) for id in copy.state.where)
    assert told(source) == before
    assert list(database_findings(source.url)) == []


def test_games_that_were_being_played_are_paused_and_nobody_loses_on_time(
    here: Server, ready_file: Path, tmp_path: Path
) -> None:
    original = here.event()
    played, going_on, waiting = original.state.where
    content = here.take()
    file = tmp_path / "later.db"
    file.write_bytes(ready_file.read_bytes())
    later = Server(str(file), lambda: utc_now() + timedelta(hours=1))
    try:
        restored = later.restore(content)
        assert (restored.equal, restored.paused) == (
            True,
            1,
        )  # the one that waits, of a round nobody started, has no time to lose
        event = later.event()
        Sweeper(later.database, later.journal).sweep()
        statuses = [event.status(id) for id in (played, going_on, waiting)]
        assert statuses == [Status.FINISHED, Status.PAUSED, Status.WAITING]
        left, had = event.game(going_on).clocks, original.game(going_on).clocks
        assert had.white - left.white < 60_000  # of the hour nothing is charged
    finally:
        later.close()


def test_who_acted_is_known_by_name_and_has_no_rights_by_that(here: Server, empty: Server) -> None:
    empty.restore(here.take())
    with empty.journal.past(EVENT) as past:
        actors = {author(commit.actor): commit.actor for commit in past.commits()}
    with here.journal.past(EVENT) as past:
        marked = {f"{author(commit.actor)} (from an archive)" for commit in past.commits()}
    assert actors.keys() == marked
    assert actors["1 (from an archive)"] == "elsewhere:1"
    assert all(key.startswith("elsewhere:") for key in actors.values())
    again = empty.take()
    assert json.loads(again)["streams"] == json.loads(here.take())["streams"]


# --- what is not in it ------------------------------------------------------------------------


def test_no_secret_is_in_an_archive(here: Server) -> None:
    secrets = secrets_of(here.database)
    with here.database.read() as connection:
        secrets |= set(connection.scalars(select(tables.users.c.password)))
    content = here.take().decode()
    assert [each for each in secrets if each in content] == []
    assert len(secrets) > 8


def test_who_was_forgotten_stays_forgotten(here: Server, empty: Server) -> None:
    content = here.take()
    assert FORGOTTEN.encode() not in content
    empty.restore(content)
    with empty.database.read() as connection:
        bodies = list(connection.scalars(select(tables.event.c.body)))
    assert bodies
    assert not [body for body in bodies if FORGOTTEN in body]
    assert len(empty.event().state.players) == 7


def test_every_table_of_events_is_in_an_archive_or_is_not_for_a_reason() -> None:
    made = {*read_model.READ_MODEL, tables.head}
    kept = {part.table for part in KEPT}
    sorted_out = {*JOURNAL, *kept, *NOT_KEPT, *made}
    names = {OWNER, "tournamentId", "stream"}
    assert {each for each in tables.metadata.sorted_tables if names & {*each.columns.keys()}} <= sorted_out
    assert not kept & {*NOT_KEPT}


# --- refused ----------------------------------------------------------------------------------


def test_an_event_that_is_here_is_refused_and_not_touched(source: Server) -> None:
    content, before = source.take(), on_disk(source.database)
    with refused("archive-exists"):
        source.restore(content)
    assert on_disk(source.database) == before


def test_an_archive_of_an_event_that_was_deleted_here_comes_back_as_a_copy(here: Server) -> None:
    content = here.take()
    here.event().delete()
    with refused("archive-exists"):
        here.restore(content)
    assert here.restore(content, copy=OTHER).equal


def test_the_same_request_gives_the_same_answer_again(here: Server, empty: Server) -> None:
    content = here.take()
    first = empty.restore(content, key="k", digest="d")
    again = empty.restore(content, key="k", digest="d")
    assert (first.written, again.written) == (True, False)
    assert again.compared == first.compared
    with refused("idempotency-key-reused"):
        empty.restore(content, key="k", digest="another")


def test_what_cannot_be_written_leaves_nothing(here: Server, target: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    content, before = here.take(), on_disk(target.database)
    whole = rows_of_event

    def without_the_last(*arguments: Any) -> Any:
        rows = whole(*arguments)
        rows["event"].pop()
        return rows

    monkeypatch.setattr("podium.storage.archives.event_archives.rows_of_event", without_the_last)
    with refused("archive-not-restored"):
        target.restore(content)
    assert on_disk(target.database) == before
    monkeypatch.undo()
    assert target.restore(content).equal


def test_a_pairing_of_another_event_is_refused(here: Server, empty: Server) -> None:
    """However it came into an archive: its rows would take the place of the other's."""
    other = Director(empty.journal, TournamentId("0ther00001"))
    other.do(CreateTournament(other.stream, {"name": "Other", "format": "manual", "rounds": 1}))
    other.players("Ann", "Bob")
    other.pairs(1, [("Ann", "Bob")])
    foreign = other.pairing_id("Ann")
    own = next(iter(here.event().state.where))
    archive = here.archives.rows(EVENT)
    rows = msgspec.json.decode(msgspec.json.encode(archive.rows["event"]).replace(own.encode(), foreign.encode()))
    journal = {"event": rows, "commit": [row for row in archive.rows["commit"] if row["stream"] == EVENT]}
    journal["event"] = [row for row in rows if row["stream"] == EVENT]
    forged = write_archive(replace(archive, rows={**archive.rows, **journal}))
    before = on_disk(empty.database)
    with refused("archive-exists"):
        empty.restore(forged)
    assert on_disk(empty.database) == before


# --- read for ever ----------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(SAMPLES.iterdir()), ids=lambda file: file.name)
def test_archives_of_earlier_schemas_are_restored(empty: Server, file: Path) -> None:
    restored = empty.restore(file.read_bytes())
    assert [each for each in restored.compared if not each.equal] == []
    assert restored.version > 10
    assert empty.event().points["Somebody 0"]
    assert list(database_findings(empty.url)) == []
