"""Clocks of a live game: what is charged, what lag is forgiven, and when a flag falls."""

from podium.chess import BLACK, WHITE
from podium.games.clock import MOST_FORGIVEN, QUOTA_GAIN, initial_clocks, low_time
from podium.games.commands import (
    AcceptDraw,
    AddTime,
    ClaimDraw,
    DeclineDraw,
    Elapse,
    OfferDraw,
    PauseGame,
    PlayMove,
    Resign,
    ResumeGame,
    WithdrawDraw,
)
from podium.games.events import GameEnded, MovePlayed
from podium.games.state import QUOTA, Clocks, DueKind, Status
from podium.knockout import Outcome, Reason
from tests.games.table import Table, at, terms
from tests.kit.loops import every


@every(
    ("time", "white", "black"),
    [
        ("10+5", 600, 600),
        ("3+2", 180, 180),
        ("1+0", 60, 60),
        ("0:30+1", 30, 30),
        ("40/90+30 : 30+30/40/80+30 : 30+30", 5400, 4800),
        ({"white": "5+0", "black": "4+0"}, 300, 240),
        ("0+5", 5, 5),  # without minutes, the seconds of one move
    ],
)
def test_the_time_before_the_first_move(time: object, white: int, black: int) -> None:
    assert initial_clocks(terms(time)) == Clocks(1000 * white, 1000 * black)


def test_each_move_takes_its_time_and_adds_the_increment() -> None:
    table = Table("3+2").begun()
    table.move("e4", after=10)
    table.move("e5", after=1)
    table.move("Nf3", after=0.5)
    assert table.clocks == (180 - 10 + 2 - 0.5 + 2, 180 - 1 + 2)


def test_the_sides_of_an_armageddon_game_have_their_own_time() -> None:
    table = Table({"white": "5+0", "black": "4+3"}).begun().moves("e4 e5", after=1)
    assert table.clocks == (299, 242)


def test_only_the_clock_of_the_player_to_move_runs() -> None:
    table = Table().begun().moves("e4", after=5)
    table.now += 7000
    assert table.clocks == (595, 593)


class TestZero:
    """A move that arrives before zero counts, one at zero does not."""

    def test_the_last_millisecond_counts(self) -> None:
        table = Table("1+0").begun()
        table.move("e4", after=59.999)
        assert table.live.clocks.white == 1

    def test_zero_does_not(self) -> None:
        table = Table("1+0").begun()
        with table.refuses("flag-fallen", colour="white"):
            table.move("e4", after=60)

    def test_a_flag_falls_by_itself_within_half_a_second(self) -> None:
        table = Table("1+0").begun()
        assert table.due == ("flag", 60.3)
        assert table.falls_due() == (GameEnded(Outcome.BLACK_WIN, Reason.TIMEOUT, at(60.3), 0, 60_000),)

    def test_a_flag_does_not_fall_before_zero(self) -> None:
        table = Table("1+0").begun()
        assert table.does(None, Elapse(DueKind.FLAG, 0), after=59.999) == ()
        assert table.does(None, Elapse(DueKind.FLAG, 0), after=0.001) != ()

    def test_nor_for_a_move_that_was_made(self) -> None:
        table = Table("1+0").begun().moves("e4", after=1)
        assert table.does(None, Elapse(DueKind.FLAG, 0), after=200) == ()

    def test_nor_twice(self) -> None:
        table = Table("1+0").begun()
        table.falls_due()
        assert table.does(None, Elapse(DueKind.FLAG, 0), after=1) == ()

    def test_the_opponent_who_cannot_mate_draws(self) -> None:
        """FIDE 6.9."""
        table = Table("1+0", fen="7k/8/8/8/8/8/6P1/K6N b - - 0 1").begun()
        table.falls_due()
        assert table.result == ("WHITE_WIN", "TIMEOUT")
        table = Table("1+0", fen="7k/8/8/8/8/8/6P1/K6N w - - 0 1").begun()
        table.falls_due()
        assert table.result == ("DRAW", "TIMEOUT")

    @every("act", [Resign(), OfferDraw(), AcceptDraw(), DeclineDraw(), WithdrawDraw(), ClaimDraw()])
    @every("by", [WHITE, BLACK])
    def test_nobody_does_anything_after_zero(self, by: object, act: object) -> None:
        table = Table("1+0").begun().moves("e4 e5")
        table.does(BLACK, OfferDraw())
        with table.refuses("flag-fallen", colour="white"):
            table.does(by, act, after=60)  # type: ignore[arg-type]  # pytest knows no types of its tables

    def test_nor_gets_more_time(self) -> None:
        table = Table("1+0").begun()
        with table.refuses("flag-fallen"):
            table.does(None, AddTime(white=60), after=60)


