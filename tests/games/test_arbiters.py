"""What arbiters and the tournament do to live games: pause, time, declared results, void, anew, dropped, by hand."""

from podium.chess import BLACK, WHITE
from podium.games.commands import (
    AddTime,
    AnswerCall,
    BeReady,
    CallArbiter,
    CountGame,
    DeclareResult,
    EndByHand,
    ExtendWait,
    HoldGame,
    PauseGame,
    PlayMove,
    ReplayGame,
    Resign,
    ResumeGame,
    StartGame,
    SuspendGame,
    TakeBack,
    UndoAct,
    VoidGame,
)
from podium.games.events import GameEnded, GamePaused, GameRestarted, MovesTakenBack, TimeAdded, WaitExtended
from podium.games.state import Call, CallKind, PauseCause, Status
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

    def test_a_clock_is_set_while_it_runs_and_the_other_stays(self) -> None:
        table = Table().begun()
        table.does(None, AddTime(white=60, sets=True), after=10)
        assert (table.clocks, table.due) == ((60, 600), ("flag", 70.3))
        with table.refuses("time-out-of-range", most=86_400):
            table.does(None, AddTime(black=86_401, sets=True))

    def test_time_is_taken_back_after_moves_too_but_not_if_it_was_used(self) -> None:
        table = Table("1+0").begun()
        table.does(None, AddTime(120))
        table.moves("e4 e5", after=10)
        assert table.does(None, UndoAct()) == (TimeAdded(-120_000, 0),)
        assert [*table.clocks] == [50, 50]
        table.does(None, UndoAct())
        assert [*table.clocks] == [170, 50]
        with table.refuses("time-used"):
            table.does(None, UndoAct(), after=60)


class TestTakingBack:
    def test_the_clocks_are_those_of_then_and_the_game_stands(self) -> None:
        table = Table().begun().moves("e4 e5 Nf3 Nc6", after=10)
        assert table.does(None, TakeBack(2), after=5) == (MovesTakenBack(2, 590_000, 590_000, at(45)),)
        assert (table.status, table.live.ply, table.due) == (Status.PAUSED, 2, None)
        table.does(None, ResumeGame(), after=100)
        table.moves("Bc4", after=1)
        assert [*table.clocks] == [589, 590]
        with table.refuses("nothing-to-undo"):
            table.does(None, UndoAct())

    def test_and_stands_again_with_the_clocks_it_had(self) -> None:
        table = Table().begun().moves("e4 e5 Nf3 Nc6", after=10)
        table.does(None, TakeBack(0), after=5)
        assert [*table.clocks] == [600, 600]
        table.does(None, UndoAct(), after=50)
        assert (table.live.ply, table.clocks, table.status) == (4, (575, 580), Status.PAUSED)

    def test_an_end_is_taken_back_alone_and_comes_again(self) -> None:
        table = Table().begun().moves("e4", after=10)
        table.does(BLACK, Resign(), after=5)
        table.does(None, TakeBack(1))
        assert (table.status, table.live.ply, table.clocks) == (Status.PAUSED, 1, (590, 595))
        assert type(table.does(None, UndoAct())[-1]) is GameEnded
        assert table.result == ("WHITE_WIN", "RESIGNATION")


class TestStartsAndWaits:
    def test_one_game_is_started_and_held(self) -> None:
        table = Table(wait=300)
        table.does(WHITE, BeReady())
        table.does(None, StartGame(), after=10)
        assert table.due == ("no-show", 310)
        assert table.does(None, StartGame(), after=10) == ()
        table.does(None, HoldGame())
        assert table.due is None

    def test_a_wait_is_extended_and_that_is_undone(self) -> None:
        table = Table(wait=300, starts_at=STARTED)
        table.does(WHITE, BeReady())
        assert table.does(None, ExtendWait(60), after=10) == (WaitExtended(60_000),)
        assert table.due == ("no-show", 360)
        table.does(None, UndoAct())
        assert table.due == ("no-show", 300)

    def test_for_two_past_the_wait_it_is_counted_from_now(self) -> None:
        table = Table(wait=300, starts_at=STARTED)
        table.falls_due()
        assert table.live.asked
        table.does(None, ExtendWait(60), after=40)
        assert (table.live.asked, table.due) == (False, ("no-show", 400))


class TestCalls:
    def test_a_player_calls_once_until_it_is_done_and_not_again_at_once(self) -> None:
        table = Table().begun()
        table.does(WHITE, CallArbiter(CallKind.DISTURBANCE, "  a   telephone "))
        assert table.live.open_call == Call(WHITE, CallKind.DISTURBANCE, "a telephone", at(0))
        with table.refuses("call-open"):
            table.does(WHITE, CallArbiter(CallKind.CLAIM))
        table.does(BLACK, CallArbiter(CallKind.TECHNICAL), after=1)
        table.does(None, AnswerCall("coming"))
        assert [call.answer for call in table.live.calls if call.by is WHITE] == ["coming"]
        table.does(None, AnswerCall(done=True))
        assert table.live.open_call == Call(BLACK, CallKind.TECHNICAL, "", at(1))
        with table.refuses("calls-too-often", value=30):
            table.does(WHITE, CallArbiter(CallKind.CLAIM), after=28)
        table.does(WHITE, CallArbiter(CallKind.CLAIM), after=1)

    def test_words_are_few_and_an_answer_is_one(self) -> None:
        table = Table()
        with table.refuses("text-too-long"):
            table.does(WHITE, CallArbiter(CallKind.OTHER, "x" * 201))
        table.does(WHITE, CallArbiter(CallKind.OTHER))
        with table.refuses("answer-missing"):
            table.does(None, AnswerCall("  "))

    def test_it_outlives_moves_taken_back_and_a_game_played_anew(self) -> None:
        table = Table().begun().moves("e4 e5")
        table.does(BLACK, CallArbiter(CallKind.CLAIM))
        for command in (TakeBack(0), UndoAct(), ReplayGame()):
            table.does(None, command)
            assert table.live.open_call


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
