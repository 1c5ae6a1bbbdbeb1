"""From the opening of a live game until its clock runs: who is ready, when it starts, who did not come."""

from podium.chess import BLACK, WHITE
from podium.core.ids import PlayerId
from podium.games.commands import BeReady, Elapse, EndByHand, GameCommand, NotePresence, PauseGame, Resign, ResumeGame
from podium.games.due import due_of
from podium.games.events import BothAbsent, GameEnded, GameOpened, GameStarted, PlayerCame, PlayerReady, StartMoved
from podium.games.state import DueKind, Status
from podium.knockout import Outcome, Reason
from tests.games.table import STARTED, Table, at, opening, terms
from tests.kit.loops import every

ANNA, BERT = PlayerId("anna"), PlayerId("bert")
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

    def test_at_it_the_game_starts_if_anybody_is_there(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES)
        table.does(None, NotePresence(BERT, there=True))
        assert table.falls_due() == (GameStarted(at(600)),)
        table.now += 30_000
        assert table.clocks == (570, 600)

    def test_who_comes_later_is_ready_and_the_clock_goes_on(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES)
        table.does(WHITE, BeReady())
        table.falls_due()
        assert table.does(BLACK, BeReady(), after=60) == (PlayerReady(BLACK, at(660)),)
        assert table.clocks == (540, 600)

    @every("comes", [BeReady(), NotePresence(ANNA, there=True)])
    def test_who_comes_first_after_it_starts_the_game(self, comes: GameCommand) -> None:
        table = Table(starts_at=IN_TEN_MINUTES)
        by = WHITE if isinstance(comes, BeReady) else None
        assert table.does(by, comes, after=601)[-1] == GameStarted(at(601))

    def test_who_does_not_come_in_time_loses_though_the_clock_runs(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES, wait=120)
        table.does(WHITE, BeReady())
        table.falls_due()
        assert table.due == ("no-show", 720)
        table.falls_due()
        assert table.result == ("WHITE_WIN", "NO_SHOW")

    def test_where_nobody_comes_no_clock_runs_and_the_director_is_asked(self) -> None:
        table = Table("1+0", starts_at=IN_TEN_MINUTES, wait=120)
        assert table.due == ("no-show", 720)
        assert table.falls_due() == (BothAbsent(at(720)),)
        assert (table.status, table.live.asked) == (Status.WAITING, True)
        assert due_of(table.live) is None

    def test_a_clock_that_ran_for_nobody_has_not_run(self) -> None:
        table = Table("1+0", starts_at=IN_TEN_MINUTES)
        table.does(None, NotePresence(BERT, there=True))
        table.falls_due()
        table.does(None, NotePresence(BERT, there=False), after=10)
        assert table.due == ("flag", 660.3)
        table.falls_due()
        assert (table.status, table.live.asked, table.clocks) == (Status.WAITING, True, (60, 60))

    def test_one_that_has_passed_starts_no_clock(self) -> None:
        table = Table(starts_at="2027-01-15T07:00:00+00:00")
        assert table.due == ("no-show", 300)
        table.does(WHITE, BeReady())
        assert table.status is Status.WAITING

    @every("written", ["2027-01-15T08:10:00", "2027-01-15T09:10:00+01:00", "2027-01-15T08:10:00.000Z"])
    def test_it_is_written_in_many_ways(self, written: str) -> None:
        assert terms(starts_at=written).start == at(600)


class TestNobodyIsAbsentBeforeTheStart:
    @every("wait", [0, 1, 300])
    def test_whatever_the_wait_and_whoever_is_there(self, wait: int) -> None:
        table = Table(wait=wait)
        assert table.due is None
        table.does(WHITE, BeReady())
        assert table.due is None
        assert table.does(None, Elapse(DueKind.NO_SHOW, 0), after=10**6) == ()

    def test_two_who_are_ready_begin_all_the_same(self) -> None:
        assert Table().begun().status is Status.RUNNING

    def test_the_start_is_given_to_those_who_wait_and_they_stay_ready(self) -> None:
        table = Table(wait=60)
        table.does(WHITE, BeReady(), after=10)
        start = "2027-01-15T08:01:40Z"
        assert table.does(None, opening(terms(wait=60, starts_at=start)), after=90) == (StartMoved(start, at(100)),)
        assert table.live.ready == {WHITE}
        assert table.due == ("no-show", 160)

    def test_it_can_be_moved_to_now_for_those_who_wait_for_an_hour(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES).begun()
        events = table.does(None, opening(terms(starts_at="2027-01-15T08:00:30Z")), after=30)
        assert events == (StartMoved("2027-01-15T08:00:30Z", at(30)), GameStarted(at(30)))

    def test_it_can_be_taken_back(self) -> None:
        table = Table(starts_at=STARTED)
        table.falls_due()
        assert table.does(None, opening(terms()), after=1) == (StartMoved(None, at(301)),)
        assert (table.due, table.live.asked) == (None, False)

    def test_also_of_a_game_whose_clock_runs_already(self) -> None:
        table = Table(starts_at=IN_TEN_MINUTES, wait=120)
        table.does(WHITE, BeReady())
        table.falls_due()
        table.does(None, opening(terms(wait=120)), after=1)
        assert table.due == ("flag", 1200.3)


