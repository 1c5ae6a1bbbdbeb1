"""An event with something of everything that an archive holds, and secrets beside it that no archive may hold."""

from __future__ import annotations

from podium.app.access import Role
from podium.app.event.attachments import AttachmentKey, AttachmentKind, uploaded_picture
from podium.app.hall.followers import Follower
from podium.app.hall.screens import Content, Screen, ScreenItem
from podium.app.prizes.contests import RunOptions, contest_of
from podium.app.prizes.prizegiving import allocated_of
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, AllocatePrizes, ForgetPlayer, SetPrizes
from podium.prizes import allocate
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.event.attachments import SqlAttachments
from podium.storage.hall.check_ins import SqlCheckIns
from podium.storage.hall.followers import SqlFollowers
from podium.storage.hall.screens import SqlScreens
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from tests.kit.events import CHIEF
from tests.kit.full_database import GIRLS_PRIZES, OPEN_PRIZES
from tests.kit.live_journal import FOOLS_MATE, LiveEvent, live_swiss
from tests.kit.pictures import png

EVENT = TournamentId("k3v9w2m4xq")
FORGOTTEN = "Zebulon Quickstep"
"""The name of a player who was in the event, and was forgotten."""


def archived_event(database: Database, journal: SqlJournal) -> LiveEvent:
    """A live Swiss with a game that was played and one that goes on, an undo, a rewind, prizes, pictures, a check-in,
    second entries, screens and messages, and somebody who was forgotten."""
    event = live_swiss(journal, EVENT, players=6)
    first, second, *_ = event.open
    event.starts(first, second)
    event.plays(first, FOOLS_MATE)
    event.plays(second, ("e4", "c5"))
    event.do(AddPlayers((PlayerFields(FORGOTTEN, 1850, club="Wexbridge"),)))
    event.do(ForgetPlayer(event.id(FORGOTTEN)))
    before = event.version
    event.settings(name="Évora “Open”")
    event.undo()
    event.settings(name="Ágora Open")
    event.rewind(before)
    event.redo()
    event.do(SetPrizes((OPEN_PRIZES, GIRLS_PRIZES)))
    event.do(AllocatePrizes(allocated_of(allocate(contest_of(event.state, RunOptions())), event.state.prizes.plan)))
    event.publish_event()
    _beside(database, event)
    return event


def _beside(database: Database, event: LiveEvent) -> None:
    """What is stored of the event beside its journal."""
    walls = SqlScreens(database)
    hall = Screen("hall", "Hall", items=(ScreenItem(Content.STANDINGS, 10),))
    walls.change_screens(EVENT, lambda _before: (hall,))
    walls.add_message(EVENT, "Round 2 at three o’clock – ½ hour", None)
    walls.add_message(EVENT, "Tea", 30)
    somebody, pictures = event.id("Somebody 1"), SqlAttachments(database, walls)
    pictures.put(AttachmentKey(AttachmentKind.LOGO, EVENT), uploaded_picture(png(64, 48), "logo"))
    pictures.put(AttachmentKey(AttachmentKind.BACKGROUND, EVENT), uploaded_picture(png(96, 64), "background"))
    pictures.put(AttachmentKey(AttachmentKind.PHOTO, EVENT, somebody), uploaded_picture(png(), "photo"))
    check_ins = SqlCheckIns(database)
    check_ins.open(EVENT, 2, None)
    check_ins.note(EVENT, somebody, present=True)
    SqlRegistry(database).set_second_entry(EVENT, event.open[-1], Result.DRAW, CHIEF)


def secrets_of(database: Database) -> set[str]:
    """Give people accounts, links, tokens and sessions in the event; what nobody else may know of them."""
    registry = SqlRegistry(database)
    user = registry.add_user("quentin", "correct horse")
    registry.set_roles(EVENT, {"quentin": Role.OWNER})
    link, secret = registry.add_link(EVENT, Role.SCORER, None, None)
    token, key = registry.add_token(user, "a label", tournament=EVENT)
    session = registry.open_session(user)
    endpoint = "https://push.example/abcdef"
    SqlFollowers(database).follow(EVENT, Follower(endpoint, bytes(65), bytes(16), "en"), 0)
    opened = SqlCheckIns(database).under_way(EVENT)
    assert opened is not None  # by archived_event
    known = {secret, key, session, endpoint, link.fingerprint, token.fingerprint, opened.code, "quentin", "a label"}
    return known - {""}
