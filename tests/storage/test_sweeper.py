"""What is due in live games happens by itself, once, with nobody connected; and what came in time counts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import select

from podium.chess import BLACK, WHITE
from podium.core.ids import PairingId
from podium.flow.commands import PairRound, PublishRound, StartRound, UnpairRound
from podium.games import system_acts
from podium.games.clock import FLAG_GRACE
from podium.games.commands import BeReady, Elapse, NotePresence, PauseGame
from podium.games.events import GameEnded, GameStarted, PlayerReady
from podium.games.state import DueKind, PauseCause, Status
from podium.storage import read_model
from podium.storage.journal.journal import SqlJournal
from podium.storage.live.sweeper import IDLE, LOOKS, Sweeper
from podium.storage.sql.database import Database
from tests.kit.events import refused
from tests.kit.live_journal import HandClock, LiveEvent, Process, live_cup, live_swiss, waited
from tests.kit.waiting import until


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def processes(database: Database, clock: HandClock) -> Iterator[list[Process]]:
    """Two processes on one database, by the same clock."""
    made = [Process(database, clock) for _ in range(2)]
    yield made
    for each in made:
        each.journal.close()


def due(database: Database) -> dict[str, tuple[str, int, int]]:
    with database.reading.connect() as connection:
        rows = connection.execute(select(read_model.due)).all()
    return {row.stream: (row.kind, row.at, row.ply) for row in rows}


# --- a flag ----------------------------------------------------------------------------------


def test_a_flag_falls_by_itself_with_nobody_connected(database: Database, journal: SqlJournal) -> None:
    """The thread itself, by the real clock: both are to have a second and some."""
    sweeper = Sweeper(database, journal)
    sweeper.start()
    try:
        event = live_swiss(journal, players=2, timeControl="0+1")
        [game] = event.open
        event.starts(game)
        event.plays(game, ["e4"])
        since = event.game(game).turn_since
        until(lambda: event.status(game) is Status.FINISHED)
    finally:
        sweeper.close()
    *_, ended = event.events(game)
    assert isinstance(ended, GameEnded)
    assert event.ending(game) == ("WHITE_WIN", "TIMEOUT")
    assert since is not None
    assert since + 1000 + FLAG_GRACE <= ended.at < since + 1000 + FLAG_GRACE + 5000
    assert (event.stored(game), ended.black, due(database)) == ("1-0", 0, {})


def test_it_looks_when_the_next_thing_is_due_and_not_later(
    database: Database, processes: list[Process], clock: HandClock
) -> None:
    """Half a second after zero at most: the grace, and what a look takes."""
    one, other = processes
    assert one.sweeper.sweep() == one.journal.milliseconds() + IDLE
    event = live_swiss(one.journal, players=2, timeControl="1+0")
    [game] = event.open
    event.starts(game)
    zero = one.journal.milliseconds() + 60_000
    waited(other, clock, 59.5)
    assert due(database)[game] == ("flag", zero + FLAG_GRACE, 0)
    assert other.sweeper.sweep() == one.journal.milliseconds() + LOOKS
    clock.wait(0.6)
    assert other.sweeper.sweep() == zero + FLAG_GRACE
    assert event.status(game) is Status.RUNNING
    clock.wait(0.2)
    other.sweeper.sweep()
    assert event.ending(game) == ("BLACK_WIN", "TIMEOUT")


def test_a_sweeper_is_woken_by_the_commits_of_its_process(processes: list[Process]) -> None:
    sweeper = processes[0].sweeper
    sweeper._looks_at = 2**50
    event = live_swiss(processes[0].journal, players=2, timeControl="1+0")
    event.starts(*event.open)
    assert sweeper._looks_at == processes[0].journal.milliseconds() + 60_000 + FLAG_GRACE


def test_two_sweepers_end_a_game_once(processes: list[Process], clock: HandClock) -> None:
    one, other = processes
    event = live_swiss(one.journal, players=8, timeControl="1+0", noShowWait=None)
    games = event.open
    event.starts(*games)
    waited(one, clock, 59.5)
    clock.wait(1)
    rows = other.sweeper._due()  # what it saw before the first has told the games
    one.sweeper.sweep()
    other.sweeper._tell([(row.game, Elapse(row.kind, row.ply)) for row in rows], other.journal.milliseconds())
    other.sweeper.sweep()
    for game in games:
        assert [type(each) for each in event.events(game)].count(GameEnded) == 1
        assert (event.ending(game), event.is_counted(game)) == (("BLACK_WIN", "TIMEOUT"), True)


def test_a_move_that_arrived_before_zero_counts_though_it_is_decided_later(
    processes: list[Process], clock: HandClock
) -> None:
    process = processes[0]
    event = live_swiss(process.journal, players=2, timeControl="1+0")
    [game] = event.open
    event.starts(game)
    waited(process, clock, 59.5)
    clock.wait(0.499)
    arrived = process.journal.milliseconds()
    clock.wait(FLAG_GRACE / 1000)  # it is on its way to the journal, and the sweeper looks
    process.sweeper.sweep()
    event.act(game, event.move(game, "e4"), WHITE, at=arrived)
    assert (event.status(game), event.game(game).clocks.white, event.game(game).ply) == (Status.RUNNING, 1, 1)
    process.sweeper.sweep()
    assert event.status(game) is Status.RUNNING


def test_control_a_move_that_arrives_at_zero_does_not(processes: list[Process], clock: HandClock) -> None:
    process = processes[0]
    event = live_swiss(process.journal, players=2, timeControl="1+0")
    [game] = event.open
    event.starts(game)
    waited(process, clock, 60)
    with refused("flag-fallen"):
        event.plays(game, ["e4"])
    clock.wait(FLAG_GRACE / 1000)
    process.sweeper.sweep()
    assert event.ending(game) == ("BLACK_WIN", "TIMEOUT")


def test_a_flag_falls_across_a_short_restart(database: Database, processes: list[Process], clock: HandClock) -> None:
    event = live_swiss(processes[0].journal, players=2, timeControl="1+0")
    [game] = event.open
    event.starts(game)
    waited(processes[0], clock, 59.5)
    clock.wait(2.5)  # the process is gone for so long, and another takes over
    processes[1].sweeper.sweep()
    assert event.ending(game) == ("BLACK_WIN", "TIMEOUT")


# --- no-show, start, resume ------------------------------------------------------------------


def test_who_does_not_come_loses_after_the_wait(processes: list[Process], clock: HandClock) -> None:
    process = processes[0]
    event = live_swiss(process.journal, noShowWait=5)
    came, nobody = event.open
    event.act(came, BeReady(), BLACK)
    waited(process, clock, 60)
    assert [event.status(game) for game in (came, nobody)] == [Status.WAITING] * 2  # before a person starts the round
    event.do(StartRound(1))
    waited(process, clock, 4.5)
    assert [event.status(game) for game in (came, nobody)] == [Status.WAITING] * 2
    waited(process, clock, 0.5)
    assert event.ending(came) == ("BLACK_WIN", "NO_SHOW")
    assert event.is_counted(came)
    assert (event.status(nobody), event.game(nobody).asked) == (Status.WAITING, True)
    event.undo()
    assert event.status(came) is Status.WAITING  # playable again, in one step


def test_what_is_due_by_other_rules_is_not_done_and_not_looked_at_again(
    database: Database, processes: list[Process], clock: HandClock
) -> None:
    """Rows that an earlier version wrote for games whose round nobody started."""
    event = live_swiss(processes[0].journal)
    game, _ = event.open
    with processes[0].sweeper._database.writing.begin() as connection:
        connection.execute(read_model.due.insert(), {"stream": game, "at": 0, "kind": "no-show", "ply": 0})
    processes[0].sweeper.sweep()
    assert event.status(game) is Status.WAITING
    assert due(database) == {}


def test_who_is_not_there_any_more_does_not_win_by_the_absence_of_the_other(
    processes: list[Process], clock: HandClock
) -> None:
    """The process that knew of the page has ended, and nobody noted that it closed."""
    process = processes[0]
    event = live_swiss(process.journal, noShowWait=5)
    game, _ = event.open
    event.do(StartRound(1))
    event.act(game, NotePresence(event.game(game).white, there=True))
    waited(process, clock, 5)
    assert (event.status(game), event.game(game).there) == (Status.WAITING, frozenset())
    process.journal.tell_connected({(game, event.game(game).black)})
    waited(process, clock, 5)
    assert event.ending(game) == ("BLACK_WIN", "NO_SHOW")


def test_nobody_loses_at_the_page_of_a_game_whose_end_was_taken_back(
    processes: list[Process], clock: HandClock
) -> None:
    process = processes[0]
    event = live_swiss(process.journal, noShowWait=5)
    game, _ = event.open
    event.do(StartRound(1))
    white, black = event.game(game).white, event.game(game).black
    process.journal.tell_connected({(game, white)})
    waited(process, clock, 5)
    assert event.ending(game) == ("WHITE_WIN", "NO_SHOW")
    event.undo()  # the page of White stays open meanwhile, and that is not noted anew
    event.act(game, BeReady(), BLACK)
    waited(process, clock, 5)
    assert (event.status(game), event.game(game).there) == (Status.WAITING, frozenset((WHITE, BLACK)))
    assert (event.game(game).white, event.game(game).black) == (white, black)


def test_a_tie_break_game_has_its_own_wait_and_the_next_round_comes(processes: list[Process], clock: HandClock) -> None:
    process = processes[0]
    event = live_cup(process.journal, players=2, policy="ARMAGEDDON", tieBreakNoShowWait=2, noShowWait=None)
    [game] = event.open
    event.starts(game)
    event.plays(game, ("Nf3", "Nf6", "Ng1", "Ng8") * 2)
    [tie_break] = event.open
    event.do(StartRound(1))
    event.act(tie_break, BeReady(), WHITE)
    waited(process, clock, 61.5)
    assert event.status(tie_break) is Status.WAITING
    waited(process, clock, 0.5)
    assert event.ending(tie_break) == ("WHITE_WIN", "NO_SHOW")
    assert event.state.knockout is not None
    assert event.state.knockout.champions == (event.game(tie_break).white,)


def test_a_round_starts_at_its_time_whoever_is_there(
    database: Database, processes: list[Process], clock: HandClock
) -> None:
    process = processes[0]
    event = live_swiss(process.journal, players=2)
    event.do(UnpairRound(1))
    event.do(PairRound())
    event.do(PublishRound(1, (clock.now.replace(second=10)).isoformat()))
    [game] = event.open
    event.act(game, BeReady(), BLACK)
    waited(process, clock, 9.5)
    assert event.status(game) is Status.WAITING
    assert due(database)[game][0] == DueKind.START.value
    waited(process, clock, 0.5)
    assert event.status(game) is Status.RUNNING
    assert [type(each) for each in event.events(game)][-2:] == [PlayerReady, GameStarted]


def soon_due(process: Process, clock: HandClock, kind: DueKind) -> tuple[LiveEvent, PairingId]:
    """A game to which Black alone has come, half a second before its start or the end of the wait."""
    event = live_swiss(process.journal, players=2, noShowWait=10)
    if kind is DueKind.START:
        event.do(UnpairRound(1))
        event.do(PairRound())
        event.do(PublishRound(1, clock.now.replace(second=10).isoformat()))
    else:
        event.do(StartRound(1))
    [game] = event.open
    event.act(game, BeReady(), BLACK)
    waited(process, clock, 9.5)
    assert event.status(game) is Status.WAITING
    return event, game


@pytest.mark.parametrize("kind", [DueKind.NO_SHOW, DueKind.START])
def test_who_looks_too_early_changes_nothing(processes: list[Process], clock: HandClock, kind: DueKind) -> None:
    event, game = soon_due(processes[0], clock, kind)
    event.act(game, Elapse(kind, 0))
    assert event.status(game) is Status.WAITING


@pytest.mark.parametrize(
    ("kind", "check", "answer", "then"),
    [
        (DueKind.NO_SHOW, "absence", 0, Status.FINISHED),
        (DueKind.START, "may_start", True, Status.RUNNING),
    ],
)
def test_control_were_the_time_not_looked_at_the_absent_would_lose_or_the_game_begin(
    processes: list[Process],
    clock: HandClock,
    monkeypatch: pytest.MonkeyPatch,
    kind: DueKind,
    check: str,
    answer: int,
    then: Status,
) -> None:
    event, game = soon_due(processes[0], clock, kind)
    monkeypatch.setattr(system_acts, check, lambda *_, **__: answer)
    event.act(game, Elapse(kind, 0))
    assert event.status(game) is then


def test_a_game_that_the_arbiter_paused_waits_for_him(
    database: Database, processes: list[Process], clock: HandClock
) -> None:
    process = processes[0]
    event = live_swiss(process.journal, players=2, timeControl="1+0")
    [game] = event.open
    event.starts(game)
    waited(process, clock, 10)
    event.act(game, PauseGame())
    assert due(database) == {}
    waited(process, clock, 120)
    paused = event.game(game)
    assert paused.pause is not None
    assert (paused.pause.cause, paused.clocks.white) == (PauseCause.ARBITER, 50_000)


def test_nobody_waits_for_a_game_that_cannot_be_played(processes: list[Process], clock: HandClock) -> None:
    """A due game of which the journal knows nothing any more does not stop the others."""
    event = live_swiss(processes[0].journal, noShowWait=5)
    one, other = event.open
    with processes[0].sweeper._database.writing.begin() as connection:
        connection.execute(read_model.due.insert(), {"stream": PairingId("nothing"), "at": 0, "kind": "flag", "ply": 0})
    event.do(StartRound(1))
    for game in (one, other):
        event.act(game, BeReady(), BLACK)
    waited(processes[0], clock, 5)
    assert {event.status(game) for game in (one, other)} == {Status.FINISHED}
