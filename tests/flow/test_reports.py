"""Players report the results of their own games: who may say what, when it counts, and that an arbiter's word stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from podium.core.dice import Dice
from podium.core.errors import PodiumError
from podium.core.ids import PairingId, PlayerId
from podium.core.result import Result
from podium.doubles import Sets
from podium.flow.commands import (
    Act,
    ClickSets,
    CloseRound,
    ConfirmReport,
    CorrectResult,
    CountSets,
    ObjectToReport,
    RearrangePairing,
    RecordResult,
    RecordSets,
    ReportResult,
    UnpairRound,
    WithdrawReport,
)
from podium.flow.decide import decide
from podium.flow.events import ReportChanged
from podium.flow.evolve import fold
from podium.flow.revert import reverted
from podium.flow.rounds.statements import PlayerReports, Report, ReportStatus, Statement, read_score, written_score
from podium.flow.state import Game, Match, Side, Stage, Tournament
from podium.knockout import Reason
from tests.kit.cups import cup
from tests.kit.events import Director, director, refused
from tests.kit.loops import every, examples

START = datetime.fromisoformat("2026-05-01T10:00:00+00:00")


class Hall:
    """An event in which the time is what a test says; the first game is that of the players `a` and `b`."""

    def __init__(self, event: Director, game: PairingId | None = None) -> None:
        self.state = event.state
        self.seconds = 0
        self.game = game or next(iter(event.round().games))
        self.commits: list[tuple[object, ...]] = []

    @property
    def pairing(self) -> Game | Match:
        pairing = self.state.pairing(self.game)
        assert isinstance(pairing, Game | Match)
        return pairing

    @property
    def players(self) -> dict[str, PlayerId]:
        """White and Black of a game; of doubles `a` and `c` play at home, `b` and `d` away."""
        pairing = self.pairing
        if isinstance(pairing, Match):
            return dict(zip("acbd", pairing.players, strict=True))
        return {"a": pairing.white, "b": pairing.black}

    def do(self, command: Act) -> tuple[object, ...]:
        now = (START + timedelta(seconds=self.seconds)).isoformat()
        events = decide(self.state, command, now, Dice(len(self.commits)))
        after = fold(self.state, events)
        assert after is not None
        self.state = after
        self.commits.append(events)
        return events

    def says(self, who: str, what: str) -> None:
        """`1-0` reports, `ok` confirms, `ok 1-0` confirms that, `no 1-0` objects, `back` takes back."""
        player, (verb, _, score) = self.players[who], what.partition(" ")
        match verb:
            case "ok":
                self.do(ConfirmReport(self.game, read_score("result", score) if score else None, player))
            case "no":
                self.do(ObjectToReport(self.game, read_score("result", score), player))
            case "back":
                self.do(WithdrawReport(self.game, player))
            case _:
                self.do(ReportResult(self.game, read_score("result", what), player))

    def records(self, score: str | None) -> None:
        """What an arbiter enters."""
        if score is not None and isinstance(sets := read_score("result", score), Sets):
            self.do(RecordSets(self.game, {Side.HOME: sets.home, Side.AWAY: sets.away}))
        elif isinstance(self.pairing, Match):
            self.do(RecordSets(self.game, dict.fromkeys(Side)))
        else:
            self.do(RecordResult(self.game, Result(score) if score else None, confirm=True))

    @property
    def stored(self) -> str | None:
        pairing = self.pairing
        if isinstance(pairing, Game):
            return pairing.result.value if pairing.result else None
        return None if pairing.sets == Sets() else f"{pairing.sets.home}:{pairing.sets.away}"

    @property
    def status(self) -> str | None:
        report = self.state.reports.get(self.game)
        return report.status.value if report else None


def game(format: str = "manual", **settings: Any) -> Hall:
    """A published game of Ann (White, `a`) against Ben (`b`)."""
    event = director(format, **settings)
    event.players("Ann", "Ben")
    event.publish_event()
    event.pair() if format != "manual" else event.pairs(1, [("Ann", "Ben")])
    event.publish(1)
    return Hall(event)


def table(**settings: Any) -> Hall:
    """A published match of doubles."""
    event = director("doubles", setsToWin=2, rounds=1, **settings)
    event.players("Ann", "Ben", "Cid", "Dan")
    event.publish_event()
    event.pair()
    event.publish(1)
    return Hall(event)


def final(**settings: Any) -> Hall:
    """The final of a knockout of two."""
    return Hall(cup(2, **settings))


def told(hall: Hall, words: Sequence[str]) -> Hall:
    """A hall after `a: 1-0`, `arbiter: 0-1`, `30 s`."""
    for line in words:
        who, _, what = line.partition(": ")
        if not what:
            hall.seconds += int(line.removesuffix(" s"))
        elif who == "arbiter":
            hall.records(None if what == "clear" else what)
        else:
            hall.says(who, what)
    return hall


# --- what counts, and when -------------------------------------------------------------------

WORDS = [
    # what is said, the status, what counts at once, what counts once both agree
    ([], None, None, None),
    (["a: 1-0"], "reported", "1-0", None),
    (["b: 1-0"], "reported", "1-0", None),
    (["a: 1-0", "a: 1-0"], "reported", "1-0", None),
    (["a: 1-0", "b: ok"], "confirmed", "1-0", "1-0"),
    (["a: 1-0", "b: ok 1-0"], "confirmed", "1-0", "1-0"),
    (["a: 1-0", "b: 1-0"], "confirmed", "1-0", "1-0"),
    (["a: 1-0", "b: no 0-1"], "disputed", "1-0", None),
    (["a: 1-0", "b: 1/2-1/2"], "disputed", "1-0", None),
    (["a: 1-0", "b: no 0-1", "a: ok"], "confirmed", "0-1", "0-1"),
    (["a: 1-0", "b: no 0-1", "b: ok"], "confirmed", "1-0", "1-0"),
    (["a: 1-0", "b: no 0-1", "a: 0-1"], "confirmed", "0-1", "0-1"),
    (["a: 1-0", "b: no 0-1", "a: 1-0"], "disputed", "1-0", None),
    (["a: 1-0", "b: no 0-1", "arbiter: 0-1"], "decided", "0-1", "0-1"),
    (["a: 1-0", "b: no 0-1", "arbiter: 1-0"], "decided", "1-0", "1-0"),
    (["a: 1-0", "arbiter: 1-0"], "decided", "1-0", "1-0"),
    (["a: 1-0", "arbiter: 1-0", "b: 1-0"], "decided", "1-0", "1-0"),
    (["a: 1-0", "b: ok", "arbiter: 1-0"], "confirmed", "1-0", "1-0"),
    (["a: 1-0", "b: ok", "arbiter: 0-1"], "decided", "0-1", "0-1"),
    (["a: 1-0", "b: no 0-1", "arbiter: clear"], None, None, None),
    (["a: 1-0", "arbiter: clear", "b: 0-1"], "reported", "0-1", None),
    (["arbiter: 1-0", "a: 1-0"], None, "1-0", "1-0"),
    (["a: 1-0", "a: back"], None, None, None),
    (["a: 1-0", "60 s", "a: back"], None, None, None),
    (["a: 1-0", "a: back", "a: 0-1"], "reported", "0-1", None),
    (["a: 1-0", "300 s", "b: ok", "b: back"], "reported", "1-0", None),
    (["a: 1-0", "300 s", "b: no 0-1", "b: back"], "reported", "1-0", None),
    (["a: 1-0", "b: no 0-1", "b: back", "b: no 1/2-1/2"], "disputed", "1-0", None),
]


FORMATS: dict[str, Callable[..., Hall]] = {
    "manual": game,
    "swiss": lambda **more: game("swiss", rounds=1, **more),
    "round-robin": lambda **more: game("round-robin", **more),
    "knockout": final,
}


@every("make", FORMATS.values(), ids=FORMATS)
@every(("words", "status", "at_once", "agreed"), WORDS, ids=lambda each: str(each))
def test_what_players_say_counts_at_once_or_once_both_agree(make, words, status, at_once, agreed) -> None:  # type: ignore[no-untyped-def]  # a table
    for mode, counts in (("at-once", at_once), ("agreed", agreed)):
        hall = told(make(playerReports=mode), words)
        assert (hall.status, hall.stored) == (status, counts), mode


IN_DOUBLES = [
    (["a: 2:1"], "reported", "2:1", None),
    (["a: 2:1", "c: 2:1"], "reported", "2:1", None),
    (["c: 2:1", "d: ok"], "confirmed", "2:1", "2:1"),
    (["b: 2:1", "a: 2:1"], "confirmed", "2:1", "2:1"),
    (["a: 2:1", "d: no 0:2"], "disputed", "2:1", None),
    (["a: 2:1", "d: no 0:2", "c: ok 0:2"], "confirmed", "0:2", "0:2"),
    (["a: 2:1", "d: no 0:2", "arbiter: 1:2"], "decided", "1:2", "1:2"),
    (["a: 2:1", "d: no 0:2", "arbiter: clear"], None, None, None),
    (["a: 2:1", "a: back"], None, None, None),
]


@every(("words", "status", "at_once", "agreed"), IN_DOUBLES, ids=lambda each: str(each))
def test_any_of_the_four_reports_a_match_and_one_of_the_other_team_answers(words, status, at_once, agreed) -> None:  # type: ignore[no-untyped-def]  # a table
    for mode, counts in (("at-once", at_once), ("agreed", agreed)):
        hall = told(table(playerReports=mode), words)
        assert (hall.status, hall.stored) == (status, counts), mode


# --- what is refused -------------------------------------------------------------------------

REFUSED = [
    (["a: 1-0"], "a: 0-1", "report-made"),
    (["a: 1-0"], "a: ok", "nothing-reported"),
    ([], "b: ok", "nothing-reported"),
    ([], "b: no 1-0", "nothing-reported"),
    ([], "a: back", "nothing-reported"),
    (["a: 1-0"], "b: ok 0-1", "report-differs"),
    (["a: 1-0"], "b: no 1-0", "objection-agrees"),
    (["a: 1-0", "b: ok"], "b: 0-1", "report-confirmed"),
    (["a: 1-0", "b: ok"], "a: 0-1", "report-confirmed"),
    (["a: 1-0", "b: no 0-1"], "b: no 1/2-1/2", "report-disputed"),
    (["a: 1-0", "b: no 0-1"], "a: 1/2-1/2", "report-disputed"),
    (["a: 1-0", "arbiter: 1-0"], "b: 0-1", "report-decided"),
    (["a: 1-0", "arbiter: 1-0"], "a: back", "report-decided"),
    (["arbiter: 1-0"], "b: 0-1", "result-recorded"),
    (["arbiter: adjourned"], "b: 0-1", "result-recorded"),
    (["a: 1-0", "b: ok"], "a: back", "report-answered"),
    (["a: 1-0"], "b: back", "nothing-reported"),
    (["a: 1-0", "61 s"], "a: back", "report-too-old"),
    ([], "a: 1-0F", "result-not-for-players"),
    ([], "a: 2:1", "game-without-sets"),
]


@every(("words", "last", "code"), REFUSED, ids=lambda each: str(each))
def test_what_is_not_a_players_to_say_is_refused(words: list[str], last: str, code: str) -> None:
    hall = told(game(), words)
    before = hall.state
    with refused(code):
        told(hall, [last])
    assert hall.state is before


@every(
    ("last", "code"),
    [
        ("a: 1:1", "score-wins-nothing"),
        ("a: 3:1", "score-wins-nothing"),
        ("a: 2:2", "score-wins-nothing"),
        ("a: 1-0", "match-has-sets"),
    ],
)
def test_a_match_is_reported_by_a_score_that_wins_it(last: str, code: str) -> None:
    with refused(code):
        told(table(), [last])


def test_a_report_needs_an_event_a_round_and_a_game_that_take_it() -> None:
    with refused("reports-off"):
        told(game(playerReports="off"), ["a: 1-0"])
    with refused("report-of-live-game"):
        told(game(live=True), ["a: 1-0"])
    closed = told(game(), ["arbiter: 1-0"])
    closed.do(CloseRound(1))
    with refused("round-closed"):
        told(closed, ["a: 1-0"])
    event = director()
    event.players("Ann", "Ben", "Cid")
    event.pairs(1, [("Ann", "Ben"), ("Cid",)])
    with refused("unknown-pairing"):
        told(Hall(event), ["a: 1-0"])  # a draft
    event.publish(1)
    bye = event.pairing_id("Cid")
    with refused("result-on-bye"):
        Hall(event).do(ReportResult(bye, Result.DRAW, event.id("Cid")))
    with refused("unknown-pairing"):
        Hall(event).do(ReportResult(event.pairing_id("Ann"), Result.DRAW, event.id("Cid")))


# --- counting sets ---------------------------------------------------------------------------


def clicks(hall: Hall, who: str, side: Side, times: int = 1) -> Hall:
    for _ in range(times):
        hall.do(CountSets(ClickSets(hall.game, side), hall.players[who]))
    return hall


def test_sets_counted_to_the_end_are_a_report() -> None:
    hall = clicks(clicks(table(), "a", Side.AWAY), "a", Side.HOME, 2)
    assert (hall.stored, hall.status) == ("1:0", None)
    clicks(hall, "b", Side.HOME)  # anybody at the table counts
    assert (hall.stored, hall.status) == ("2:0", "reported")
    told(hall, ["a: ok"])
    assert hall.status == "confirmed"
    with refused("report-answered"):
        clicks(hall, "b", Side.HOME)


def test_a_click_too_many_is_corrected_by_the_one_who_made_it_within_a_minute() -> None:
    hall = clicks(clicks(table(), "a", Side.AWAY), "a", Side.HOME, 3)
    with refused("nothing-reported"):
        clicks(hall, "b", Side.HOME)
    clicks(hall, "a", Side.HOME)
    assert (hall.stored, hall.status) == ("0:0", None)
    clicks(hall, "a", Side.HOME, 2)
    hall.seconds += 61
    with refused("report-too-old"):
        clicks(hall, "a", Side.HOME)


def test_what_the_arbiter_entered_is_not_counted_over() -> None:
    hall = told(table(), ["arbiter: 2:0"])
    with refused("result-recorded"):
        clicks(hall, "a", Side.AWAY)
    assert hall.stored == "2:0"


def test_a_whole_score_of_the_other_team_is_an_objection_and_half_a_score_is_none() -> None:
    hall = told(table(), ["a: 2:0"])
    hall.do(CountSets(RecordSets(hall.game, {Side.HOME: 0, Side.AWAY: 2}), hall.players["b"]))
    assert (hall.status, hall.stored) == ("disputed", "2:0")
    agreed = table(playerReports="agreed")
    with refused("sets-need-agreement"):
        clicks(agreed, "a", Side.HOME)
    with refused("game-without-sets"):
        hall = game()
        hall.do(CountSets(ClickSets(hall.game, Side.HOME), hall.players["a"]))


# --- the round, its boards, and undo ---------------------------------------------------------


def test_a_round_with_a_dispute_closes_only_if_that_is_confirmed() -> None:
    hall = told(game(), ["a: 1-0", "b: no 0-1"])
    with refused("round-disputed") as caught:
        hall.do(CloseRound(1))
    assert caught.value.facts == {"value": 1, "boards": [1]}
    hall.do(CloseRound(1, confirm=True))
    assert (hall.state.rounds[0].stage, hall.stored) == (Stage.CLOSED, "1-0")


@every("words", [["a: 1-0"], ["a: 1-0", "b: ok"], ["a: 1-0", "b: no 0-1", "arbiter: 0-1"]], ids=str)
def test_a_round_without_a_dispute_closes(words: list[str]) -> None:
    hall = told(game(), words)
    hall.do(CloseRound(1))
    assert hall.state.rounds[0].stage is Stage.CLOSED


def test_a_correction_of_a_closed_round_decides_too() -> None:
    hall = told(game(), ["a: 1-0"])
    hall.do(CloseRound(1))
    hall.do(CorrectResult(RecordResult(hall.game, Result.BLACK_WINS)))
    assert (hall.status, hall.stored) == ("decided", "0-1")


def test_what_was_said_means_nothing_once_others_sit_there() -> None:
    hall = told(game(playerReports="agreed"), ["a: 1-0"])
    before = hall.state
    back = hall.do(RearrangePairing(hall.game, turn=True))
    assert hall.status is None
    assert fold(hall.state, reverted(hall.state, 9, back)) == before  # type: ignore[arg-type]  # events
    told(hall, ["a: 1-0"])
    gone = hall.do(UnpairRound(1))
    assert hall.state.reports == {}
    again = fold(hall.state, reverted(hall.state, 9, gone))  # type: ignore[arg-type]  # events
    assert again is not None
    assert again.reports[hall.game].statements[0].result is Result.WHITE_WINS


def test_the_bracket_goes_with_what_was_said_of_it_and_comes_back_with_it() -> None:
    hall = told(final(playerReports="agreed"), ["a: 1-0"])
    before = hall.state
    gone = hall.do(UnpairRound(1))
    assert hall.state.reports == {}
    assert fold(hall.state, reverted(hall.state, 9, gone)) == before  # type: ignore[arg-type]  # events


def test_the_games_after_a_draw_of_a_knockout_are_reported_one_by_one() -> None:
    hall = told(final(), ["a: 1/2-1/2", "b: ok"])
    games = hall.state.rounds[0].tie_breaks[hall.game]
    for each in games:
        if hall.state.pairing(each.id).result is None and each.id in hall.state.where:
            hall.do(ReportResult(each.id, Result.WHITE_WINS, each.white))
            hall.do(ConfirmReport(each.id, None, each.black))
    assert {report.status for report in hall.state.reports.values()} == {ReportStatus.CONFIRMED}
    told(hall, ["a: 1/2-1/2", "b: 1/2-1/2"])
    assert hall.status == "confirmed"


def test_a_report_of_a_knockout_is_taken_back_until_the_next_match_is_played() -> None:
    event = cup(4)
    first, second = (each.id for each in event.round(1).in_order)
    hall = told(Hall(event, first), ["a: 1-0"])
    hall.do(RecordResult(second, Result.WHITE_WINS))
    told(hall, ["a: back", "a: 1-0"])
    [last] = hall.state.rounds[1].games
    hall.do(RecordResult(last, Result.DRAW))
    with refused("result-has-consequences"):
        told(hall, ["a: back"])
    assert hall.stored == "1-0"


def test_a_draw_that_needs_a_reason_is_reported_with_it() -> None:
    hall = final(drawRuleMode="NO_DRAW_OFFER", playerReports="agreed")
    with refused("draw-reason-missing"):
        told(hall, ["a: 1/2-1/2"])
    hall.do(ReportResult(hall.game, Result.DRAW, hall.players["a"], Reason.STALEMATE))
    told(hall, ["b: ok"])
    assert (hall.status, hall.stored) == ("confirmed", "1/2-1/2")


def test_each_act_of_the_history_can_be_taken_back_in_turn() -> None:
    hall = game()
    states = [hall.state]
    for words in ("a: 1-0", "b: no 0-1", "arbiter: 0-1", "arbiter: clear", "b: 1/2-1/2", "a: ok"):
        told(hall, [words])
        states.append(hall.state)
    state = hall.state
    for events, before in zip(reversed(hall.commits), reversed(states[:-1]), strict=True):
        state = fold(state, reverted(state, 2, events))  # type: ignore[arg-type]  # events, and a state
        assert state == before


def test_what_was_answered_is_not_undone_under_the_answer() -> None:
    hall = told(game(), ["a: 1-0", "b: ok"])
    with refused("change-depended-on"):
        reverted(hall.state, 2, hall.commits[0], hall.commits[1])  # type: ignore[arg-type]  # events


# --- whatever is said, an arbiter's result stays ---------------------------------------------

PLAYERS = st.sampled_from([f"{who}: {what}" for who in "ab" for what in (
    "1-0", "0-1", "1/2-1/2", "ok", "ok 1-0", "no 1-0", "no 0-1", "no 1/2-1/2", "back",
)])  # fmt: skip
TIME = st.sampled_from(["10 s", "61 s"])
ARBITER = st.sampled_from([f"arbiter: {score}" for score in ("1-0", "0-1", "1/2-1/2", "1-0F", "0-0F", "clear")])


@settings(max_examples=examples(150), deadline=None)
@given(
    mode=st.sampled_from(["at-once", "agreed"]),
    words=st.lists(st.one_of(PLAYERS, PLAYERS, TIME, ARBITER), max_size=14),
    knockout=st.booleans(),
)
def test_players_never_change_what_an_arbiter_entered(mode: str, words: list[str], knockout: bool) -> None:
    hall = final(playerReports=mode) if knockout else game(playerReports=mode)
    entered: str | None = None
    for word in words:
        try:
            told(hall, [word])
        except PodiumError:
            continue
        if word.startswith("arbiter"):
            entered = hall.stored
        if entered is not None:
            assert hall.stored == entered, words
        report = hall.state.reports.get(hall.game)
        if report is None:
            continue
        assert {each.player for each in report.statements} <= set(hall.pairing.players)
        assert len({each.player for each in report.statements}) == len(report.statements)
        if report.status in (ReportStatus.REPORTED, ReportStatus.DISPUTED):
            first = written_score(report.statements[0].score)
            assert hall.stored == (first if mode == "at-once" else None), words
        elif report.status is ReportStatus.CONFIRMED:
            assert hall.stored == written_score(report.statements[0].score), words


def test_a_score_is_read_as_it_is_written() -> None:
    for text in ("1-0", "1/2-1/2", "0-1", "2:1", "0:10"):
        assert written_score(read_score("result", text)) == text
    with refused("result-unknown"):
        read_score("result", "2-1")


def test_a_mode_counts_what_it_says() -> None:
    one = Statement.from_score(PlayerId("a"), "2026-05-01T10:00:00+00:00", Result.DRAW)
    alone, both = Report((one,)), Report((one, replace(one, player=PlayerId("b"))))
    assert [alone.counts(mode) for mode in (PlayerReports.AT_ONCE, PlayerReports.AGREED)] == [one, None]
    assert [both.counts(mode) for mode in (PlayerReports.AT_ONCE, PlayerReports.AGREED)] == [one, one]


def test_a_report_is_one_event_beside_the_result() -> None:
    hall = told(game(), ["a: 1-0"])
    [result, report] = hall.commits[-1]
    assert isinstance(report, ReportChanged)
    assert report.player == hall.players["a"]
    assert type(result).__name__ == "ResultRecorded"
    state: Tournament = hall.state
    assert list(state.reports) == [hall.game]
