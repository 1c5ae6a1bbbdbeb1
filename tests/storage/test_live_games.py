"""Live games and their tournament in the journal: results that are refused, undone or entered by hand, rounds that go
and come back, links that are ended, and what stays in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from podium.app.access import Actor, Role
from podium.app.accounts.credentials import CredentialEnded
from podium.app.ports import GameIntent, GameReceipt
from podium.chess import BLACK, WHITE
from podium.core.errors import Forbidden
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.commands import ForgetPlayer, RecordResult
from podium.games import system_acts
from podium.games.commands import (
    CountGame,
    DeclareResult,
    PauseGame,
    ReplayGame,
    Resign,
    ResumeGame,
    VoidGame,
)
from podium.games.events import GameEnded, GameOpened
from podium.games.state import PauseCause, Status
from podium.knockout import Outcome
from podium.storage import tables
from podium.storage.accounts.registry import SqlRegistry
from podium.storage.journal import heads as heads_module
from podium.storage.journal.intents import Deciding
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from tests.kit.events import refused
from tests.kit.live_journal import FOOLS_MATE, SCHOLARS_MATE, HandClock, LiveEvent, live_cup, live_swiss, on_disk
from tests.kit.waiting import PATIENCE


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def timed(database: Database, clock: HandClock) -> Iterator[SqlJournal]:
    """A journal by a clock that stands still."""
    journal = SqlJournal(database, clock)
    yield journal
    journal.close()


def ended(journal: SqlJournal) -> tuple[LiveEvent, PairingId]:
    """A Swiss whose first game Black has won by mate."""
    event = live_swiss(journal)
    game = event.open[0]
    event.starts(game)
    event.plays(game, FOOLS_MATE)
    return event, game


# --- undone, refused, counted, played anew, by hand ------------------------------------------


def test_undo_of_a_result_never_rewrites_a_game(journal: SqlJournal) -> None:
    event, game = ended(journal)
    before = event.events(game)
    assert (event.stored(game), event.is_counted(game)) == ("0-1", True)
    event.undo()
    assert (event.stored(game), event.is_counted(game), event.status(game)) == (None, False, Status.FINISHED)
    event.redo()
    assert (event.stored(game), event.is_counted(game)) == ("0-1", True)
    assert event.events(game) == before


def test_control_were_a_game_opened_again_with_its_board_an_undo_would_rewrite_it(
    journal: SqlJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, game = ended(journal)
    before = event.events(game)
    opened = system_acts.open_game
    monkeypatch.setattr(system_acts, "open_game", lambda _, command, now: opened(None, command, now))
    event.undo()
    assert event.events(game) != before
    assert event.status(game) is not Status.FINISHED


def test_a_result_that_was_undone_can_be_counted_again(journal: SqlJournal) -> None:
    event, game = ended(journal)
    event.undo()
    event.act(game, CountGame())
    assert (event.stored(game), event.is_counted(game)) == ("0-1", True)


def refused_end(journal: SqlJournal) -> tuple[LiveEvent, PairingId]:
    """A game that was played anew and won by White, while the tournament has a draw that was entered by hand."""
    event, game = ended(journal)
    event.undo()
    event.do(RecordResult(game, Result.DRAW))
    event.act(game, ReplayGame())
    event.starts(game)
    event.plays(game, SCHOLARS_MATE)
    return event, game


def test_a_game_whose_result_the_tournament_refuses_is_over_and_not_counted(
    database: Database, journal: SqlJournal
) -> None:
    event, game = refused_end(journal)
    assert (event.status(game), event.ending(game)) == (Status.FINISHED, ("WHITE_WIN", "CHECKMATE"))
    assert (event.stored(game), event.is_counted(game)) == ("1/2-1/2", False)
    with refused("result-differs"):
        event.act(game, CountGame())
    event.do(RecordResult(game, None))
    event.act(game, CountGame())
    assert (event.stored(game), event.is_counted(game)) == ("1-0", True)
    before = on_disk(database)
    journal.rebuild()
    assert on_disk(database) == before


def test_a_game_that_does_not_count_can_be_played_anew(journal: SqlJournal) -> None:
    event, game = ended(journal)
    event.act(game, ReplayGame())  # takes back what it brought
    assert (event.stored(game), event.status(game), event.game(game).attempt) == (None, Status.WAITING, 2)
    event.starts(game)
    event.plays(game, SCHOLARS_MATE)
    assert (event.stored(game), event.is_counted(game)) == ("1-0", True)


def test_a_game_that_does_not_count_can_be_decided_by_hand(journal: SqlJournal) -> None:
    event, game = ended(journal)
    before = event.events(game)
    event.undo()
    event.do(RecordResult(game, Result.DRAW))
    assert (event.stored(game), event.is_counted(game)) == ("1/2-1/2", False)
    assert event.events(game) == before


def test_an_annulled_game_leaves_the_board_to_the_director(journal: SqlJournal) -> None:
    event, game = ended(journal)
    event.act(game, VoidGame())
    assert (event.stored(game), event.ending(game)) == (None, (None, None))
    with refused("game-not-running"):
        event.act(game, CountGame())
    event.do(RecordResult(game, Result.WHITE_WINS))
    assert event.stored(game) == "1-0"


def test_a_result_by_hand_ends_a_game_that_is_played_only_if_it_is_confirmed(journal: SqlJournal) -> None:
    event = live_swiss(journal)
    game = event.open[0]
    event.starts(game)
    with refused("game-running"):
        event.do(RecordResult(game, Result.DRAW))
    event.do(RecordResult(game, Result.DRAW, confirm=True))
    end = event.game(game).end
    assert end is not None
    assert (end.by_hand, end.outcome, event.is_counted(game)) == (True, Outcome.DRAW, True)


def test_a_key_of_a_refused_command_is_no_receipt_for_the_next(journal: SqlJournal) -> None:
    """In one transaction: the first is refused for the fault of a game, and so is the second."""
    event = live_swiss(journal)
    game = event.open[0]
    wish = event.wish(game, DeclareResult(Outcome.DRAW), key="once")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Deciding, "_record", lambda *_, **__: 1 / 0)
        answers = journal._transact([wish, wish])
    assert [type(answer) for answer in answers] == [ZeroDivisionError] * 2
    assert event.status(game) is Status.WAITING


# --- rounds that go and come back ------------------------------------------------------------


def test_a_rewind_pauses_a_game_and_the_way_forward_lets_the_arbiter_resume_it(
    database: Database, timed: SqlJournal, clock: HandClock
) -> None:
    event = live_swiss(timed, timeControl="1+0")
    game, _ = event.open
    event.starts(game)
    clock.wait(10)
    event.rewind(2)
    clock.wait(100)
    dropped = event.game(game)
    assert dropped.pause is not None
    assert (dropped.pause.cause, dropped.clocks.white, event.state.rounds) == (PauseCause.DROPPED, 50_000, ())
    with refused("pairing-undone"):
        event.act(game, ResumeGame())
    with refused("pairing-undone"):
        event.act(game, ReplayGame())
    with refused("game-not-running"):
        event.plays(game, ["e4"])
    event.redo()
    assert event.status(game) is Status.PAUSED
    event.act(game, ResumeGame())
    clock.wait(10)
    event.plays(game, ["e4"])
    assert (event.status(game), event.game(game).clocks.white) == (Status.RUNNING, 40_000)
    before = on_disk(database)
    timed.rebuild()
    assert on_disk(database) == before


def test_a_game_that_had_not_started_is_opened_anew_when_its_pairing_is_back(
    timed: SqlJournal, clock: HandClock
) -> None:
    event = live_swiss(timed)
    game, _ = event.open
    event.rewind(2)
    assert event.status(game) is Status.PAUSED
    clock.wait(1000)
    event.redo()
    again = event.game(game)
    assert (again.status, again.waiting_since) == (Status.WAITING, timed.milliseconds())
    assert [type(each) for each in event.events(game)][-1] is GameOpened
    event.starts(game)
    assert event.status(game) is Status.RUNNING


def test_a_game_that_is_over_stays_so_when_its_round_goes_and_comes_back(journal: SqlJournal) -> None:
    event, game = ended(journal)
    before = event.events(game)
    event.rewind(2)
    assert not event.is_counted(game)
    event.redo()
    assert (event.is_counted(game), event.events(game)) == (True, before)


def test_an_event_that_is_put_away_pauses_its_games(journal: SqlJournal) -> None:
    event = live_swiss(journal)
    running, waiting = event.open
    event.starts(running)
    event.archive()
    assert {event.status(game) for game in (running, waiting)} == {Status.PAUSED}
    event.archive(False)
    assert [event.status(game) for game in (running, waiting)] == [Status.PAUSED, Status.WAITING]


# --- links -----------------------------------------------------------------------------------


@pytest.fixture
def registries(database: Database) -> tuple[SqlRegistry, SqlRegistry]:
    """Those of two processes, each with its memory of the last seconds."""
    return SqlRegistry(database), SqlRegistry(database)


def linked(event: LiveEvent, game: PairingId, here: SqlRegistry, there: SqlRegistry) -> Actor:
    """Who the second process takes the holder of White's link for, after the first has ended it."""
    link, secret = here.add_link(event.stream, Role.PLAYER, event.game(game).white, None)
    assert there.by_bearer(secret) is not None
    here.drop_link(event.stream, link.id)
    assert here.by_bearer(secret) is None
    holder = there.by_bearer(secret)
    assert holder is not None, "it still remembers"
    return holder