class TestLag:
    """Lag is what the player's own device did not see him think; it is forgiven within a stored quota."""

    def test_without_the_players_word_nothing_is_forgiven(self) -> None:
        table = Table().begun()
        table.move("e4", after=2)
        assert (table.live.clocks.white, table.live.quotas.white) == (598_000, QUOTA)

    def test_what_was_not_thought_is_not_charged(self) -> None:
        table = Table().begun()
        table.move("e4", after=2, thinking=1.9)
        assert (table.live.clocks.white, table.live.quotas.white) == (598_100, QUOTA)

    def test_of_one_move_only_so_much_is_forgiven(self) -> None:
        table = Table().begun()
        table.move("e4", after=2, thinking=0)
        assert (table.live.clocks.white, table.live.quotas.white) == (598_250, QUOTA - MOST_FORGIVEN + QUOTA_GAIN)

    def test_the_quota_is_used_up_and_fills_again(self) -> None:
        table = Table().begun()
        forgiven = []
        knights = "Nf3 Nf6 Ng1 Ng8"
        for text in f"{knights} e4 e5 {knights} d4 d5 {knights} c4 c5 Nf3 Nf6".split():
            before = table.clocks[0] if table.live.turn is WHITE else None
            table.move(text, after=1, thinking=0)
            if before is not None:
                forgiven.append(round(1000 * (table.clocks[0] - before + 1)))
        assert forgiven == [250, 250, 250, 250, 250, 250, 100, 100, 100, 100]
        assert sum(forgiven) <= QUOTA + QUOTA_GAIN * len(forgiven)

    @every("thinking", [-1, -(10**12), 10**12, 2000])
    def test_a_device_that_says_nonsense_gains_nothing(self, thinking: int) -> None:
        table = Table().begun()
        table.does(WHITE, PlayMove("e4", 0, thinking), after=2)
        assert table.live.clocks.white == 598_000

    def test_a_move_after_zero_may_be_forgiven(self) -> None:
        table = Table("1+0").begun()
        table.move("e4", after=60.249, thinking=59.9)
        assert table.live.clocks.white == 1

    def test_but_no_further(self) -> None:
        table = Table("1+0").begun()
        with table.refuses("flag-fallen"):
            table.move("e4", after=60.25, thinking=59.9)

    def test_both_have_their_own_quota(self) -> None:
        table = Table().begun()
        table.move("e4", after=1, thinking=0)
        table.move("e5", after=1)
        assert table.live.quotas == Clocks(850, 1000)


def test_a_time_before_the_last_move_charges_nothing() -> None:
    """Two processes never agree about the time to the millisecond."""
    table = Table("1+0").begun().moves("e4", after=10)
    [move] = table.move("e5", after=-2)
    assert isinstance(move, MovePlayed)
    assert (move.at, move.clock) == (at(10), 60_000)
    assert table.live.turn_since == at(10)


def test_time_is_charged_on_the_moves_that_follow_as_well() -> None:
    table = Table("1+0").begun().moves("e4 e5 Nf3 Nc6", after=10)
    assert (table.clocks, table.due) == ((40, 40), ("flag", 80.3))
    assert [time.clock for time in table.live.times] == [50_000, 50_000, 40_000, 40_000]
    assert table.status is Status.RUNNING


