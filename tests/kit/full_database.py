"""A database with something of everything in it: events of several formats, a live game, people, links, a logo."""

from __future__ import annotations

from podium.app.access import Role
from podium.app.event.attachments import AttachmentKey, AttachmentKind, UploadedPicture
from podium.app.prizes.contests import RunOptions, contest_of
from podium.app.prizes.prizegiving import allocated_of
from podium.core.ids import TournamentId
from podium.flow.commands import AllocatePrizes, CreateTournament, SetPrizes
from podium.prizes import allocate
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.event.attachments import SqlAttachments
from podium.storage.hall.screens import SqlScreens
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from tests.kit.events import Director
from tests.kit.live_journal import FOOLS_MATE, live_cup

EVENT = TournamentId("open")
CUP = TournamentId("cup")
OPEN_PRIZES = {"id": "open", "name": "Open", "prizes": [{"id": "o1", "place": 1, "cash": "100.50"}]}
GIRLS_PRIZES = {"id": "girls", "name": "Girls", "gender": "f", "prizes": [{"id": "g1", "place": 1, "cash": 20}]}


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
    logo = UploadedPicture("image/png", 16, 16, bytes(range(256)), "d")
    SqlAttachments(database, SqlScreens(database)).put(AttachmentKey(AttachmentKind.LOGO, EVENT), logo)


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
    event.do(SetPrizes((OPEN_PRIZES, GIRLS_PRIZES)))
    event.do(AllocatePrizes(allocated_of(allocate(contest_of(event.state, RunOptions())), event.state.prizes.plan)))
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
