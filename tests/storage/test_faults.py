"""A fault of ours in one intent is answered to whoever sent it, and to nobody else in the same transaction."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from podium.app.access import Actor, Role
from podium.app.handle import NewCommit, resolve
from podium.app.live.live_games import Games
from podium.app.ports import Head, Intent, Past, Receipt, StreamId
from podium.core.dice import Dice
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import (
    AddPlayers,
    CloseRound,
    Command,
    CorrectResult,
    CreateTournament,
    PairRound,
    PublishTournament,
    RecordResult,
)
from podium.flow.events import Event, ResultRecorded
from podium.flow.state import Stage
from podium.storage.journal import codec
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database

ID = TournamentId("t1")
CHIEF = Actor("user:chief", "chief")


def broken(
    intent: Intent, head: Head, past: Callable[[], Past], games: Games, now: str, dice: Dice
) -> NewCommit | None:
    if isinstance(intent.command, PublishTournament):
        raise ZeroDivisionError
    return resolve(intent, head, past, games, now, dice)


def test_the_neighbours_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(str(tmp_path / "podium.db"))
    database.migrate()
    journal = SqlJournal(database)
    monkeypatch.setattr("podium.storage.journal.intents.resolve", broken)
    commands = (
        CreateTournament(ID, {"name": "Open", "format": "manual"}),
        PublishTournament(),
        AddPlayers((PlayerFields("Ann"),)),
    )
    answers = journal._transact([Intent(ID, command, CHIEF, Role.OWNER) for command in commands])
    assert [type(answer) for answer in answers] == [Receipt, ZeroDivisionError, Receipt]
    head = journal.head(ID)
    assert head.version == 2
    assert head.state is not None
    assert len(head.state.players) == 1
    journal.close()
    database.close()


@pytest.mark.parametrize("reason", ["\ud800", "a\0b"])
def test_what_the_database_cannot_take_is_refused_alone(journal: SqlJournal, reason: str) -> None:
    journal.perform(Intent(ID, CreateTournament(ID, {"name": "Open", "format": "manual"}), CHIEF, Role.OWNER))
    wishes = [
        Intent(ID, AddPlayers((PlayerFields("Ann"),)), CHIEF, Role.OWNER),
        Intent(ID, PublishTournament(), CHIEF, Role.OWNER, reason=reason),
        Intent(ID, AddPlayers((PlayerFields("Ben"),)), CHIEF, Role.OWNER),
    ]
    first, _, last = journal._transact(wishes)
    assert isinstance(first, Receipt)
    assert isinstance(last, Receipt)
    head = journal.head(ID)
    assert head.state is not None
    assert [player.name for player in head.state.players.values()] == ["Ann", "Ben"]
    assert head.version == last.version


def test_half_a_correction_is_never_written(journal: SqlJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    def perform(command: Command) -> Receipt:
        return journal.perform(Intent(ID, command, CHIEF, Role.OWNER))

    def broken_at_the_second(event: Event, stream: StreamId, version: int, seq: int) -> dict[str, object]:
        if isinstance(event, ResultRecorded):
            raise ZeroDivisionError
        return codec.event_row(event, stream, version, seq)

    perform(CreateTournament(ID, {"name": "Open", "format": "round-robin"}))
    perform(AddPlayers((PlayerFields("Ann"), PlayerFields("Ben"))))
    [game] = perform(PairRound()).state.rounds[0].games
    perform(RecordResult(game, Result.WHITE_WINS))
    closed = perform(CloseRound(1))
    with monkeypatch.context() as patched:
        patched.setattr("podium.storage.journal.batch.event_row", broken_at_the_second)
        with pytest.raises(ZeroDivisionError):
            perform(CorrectResult(RecordResult(game, Result.DRAW)))
    head = journal.head(ID)
    assert (head.version, head.state) == (closed.version, closed.state)
    after = perform(CorrectResult(RecordResult(game, Result.DRAW)))
    assert (after.version, after.state.rounds[0].stage) == (closed.version + 1, Stage.PUBLISHED)