def by(event: LiveEvent, game: PairingId, holder: Actor) -> GameIntent:
    assert holder.grant is not None
    return replace(event.wish(game, event.move(game, "e4"), WHITE), actor=holder, player=holder.grant.player)


def test_a_link_that_was_ended_is_out_before_its_next_move(
    journal: SqlJournal, registries: tuple[SqlRegistry, SqlRegistry]
) -> None:
    event = live_swiss(journal)
    game, _ = event.open
    event.starts(game)
    wish = by(event, game, linked(event, game, *registries))
    with pytest.raises(CredentialEnded):
        journal.submit_game(wish).result(PATIENCE)
    with pytest.raises(CredentialEnded):
        journal.submit_game(replace(wish, command=Resign())).result(PATIENCE)
    assert (event.game(game).ply, event.status(game)) == (0, Status.RUNNING)


def test_control_by_the_memory_of_a_process_it_would_be_in(
    journal: SqlJournal, registries: tuple[SqlRegistry, SqlRegistry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Deciding, "_as_of_now", lambda _, intent: intent)
    event = live_swiss(journal)
    game, _ = event.open
    event.starts(game)
    assert journal.submit_game(by(event, game, linked(event, game, *registries))).result(PATIENCE).state.ply == 1


def test_a_link_moves_for_its_own_player_alone(
    journal: SqlJournal, registries: tuple[SqlRegistry, SqlRegistry]
) -> None:
    event = live_swiss(journal)
    game, _ = event.open
    event.starts(game)
    _, secret = registries[0].add_link(event.stream, Role.PLAYER, event.game(game).black, None)
    holder = registries[0].by_bearer(secret)
    assert holder is not None
    wish = by(event, game, holder)
    with refused("not-your-turn"):
        journal.submit_game(wish).result(PATIENCE)
    with pytest.raises(Forbidden):
        journal.submit_game(replace(wish, player=event.game(game).white)).result(PATIENCE)


# --- what stays in memory, and what is made anew ---------------------------------------------


def many_streams(journal: SqlJournal, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveEvent, list[PairingId]]:
    """Six games, two of them over, and after them four events, where three streams stay in memory."""
    monkeypatch.setattr(journal.heads._kept, "_most", 3)
    event = live_swiss(journal, players=12)
    games = list(event.open)
    event.starts(*games)
    for game in games[:2]:
        event.plays(game, FOOLS_MATE)
    for other in range(4):
        live_swiss(journal, f"other{other}", players=2)
    return event, games


def test_running_games_stay_in_memory_whatever_else_is_asked(
    journal: SqlJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, games = many_streams(journal, monkeypatch)
    over = games[:2]
    assert all(journal.heads.known(game) is not None for game in games[2:])
    assert all(journal.heads.known(game) is None for game in over)
    assert journal.tournament_at_hand(games[-1]) == event.stream


def test_control_were_running_games_kept_like_others_they_would_be_dropped(
    journal: SqlJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads_module, "Status", SimpleNamespace(FINISHED=Status.RUNNING))
    _, games = many_streams(journal, monkeypatch)
    assert all(journal.heads.known(game) is None for game in games[2:])


def test_what_was_read_before_somebody_wrote_is_not_kept(journal: SqlJournal) -> None:
    event = live_swiss(journal)
    game, _ = event.open
    event.starts(game)
    early = journal.game(game)
    event.plays(game, FOOLS_MATE)
    late = journal.game(game)
    journal.heads.keep([early])
    assert journal.heads.known(game) is late
    assert game not in journal.heads._unfinished


def test_a_rebuild_gives_the_same_rows(database: Database, journal: SqlJournal) -> None:
    """Games that wait, run, are paused, have ended, are suspended and played anew, in a Swiss and a cup."""
    event = live_swiss(journal, players=12)
    _waiting, running, paused, over, by_hand, anew = event.open
    event.starts(running, paused, over, by_hand, anew)
    event.act(paused, PauseGame())
    event.plays(over, FOOLS_MATE)
    event.plays(anew, FOOLS_MATE)
    event.do(RecordResult(by_hand, Result.DRAW, confirm=True))
    event.act(anew, ReplayGame())
    gone = live_swiss(journal, "t2")
    gone.starts(gone.open[0])
    gone.unpair(1)
    cup = live_cup(journal, "t3", players=8, policy="BEST_OF_3")
    drawn, played, *_ = cup.open
    cup.starts(drawn, played)
    cup.plays(drawn, ("Nf3", "Nf6", "Ng1", "Ng8") * 2)
    cup.starts(next(game for game in cup.open if cup.game(game).terms.tie_break))
    cup.do(RecordResult(cup.open[-1], Result.WHITE_WINS))
    before = on_disk(database)
    assert {len(before[name]) > 2 for name in ("games", "due", "matches", "pairings")} == {True}
    assert "RUNNING" in str(before["matches"])
    journal.rebuild()
    assert on_disk(database) == before


# --- a person is forgotten -------------------------------------------------------------------


def test_no_name_is_in_the_stream_of_a_game_and_none_stays_in_other_words(
    database: Database, journal: SqlJournal
) -> None:
    event, game = ended(journal)
    white = event.game(game).white
    name = event.state.players[white].name
    said = replace(event.wish(game, ReplayGame()), reason=f"{name} was not well")
    assert isinstance(journal.submit_game(said).result(PATIENCE), GameReceipt)
    here = tables.event.c
    with database.reading.connect() as connection:
        bodies = " ".join(connection.scalars(select(here.body).where(here.stream == game)))
    assert "GameEnded" in {type(each).__name__ for each in event.events(game)}
    assert white in bodies
    assert name.split()[0] not in bodies
    event.do(ForgetPlayer(white))
    with database.reading.connect() as connection:
        reasons = set(connection.scalars(select(tables.commit.c.reason)))
    assert reasons == {None}
    assert sum(isinstance(each, GameEnded) for each in event.events(game)) == 1
    assert event.game(game).colour_of(white) is WHITE
    assert event.game(game).turn is not BLACK
