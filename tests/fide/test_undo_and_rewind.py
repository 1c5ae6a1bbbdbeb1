"""Undo, redo and going back in FIDE mode: judged by what they change, as if it had been changed directly."""

from __future__ import annotations

import pytest

from podium.app.access import Role
from podium.app.handle import refused_undos
from podium.app.history.history import history
from podium.core.errors import Cautioned
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPlayers,
    ChangeSettings,
    Command,
    CorrectResult,
    EditPlayer,
    EditRound,
    HandPairing,
    PairAllRounds,
    PairByHand,
    PairRound,
    RearrangePairing,
    RecordBye,
    RecordResult,
    Redo,
    ReopenRound,
    Revert,
    Rewind,
    UnpairRound,
)
from podium.flow.formats.registry import format_of, numbers_in_round
from podium.flow.state import Game
from tests.kit.events import Director, breach_comments, director, games, refused

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay", "Gil", "Hal")


def swiss(rules: str = "fide") -> Director:
    event = director("swiss", rules=rules, rounds=6)
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - 100 * at) for at, name in enumerate(NAMES))))
    return event


def play(event: Director, rounds: int, *, close: bool = True) -> Director:
    """So many rounds, won by White."""
    for _round in range(rounds):
        event.do(PairRound(), acknowledged=1)
        number = len(event.state.rounds)
        event.publish(number)
        for game in games(event.round(number)):
            event.do(RecordResult(game.id, Result.WHITE_WINS))
        if close:
            event.close(number)
    return event


def comments(event: Director) -> list[str]:
    return breach_comments(event.state)


def last_line(event: Director) -> str:
    """What the history says of the last commit."""
    past = event.past
    return history([(commit, past.events(commit.version)) for commit in past.commits()]).lines[0].summary


def named(event: Director, number: int, game: Game) -> str:
    """A game as the comments of report files name it."""
    numbers = numbers_in_round(event.state, "", number)
    return f"{numbers[game.white]}-{numbers[game.black]}"


def forbidden(event: Director, command: Command) -> None:
    """`command` is what FIDE mode never does; nothing has changed."""
    before = event.state
    with refused("fide-mode-forbids") as caught:
        event.do(command, acknowledged=2)
    assert caught.value.facts["level"] == "L5"
    assert event.state is before


def asked(event: Director, command: Command, acknowledged: int = 0) -> tuple[str, list[str]]:
    """The level at which FIDE mode asks before it does `command`, and of what it warns; nothing has changed."""
    before = event.state
    with pytest.raises(Cautioned) as caught:
        event.do(command, acknowledged=acknowledged)
    assert event.state is before
    facts = caught.value.facts
    return str(facts["level"]), [each["code"] for each in facts["cautions"]]  # type: ignore[attr-defined]  # a list


class TestLeavingByGoingBack:
    def entered_later(self) -> tuple[Director, int]:
        """An event that was a club event at first, with two rounds; and the version at which it still was one."""
        event = swiss("club")
        version = event.version
        event.do(ChangeSettings({"rules": "fide"}))
        return play(event, 2), version

    def test_a_version_that_is_not_in_fide_mode_is_asked_in_two_steps(self) -> None:
        event, version = self.entered_later()
        for step in (0, 1):
            level, codes = asked(event, Rewind(version), acknowledged=step)
            assert level == "L4"
            assert "leaving-fide-mode" in codes
        event.do(Rewind(version), acknowledged=2)
        assert event.state.fide_mode_exit == 2
        assert "FIDE mode left" in last_line(event)

    def test_nothing_brings_it_back(self) -> None:
        event, version = self.entered_later()
        there = event.version
        event.do(Rewind(version), acknowledged=2)
        gone = event.version
        event.do(Redo())
        assert len(event.state.rounds) == 2
        assert event.state.fide_mode_exit == 2
        event.do(Rewind(gone))
        event.do(Rewind(there))
        assert event.state.fide_mode_exit == 2
        assert not event.state.in_fide_mode
        event.do(Rewind(version))
        event.do(ChangeSettings({"place": "Hall"}))
        event.undo()
        assert event.state.fide_mode_exit == 2

    def test_an_event_that_was_never_in_it_is_not_asked(self) -> None:
        event = swiss("club")
        version = event.version
        play(event, 2)
        event.do(Rewind(version))
        assert event.state.fide_mode_exit is None


