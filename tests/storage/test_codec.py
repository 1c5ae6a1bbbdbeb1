"""Events age well: every (type, schema) that was ever written can be read for ever."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from podium.chess import BLACK, WHITE
from podium.core.errors import Unavailable
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import Player, PlayerFields
from podium.core.points import Points
from podium.core.ratings.official_ratings import OfficialKind, OfficialRating, OfficialRatings, RatingOrigin
from podium.core.result import ByeType, Result, scoring
from podium.core.timecontrol import TimeControls
from podium.doubles import FreeGame, Later, PassedOver, Sets
from podium.flow.commands import PairRound, RecordResult
from podium.flow.event.kept_records import AddedPoints, KeptApart, KeptLine, KeptRecords, VirtualPoints
from podium.flow.event.setting_values import Settings, StartingRank
from podium.flow.event.settings import merge_settings
from podium.flow.events import (
    EVENTS,
    BoardsChanged,
    BracketBuilt,
    BracketChanged,
    BracketRemoved,
    BreachRecorded,
    BreachRemoved,
    CommitReverted,
    EditingChanged,
    Event,
    FideModeLeft,
    FormatChanged,
    GroupsChanged,
    NumbersChanged,
    PlayerForgotten,
    PlayersChanged,
    PrizeRulesSet,
    PrizesAllocated,
    PrizesSet,
    RatingResultRecorded,
    ReportChanged,
    ResultRecorded,
    RoundPaired,
    RoundPlayed,
    RoundStartChanged,
    RoundUnpaired,
    RoundWindowKept,
    Seating,
    SetsRecorded,
    SettingsChanged,
    StageBegun,
    StageChanged,
    StageTakenBack,
    StartPositionChanged,
    TieOrdered,
    TournamentCreated,
    Visibility,
    VisibilityChanged,
)
from podium.flow.fide.breaches import Breach, BreachKind
from podium.flow.prizes.prizes import Allocated, Plan
from podium.flow.rounds.kept_values import (
    BegunStage,
    CutDecidedBy,
    Draw,
    Groups,
    RecordedPoints,
    Renumbered,
    StartPosition,
    TieOrder,
    TieOrderedBy,
    WentOn,
)
from podium.flow.rounds.statements import Report, Statement
from podium.flow.state import Boards, Bye, Game, Match, Side, Stage
from podium.games.events import (
    GAME_EVENTS,
    ArbiterCalled,
    BothAbsent,
    CallAnswered,
    ClaimFailed,
    DrawOfferClosed,
    DrawOffered,
    GameEnded,
    GameEvent,
    GameImported,
    GameOpened,
    GamePaused,
    GameRestarted,
    GameResumed,
    GameStarted,
    MovePlayed,
    MovesRestored,
    MovesTakenBack,
    PlayerCame,
    PlayerLeft,
    PlayerReady,
    PlayerReturned,
    StartMoved,
    TimeAdded,
    WaitExtended,
)
from podium.games.state import CallKind, PauseCause
from podium.games.terms import GameTerms
from podium.knockout import (
    BracketMatch,
    Changed,
    DrawConfig,
    DrawRuleMode,
    Outcome,
    Reason,
    Seeding,
    Status,
    TieBreakPolicy,
)
from podium.knockout import Rules as KnockoutRules
from podium.prizes import (
    Award,
    Category,
    Certificate,
    Conflict,
    Metadata,
    Mode,
    Order,
    Override,
    Pool,
    Prize,
    Rules,
    Sharing,
    Unfilled,
    Unmatched,
)
from podium.storage.journal.codec import SCHEMAS, decode, digest, encode
from podium.tiebreaks import UnratedMethod
from tests.kit.loops import every
from tests.kit.options import STAGES

OF_STAGES = merge_settings(None, {"name": "Open", "stages": STAGES})
GROUPS = Groups(((PlayerId("p1"), PlayerId("p3")), (PlayerId("p2"),)), "a-seed")
BEGUN = StageBegun(
    BegunStage(
        2,
        GROUPS,
        (WentOn(PlayerId("p1"), "A1"), WentOn(PlayerId("p2"), "B1")),
        CutDecidedBy.HAND,
        {PlayerId("p1"): Points.of(1)},
        ((PlayerId("p1"), PlayerId("p2")),),
    )
)
SAMPLES = Path(__file__).parents[1] / "golden" / "events.json"

SAID = Statement(PlayerId("p1"), "2026-05-01T10:00:00.000+00:00", Result.WHITE_WINS)
OBJECTED = Statement(PlayerId("p2"), "2026-05-01T10:00:20.000+00:00", sets=Sets(2, 1))
SETTINGS = Settings(
    "Open", "round-robin", 9, "Łódź", "2026-05-01", "2026-05-09", ("A", "B"), scoring("3-1-0"), ("BH", "SB"), 2
)
ALICE = Player("p1", 1, PlayerFields("Alice", 2100, section="A", rank=3), byes={3: ByeType.HALF})  # type: ignore[arg-type]  # ids are text
BOARDS = Boards(
    (Game("t-1", 1, "p1", "p2", "A", Result.DRAW), Game("t-2", 2, "p3", "p4")),  # type: ignore[arg-type]  # ids are text
    (Bye("t-3", 3, "p5", ByeType.UNSPECIFIED, recorded=Points.of("0.5")),),  # type: ignore[arg-type]  # ids are text
)
BREACH = Breach(
    BreachKind.CORRECTION,
    5,
    "A",
    (PlayerId("p1"), PlayerId("p2")),
    (Result.DRAW, None),
    (ByeType.HALF, None),
    (((PlayerId("p1"), PlayerId("p2")), (PlayerId("p3"),)), ()),
    ((1, 2), (2, 1)),
    (UnratedMethod.LOWEST, 1400),
    "12-3 9-4 => 12-4 9-3",
)
SEATS = {"A": (PlayerId("p1"), PlayerId("p2"))}
PAIRED = RoundPaired(1, BOARDS, "round-robin", "2026-05-01T10:00:00.000+00:00", "1", "5eed", SEATS, Stage.PUBLISHED)
PLAN = Plan((Category("c", "Girls", 1, gender="f", section="A"),), (Prize("z", "c", 1, 9950, trophy=True),), "EUR")
ALLOCATED = Allocated(
    plan=PLAN,
    rules=Rules(True, Mode.FIRST_WIN, Order.OPTIMAL, Sharing.EQUAL),
    overrides=(Override("z", "p1"),),
    winners=(Award("z", "p1", "rating", override=True),),
    conflicts=(Conflict("y", "p1", "identical_rank_rating_name", ("p2",)),),
    unfilled=(Unfilled("x", "all_won"),),
    metadata=Metadata(1, 1, 1, 1, "2026-05-01T10:00:00.000+00:00"),
    log=("[alloc] queue=3 prizes in queue",),
    pools=(Pool(("z",), (("p1", 9950),)),),
    certificate=Certificate(("c",), {"p1": ("c",)}),
    published=True,
    decisions=(("p1", "p2"),),
    unmatched=(Unmatched("c", "city", "Ledes"),),
)
OF_A_REPORT = replace(
    SETTINGS,
    federation="POL",
    chief_arbiter="IA Anna",
    deputy_arbiters=("Ben", "Cleo"),
    rate_of_play="90 min",
    round_dates=("2026-05-01", "2026-05-02"),
    starting_rank=StartingRank.HIGHER,
    national_ratings="POL",
)
KEPT = KeptRecords(
    "Swiss",
    "FIDE_DUTCH_2017",
    (AddedPoints(Points.of(-1), (PlayerId("p1"),), 2), AddedPoints(Points.of(1), (PlayerId("p2"),), at_the_end=True)),
    (VirtualPoints(Points.of(1), 1, 3, (PlayerId("p1"),)),),
    (KeptApart((PlayerId("p1"), PlayerId("p2")), 2, 3),),
    (KeptLine("### remark"), KeptLine("POL    1 a line", PlayerId("p1"))),
)
PAID = Game(
    PairingId("t-1"), 1, PlayerId("p1"), PlayerId("p2"), "", Result.WHITE_WINS,
    recorded=RecordedPoints(Result.WHITE_WINS, Points.of(1), Points.of("0.5")),
)  # fmt: skip
RENUMBERED = Renumbered(2, {"A": {PlayerId("p1"): 2, PlayerId("p2"): 1}})
P = [PlayerId(f"p{number}") for number in range(1, 6)]
TABLE = Match(PairingId("t-1"), 1, (P[0], P[1]), (P[2], P[3]), "", Sets(3, None), 3)
DRAWN = RoundPaired(
    2,
    Boards((), (Bye(PairingId("t-2"), 2, P[4], ByeType.FREE, recorded=Points.of(1)),), (TABLE,)),
    "doubles",
    "2026-06-19T19:00:00.000+00:00",
    seed="5eed",
    draw=Draw((Later(((P[0], P[2]),), (P[4],)),), (FreeGame(P[4], 0, 4),), (PassedOver(P[3], (P[4],), 3),), 1),
)
RULES = KnockoutRules(
    draw_config=DrawConfig(30, 1),
    tie_break_policy=TieBreakPolicy.BEST_OF_3,
    seeding=Seeding.DRAWN,
    third_place_match=True,
)
MATCH = BracketMatch("t-4", 1, 1, PlayerId("p1"), PlayerId("p2"), paired_at="2026-05-01T09:00:00.000+00:00")  # type: ignore[arg-type]  # ids are text
TIED = BracketMatch(
    "t-4", 1, 1, PlayerId("p1"), PlayerId("p2"), Status.FINISHED, Outcome.DRAW, Reason.STALEMATE,  # type: ignore[arg-type]  # ids are text
    finished_at="2026-05-01T10:00:00.000+00:00", tie_breaks=("t-5",),  # type: ignore[arg-type]  # ids are text
)  # fmt: skip
TIE_BREAK = BracketMatch(
    "t-5", 1, 1, PlayerId("p2"), PlayerId("p1"), parent="t-4", index=1, kind=TieBreakPolicy.BEST_OF_3, clock="3+2"  # type: ignore[arg-type]  # ids are text
)  # fmt: skip
PUBLISHED = OfficialRatings(
    OfficialRating(2100, "fide", "2026-11"),
    national=OfficialRating(2000),
    origin=RatingOrigin(OfficialKind.STANDARD, "fide", "2026-11"),
)
BUILT = BracketBuilt(RULES, (PlayerId("p1"), PlayerId("p2")), (MATCH,), "5eed")
NOW: tuple[Event, ...] = (
    TournamentCreated("t", SETTINGS),  # type: ignore[arg-type]  # ids are text
    SettingsChanged(SETTINGS, Settings("Other", "manual")),
    FormatChanged(Settings("Old", "manual"), Settings("Old", "round-robin"), Seating({}, SEATS)),
    VisibilityChanged(Visibility(), Visibility(published=True)),
    PlayersChanged((ALICE,), (ALICE, ALICE)),
    PAIRED,
    RoundUnpaired(PAIRED),
    RoundUnpaired(replace(PAIRED, editing=True)),
    BoardsChanged(2, BOARDS, Boards()),
    ResultRecorded(2, "t-1", None, Result.BOTH_FORFEIT),  # type: ignore[arg-type]  # ids are text
    DRAWN,
    SetsRecorded(1, PairingId("t-1"), Side.AWAY, None, 0),
    ReportChanged(2, PairingId("t-1"), None, Report((SAID,)), PlayerId("p1")),
    ReportChanged(2, PairingId("t-1"), Report((SAID,)), Report((SAID, OBJECTED), SAID.at)),
    StageChanged(3, Stage.DRAFT, Stage.CLOSED),
    StageChanged(3, Stage.DRAFT, Stage.PUBLISHED, "2026-05-01T09:00:00.000+00:00"),
    RoundUnpaired(replace(PAIRED, stage=Stage.PUBLISHED, starts_at="2026-05-01T09:00:00.000+00:00")),
    PrizesSet(Plan(), PLAN),
    PrizeRulesSet(None, Rules(order=Order.VALUE_FIRST, category_rank=True)),
    PrizesAllocated(None, ALLOCATED),
    EditingChanged(3, before=False, after=True),
    EditingChanged(3, before=True, after=False, implied=True, differing=2),
    PlayersChanged((ALICE,), (replace(ALICE, withdrawn=True, expelled=True),)),
    PlayersChanged((ALICE,), (replace(ALICE, fields=replace(ALICE.fields, official=PUBLISHED)),)),
    PlayersChanged((ALICE,), (replace(ALICE, half_byes=False),)),
    PlayersChanged((ALICE,), (replace(ALICE, later_ratings={4: 2310, 7: 2295}),)),
    RoundStartChanged(3, None, "2026-05-01T09:00:00.000+00:00"),
    StartPositionChanged(3, None, StartPosition(518, "a-seed")),
    StartPositionChanged(3, StartPosition(518, "a-seed"), StartPosition(0)),
    NumbersChanged(None, RENUMBERED),
    NumbersChanged(None, replace(RENUMBERED, by_hand=True, exchanged=((PlayerId("p2"), PlayerId("p1")),))),
    TieOrdered(None, TieOrder(5, (PlayerId("p2"), PlayerId("p1")), TieOrderedBy.LOT, "t")),
    replace(PAIRED, numbers=RENUMBERED.numbers),
    BUILT,
    BracketRemoved(BUILT),
    BracketChanged(Changed((MATCH,), (TIED, TIE_BREAK))),
    TournamentCreated(TournamentId("t"), OF_STAGES),
    GroupsChanged(1, None, GROUPS),
    BEGUN,
    StageTakenBack(BEGUN),
    CommitReverted(7, again=True),
    FideModeLeft(3),
    RoundWindowKept(4),
    RoundPlayed(5, "A"),
    BreachRecorded(BREACH),
    BreachRemoved(BREACH),
    RatingResultRecorded(1, PairingId("t-1"), None, Result.BLACK_WINS),
    PlayerForgotten(PlayerId("p1"), 2),
    TournamentCreated(TournamentId("t"), OF_A_REPORT, KEPT),
    TournamentCreated(TournamentId("t"), SETTINGS, lots_from="first"),
    RoundPaired(1, Boards((PAID,)), "report", "2026-05-01T10:00:00.000+00:00"),
)


TERMS = GameTerms(
    TimeControls.parse("5+0/4+0"), DrawRuleMode.NO_DRAW, 30, 1, True, 60, True, "2026-05-01T10:00:00+00:00"
)
GAME_NOW: list[GameEvent] = [
    GameOpened(PairingId("t-g"), TournamentId("t"), 2, PlayerId("a"), PlayerId("b"), TERMS, 1_777_000_000_000),
    GameImported(
        PairingId("t-g"),
        TournamentId("t"),
        2,
        PlayerId("a"),
        PlayerId("b"),
        (("e2e4", "e4"), ("e7e5", "e5")),
        (60_000, None),
        Outcome.DRAW,
        1_777_000_000_000,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    PlayerReady(WHITE, 1_777_000_000_001),
    PlayerCame(WHITE, 1_777_000_000_001),
    PlayerLeft(WHITE, 1_777_000_000_002),
    BothAbsent(1_777_000_000_003),
    StartMoved("2026-05-01T09:00:00.000+00:00", 1_777_000_000_004),
    GameStarted(1_777_000_000_002),
    MovePlayed(0, "e2e4", "e4", 1_777_000_000_003, 299_000, 900),
    DrawOffered(BLACK),
    DrawOfferClosed(WHITE),
    GamePaused(PauseCause.INTERRUPTION, 1_777_000_000_004, 298_000, 240_000, 1_777_000_060_004),
    PlayerReturned(BLACK, 1_777_000_000_005, 1_777_000_010_005),
    GameResumed(1_777_000_000_006),
    TimeAdded(60_000, 0),
    WaitExtended(60_000),
    MovesTakenBack(2, 300_000, 299_000, 1_777_000_000_007),
    MovesRestored(1_777_000_000_007),
    GameEnded(Outcome.WHITE_WIN, Reason.CHECKMATE, 1_777_000_000_007, 100, 200, by_hand=True),
    GameRestarted(TERMS, 1_777_000_000_008),
    GameRestarted(
        replace(TERMS, time=TimeControls.parse("40/90+30 : 0:30d5/90b5"), start_position=12), 1_777_000_000_008
    ),
    ArbiterCalled(WHITE, CallKind.DISTURBANCE, "a telephone", 1_777_000_000_008),
    ClaimFailed(WHITE, 120_000),
    CallAnswered(WHITE, "coming", done=False, at=1_777_000_000_009),
]


@every("event", NOW, ids=lambda event: type(event).__name__)
def test_what_is_written_is_read_again(event: Event) -> None:
    assert decode(*encode(event)) == event


@every("event", GAME_NOW, ids=lambda event: type(event).__name__)
def test_what_is_written_of_a_game_is_read_again(event: GameEvent) -> None:
    assert decode(*encode(event)) == event


def test_there_is_an_example_of_every_kind_of_event() -> None:
    assert {type(event) for event in NOW} >= set(EVENTS)
    assert {type(event) for event in GAME_NOW} == set(GAME_EVENTS)
    assert set(SCHEMAS) == {kind.__name__ for kind in (*EVENTS, *GAME_EVENTS)}


def released() -> list[dict[str, object]]:
    samples: list[dict[str, object]] = json.loads(SAMPLES.read_text())
    return samples


@every("sample", released(), ids=lambda sample: f"{sample['type']}-{sample['schema']}")
def test_every_released_shape_is_still_understood(sample: dict[str, object]) -> None:
    event = decode(str(sample["type"]), int(str(sample["schema"])), json.dumps(sample["body"]))
    assert type(event).__name__ == sample["type"]
    assert decode(*encode(event)) == event


def test_a_sample_of_every_present_shape_is_kept() -> None:
    kept = {(sample["type"], sample["schema"]) for sample in released()}
    assert kept >= set(SCHEMAS.items())


def test_the_same_words_have_the_same_fingerprint_and_others_another() -> None:
    assert digest(PairRound(1)) == digest(PairRound(1))
    assert len({digest(PairRound(1)), digest(PairRound(2)), digest(PairRound()), digest(RecordResult("x", None))}) == 4  # type: ignore[arg-type]  # ids are text


@pytest.mark.parametrize("body", ["{", "[]", "null", '{"name": 1}', '{"name": "\\ud800"}'])
def test_a_row_that_nobody_wrote_is_said_to_be_damaged(body: str) -> None:
    with pytest.raises(Unavailable) as caught:
        decode("TournamentCreated", SCHEMAS["TournamentCreated"], body)
    assert caught.value.code == "database-torn"


def test_further_draw_rules_are_stored_as_they_came() -> None:
    """The description of the knockout, 2.2: `drawConfig` holds "minMove, maxOffers, etc."."""
    config = DrawConfig(30, None, {"repetition": "fivefold", "ladder": [1, 2.5, None, {"x": True}]})
    settings = Settings("Cup", "knockout", knockout=KnockoutRules(draw_config=config))
    event = SettingsChanged(Settings("Cup", "knockout", knockout=KnockoutRules()), settings)
    assert decode(*encode(event)) == event


@pytest.mark.parametrize(
    ("before", "text"), [("12-3 9-4", "12-3 9-4 => 12-4 9-3"), ("", "12-4 9-3")], ids=["a change", "an act alone"]
)
def test_an_act_that_was_kept_in_words_keeps_them(before: str, text: str) -> None:
    body = {"breach": {"kind": "MPA", "round": 5, "after": "12-4 9-3", "before": before, "section": "A"}}
    for kind in (BreachRecorded, BreachRemoved):
        assert decode(kind.__name__, 1, json.dumps(body)) == kind(Breach(BreachKind.BY_HAND, 5, "A", text=text))
