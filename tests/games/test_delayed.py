"""What those see who are to see a game late (live chess, point 8: a public delay that holds everywhere)."""

from dataclasses import replace

from podium import chess
from podium.chess import BLACK, WHITE
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.timecontrol import TimeControls
from podium.games.delayed import as_of
from podium.games.state import Clocks, GameEnd, LiveGame, MoveTime, Pause, PauseCause, Status
from podium.games.terms import GameTerms
from podium.knockout import Outcome, Reason
from tests.kit.loops import every

FULL = 600_000
STARTED = 1_000_000


def running(*moves: tuple[str, int, int], time: str = "10+5") -> LiveGame:
    """A game (of `10+5`) that began at `STARTED`; each move with its second and what the player had left."""
    board = chess.begin()
    clocks = Clocks(FULL, FULL)
    times = []
    for text, second, clock in moves:
        clocks = clocks.having(board.position.turn, clock)
        board = chess.play(board, text)
        times.append(MoveTime(STARTED + second * 1000, clock))
    return LiveGame(
        PairingId("g"), TournamentId("t"), 1, PlayerId("a"), PlayerId("b"), GameTerms(TimeControls.parse(time)),
        STARTED - 5000, STARTED - 5000, board, clocks, Clocks(1000, 1000), Status.RUNNING, frozenset({WHITE, BLACK}),
        STARTED, times[-1].at if times else STARTED, tuple(times),
    )  # fmt: skip


GAME = running(("f3", 10, 595_000), ("e5", 30, 585_000), ("g4", 40, 590_000))
MATE = chess.play(GAME.board, "Qh4#")
MATED = replace(
    GAME,
    board=MATE,
    times=(*GAME.times, MoveTime(STARTED + 60_000, 570_000)),
    clocks=Clocks(590_000, 570_000),
    status=Status.FINISHED,
    turn_since=None,
    end=GameEnd(Outcome.BLACK_WIN, Reason.CHECKMATE, STARTED + 60_000),
)


def at(second: float) -> int:
    return STARTED + round(second * 1000)


def test_a_game_without_anything_later_is_the_game_itself() -> None:
    assert as_of(GAME, at(40)) is GAME
    assert as_of(MATED, at(60)) is MATED


@every(("second", "moves"), [(9.9, ""), (10, "f3"), (39, "f3 e5"), (40, "f3 e5 g4"), (59, "f3 e5 g4")])
def test_later_moves_are_cut_and_the_end_with_them(second: float, moves: str) -> None:
    seen = as_of(MATED, at(second))
    assert " ".join(each.san for each in seen.board.moves) == moves
    assert (seen.status, seen.end, seen.board.end, len(seen.times)) == (Status.RUNNING, None, None, len(moves.split()))
    assert as_of(seen, at(second)) is seen


def test_the_clocks_are_those_of_then_and_run_from_then() -> None:
    seen = as_of(MATED, at(25))
    assert seen.clocks == Clocks(595_000, FULL)
    assert seen.clocks_at(at(25)) == Clocks(595_000, FULL - 15_000)
    assert as_of(MATED, at(5)).clocks_at(at(5)) == Clocks(FULL - 5_000, FULL)


def test_time_in_which_the_game_was_paused_is_charged_to_nobody() -> None:
    # e5 came 80 seconds after f3, but Black had used 20 of them: the game stood still for a minute.
    paused = running(("f3", 10, 595_000), ("e5", 90, FULL - 20_000 + 5_000))
    assert as_of(paused, at(60)).clocks_at(at(60)) == Clocks(595_000, FULL)
    assert as_of(paused, at(80)).clocks_at(at(80)) == Clocks(595_000, FULL - 10_000)


def test_before_it_began_it_waits() -> None:
    seen = as_of(MATED, STARTED - 1)
    assert (seen.status, seen.started_at, seen.turn_since, seen.board.moves) == (Status.WAITING, None, None, ())


def test_an_end_without_a_move_is_hidden_too() -> None:
    resigned = replace(
        GAME,
        status=Status.FINISHED,
        turn_since=None,
        clocks=Clocks(590_000, 565_000),
        end=GameEnd(Outcome.WHITE_WIN, Reason.RESIGNATION, at(60)),
    )
    seen = as_of(resigned, at(50))
    assert (seen.status, seen.end, len(seen.times)) == (Status.RUNNING, None, 3)
    assert seen.clocks_at(at(50)) == Clocks(590_000, 575_000)
    no_show = replace(running(), started_at=None, turn_since=None, status=Status.FINISHED, end=resigned.end)
    assert as_of(no_show, at(50)).status is Status.WAITING


def test_a_later_pause_is_hidden_and_an_earlier_one_is_not() -> None:
    pause = Pause(PauseCause.ARBITER, at(50))
    stands = replace(GAME, status=Status.PAUSED, pause=pause, turn_since=None, clocks=Clocks(590_000, 575_000))
    assert as_of(stands, at(50)) is stands
    seen = as_of(stands, at(45))
    assert (seen.status, seen.pause, seen.clocks_at(at(45)).black) == (Status.RUNNING, None, 580_000)


def test_an_offer_is_never_seen_late() -> None:
    assert as_of(replace(GAME, offer=WHITE), at(1000)).offer is None
    assert as_of(replace(GAME, offer=WHITE), at(20)).offer is None


@every(
    ("time", "clock"),
    [("10d5", FULL - 15_000), ("10b5", FULL - 15_000), ("1/10+5 : 10+0", 2 * FULL - 15_000)],
)
def test_delays_and_periods_are_those_of_then(time: str, clock: int) -> None:
    """White used 15 seconds of 20, or had 5 of 20 given back, or got as much again after the first move."""
    seen = as_of(running(("f3", 20, clock), ("e5", 30, FULL), time=time), at(8))
    assert seen.clocks_at(at(8)).white == FULL - (3_000 if time == "10d5" else 8_000)


def test_a_halt_within_the_delay_hides_no_time() -> None:
    pause = Pause(PauseCause.ARBITER, at(7))
    stands = replace(
        running(time="10d5"), status=Status.PAUSED, pause=pause, turn_since=None, clocks=Clocks(FULL - 2000, FULL)
    )
    assert as_of(stands, at(6)).clocks_at(at(6)).white == FULL - 1000