class TestRoundWindow:
    """What can change follows the furthest round that was ever played."""

    def test_it_does_not_go_back_where_a_result_is_cleared(self) -> None:
        event = play(swiss(), 5)
        forbidden(event, ReopenRound(3))
        event.reopen(5)
        event.do(RecordResult(games(event.round(5))[0].id, None))
        forbidden(event, ReopenRound(3))
        event.reopen(4)
        event.do(RecordResult(games(event.round(4))[0].id, None), acknowledged=1)
        forbidden(event, ReopenRound(3))
        event.do(RecordResult(games(event.round(5))[0].id, Result.WHITE_WINS))
        forbidden(event, ReopenRound(3))

    def test_undoing_a_result_does_not_bring_it_back_either(self) -> None:
        event = play(swiss(), 5, close=False)
        event.undo()
        forbidden(event, CorrectResult(RecordResult(games(event.round(3))[0].id, Result.DRAW)))
        event.redo()
        forbidden(event, CorrectResult(RecordResult(games(event.round(3))[0].id, Result.DRAW)))

    def test_nor_where_rounds_are_unpaired(self) -> None:
        event = play(swiss(), 5)
        for number in (5, 4):
            event.reopen(number)
            event.do(UnpairRound(number), acknowledged=1)
        forbidden(event, ReopenRound(3))
        assert len(event.state.rounds) == 3
        play(event, 1)  # and the event goes on
        assert not event.round(4).pending

    def test_nor_where_the_event_goes_back_in_small_steps(self) -> None:
        event = swiss()
        before_round = {}
        for number in range(1, 5):
            before_round[number] = event.version
            play(event, 1)
        forbidden(event, Rewind(before_round[1]))
        event.do(Rewind(before_round[4]), acknowledged=1)
        event.do(Rewind(before_round[3]), acknowledged=1)
        forbidden(event, Rewind(before_round[2]))
        forbidden(event, Rewind(before_round[1]))
        forbidden(event, ReopenRound(2))
        with refused("declared-before-round-1"):
            event.settings(rounds=9)

    def test_nor_where_it_goes_back_and_forward_again(self) -> None:
        event = play(swiss(), 3)
        version = event.version
        play(event, 2)
        event.do(Rewind(version), acknowledged=1)
        assert event.state.window_kept == 4
        event.do(Redo(), acknowledged=1)
        forbidden(event, ReopenRound(3))
        event.reopen(4)

    def test_what_says_so_stands_in_the_history(self) -> None:
        event = play(swiss(), 5)
        event.reopen(5)
        event.do(RecordResult(games(event.round(5))[0].id, None))
        assert "Rounds before round 4 still cannot change" in last_line(event)

    def test_a_slip_of_the_round_under_way_is_undone_as_ever(self) -> None:
        event = play(swiss(), 3)
        event.pair()
        event.publish(4)
        before = event.state
        event.do(RecordResult(games(event.round(4))[0].id, Result.WHITE_WINS))
        event.undo()
        assert event.state == before

    def test_a_round_that_nobody_played_is_unpaired_and_paired_again_unasked(self) -> None:
        event = play(swiss(), 3)
        before = event.state
        event.pair()
        event.unpair(4)
        assert event.state == before
        event.pair()

    def test_a_club_event_keeps_no_window(self) -> None:
        event = play(swiss("club"), 5)
        event.reopen(5)
        event.do(RecordResult(games(event.round(5))[0].id, None))
        event.reopen(1)
        assert event.state.window_kept == 1


