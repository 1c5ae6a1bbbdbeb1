"""What holds whatever anybody does, in whatever order and at whatever time."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as some

from podium import chess
from podium.chess import BLACK, WHITE, Colour
from podium.core.errors import PodiumError
from podium.games.clock import MOST_FORGIVEN, QUOTA_GAIN, increment
from podium.games.commands import (
    AcceptDraw,
    AddTime,
    BeReady,
    ClaimDraw,
    DeclareResult,
    DeclineDraw,
    Elapse,
    EndByHand,
    GameCommand,
    Interrupt,
    OfferDraw,
    PauseGame,
    PlayMove,
    ReplayGame,
    Resign,
    ResumeGame,
    SuspendGame,
    VoidGame,
    WithdrawDraw,
)
from podium.games.decide import decide
from podium.games.due import due_of
from podium.games.events import GameEvents, GameRestarted, MovePlayed, TimeAdded
from podium.games.evolve import evolve, fold
from podium.games.state import QUOTA, DueKind, LiveGame, Status
from podium.games.terms import GameTerms
from podium.knockout import Outcome
from tests.games.table import OPENED, opening, terms

MOVES = some.sampled_from(["e4", "e5", "Nf3", "Nf6", "Ng1", "Ng8", "f3", "g4", "Qh4", "nonsense", "a legal one"])
BY_PLAYERS = some.one_of(
    some.tuples(MOVES, some.sampled_from([0, 0, 0, 0, -1, 1]), some.none() | some.integers(-10, 70_000)),
    some.sampled_from([BeReady(), OfferDraw(), AcceptDraw(), DeclineDraw(), WithdrawDraw(), ClaimDraw(), Resign()]),
)
BY_OTHERS = some.one_of(
    some.sampled_from(
        [PauseGame(), ResumeGame(), ResumeGame(), SuspendGame(), DeclareResult(Outcome.DRAW), VoidGame()]
    ),
    some.sampled_from([EndByHand(Outcome.WHITE_WIN), EndByHand(None), ReplayGame(terms("1+1")), opening(terms("3+2"))]),
    some.builds(AddTime, some.integers(-1, 3601), some.integers(-1, 3601)),
    some.builds(Elapse, some.sampled_from(DueKind), some.integers(0, 4)),
    some.integers(-100_000, 1000),
)
STEP = some.tuples(
    BY_PLAYERS | BY_PLAYERS | BY_PLAYERS | BY_OTHERS,
    some.sampled_from([WHITE, BLACK]),
    some.sampled_from([-500, 0, 1, 50, 400, 3000, 20_000, 61_000]),
)
STEPS = some.lists(STEP, max_size=60)
TERMS = some.builds(
    terms,
    some.sampled_from(["1+0", "1+2", "0+3", {"white": "2+1", "black": "1+0"}]),
    claims=some.booleans(),
    wait=some.none() | some.integers(0, 90),
    starts_at=some.sampled_from([None, None, "2027-01-15T08:00:30Z"]),
)


def command_of(game: LiveGame, drawn: object, now: int) -> GameCommand:
    """The command that was drawn, with what it needs of the game: the ply as it stands, a move that is legal."""
    if isinstance(drawn, int):
        return Interrupt(now + drawn)
    if not isinstance(drawn, tuple):
        return drawn  # type: ignore[return-value]  # everything else is a command as it was drawn
    text, off, thinking = drawn
    legal = chess.legal_moves(game.board.position)
    if text == "a legal one" and legal:
        text = legal[now % len(legal)].uci
    return PlayMove(text, game.ply + off, thinking)


def held(before: LiveGame, after: LiveGame, events: GameEvents) -> None:
    """What holds of every step."""
    for colour in Colour:
        assert after.clocks.of(colour) >= 0
        assert 0 <= after.quotas.of(colour) <= QUOTA
        gained = sum(
            event.white if colour is WHITE else event.black for event in events if isinstance(event, TimeAdded)
        )
        moved = any(isinstance(event, MovePlayed) for event in events) and colour is before.turn
        if after.attempt == before.attempt and before.terms == after.terms:
            most = before.clocks.of(colour) + gained + (increment(before.terms, colour) if moved else 0)
            assert after.clocks.of(colour) <= most
        if moved:
            used = before.quotas.of(colour) + QUOTA_GAIN - after.quotas.of(colour)
            assert used <= MOST_FORGIVEN + QUOTA_GAIN
    if before.status is Status.FINISHED:
        voided = after.end is not None and after.end.outcome is None
        anew = any(isinstance(event, GameRestarted) for event in events)
        assert after == before or voided or anew
    assert (after.status is Status.FINISHED) is (after.end is not None)
    assert (after.status is Status.PAUSED) is (after.pause is not None)
    assert (after.status is Status.RUNNING) is (after.turn_since is not None)
    if after.status is Status.RUNNING:
        assert due_of(after) is not None  # no game runs for ever with nobody there
    assert len(after.times) == after.ply


@settings(max_examples=300)
@given(TERMS, STEPS)
@example(terms(), [])
def test_clocks_and_ends_hold_whatever_happens(by: GameTerms, steps: list[tuple[object, Colour, int]]) -> None:
    happened = decide(None, opening(by), None, OPENED)
    game, now = fold(None, happened), OPENED
    for drawn, player, later in steps:
        assert game is not None
        now += later
        command = command_of(game, drawn, now)
        try:
            events = decide(game, command, player, now)
        except PodiumError:
            continue
        after = fold(game, events)
        assert after is not None
        held(game, after, events)
        # What was decided once is not decided again by the same request.
        if isinstance(command, PlayMove) and events:
            assert decide(after, command, player, now) == ()
        happened, game = happened + events, after
    assert fold(None, happened) == game
    assert fold(fold(None, happened[: len(happened) // 2]), happened[len(happened) // 2 :]) == game


@settings(max_examples=100)
@given(TERMS, STEPS)
def test_what_is_due_comes_to_an_end(by: GameTerms, steps: list[tuple[object, Colour, int]]) -> None:
    """Nothing that is due leaves the game as it is, and after few of them nothing is due any more."""
    game, now = fold(None, decide(None, opening(by), None, OPENED)), OPENED
    for drawn, player, later in steps:
        assert game is not None
        now += later
        try:
            game = fold(game, decide(game, command_of(game, drawn, now), player, now))
        except PodiumError:
            continue
    for _again in range(4):
        assert game is not None
        due = due_of(game)
        if due is None:
            return
        events = decide(game, Elapse(due.kind, due.ply), None, max(now, due.at))
        assert events
        game = fold(game, events)
    assert game is not None
    assert due_of(game) is None


def test_a_game_is_folded_as_it_is_evolved() -> None:
    events = decide(None, opening(), None, OPENED)
    one_by_one = None
    for event in events:
        one_by_one = evolve(one_by_one, event)
    assert fold(None, events) == one_by_one
