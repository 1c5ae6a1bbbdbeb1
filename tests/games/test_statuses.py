"""Every command to a game at every stage: what comes of it, or the code it is refused with."""

import pytest

from podium.chess import BLACK, WHITE, Colour
from podium.core.errors import Forbidden, PodiumError, Unknown
from podium.core.ids import PlayerId
from podium.games.commands import (
    AcceptDraw,
    AddTime,
    AnswerCall,
    ArbiterAct,
    BeReady,
    CallArbiter,
    ClaimDraw,
    CountGame,
    DeclareResult,
    DeclineDraw,
    Elapse,
    EndByHand,
    ExtendWait,
    GameCommand,
    HoldGame,
    Interrupt,
    NotePresence,
    OfferDraw,
    PauseGame,
    PlayerAct,
    PlayMove,
    ReplayGame,
    Resign,
    ResumeGame,
    StartGame,
    SuspendGame,
    SystemAct,
    TakeBack,
    UndoAct,
    VoidGame,
    WithdrawDraw,
)
from podium.games.decide import decide
from podium.games.state import CallKind, DueKind
from podium.knockout import Outcome
from tests.games.table import OPENED, Table, at, opening, record, terms
from tests.kit.loops import every

STAGES = ("waiting", "running", "paused", "interrupted", "dropped", "finished", "void", "recorded")


def at_stage(stage: str) -> Table:
    """A game that is as far as the stage says; where it was played, White has offered a draw in the third move."""
    table = Table()
    if stage == "waiting":
        table.does(BLACK, BeReady())
    elif stage == "recorded":
        table.does(None, record("e4 e5", Outcome.DRAW))
    else:
        table.begun().moves("e4 e5 Nf3 Nc6")
        table.does(WHITE, OfferDraw())
    match stage:
        case "paused":
            table.does(None, PauseGame())
        case "interrupted":
            table.does(None, Interrupt(at(0)), after=100)
        case "dropped":
            table.does(None, SuspendGame())
        case "finished":
            table.does(WHITE, Resign())
        case "void":
            table.does(None, VoidGame())
    table.now += 20_000
    return table