class TestFinalResultsThatAreCalledAdjourned:
    def test_it_is_a_correction_and_the_window_holds(self) -> None:
        event = play(swiss(), 5, close=False)
        forbidden(event, RecordResult(games(event.round(1))[0].id, Result.ADJOURNED))

    def test_it_is_asked_and_named_and_one_act_with_what_follows(self) -> None:
        event = play(swiss(), 5, close=False)
        game = games(event.round(4))[0]
        pair = named(event, 4, game)
        assert asked(event, RecordResult(game.id, Result.ADJOURNED)) == ("L3", ["result-corrected"])
        event.do(RecordResult(game.id, Result.ADJOURNED), acknowledged=1)
        assert comments(event) == [f"### Correction @ Round 4: {pair}: 1-0 => ?"]
        assert asked(event, RecordResult(game.id, Result.BLACK_WINS)) == ("L3", ["result-corrected"])
        event.do(RecordResult(game.id, Result.BLACK_WINS), acknowledged=1)
        assert comments(event) == [f"### Correction @ Round 4: {pair}: 1-0 => 0-1"]
        event.undo()
        assert comments(event) == [f"### Correction @ Round 4: {pair}: 1-0 => ?"]
        event.undo()
        assert comments(event) == []

    def test_in_the_last_round_it_is_what_it_is(self) -> None:
        event = play(swiss(), 3, close=False)
        event.do(RecordResult(games(event.round(3))[0].id, Result.ADJOURNED))
        assert comments(event) == []

    def adjourned(self) -> tuple[Director, Game]:
        """Round 1 with a game that was adjourned, and is over now as a draw."""
        event = swiss()
        event.pair()
        first, *others = games(event.round(1))
        event.do(RecordResult(first.id, Result.ADJOURNED))
        for game in others:
            event.do(RecordResult(game.id, Result.WHITE_WINS))
        event.close(1)
        play(event, 1)
        event.do(RecordResult(first.id, Result.DRAW))
        return event, first

    def test_the_end_of_an_adjourned_game_is_undone_unasked(self) -> None:
        event, first = self.adjourned()
        event.undo()
        assert comments(event) == []
        event.do(RecordResult(first.id, Result.BLACK_WINS), acknowledged=1)
        assert comments(event) == [f"### Adjournment @ Round 1: {named(event, 1, first)} 0-1"]

    def test_once_a_round_was_paired_upon_it_that_is_a_correction(self) -> None:
        event, first = self.adjourned()
        ended = event.version
        event.pair()
        assert asked(event, Revert(ended)) == ("L3", ["result-corrected"])
        event.do(Revert(ended), acknowledged=1)
        assert comments(event) == [f"### Correction @ Round 1: {named(event, 1, first)}: 1/2-1/2 => ?"]


class TestResultsThatWereCleared:
    def cleared(self) -> tuple[Director, Game, str]:
        """A game of round 1 whose result was cleared though round 2 was played."""
        event = play(swiss(), 2, close=False)
        game = games(event.round(1))[0]
        event.do(RecordResult(game.id, None), acknowledged=1)
        pair = named(event, 1, game)
        assert comments(event) == [f"### Correction @ Round 1: {pair}: 1-0 => ?"]
        return event, game, pair

    def test_another_result_is_the_same_correction(self) -> None:
        event, game, pair = self.cleared()
        assert asked(event, RecordResult(game.id, Result.BLACK_WINS)) == ("L3", ["result-corrected"])
        event.do(RecordResult(game.id, Result.BLACK_WINS), acknowledged=1)
        assert comments(event) == [f"### Correction @ Round 1: {pair}: 1-0 => 0-1"]

    def test_the_result_of_before_puts_it_right_unasked(self) -> None:
        event, game, _pair = self.cleared()
        event.do(RecordResult(game.id, Result.WHITE_WINS))
        assert comments(event) == []

    def test_the_clearing_is_undone_unasked(self) -> None:
        event, _game, _pair = self.cleared()
        event.undo()
        assert comments(event) == []

    def test_it_cannot_wait_until_the_round_is_out_of_the_window(self) -> None:
        event = director("round-robin", rules="fide")
        event.players(*NAMES[:6])
        event.do(PairAllRounds())
        for number in (1, 2):
            event.all_results("1-0", number)
        game = games(event.round(1))[0]
        event.do(RecordResult(game.id, None), acknowledged=1)
        for number in (3, 4):
            event.all_results("1-0", number)
        forbidden(event, RecordResult(game.id, Result.BLACK_WINS))
        event.do(RecordResult(game.id, Result.WHITE_WINS))
        assert comments(event) == []


