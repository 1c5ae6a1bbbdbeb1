"""The time when nobody could write is charged to nobody: running games pause until their players are back."""

from podium.chess import BLACK, WHITE
from podium.games.commands import BeReady, Elapse, Interrupt, PauseGame, ResumeGame
from podium.games.events import GamePaused, GameResumed, PlayerReturned
from podium.games.state import DueKind, PauseCause, Status
from tests.games.table import STARTED, Table, at
from tests.kit.loops import every


def interrupted() -> Table:
    """A game in which White has thought for ten seconds when the server is away for a hundred."""
    table = Table("10+0").begun()
    table.does(None, Interrupt(at(10)), after=110)
    return table


def test_the_clocks_stand_as_they_were() -> None:
    table = interrupted()
    assert table.happened[-1] == GamePaused(PauseCause.INTERRUPTION, at(110), 590_000, 600_000, at(170), since=at(10))
    assert (table.status, table.clocks, table.due) == (Status.PAUSED, (590, 600), ("resume", 170))


def test_it_goes_on_ten_seconds_after_both_are_back() -> None:
    table = interrupted()
    assert table.does(BLACK, BeReady(), after=5) == (PlayerReturned(BLACK, at(115), at(170)),)
    assert table.does(WHITE, BeReady(), after=5) == (PlayerReturned(WHITE, at(120), at(130)),)
    assert table.falls_due() == (GameResumed(at(130)),)
    table.now += 1000
    assert (table.status, table.clocks) == (Status.RUNNING, (589, 600))


def test_after_a_minute_whoever_is_back() -> None:
    table = interrupted()
    table.does(BLACK, BeReady(), after=5)
    assert table.does(None, Elapse(DueKind.RESUME, 0), after=54.999) == ()
    assert table.does(None, Elapse(DueKind.RESUME, 0), after=0.001) == (GameResumed(at(170)),)


def test_never_later_than_that() -> None:
    table = interrupted()
    table.does(BLACK, BeReady(), after=55)
    table.does(WHITE, BeReady(), after=1)
    assert table.due == ("resume", 170)


def test_who_is_back_is_back_once() -> None:
    table = interrupted()
    table.does(BLACK, BeReady())
    assert table.does(BLACK, BeReady(), after=1) == ()


def test_a_flag_does_not_fall_meanwhile() -> None:
    table = Table("1+0").begun()
    table.does(None, Interrupt(at(10)), after=3600)
    assert table.does(None, Elapse(DueKind.FLAG, 0)) == ()
    table.falls_due()
    assert (table.status, table.clocks) == (Status.RUNNING, (50, 60))


def test_a_flag_that_fell_before_has_fallen() -> None:
    table = Table("1+0").begun()
    assert table.does(None, Interrupt(at(60.1)), after=3600) == ()
    table.does(None, Elapse(DueKind.FLAG, 0))
    assert table.result == ("BLACK_WIN", "TIMEOUT")


@every(("away", "pauses"), [(3.0, False), (3.001, True), (0, False), (-3.0, False), (-300, True)])
def test_a_moment_is_no_interruption(away: float, pauses: bool) -> None:
    """Less than nothing: the system's clock was set back while nobody could write."""
    table = Table().begun()
    assert bool(table.does(None, Interrupt(at(20 - away)), after=20)) is pauses


def test_a_move_after_the_interruption_was_no_part_of_it() -> None:
    table = Table().begun().moves("e4", after=100)
    assert table.does(None, Interrupt(at(10)), after=2) == ()
    assert table.does(None, Interrupt(at(10)), after=2) != ()
    assert table.clocks == (500, 600)


def test_a_second_interruption_waits_for_both_anew() -> None:
    table = interrupted()
    table.does(WHITE, BeReady(), after=5)
    table.does(None, Interrupt(at(116)), after=500)
    assert (table.due, table.clocks) == (("resume", 675), (590, 600))
    assert table.live.pause is not None
    assert table.live.pause.back == frozenset()


def test_the_arbiter_can_keep_it_paused() -> None:
    table = interrupted()
    table.does(None, PauseGame())
    assert (table.status, table.due, table.clocks) == (Status.PAUSED, None, (590, 600))
    with table.refuses("game-not-running"):
        table.does(WHITE, BeReady())
    table.does(None, ResumeGame(), after=60)
    assert table.status is Status.RUNNING


def test_a_game_that_waits_waits_anew() -> None:
    table = Table(wait=300, starts_at=STARTED)
    table.does(WHITE, BeReady())
    table.does(None, Interrupt(at(100)), after=1000)
    assert (table.status, table.due, table.live.ready) == (Status.WAITING, ("no-show", 1300), frozenset({WHITE}))
    assert [type(event).__name__ for event in table.happened[-2:]] == ["GamePaused", "GameResumed"]


def test_a_paused_or_finished_game_is_not_interrupted() -> None:
    table = Table().begun()
    table.does(None, PauseGame())
    assert table.does(None, Interrupt(at(10)), after=1000) == ()
