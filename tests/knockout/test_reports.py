"""What a report may say, and what rounds are called."""

from dataclasses import replace

import msgspec
import pytest

from podium.app.formats.knockout.words import round_name
from podium.core.errors import Invalid
from podium.knockout import DrawRuleMode, Outcome, Reason, Rules, TieBreakPolicy, outcome_and_reason
from podium.knockout.state import Changed, Knockout
from tests.kit.loops import every
from tests.knockout.hall import Hall, refused

CHESS = [
    "CHECKMATE", "STALEMATE", "INSUFFICIENT_MATERIAL", "FIFTY_MOVE_RULE", "THREE_FOLD_REPETITION",
    "FIVE_FOLD_REPETITION", "SEVENTY_FIVE_MOVE_RULE", "TIMEOUT", "RESIGNATION", "DRAW_AGREEMENT", "NO_SHOW",
    "DOUBLE_NO_SHOW",
]  # fmt: skip
SYSTEM = ["TIE_BREAK_RAPID", "TIE_BREAK_BLITZ", "TIE_BREAK_ARMAGEDDON", "TIE_BREAK_BEST_OF_3", "TIE_BREAK_BEST_OF_5"]


def test_the_two_families_of_reasons() -> None:
    assert [reason.value for reason in Reason if not reason.system] == CHESS
    assert [reason.value for reason in Reason if reason.system] == SYSTEM
    with_games = [policy for policy in TieBreakPolicy if policy is not TieBreakPolicy.NONE]
    assert [Reason.by(policy).value for policy in with_games] == SYSTEM


FITTING = {
    "WHITE_WIN": {None, "CHECKMATE", "TIMEOUT", "RESIGNATION", "NO_SHOW"},
    "BLACK_WIN": {None, "CHECKMATE", "TIMEOUT", "RESIGNATION", "NO_SHOW"},
    "DRAW": {
        None,
        "STALEMATE",
        "INSUFFICIENT_MATERIAL",
        "FIFTY_MOVE_RULE",
        "THREE_FOLD_REPETITION",
        "FIVE_FOLD_REPETITION",
        "SEVENTY_FIVE_MOVE_RULE",
        "TIMEOUT",
        "RESIGNATION",  # of one whose opponent could not mate (FIDE 5.1.2)
        "DRAW_AGREEMENT",
        "DOUBLE_NO_SHOW",
    },
    "DOUBLE_FORFEIT": {None, "DOUBLE_NO_SHOW"},
}


@every("reason", [None, *CHESS, *SYSTEM])
@every("result", FITTING)
def test_a_reason_fits_a_result_or_is_refused(result: str, reason: str | None) -> None:
    if reason in FITTING[result]:
        outcome, why = outcome_and_reason(result, reason)
        absent = result == "DOUBLE_FORFEIT" or reason == "DOUBLE_NO_SHOW"
        assert outcome.value == ("DOUBLE_FORFEIT" if absent else result)
        assert (why and why.value) == ("DOUBLE_NO_SHOW" if absent else reason)
    else:
        with pytest.raises(Invalid, match="reason-misfit"):
            outcome_and_reason(result, reason)


def test_a_double_no_show_needs_no_result() -> None:
    assert outcome_and_reason(None, "DOUBLE_NO_SHOW") == (Outcome.DOUBLE_FORFEIT, Reason.DOUBLE_NO_SHOW)


@every("result", ["BYE", "1-0", "white_win", "", None, 1, True, ["DRAW"], {}])
def test_an_unknown_result_is_refused(result: object) -> None:
    with pytest.raises(Invalid, match="outcome-unknown"):
        outcome_and_reason(result)


@every("reason", ["AGREEMENT", "", 3, ["CHECKMATE"], {}])
def test_an_unknown_reason_is_refused(reason: object) -> None:
    with pytest.raises(Invalid, match="reason-unknown"):
        outcome_and_reason("DRAW", reason)


def test_rounds_are_named_by_their_distance_from_the_final() -> None:
    names = [round_name(Hall(64, tieBreakPolicy="RAPID").state, number) for number in range(1, 7)]
    assert names == ["Round 1", "Round 2", "Round of 16", "Quarter-finals", "Semi-finals", "Final"]
    assert round_name(Hall(64).state, 1) == "Round 1"


def test_a_change_can_be_written_down_and_read_again() -> None:
    hall = Hall(4, tieBreakPolicy="BEST_OF_3", drawConfig={"minMove": 30})
    changed = hall.draw("1", "4", Reason.STALEMATE)
    assert msgspec.json.decode(msgspec.json.encode(changed), type=Changed) == changed
    assert msgspec.json.decode(msgspec.json.encode(hall.state.rules), type=Rules) == hall.state.rules


def test_an_empty_state_is_one_too() -> None:
    empty = Knockout(Rules(), ())
    assert (list(empty), empty.over, empty.champions) == ([], False, ())


AUTOMATIC = [
    "STALEMATE", "INSUFFICIENT_MATERIAL", "FIFTY_MOVE_RULE", "THREE_FOLD_REPETITION", "FIVE_FOLD_REPETITION",
    "SEVENTY_FIVE_MOVE_RULE", "TIMEOUT", "RESIGNATION",
]  # fmt: skip


class TestDrawsWithoutOffers:
    """The description of the knockout, 2.2: under NO_DRAW_OFFER only automatic draws are accepted."""

    def test_a_draw_without_a_reason_is_refused_and_says_which_there_are(self) -> None:
        hall = Hall(4, drawRuleMode="NO_DRAW_OFFER")
        with refused("draw-reason-missing") as caught:
            hall.draw("1", "4")
        assert caught.value.facts["allowed"] == AUTOMATIC

    @every("mode", ["NO_DRAW_OFFER", "NO_DRAW"])
    def test_an_agreement_is_refused_by_name(self, mode: str) -> None:
        hall = Hall(4, drawRuleMode=mode, tieBreakPolicy="RAPID")
        with refused("draw-agreement-refused") as caught:
            hall.draw("1", "4", Reason.DRAW_AGREEMENT)
        assert caught.value.facts["value"] == "DRAW_AGREEMENT"

    @every("reason", AUTOMATIC)
    def test_a_draw_by_the_rules_of_chess_stands(self, reason: str) -> None:
        hall = Hall(4, drawRuleMode="NO_DRAW_OFFER")
        hall.draw("1", "4", Reason(reason))
        assert hall.on(1, 1).advancing == ("1", "4")

    def test_tie_break_games_are_games_too(self) -> None:
        hall = Hall(4, drawRuleMode="NO_DRAW_OFFER", tieBreakPolicy="ARMAGEDDON")
        hall.draw("1", "4", Reason.STALEMATE)
        with refused("draw-reason-missing"):
            hall.draw("1", "4")
        hall.draw("1", "4", Reason.TIMEOUT)
        assert hall.on(1, 1).reason is Reason.TIE_BREAK_ARMAGEDDON

    def test_what_stood_before_offers_were_forbidden_can_be_said_again(self) -> None:
        hall = Hall(4)
        hall.draw("1", "4")
        hall.state = replace(hall.state, rules=Rules(DrawRuleMode.NO_DRAW_OFFER))
        assert not hall.draw("1", "4")

    def test_where_offers_are_allowed_an_agreement_is_a_reason(self) -> None:
        hall = Hall(4)
        hall.draw("1", "4", Reason.DRAW_AGREEMENT)
        assert hall.on(1, 1).reason is Reason.DRAW_AGREEMENT
