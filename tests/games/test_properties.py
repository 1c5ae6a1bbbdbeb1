"""What holds whatever anybody does, in whatever order and at whatever time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from podium import chess
from podium.chess import WHITE, Colour
from podium.core.errors import PodiumError
from podium.core.ids import PlayerId
from podium.games.clock import FLAG_GRACE, MOST_FORGIVEN, next_period
from podium.games.commands import (
    AcceptDraw,
    AddTime,
    AnswerCall,
    BeReady,
    CallArbiter,
    ClaimDraw,
    DeclareResult,
    DeclineDraw,
    Elapse,
    EndByHand,
    ExtendWait,
    GameCommand,
    Interrupt,
    NotePresence,
    OfferDraw,
    PauseGame,
    PlayMove,
    ReplayGame,
    Resign,
    ResumeGame,
    SuspendGame,
    TakeBack,
    UndoAct,
    VoidGame,
    WithdrawDraw,
)
from podium.games.decide import decide
from podium.games.due import due_of
from podium.games.events import (
    GAME_EVENTS,
    ClaimFailed,
    GameEnded,
    GameEvents,
    GameOpened,
    GameRestarted,
    MovePlayed,
    MovesRestored,
    MovesTakenBack,
    StartMoved,
    TimeAdded,
)
from podium.games.evolve import evolve, fold
from podium.games.state import QUOTA, CallKind, DueKind, LiveGame, Status
from podium.games.terms import GameTerms
from podium.knockout import Outcome
from tests.games.table import OPENED, STARTED, opening, terms
from tests.kit.loops import seeds

DRAWING = (OfferDraw(), AcceptDraw(), DeclineDraw(), WithdrawDraw(), ClaimDraw())
PRESENCE = tuple(NotePresence(PlayerId(who), there) for who in ("anna", "bert") for there in (True, False))
ARBITER = (PauseGame(), ResumeGame(), SuspendGame(), opening(terms("3+2")), EndByHand(None))
ENDING = (Resign(), DeclareResult(Outcome.DRAW), VoidGame(), EndByHand(Outcome.WHITE_WIN), ReplayGame())
TIMES = ("1+0", "1+2", "3+0", "0+3", {"white": "2+1", "black": "1+0"}, "1d3", "0:30b4", "3/1+1 : 0:30d2")
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")  # to and fro, so that positions come again
CALLS = (CallArbiter(CallKind.CLAIM), AnswerCall(done=True))
SEEDS = range(300)
REOPENING = GameRestarted | StartMoved | MovesTakenBack


def drawn_terms(chance: Random) -> GameTerms:
    return terms(
        chance.choice(TIMES),
        claims=chance.random() < 0.3,
        wait=chance.choice((None, 0, 30, 90)),
        starts_at=chance.choice((None, None, STARTED, "2027-01-15T08:00:30Z")),
        max_offers=(most := chance.choice((None, 2))),
        claim_penalty=most is not None,
    )


def drawn_command(chance: Random, game: LiveGame, now: int) -> GameCommand:
    """Mostly moves that are legal, and everything else now and then."""
    due = due_of(game)
    if due is not None and due.kind is DueKind.NO_SHOW and chance.random() < 0.2:
        return Elapse(due.kind, due.ply)
    if game.offer is game.turn.other and chance.random() < 0.3:
        return AcceptDraw()
    match chance.choices(range(7), (80, 5, 9, 4, 2, 2, 1))[0]:
        case 0:
            return drawn_move(chance, game)
        case 1 if game.status is Status.WAITING and chance.random() < 0.2:
            return ExtendWait(60)
        case 1:
            return BeReady() if chance.random() < 0.3 else chance.choice(PRESENCE)
        case 2:
            return chance.choice(DRAWING)
        case 3:
            return ResumeGame() if game.status is Status.PAUSED else chance.choice(ARBITER)
        case 4:
            given = AddTime(chance.randint(-1, 3601), chance.choice((0, 1, 60)), chance.random() < 0.3)
            return chance.choice((given, given, UndoAct(), *CALLS, TakeBack(max(0, game.ply - 2))))
        case 5:
            late = Elapse(chance.choice(list(DueKind)), chance.randint(0, 9))
            return chance.choice(
                (Interrupt(now - chance.randint(0, 100_000)), Elapse(due.kind, due.ply) if due else late)
            )
        case _:
            return chance.choice(ENDING)


def drawn_move(chance: Random, game: LiveGame) -> PlayMove:
    legal = chess.legal_moves(game.board.position)
    knights = [move for move in legal if move.uci in KNIGHTS] if chance.random() < 0.6 else []
    text = chance.choice(knights or legal).uci if legal else "Kh9"
    if chance.random() < 0.05:
        text = chance.choice(("nonsense", "", "e2e5", "x" * 10_000))
    ply = game.ply + chance.choice((*[0] * 19, -1))
    return PlayMove(text, ply, chance.choice((None, 0, -5, 40, 3000)))


Step = tuple[LiveGame, GameCommand, Colour, int, GameEvents, LiveGame]


@cache
def drawn_game(seed: int) -> list[Step]:
    """The game by chance that a seed gives."""
    return list(drawn_steps(seed))


def drawn_steps(seed: int) -> Iterator[Step]:
    """The steps of a game by chance: before, command, by whom, when, events, after; refused ones left out."""
    chance, now = Random(seed), OPENED
    events = decide(None, opening(drawn_terms(chance)), None, now)
    game = fold(None, events)
    begin: list[GameCommand] = [BeReady()] * chance.choices((2, 1, 0), (85, 10, 5))[0]
    by = WHITE
    for _step in range(60):
        assert game is not None
        now += chance.choices((50, 400, -500, 0, 3001, 20_000, 61_000), (60, 20, 4, 4, 8, 3, 1))[0]
        by = by.other if begin else game.turn if chance.random() < 0.95 else game.turn.other
        command = begin.pop() if begin else drawn_command(chance, game, now)
        try:
            events = decide(game, command, by, now)
        except PodiumError:
            continue
        after = fold(game, events)
        assert after is not None
        yield game, command, by, now, events, after
        game = after


def check_clocks(before: LiveGame, after: LiveGame, events: GameEvents) -> None:
    """No clock is below nothing, or grows but by an increment or by what an arbiter adds; no lag beyond the quota."""
    moved = any(isinstance(event, MovePlayed) for event in events)
    added = [event for event in events if isinstance(event, TimeAdded)]
    for colour in Colour:
        assert after.clocks.held_by(colour) >= 0
        assert 0 <= after.quotas.held_by(colour) <= QUOTA
        if any(isinstance(event, GameOpened | REOPENING | MovesRestored) for event in events):
            continue
        gained = sum(event.white if colour is WHITE else event.black for event in added)
        gained += sum(event.given for event in events if isinstance(event, ClaimFailed) and event.colour is not colour)
        if moved and colour is before.turn:
            gained += 1000 * before.period.increment
            gained += next_period(before.terms.time_of(colour), before.ply // 2 + 1)
            assert after.quotas.held_by(colour) >= before.quotas.held_by(colour) - MOST_FORGIVEN
        assert after.clocks.held_by(colour) <= before.clocks.held_by(colour) + gained


@seeds(SEEDS, long=range(3000))
def test_clocks_hold_whatever_happens(seed: int) -> None:
    for before, _command, _by, _now, events, after in drawn_game(seed):
        check_clocks(before, after, events)


@seeds(SEEDS, long=range(3000))
def test_a_game_is_of_one_piece_whatever_happens(seed: int) -> None:
    for before, command, by, now, events, after in drawn_game(seed):
        if before.status is Status.FINISHED:
            voided = after.end is not None and after.end.outcome is None
            called = replace(after, calls=before.calls) == before
            assert called or voided or any(isinstance(event, REOPENING) for event in events)
        assert (after.status is Status.FINISHED) is (after.end is not None)
        assert (after.status is Status.PAUSED) is (after.pause is not None)
        assert (after.status is Status.RUNNING) is (after.turn_since is not None)
        assert len(after.times) == after.ply
        assert after.offer is None or after.status in (Status.RUNNING, Status.PAUSED)
        if isinstance(command, PlayMove) and events:  # the same request again
            assert decide(after, command, by, now) == ()


@seeds(SEEDS, long=range(3000))
def test_what_is_due_comes_to_an_end(seed: int) -> None:
    """What is due happens when it is, and after few of such things nothing is due any more."""
    *_others, (_before, _command, _by, now, _events, game) = drawn_game(seed)
    for _again in range(4):
        if (due := due_of(game)) is None:
            return
        assert decide(game, Elapse(due.kind, due.ply), None, due.at - FLAG_GRACE - 1) == ()
        events = decide(game, Elapse(due.kind, due.ply), None, max(now, due.at))
        assert events
        for event in events:
            game = evolve(game, event)
    assert due_of(game) is None


@seeds(SEEDS, long=range(3000))
def test_a_fold_in_parts_is_the_whole(seed: int) -> None:
    steps = drawn_game(seed)
    first, last = steps[0][0], steps[-1][-1]
    happened = [event for *_step, events, _after in steps for event in events]
    half = len(happened) // 2
    assert fold(first, happened) == last
    assert fold(fold(first, happened[:half]), happened[half:]) == last


def test_games_by_chance_are_games() -> None:
    """The control: without moves, ends and pauses among them these tests would show nothing."""
    happened = Counter(
        (type(event).__name__, event.reason.value if isinstance(event, GameEnded) and event.reason else "")
        for seed in SEEDS
        for _before, _command, _by, _now, events, _after in drawn_game(seed)
        for event in events
    )
    assert happened["MovePlayed", ""] > 3000
    assert {reason for _name, reason in happened} >= {
        "TIMEOUT",
        "RESIGNATION",
        "DRAW_AGREEMENT",
        "THREE_FOLD_REPETITION",
        "NO_SHOW",
    }
    assert {name for name, _reason in happened} == {event.__name__ for event in GAME_EVENTS} - {"GameImported"}