class TestDelay:
    """US delay: before each move the clock stands still, and what is not used of that is lost."""

    def test_the_clock_stands_first(self) -> None:
        table = Table("3d5").begun()
        table.now += 4999
        seen = [table.clocks]
        table.now += 2001
        seen.append(table.clocks)
        table.move("e4")
        table.move("e5", after=3)
        assert [*seen, table.clocks] == [(180, 180), (178, 180), (178, 180)]

    def test_the_flag_falls_as_much_later(self) -> None:
        table = Table("1d5").begun()
        assert table.due == ("flag", 65.3)
        with table.refuses("flag-fallen"):
            table.move("e4", after=65)
        table = Table("1d5").begun()
        table.move("e4", after=64.999)
        assert table.live.clocks.white == 1

    def test_a_pause_gives_no_second_delay(self) -> None:
        table = Table("1d5").begun()
        table.does(None, PauseGame(), after=2)
        table.does(None, ResumeGame(), after=100)
        table.move("e4", after=4)
        table.does(None, PauseGame(), after=7)
        table.does(None, ResumeGame(), after=100)
        table.move("e5", after=1)
        assert table.clocks == (59, 57)

    def test_lag_within_the_delay_costs_no_quota(self) -> None:
        table = Table("1d5").begun()
        table.move("e4", after=4, thinking=3.9)
        assert table.live.quotas.white == QUOTA


class TestBronstein:
    """What a move took is given back, up to so many seconds."""

    def test_short_moves_cost_nothing_and_bring_nothing(self) -> None:
        table = Table("3b5").begun()
        table.move("e4", after=3)
        table.move("e5", after=8)
        assert table.clocks == (180, 177)

    def test_the_flag_falls_at_zero_all_the_same(self) -> None:
        table = Table("1b5").begun()
        assert table.due == ("flag", 60.3)

    def test_what_was_thought_before_a_pause_is_given_back_too(self) -> None:
        table = Table("1b5").begun()
        table.does(None, PauseGame(), after=4)
        table.does(None, ResumeGame(), after=100)
        table.move("e4", after=2)
        assert table.clocks == (59, 60)


class TestPeriods:
    """With the last move of a period its player gets the time of the next."""

    def test_the_time_of_the_next_period_comes_with_the_last_move_of_this_one(self) -> None:
        table = Table("2/1+2 : 0:30+5").begun()
        seen = [table.moves(texts, after=1).clocks for texts in ("e4 e5", "Nf3", "Nc6 Bb5")]
        assert seen == [(61, 61), (61 - 1 + 2 + 30, 61), (92 - 1 + 5, 61 - 1 + 2 + 30)]

    def test_whoever_is_late_for_the_control_loses(self) -> None:
        table = Table("2/1+0 : 30+0").begun().moves("e4 e5", after=10)
        assert table.due == ("flag", 20 + 50.3)
        table.falls_due()
        assert table.result == ("BLACK_WIN", "TIMEOUT")

    def test_a_third_period_may_be_of_another_kind(self) -> None:
        table = Table("1/1+0 : 1/1+0 : 1d5").begun()
        seen = [table.moves("e4 e5 Nf3 Nc6", after=10).clocks, table.moves("Bb5", after=9).clocks]
        assert seen == [(160, 160), (156, 160)]

    def test_a_position_of_its_own_counts_moves_from_the_first(self) -> None:
        table = Table("1/1+0 : 1+0", fen="7k/8/8/8/8/8/6P1/K6N b - - 0 40").begun()
        table.move("Kg8", after=10)
        assert table.clocks[1] == 110


@every(
    ("time", "seconds"),
    [("90+30", 30), ("3+2", 18), ("1+0", 6), ("0:30+0", 5), ("0+5", 2.5), ("5+0/4+0", 24), ("40/90+30 : 30+30", 30)],
)
def test_a_clock_warns_by_its_share(time: str, seconds: float) -> None:
    assert low_time(terms(time)) == 1000 * seconds
