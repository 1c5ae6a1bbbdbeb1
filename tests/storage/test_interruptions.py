"""The time when no process could write is charged to nobody, and a system clock that is set changes no game's clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo

import pytest
from sqlalchemy import select
from sqlalchemy.event import listen, remove
from sqlalchemy.exc import OperationalError

from podium.app.server.steady_clock import SteadyClock, utc_now
from podium.chess import BLACK, WHITE
from podium.core.errors import Unavailable
from podium.core.ids import PairingId
from podium.flow.commands import StartRound
from podium.games.commands import BeReady, Elapse
from podium.games.events import GamePaused, GameResumed
from podium.games.state import DueKind, PauseCause, Status
from podium.storage import tables
from podium.storage.sql.database import Database
from tests.kit.events import refused
from tests.kit.live_journal import HandClock, LiveEvent, Process, live_swiss, on_disk, waited

HOUR = 3600


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def start(database: Database, clock: HandClock) -> Iterator[Callable[[], Process]]:
    """Starts a process that looks after games."""
    started: list[Process] = []

    def start_one() -> Process:
        started.append(Process(database, clock))
        return started[-1]

    yield start_one
    for each in started:
        each.journal.close()


Start = Callable[[], Process]


def begun(process: Process, clock: HandClock) -> tuple[LiveEvent, PairingId, PairingId]:
    """An event in which White of the first game has thought for ten seconds, and nobody has come to the second."""
    event = live_swiss(process.journal, timeControl="1+0", noShowWait=30)
    running, waiting = event.open
    event.do(StartRound(1))
    event.starts(running)
    waited(process, clock, 10)
    return event, running, waiting


def heartbeat(database: Database) -> int | None:
    with database.reading.connect() as connection:
        return connection.scalar(select(tables.heartbeat.c.at))


def causes(event: LiveEvent, game: PairingId) -> list[PauseCause]:
    return [each.cause for each in event.events(game) if isinstance(each, GamePaused)]


# --- a process ends, and another begins ------------------------------------------------------


def test_after_a_gap_running_games_pause_and_nothing_is_charged(start: Start, clock: HandClock) -> None:
    event, running, waiting = begun(start(), clock)
    clock.wait(100)
    process = start()
    process.sweeper.sweep()
    game = event.game(running)
    assert game.pause is not None
    assert (game.status, game.pause.cause) == (Status.PAUSED, PauseCause.INTERRUPTION)
    assert (game.clocks.white, game.clocks.black) == (50_000, 60_000)
    assert (event.status(waiting), event.game(waiting).waiting_since) == (
        Status.WAITING,
        process.journal.milliseconds(),
    )
    waited(process, clock, 29.5)
    assert event.status(waiting) is Status.WAITING  # it waits for the whole time anew
    waited(process, clock, 0.5)
    assert event.game(waiting).asked


def test_both_are_back_and_it_goes_on_after_ten_seconds(start: Start, clock: HandClock) -> None:
    event, running, _ = begun(start(), clock)
    clock.wait(100)
    process = start()
    process.sweeper.sweep()
    again = process.event()
    again.act(running, BeReady(), BLACK)
    again.act(running, BeReady(), WHITE)
    waited(process, clock, 9.5)
    assert event.status(running) is Status.PAUSED
    waited(process, clock, 0.5)
    assert (event.status(running), event.game(running).clocks.white) == (Status.RUNNING, 50_000)
    again.plays(running, ["e4"])
    assert event.game(running).clocks.white == 50_000


def test_nobody_is_back_and_it_goes_on_after_a_minute(start: Start, clock: HandClock) -> None:
    event, running, _ = begun(start(), clock)
    clock.wait(100)
    process = start()
    process.sweeper.sweep()
    waited(process, clock, 59.5)
    assert event.status(running) is Status.PAUSED
    waited(process, clock, 0.5)
    assert event.status(running) is Status.RUNNING
    waited(process, clock, 50.5)
    assert event.ending(running) == ("BLACK_WIN", "TIMEOUT")


def test_the_history_of_the_event_says_so(start: Start, clock: HandClock) -> None:
    event, running, _ = begun(start(), clock)
    clock.wait(100)
    process = start()
    process.sweeper.sweep()
    newest = next(each for each in process.journal.game_commits(event.stream) if each.game == running)
    assert (newest.commit.kind, newest.commit.actor) == ("Interrupt", "podium")
    assert [type(each) for each in newest.events] == [GamePaused]


@pytest.mark.parametrize("gap", [1, 2.9])
def test_a_short_restart_interrupts_nothing(start: Start, clock: HandClock, gap: float) -> None:
    event, running, _ = begun(start(), clock)
    clock.wait(gap)
    start().sweeper.sweep()
    assert (event.status(running), causes(event, running)) == (Status.RUNNING, [])


def test_a_process_that_lives_on_has_no_interruption(start: Start, clock: HandClock) -> None:
    other = start()
    event, running, _ = begun(start(), clock)
    waited(other, clock, 20)  # the one where it was opened is no more
    third = start()
    third.sweeper.sweep()
    assert (event.status(running), causes(event, running)) == (Status.RUNNING, [])


def test_moves_are_signs_of_life_too(start: Start, clock: HandClock) -> None:
    """Under load the sweeper may wait for its turn: what is written says that somebody can write."""
    event, running, _ = begun(start(), clock)
    for text in ("e4", "e5", "Nf3", "Nc6", "Bc4"):
        clock.wait(2)
        event.plays(running, [text])
    start().sweeper.sweep()
    assert (event.status(running), causes(event, running)) == (Status.RUNNING, [])


# --- whoever writes first after the silence --------------------------------------------------


def test_a_move_that_is_faster_than_the_sweeper_is_not_charged_for_the_gap(start: Start, clock: HandClock) -> None:
    event, running, _ = begun(start(), clock)
    clock.wait(40)
    again = start().event()
    with refused("game-not-running"):
        again.plays(running, ["e4"])
    assert (event.status(running), event.game(running).clocks.white) == (Status.PAUSED, 50_000)


def test_control_where_nobody_looks_for_silences_it_is(database: Database, start: Start, clock: HandClock) -> None:
    event, running, _ = begun(start(), clock)
    clock.wait(40)
    process = start()
    process.journal.heartbeat.watching = False
    process.event().plays(running, ["e4"])
    assert event.game(running).clocks.white == 10_000


def test_a_crash_between_any_two_statements_leaves_the_silence_to_be_noticed(
    database: Database, start: Start, clock: HandClock
) -> None:
    event, running, waiting = begun(start(), clock)
    last = heartbeat(database)
    before = on_disk(database)
    clock.wait(100)
    process = start()
    wish = process.event().wish(running, Elapse(DueKind.FLAG, 0))
    crashed = 0
    for step in range(1, 100):
        with failing(database, step):
            answer = process.journal.submit_game(wish)
            if answer.exception(60) is None:
                break
        assert isinstance(answer.exception(), Unavailable)
        assert (on_disk(database), heartbeat(database)) == (before, last)
        crashed += 1
    assert crashed > 6
    assert heartbeat(database) == process.journal.milliseconds()
    assert [event.status(game) for game in (running, waiting)] == [Status.PAUSED, Status.WAITING]
    assert event.game(running).clocks.white == 50_000


class failing:  # noqa: N801  # reads as what it does
    """A database whose writing fails at a statement, the last of which is COMMIT, and at every one after it."""

    def __init__(self, database: Database, at: int = 1) -> None:
        self._engine, self._left = database.writing, at

    def _fail(self, *_: object) -> None:
        self._left -= 1
        if self._left <= 0:
            raise OperationalError("away", None, Exception())

    def __enter__(self) -> None:
        listen(self._engine, "before_cursor_execute", self._fail)
        listen(self._engine, "commit", self._fail)

    def __exit__(self, *_: object) -> None:
        remove(self._engine, "before_cursor_execute", self._fail)
        remove(self._engine, "commit", self._fail)


def test_a_database_that_was_away_interrupts_as_well(database: Database, start: Start, clock: HandClock) -> None:
    process = start()
    event, running, _ = begun(process, clock)
    move = event.move(running, "e4")
    with failing(database):
        clock.wait(30)
        with refused("database-away"):
            event.act(running, move, WHITE)
    with refused("game-not-running"):
        event.act(running, move, WHITE)
    assert (event.status(running), event.game(running).clocks.white) == (Status.PAUSED, 50_000)


def test_two_that_begin_at_once_interrupt_once(start: Start, clock: HandClock) -> None:
    event, running, _ = begun(start(), clock)
    clock.wait(100)
    for process in (start(), start()):
        process.sweeper.sweep()
    assert causes(event, running) == [PauseCause.INTERRUPTION]


def test_a_second_gap_begins_the_return_anew(start: Start, clock: HandClock) -> None:
    process = start()
    event, running, _ = begun(process, clock)
    for _ in range(2):
        clock.wait(50)
        process = start()
        process.sweeper.sweep()
    assert causes(event, running) == [PauseCause.INTERRUPTION] * 2
    waited(process, clock, 60)
    assert isinstance(event.events(running)[-1], GameResumed)


# --- only where somebody waits for something -------------------------------------------------


def test_without_anything_due_there_is_no_heartbeat(database: Database, start: Start, clock: HandClock) -> None:
    process = start()
    event = live_swiss(process.journal, players=2, noShowWait=None)
    waited(process, clock, 5)
    assert heartbeat(database) is None
    event.starts(*event.open)
    assert heartbeat(database) == process.journal.milliseconds()


def test_a_game_that_begins_after_hours_without_any_is_not_interrupted(start: Start, clock: HandClock) -> None:
    process = start()
    event = live_swiss(process.journal, noShowWait=None)
    one, other = event.open
    event.starts(one)
    event.plays(one, ("f3", "e5", "g4", "Qh4"))
    waited(process, clock, 5)
    clock.wait(HOUR)
    event.starts(other)
    waited(process, clock, 5)
    assert (event.status(other), causes(event, other)) == (Status.RUNNING, [])


# --- a system clock that is set --------------------------------------------------------------


class Stepped(datetime):
    """A system clock that somebody sets."""

    shown_time = datetime(2026, 5, 1, 10, tzinfo=UTC)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Stepped:
        at = cls.shown_time.astimezone(tz)
        return cls(at.year, at.month, at.day, at.hour, at.minute, at.second, at.microsecond, at.tzinfo)


class Machine:
    """A machine whose system clock and whose steady count of nanoseconds go on together until the clock is set."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        Stepped.shown_time = datetime(2026, 5, 1, 10, tzinfo=UTC)
        patch.setattr("podium.app.server.steady_clock.datetime", Stepped)
        self._count = 0

    def elapsed(self) -> int:
        return self._count

    def wait(self, seconds: float) -> None:
        self._count += round(seconds * 1_000_000_000)
        self.set(seconds)

    def set(self, seconds: float) -> None:
        """Set the system clock forward or back."""
        Stepped.shown_time += timedelta(seconds=seconds)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def stepped(process: Process, machine: Machine, step: int) -> tuple[LiveEvent, PairingId]:
    """A game in which White has thought for ten seconds of a minute, and the clock was set in the middle of them."""
    event = live_swiss(process.journal, players=2, timeControl="1+0")
    [game] = event.open
    event.starts(game)
    for _ in range(5):
        machine.wait(1)
        process.sweeper.sweep()
    machine.set(step)
    for _ in range(5):
        machine.wait(1)
        process.sweeper.sweep()
    return event, game


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_system_clock_that_is_set_drops_no_flag_and_gives_no_time(
    database: Database, machine: Machine, step: int
) -> None:
    process = Process(database, SteadyClock(machine.elapsed))
    event, game = stepped(process, machine, step)
    event.plays(game, ["e4"])
    assert (event.status(game), event.game(game).clocks.white, causes(event, game)) == (Status.RUNNING, 50_000, [])
    here = tables.commit.c
    with database.reading.connect() as connection:
        times = list(connection.scalars(select(here.at).where(here.stream == game).order_by(here.version)))
    assert times == sorted(times)
    assert times[-1] == "2026-05-01T10:00:10.000+00:00"
    process.journal.close()


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_control_by_the_system_clock_itself_games_change(database: Database, machine: Machine, step: int) -> None:
    process = Process(database, utc_now)
    event, game = stepped(process, machine, step)
    if step > 0:
        assert causes(event, game) == [PauseCause.INTERRUPTION]
    else:
        event.plays(game, ["e4"])
        assert event.game(game).clocks.white == 60_000
    process.journal.close()


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_clock_that_is_set_between_two_processes_gives_no_time_either(
    database: Database, machine: Machine, step: int
) -> None:
    first = Process(database, SteadyClock(machine.elapsed))
    event, game = stepped(first, machine, 0)
    machine.set(step)
    second = Process(database, SteadyClock(machine.elapsed))
    second.sweeper.sweep()
    assert (event.status(game), event.game(game).clocks.white) == (Status.PAUSED, 50_000)
    for _ in range(30):
        machine.wait(2)
        second.sweeper.sweep()
    again = second.event()
    assert (again.status(game), again.game(game).clocks.white) == (Status.RUNNING, 50_000)
    again.plays(game, ["e4"])
    assert again.game(game).clocks.white == 50_000
    first.journal.close()
    second.journal.close()
