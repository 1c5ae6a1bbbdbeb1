"""What arbiters and the tournament do to live games: pause, time, declared results, void, anew, dropped, by hand."""

from podium.chess import BLACK, WHITE
from podium.games.commands import (
    AddTime,
    BeReady,
    CountGame,
    DeclareResult,
    EndByHand,
    PauseGame,
    PlayMove,
    ReplayGame,
    Resign,
    ResumeGame,
    SuspendGame,
    VoidGame,
)
from podium.games.events import GameEnded, GamePaused, GameRestarted, TimeAdded
from podium.games.state import PauseCause, Status
from podium.knockout import Outcome, Reason
from tests.games.table import STARTED, Table, at, opening, terms
from tests.kit.loops import every


class TestPause:
    def test_the_clocks_stand(self) -> None:
        table = Table().begun().moves("e4", after=10)
        assert table.does(None, PauseGame(), after=5) == (GamePaused(PauseCause.ARBITER, at(15), 590_000, 595_000),)
        table.now += 1_000_000
        assert (table.clocks, table.due) == ((590, 595), None)

    def test_and_run_again_from_then_on(self) -> None:
        table = Table("1+0").begun().moves("e4", after=10)
        table.does(None, PauseGame(), after=5)
        table.does(None, ResumeGame(), after=100)
        assert (table.status, table.due) == (Status.RUNNING, ("flag", 170.3))
        table.moves("e5", after=5)
        assert table.clocks == (50, 50)

    def test_a_flag_that_is_down_cannot_be_stopped(self) -> None:
        table = Table("1+0").begun()
        with table.refuses("flag-fallen", colour="white"):
            table.does(None, PauseGame(), after=60)


class TestAddedTime:
    def test_both_get_theirs_while_the_clock_runs(self) -> None:
        table = Table().begun()
        assert table.does(None, AddTime(60, 30), after=10) == (TimeAdded(60_000, 30_000),)
        assert (table.clocks, table.due) == ((650, 630), ("flag", 660.3))

    def test_while_waiting_and_paused(self) -> None:
        table = Table()
        table.does(None, AddTime(black=1))
        table.does(None, PauseGame())
        table.does(None, AddTime(black=3600))
        assert table.clocks == (600, 4201)

    @every(
        ("white", "black", "value"),
        [(0, 0, 0), (-1, 0, -1), (60, -1, -1), (3601, 0, 3601), (0, 10**30, 10**30), (-(10**30), 60, -(10**30))],
    )
    def test_too_little_or_too_much_is_refused(self, white: int, black: int, value: int) -> None:
        table = Table().begun()
        with table.refuses("time-out-of-range", value=value, least=1, most=3600):
            table.does(None, AddTime(white, black))


class TestDeclaredResults:
    @every("stage", ["waiting", "running", "paused"])
    def test_the_arbiter_ends_a_game(self, stage: str) -> None:
        table = Table() if stage == "waiting" else Table().begun()
        if stage == "paused":
            table.does(None, PauseGame())
        table.does(None, DeclareResult(Outcome.DRAW, Reason.DRAW_AGREEMENT), after=10)
        assert table.result == ("DRAW", "DRAW_AGREEMENT")

    def test_a_reason_must_fit(self) -> None:
        table = Table().begun()
        with table.refuses("reason-misfit", value="CHECKMATE"):
            table.does(None, DeclareResult(Outcome.DRAW, Reason.CHECKMATE))

    def test_nobody_declares_a_bye(self) -> None:
        table = Table().begun()
        with table.refuses("outcome-unknown", value="BYE"):
            table.does(None, DeclareResult(Outcome.BYE))

    def test_a_double_forfeit_has_its_reason(self) -> None:
        table = Table()
        table.does(None, DeclareResult(Outcome.DOUBLE_FORFEIT))
        assert table.result == ("DOUBLE_FORFEIT", "DOUBLE_NO_SHOW")


class TestVoid:
    def test_a_game_counts_for_nothing(self) -> None:
        table = Table().begun().moves("e4", after=1)
        assert table.does(None, VoidGame(), after=1) == (GameEnded(None, None, at(2), 599_000, 599_000),)
        assert table.does(None, VoidGame()) == ()

    def test_though_it_has_ended(self) -> None:
        table = Table().begun()
        table.does(WHITE, Resign())
        table.does(None, VoidGame())
        assert table.result == (None, None)
        with table.refuses("game-not-running", status="FINISHED"):
            table.does(None, CountGame())


class TestAnew:
    def test_it_begins_with_fresh_clocks_and_asks_for_both(self) -> None:
        table = Table(starts_at=STARTED).begun().moves("e4 e5", after=10)
        table.does(WHITE, Resign())
        assert table.does(None, ReplayGame(), after=80) == (GameRestarted(terms(starts_at=STARTED), at(100)),)
        live = table.live
        assert (live.status, live.ply, live.ready, live.attempt, live.end) == (Status.WAITING, 0, frozenset(), 2, None)
        assert (table.clocks, table.due) == ((600, 600), ("no-show", 400))
        table.begun().moves("d4")
        assert table.live.ply == 1

    def test_what_was_played_before_is_not_known_any_more(self) -> None:
        table = Table().begun().moves("e4")
        table.does(None, ReplayGame())
        with table.refuses("game-not-running", status="WAITING"):
            table.does(WHITE, PlayMove("e4", 0))

    def test_one_that_has_not_begun_is_as_good_as_new(self) -> None:
        table = Table()
        table.does(WHITE, BeReady())
        assert table.does(None, ReplayGame()) == ()


class TestTheTournament:
    def test_a_game_of_a_dropped_pairing_stands_still(self) -> None:
        table = Table().begun()
        table.does(None, SuspendGame(), after=10)
        assert (table.status, table.clocks, table.due) == (Status.PAUSED, (590, 600), None)
        assert table.does(None, SuspendGame()) == ()
        assert table.does(None, opening()) == ()
        table.does(None, ResumeGame(), after=100)
        assert (table.status, table.clocks) == (Status.RUNNING, (590, 600))

    def test_it_stands_still_for_that_though_it_was_paused(self) -> None:
        table = Table().begun()
        table.does(None, PauseGame())
        table.does(None, SuspendGame())
        assert table.live.pause is not None
        assert table.live.pause.cause is PauseCause.DROPPED

    def test_a_result_by_hand_ends_it(self) -> None:
        table = Table().begun()
        table.does(None, EndByHand(Outcome.WHITE_WIN, Reason.NO_SHOW), after=10)
        assert table.result == ("WHITE_WIN", "NO_SHOW")
        assert table.live.end is not None
        assert table.live.end.by_hand

    def test_one_that_is_taken_back_changes_nothing(self) -> None:
        table = Table().begun()
        assert table.does(None, EndByHand(None)) == ()
        table.does(None, EndByHand(Outcome.DRAW))
        assert table.does(None, EndByHand(None)) == ()
        assert table.does(None, EndByHand(Outcome.WHITE_WIN)) == ()
        assert table.does(None, opening()) == ()

    def test_a_finished_game_can_be_counted(self) -> None:
        table = Table().begun()
        with table.refuses("game-not-running", status="RUNNING"):
            table.does(None, CountGame())
        table.does(BLACK, Resign())
        assert table.does(None, CountGame()) == ()