class TestNoShow:
    """NO_SHOW for one after a wait that the event sets; nothing for two."""

    def test_the_one_who_came_wins(self) -> None:
        table = Table(wait=60, starts_at=STARTED)
        table.does(BLACK, BeReady())
        assert table.due == ("no-show", 60)
        assert table.falls_due() == (GameEnded(Outcome.BLACK_WIN, Reason.NO_SHOW, at(60), 600_000, 600_000),)

    def test_so_does_the_one_who_has_the_page_open(self) -> None:
        table = Table(wait=60, starts_at=STARTED)
        table.does(None, NotePresence(BERT, there=True))
        table.falls_due()
        assert table.result == ("BLACK_WIN", "NO_SHOW")

    def test_if_nobody_came_nothing_is_decided_and_the_director_is_asked_once(self) -> None:
        table = Table(starts_at=STARTED)
        assert table.falls_due() == (BothAbsent(at(300)),)
        assert (table.live.end, table.due) == (None, None)
        assert table.does(None, Elapse(DueKind.NO_SHOW, 0), after=1000) == ()

    def test_absence_counts_only_while_the_other_is_there(self) -> None:
        table = Table(starts_at=STARTED)
        table.falls_due()
        table.does(None, NotePresence(ANNA, there=True), after=100)
        assert (table.live.asked, table.due) == (False, ("no-show", 700))

    def test_closing_the_last_page_begins_the_wait_anew(self) -> None:
        table = Table(starts_at=STARTED)
        table.does(WHITE, BeReady())
        table.does(None, NotePresence(BERT, there=True), after=200)
        assert table.due is None
        table.does(None, NotePresence(BERT, there=False), after=200)
        assert table.due == ("no-show", 700)

    def test_who_is_there_is_noted_once_and_strangers_never(self) -> None:
        table = Table(starts_at=STARTED)
        assert table.does(None, NotePresence(ANNA, there=True)) == (PlayerCame(WHITE, at(0)),)
        assert table.does(None, NotePresence(ANNA, there=True)) == ()
        assert table.does(None, NotePresence(BERT, there=False)) == ()
        assert table.does(None, NotePresence(PlayerId("cleo"), there=True)) == ()
        table.does(BLACK, BeReady())
        came = table.does(None, NotePresence(BERT, there=True))  # ready, and with the page open
        assert came == (PlayerCame(BLACK, at(0)),)
        assert table.does(None, NotePresence(BERT, there=True)) == ()

    def test_the_wait_of_a_tie_break_counts_from_the_end_of_its_pause(self) -> None:
        table = Table(starts_at="2027-01-15T07:00:00Z", pause=60, wait=300, tie_break=True)
        table.does(WHITE, BeReady(), after=10)
        assert table.due == ("no-show", 360)
        table.does(BLACK, BeReady(), after=10)
        assert table.status is Status.RUNNING

    def test_not_before_the_time(self) -> None:
        table = Table(starts_at=STARTED)
        table.does(WHITE, BeReady())
        assert table.does(None, Elapse(DueKind.NO_SHOW, 0), after=299.999) == ()

    def test_not_once_both_are_there(self) -> None:
        table = Table(starts_at=STARTED).begun()
        assert table.does(None, Elapse(DueKind.NO_SHOW, 0), after=301) == ()

    def test_never_without_a_wait(self) -> None:
        table = Table(wait=None, starts_at=STARTED)
        assert table.due is None
        assert table.does(None, Elapse(DueKind.NO_SHOW, 0), after=10**6) == ()

    @every("outcome", [Outcome.WHITE_WIN, Outcome.DOUBLE_FORFEIT])
    def test_a_result_taken_back_of_who_did_not_come_makes_it_playable_again(self, outcome: Outcome) -> None:
        table = Table(starts_at=STARTED)
        table.does(None, EndByHand(outcome, Reason.NO_SHOW if outcome is Outcome.WHITE_WIN else None))
        table.does(None, opening(terms(starts_at=STARTED)), after=100)
        assert (table.status, table.live.attempt, table.due) == (Status.WAITING, 2, ("no-show", 400))

    def test_a_game_that_was_played_stays_over(self) -> None:
        table = Table(starts_at=STARTED).begun()
        table.does(WHITE, Resign())
        assert table.does(None, opening(terms(starts_at=STARTED))) == ()


class TestAPauseWhileWaiting:
    def test_it_waits_again_with_its_whole_wait(self) -> None:
        table = Table(starts_at=STARTED)
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
        [opened] = table.does(None, opening(terms("3+2", starts_at=STARTED)), after=10)
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
