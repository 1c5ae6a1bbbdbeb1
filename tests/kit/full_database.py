"""A database with something of everything in it: events of several formats, a live game, people, links, a logo."""

from __future__ import annotations

from sqlalchemy import insert

from podium.app.access import Role
from podium.core.ids import TournamentId
from podium.flow.commands import CreateTournament
from podium.storage import tables
from podium.storage.database import Database
from podium.storage.journal import SqlJournal
from podium.storage.registry import SqlRegistry
from podium.storage.screens import SqlScreens
from tests.kit.events import Director
from tests.kit.live_journal import FOOLS_MATE, live_cup

EVENT = TournamentId("open")
CUP = TournamentId("cup")


def fill(database: Database) -> None:
    """Put something of everything into an empty database."""
    journal = SqlJournal(database)
    try:
        _open_event(journal)
        cup = live_cup(journal, CUP, drawConfig={"minMove": 30})
        first, second, *_ = cup.open
        cup.starts(first, second)
        cup.plays(first, FOOLS_MATE)
        cup.plays(second, ("e4",))
    finally:
        journal.close()
    _people(database)
    SqlScreens(database).add_message(EVENT, "Round 2 at three o’clock – ½ hour", None)
    logo = {"tournament_id": EVENT, "media_type": "image/png", "width": 16, "height": 16, "digest": "d"}
    with database.write() as connection:
        connection.execute(insert(tables.logos), {**logo, "content": bytes(range(256)), "uploaded_at": "2026-05-01"})


def _open_event(journal: SqlJournal) -> None:
    event = Director(journal, EVENT)
    event.do(CreateTournament(EVENT, {"name": "Évora Open", "format": "manual", "rounds": 3}))
    event.players("Łukasz", "Bob", "Carol", "Dave", "Eve")
    event.pairs(1, [("Łukasz", "Bob"), ("Carol", "Dave")])
    before = event.version
    event.result("Bob", "1-0")
    event.result("Carol", "1/2-1/2")
    event.undo()
    event.rewind(before)
    event.result("Bob", "0-1")
    event.publish_event()


def _people(database: Database) -> None:
    registry = SqlRegistry(database)
    ana, ben = registry.add_user("ana", "correct horse"), registry.add_user("ben", "correct horse")
    registry.set_roles(EVENT, {"ana": Role.OWNER, "ben": Role.SCORER})
    registry.add_link(EVENT, Role.SCORER, None, None)
    link, _secret = registry.add_link(CUP, Role.SCORER, None, None)
    registry.drop_link(CUP, link.id)  # so that the highest id is one that no row has
    registry.open_session(ana)
    registry.keep_template(ben.id, "Monday", {"format": "swiss"})
