"""From the opening of a live game until its clock runs: who is ready, when it starts, who did not come."""

import pytest

from podium.chess import BLACK, WHITE
from podium.games.commands import BeReady, Elapse, PauseGame, ResumeGame
from podium.games.events import GameEnded, GameOpened, GameStarted, PlayerReady
from podium.games.state import DueKind, Status
from podium.knockout import Outcome, Reason
from tests.games.table import Table, at, opening, terms

IN_TEN_MINUTES = "2027-01-15T08:10:00Z"


def test_the_clock_starts_when_both_are_there() -> None:
    table = Table()
    assert table.does(WHITE, BeReady(), after=5) == (PlayerReady(WHITE, at(5)),)
    assert table.does(BLACK, BeReady(), after=5) == (PlayerReady(BLACK, at(10)), GameStarted(at(10)))
    table.now += 3000
    assert table.clocks == (597, 600)


def test_who_is_ready_is_ready_once() -> None:
    table = Table()
    table.does(WHITE, BeReady())
    assert table.does(WHITE, BeReady(), after=1) == ()
    table.does(BLACK, BeReady())
    assert table.does(BLACK, BeReady(), after=1) == ()


class TestAStartingTime:
    def test_nothing_starts_before_it(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES).begun()
        assert table.status is Status.WAITING
        assert table.due == ("start", 600)
        assert table.does(None, Elapse(DueKind.START, 0), after=599.999) == ()
        assert table.does(None, Elapse(DueKind.START, 0), after=0.001) == (GameStarted(at(600)),)

    def test_at_it_the_game_starts_whoever_is_there(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES)
        assert table.falls_due() == (GameStarted(at(600)),)
        table.now += 30_000
        assert table.clocks == (570, 600)

    def test_who_comes_later_is_ready_and_the_clock_goes_on(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES)
        table.falls_due()
        assert table.does(BLACK, BeReady(), after=60) == (PlayerReady(BLACK, at(660)),)
        assert table.clocks == (540, 600)

    def test_who_comes_after_it_starts_the_game_if_nothing_else_has(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES)
        assert table.does(WHITE, BeReady(), after=601) == (PlayerReady(WHITE, at(601)), GameStarted(at(601)))

    def test_who_does_not_come_in_time_loses_though_the_clock_runs(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES, wait=120)
        table.does(WHITE, BeReady())
        table.falls_due()
        assert table.due == ("no-show", 720)
        table.falls_due()
        assert table.result == ("WHITE_WIN", "NO_SHOW")

    def test_if_nobody_comes_nobody_wins(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES, wait=120)
        table.falls_due()
        table.falls_due()
        assert table.result == ("DOUBLE_FORFEIT", "DOUBLE_NO_SHOW")

    def test_not_even_by_a_flag_that_falls_first(self) -> None:
        table = Table("1+0", starts_at=IN_TEN_MINUTES)
        table.falls_due()
        assert table.due == ("flag", 660.3)
        table.falls_due()
        assert table.result == ("DOUBLE_FORFEIT", "DOUBLE_NO_SHOW")

    def test_one_that_has_passed_starts_nothing(self) -> None:
        table = Table(starts_at="2027-01-15T07:00:00+00:00")
        assert table.due == ("no-show", 300)
        table.does(WHITE, BeReady())
        assert table.status is Status.WAITING

    @pytest.mark.parametrize(
        "written", ["2027-01-15T08:10:00", "2027-01-15T09:10:00+01:00", "2027-01-15T08:10:00.000Z"]
    )
    def test_it_is_written_in_many_ways(self, written: str) -> None:
        assert terms(starts_at=written).start == at(600)


class TestNoShow:
    """NO_SHOW and DOUBLE_NO_SHOW after a wait that the event sets."""

    def test_the_one_who_came_wins(self) -> None:
        table = Table(wait=60)
        table.does(BLACK, BeReady())
        assert table.due == ("no-show", 60)
        assert table.falls_due() == (GameEnded(Outcome.BLACK_WIN, Reason.NO_SHOW, at(60), 600_000, 600_000),)

    def test_if_nobody_came_nobody_wins(self) -> None:
        table = Table()
        assert table.due == ("no-show", 300)
        table.falls_due()
        assert table.result == ("DOUBLE_FORFEIT", "DOUBLE_NO_SHOW")

    def test_not_before_the_time(self) -> None:
        table = Table()
        assert table.does(None, Elapse(DueKind.NO_SHOW, 0), after=299.999) == ()

    def test_not_once_both_are_there(self) -> None:
        table = Table().begun()
        assert table.does(None, Elapse(DueKind.NO_SHOW, 0), after=301) == ()

    def test_never_without_a_wait(self) -> None:
        table = Table(wait=None)
        assert table.due is None
        assert table.does(None, Elapse(DueKind.NO_SHOW, 0), after=10**6) == ()


class TestAPauseWhileWaiting:
    def test_it_waits_again_with_its_whole_wait(self) -> None:
        table = Table()
        table.does(WHITE, BeReady())
        table.does(None, PauseGame(), after=200)
        assert (table.status, table.due) == (Status.PAUSED, None)
        with table.refuses("game-not-running", status="PAUSED"):
            table.does(BLACK, BeReady())
        table.does(None, ResumeGame(), after=1000)
        assert (table.status, table.due) == (Status.WAITING, ("no-show", 1500))
        table.does(BLACK, BeReady())
        assert table.status is Status.RUNNING

    def test_it_starts_if_both_are_there_and_the_time_has_passed(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES).begun()
        table.does(None, PauseGame(), after=500)
        table.does(None, ResumeGame(), after=500)
        assert table.status is Status.RUNNING
        assert table.live.turn_since == at(1000)

    def test_it_waits_for_its_time_if_that_is_to_come(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES).begun()
        table.does(None, PauseGame(), after=100)
        table.does(None, ResumeGame(), after=100)
        assert (table.status, table.due) == (Status.WAITING, ("start", 600))


class TestOpenedAgain:
    def test_the_same_game_is_opened_once(self) -> None:
        table = Table()
        assert table.does(None, opening()) == ()

    def test_other_terms_ask_everybody_to_be_ready_anew(self) -> None:
        table = Table()
        table.does(WHITE, BeReady())
        [opened] = table.does(None, opening(terms("3+2")), after=10)
        assert isinstance(opened, GameOpened)
        assert (table.live.ready, table.clocks, table.due) == (frozenset(), (180, 180), ("no-show", 310))

    def test_other_players_do_as_well(self) -> None:
        table = Table()
        table.does(WHITE, BeReady())
        table.does(None, opening(white="cleo"))
        assert (table.live.white, table.live.ready) == ("cleo", frozenset())

    def test_a_game_that_has_begun_is_left_alone(self) -> None:
        table = Table().begun()
        assert table.does(None, opening(terms("3+2"), white="cleo")) == ()