class TestUndoingACorrection:
    def test_once_a_round_was_paired_upon_it_that_is_another_correction(self) -> None:
        event = play(swiss(), 2, close=False)
        game = games(event.round(1))[0]
        event.do(RecordResult(game.id, Result.BLACK_WINS), acknowledged=1)
        corrected, pair = event.version, named(event, 1, game)
        event.pair()
        assert asked(event, Revert(corrected)) == ("L3", ["result-corrected"])
        event.do(Revert(corrected), acknowledged=1)
        assert comments(event) == [
            f"### Correction @ Round 1: {pair}: 1-0 => 0-1",
            f"### Correction @ Round 1: {pair}: 0-1 => 1-0",
        ]
        assert f"### Correction @ Round 1: {pair}: 0-1 => 1-0" in last_line(event)


class TestRoundsThatComeBack:
    def stays_away(self, event: Director, command: Command, what: str) -> None:
        """`command` is refused with what is in the way; nothing has changed."""
        before = event.state
        with refused("change-depended-on") as caught:
            event.do(command, acknowledged=2)
        assert caught.value.facts["what"] == what
        assert event.state is before

    def turn_round(self, event: Director, number: int) -> None:
        """Every result of a round the other way round, where nothing was paired upon it."""
        for game in games(event.round(number)):
            event.do(CorrectResult(RecordResult(game.id, Result.BLACK_WINS)))

    def test_a_played_round_does_not_where_results_before_it_are_others(self) -> None:
        event = play(swiss(), 5)
        event.reopen(5)
        event.do(UnpairRound(5), acknowledged=1)
        unpaired = event.version
        self.turn_round(event, 4)
        self.stays_away(event, Revert(unpaired), "basis")
        assert unpaired in refused_undos(event.state, event.version, event.past, Role.OWNER, [unpaired])

    def test_nor_does_a_draft(self) -> None:
        event = play(swiss(), 2)
        event.pair()
        event.unpair(3)
        unpaired = event.version
        self.turn_round(event, 2)
        self.stays_away(event, Revert(unpaired), "basis")
        event.pair()  # it is paired anew
        assert not format_of(event.state).engine.differences(event.state, event.round(3))

    def test_nor_one_that_others_would_play_now(self) -> None:
        event = play(swiss(), 2)
        event.pair()
        event.unpair(3)
        unpaired = event.version
        event.do(AddPlayers((PlayerFields("Ida", 1950),)))
        self.stays_away(event, Revert(unpaired), "comparison")

    def test_it_does_unasked_where_nothing_else_changed(self) -> None:
        event = play(swiss(), 3)
        event.reopen(3)
        before = event.state.rounds
        event.do(UnpairRound(3), acknowledged=1)
        event.undo()
        assert event.state.rounds == before
        event.pair()
        before = event.state.rounds
        event.undo()
        event.redo()
        assert event.state.rounds == before

    def test_one_that_was_made_by_hand_comes_back_with_its_record(self) -> None:
        event = self.changed_by_hand(play(swiss(), 1))
        event.do(EditRound(2, open=False, acknowledge=True))
        known = comments(event)
        assert [each.split(" @ ")[0] for each in known] == ["### MPA"]
        event.unpair(2)
        event.undo()
        assert comments(event) == known

    def changed_by_hand(self, event: Director) -> Director:
        """The next round, with the opponents of two boards exchanged in a session that is open."""
        event.pair()
        number = len(event.state.rounds)
        first, second = games(event.round(number))[:2]
        event.do(EditRound(number, open=True))
        event.do(RearrangePairing(first.id, black=second.black), acknowledged=1)
        return event

    def test_a_change_by_hand_does_not_after_its_session(self) -> None:
        event = self.changed_by_hand(play(swiss(), 1))
        first, second = games(event.round(2))[:2]
        event.do(RearrangePairing(first.id, black=second.black), acknowledged=1)
        changed_back = event.version
        event.do(EditRound(2, open=False))
        event.publish(2)
        self.stays_away(event, Revert(changed_back), "comparison")
        assert comments(event) == []

    def test_a_session_is_not_undone_under_a_later_change(self) -> None:
        event = play(swiss(), 1)
        event.pair()
        boards = games(event.round(2))
        event.do(RearrangePairing(boards[0].id, black=boards[1].black), acknowledged=1)
        opened = event.version
        event.do(RearrangePairing(boards[2].id, black=boards[3].black), acknowledged=1)
        self.stays_away(event, Revert(opened), "comparison")
        event.undo()
        event.undo()
        assert not event.round(2).editing
        assert comments(event) == []

    def test_a_round_robin_follows_its_tables_whatever_the_results(self) -> None:
        event = director("round-robin", rules="fide")
        event.players(*NAMES[:6])
        event.pair()
        event.all_results("1-0", 1)
        event.pair()
        event.unpair(2)
        unpaired = event.version
        event.do(RecordResult(games(event.round(1))[0].id, Result.DRAW))
        event.undo(unpaired)
        assert len(event.state.rounds) == 2

    def test_nor_is_a_round_without_a_table_changed_after_its_session(self) -> None:
        event = director("round-robin", rules="fide")
        event.players(*"ABCD")
        event.do(PairByHand((HandPairing(event.id("A"), event.id("B")), HandPairing(event.id("C"), event.id("D")))))
        first, second = games(event.round(1))
        if not event.round(1).editing:
            event.do(EditRound(1, open=True))
        for _change in range(2):
            now = games(event.round(1))
            event.do(RearrangePairing(first.id, black=now[1].black), acknowledged=1)
        changed_back = event.version
        assert games(event.round(1)) == [first, second]
        event.do(EditRound(1, open=False, acknowledge=True), acknowledged=1)
        self.stays_away(event, Revert(changed_back), "comparison")

    def test_a_club_event_takes_back_what_it_likes(self) -> None:
        event = play(swiss("club"), 2)
        event.pair()
        event.unpair(3)
        unpaired = event.version
        self.turn_round(event, 2)
        event.undo(unpaired)
        assert len(event.state.rounds) == 3


class TestHalfPointByes:
    def given_up(self) -> tuple[Director, int]:
        """Eva had a half-point bye in round 2 and was given a bye of no points instead; the version of that."""
        event = play(swiss(), 1)
        event.asks("Eva", {2: "half"})
        event.pair()
        event.do(RecordBye(event.pairing_id("Eva"), ByeType.ZERO), acknowledged=1)
        return event, event.version

    def test_a_second_one_is_not_brought_back(self) -> None:
        event, version = self.given_up()
        event.asks("Eva", {2: "half", 3: "half"})
        before = event.state
        with refused("half-bye-repeated"):
            event.do(Revert(version), acknowledged=2)
        assert event.state is before

    def test_nor_is_one_for_somebody_who_is_not_entitled(self) -> None:
        event, version = self.given_up()
        event.do(EditPlayer(event.id("Eva"), {}, half_byes=False))
        with refused("half-byes-not-due"):
            event.do(Revert(version), acknowledged=2)

    def test_the_slip_itself_is_undone(self) -> None:
        event, _version = self.given_up()
        event.do(Revert(), acknowledged=1)
        assert "Eva half" in event.sheet(2)