NOT = "game-not-running"
ENDED = "GameEnded"
BACK = "MovesTakenBack"
# The command, by whom, and what comes of it in the order of the stages: events, "" for none, or a code.
TABLE: list[tuple[GameCommand, Colour | None, tuple[str, ...]]] = [
    (BeReady(), WHITE, ("PlayerReady GameStarted", "", NOT, "PlayerReturned", NOT, NOT, NOT, NOT)),
    (BeReady(), BLACK, ("", "", NOT, "PlayerReturned", NOT, NOT, NOT, NOT)),
    (PlayMove("Bc4", 4), WHITE, (NOT, "MovePlayed", NOT, NOT, NOT, NOT, NOT, NOT)),
    (PlayMove("e4", 0), WHITE, (NOT, "", "", "", "", "", "", "")),
    (PlayMove("d4", 0), WHITE, (NOT, "stale", NOT, NOT, NOT, NOT, NOT, NOT)),
    (PlayMove("Bc5", 4), BLACK, (NOT, "not-your-turn", NOT, NOT, NOT, NOT, NOT, NOT)),
    (PlayMove("Bc9", 4), WHITE, (NOT, "illegal-move", NOT, NOT, NOT, NOT, NOT, NOT)),
    (Resign(), WHITE, (NOT, ENDED, ENDED, ENDED, NOT, "", NOT, NOT)),
    (Resign(), BLACK, (NOT, ENDED, ENDED, ENDED, NOT, NOT, NOT, NOT)),
    (OfferDraw(), WHITE, (NOT, "", NOT, NOT, NOT, NOT, NOT, NOT)),
    (OfferDraw(), BLACK, (NOT, ENDED, NOT, NOT, NOT, NOT, NOT, NOT)),
    (AcceptDraw(), BLACK, (NOT, ENDED, NOT, NOT, NOT, NOT, NOT, NOT)),
    (AcceptDraw(), WHITE, (NOT, "draw-refused", NOT, NOT, NOT, NOT, NOT, NOT)),
    (DeclineDraw(), BLACK, (NOT, "DrawOfferClosed", NOT, NOT, NOT, NOT, NOT, NOT)),
    (WithdrawDraw(), WHITE, (NOT, "DrawOfferClosed", NOT, NOT, NOT, NOT, NOT, NOT)),
    (ClaimDraw(), WHITE, (NOT, "draw-refused", NOT, NOT, NOT, NOT, NOT, NOT)),
    (PauseGame(), None, ("GamePaused", "GamePaused", "", "GamePaused", "", NOT, NOT, NOT)),
    (ResumeGame(), None, ("", "", "GameResumed", "GameResumed", "GameResumed", NOT, NOT, NOT)),
    (AddTime(60), None, ("TimeAdded", "TimeAdded", "TimeAdded", "TimeAdded", "TimeAdded", NOT, NOT, NOT)),
    (AddTime(60, sets=True), None, ("TimeAdded", "TimeAdded", "TimeAdded", "TimeAdded", "TimeAdded", NOT, NOT, NOT)),
    (StartGame(), None, ("StartMoved", *[NOT] * 7)),
    (HoldGame(), None, ("", *[NOT] * 7)),
    (ExtendWait(60), None, (*["nobody-awaited"] * 5, NOT, NOT, NOT)),
    (TakeBack(2), None, (NOT, BACK, BACK, BACK, NOT, BACK, BACK, NOT)),
    (TakeBack(4), None, (NOT, *["no-such-ply"] * 3, NOT, BACK, BACK, NOT)),
    (TakeBack(-1), None, (NOT, *["no-such-ply"] * 3, NOT, "no-such-ply", "no-such-ply", NOT)),
    (CallArbiter(CallKind.OTHER), WHITE, (*["ArbiterCalled"] * 7, NOT)),
    (AnswerCall("coming"), None, ("no-call",) * 8),
    (UndoAct(), None, ("nothing-to-undo",) * 8),
    (DeclareResult(Outcome.DRAW), None, (ENDED, ENDED, ENDED, ENDED, ENDED, NOT, NOT, NOT)),
    (VoidGame(), None, (ENDED, ENDED, ENDED, ENDED, ENDED, ENDED, "", ENDED)),
    (ReplayGame(), None, ("", *["GameRestarted"] * 7)),
    (CountGame(), None, (NOT, NOT, NOT, NOT, NOT, "", NOT, "")),
    (record("d4"), None, ("GameImported", *["game-exists"] * 6, "GameImported")),
    (opening(), None, ("",) * 8),
    (opening(terms("3+2")), None, ("GameOpened", *[""] * 7)),
    (SuspendGame(), None, ("GamePaused", "GamePaused", "GamePaused", "GamePaused", "", "", "", "")),
    (EndByHand(Outcome.DRAW), None, (ENDED, ENDED, ENDED, ENDED, ENDED, "", "", "")),
    (EndByHand(None), None, ("",) * 8),
    (Elapse(DueKind.FLAG, 4), None, ("",) * 8),
    (Elapse(DueKind.START, 4), None, ("",) * 8),
    (Elapse(DueKind.NO_SHOW, 4), None, ("",) * 8),
    (Elapse(DueKind.RESUME, 4), None, ("",) * 8),
    (Interrupt(at(0)), None, ("", "GamePaused", "", "GamePaused", "", "", "", "")),
    (NotePresence(PlayerId("anna"), there=True), None, (*["PlayerCame"] * 5, *[""] * 3)),
    (NotePresence(PlayerId("anna"), there=False), None, ("",) * 8),
]


@every("stage", STAGES)
@every(("command", "by", "row"), TABLE, ids=lambda part: type(part).__name__)
def test_every_command_at_every_stage(
    command: GameCommand, by: Colour | None, row: tuple[str, ...], stage: str
) -> None:
    table = at_stage(stage)
    before = table.game
    try:
        came = " ".join(type(event).__name__ for event in table.does(by, command))
    except PodiumError as error:
        came = error.code
        assert table.game is before
    assert came == row[STAGES.index(stage)]


def test_the_table_has_every_command() -> None:
    named = {type(command) for command, _by, _row in TABLE}
    assert named == {*PlayerAct.__args__, *ArbiterAct.__args__, *SystemAct.__args__}


@every("command", [BeReady(), PlayMove("e4", 0), Resign(), OfferDraw(), ClaimDraw()])
def test_only_a_player_acts_for_a_player(command: GameCommand) -> None:
    with pytest.raises(Forbidden):
        Table().begun().does(None, command)


@every("command", [BeReady(), PauseGame(), VoidGame(), CountGame()])
def test_where_there_is_no_game_nothing_can_be_done(command: GameCommand) -> None:
    with pytest.raises(Unknown):
        decide(None, command, WHITE, OPENED)


@every("command", [SuspendGame(), EndByHand(Outcome.DRAW), Elapse(DueKind.FLAG, 0), Interrupt(OPENED)])
def test_nor_does_podium_do_anything(command: GameCommand) -> None:
    assert decide(None, command, None, OPENED) == ()
