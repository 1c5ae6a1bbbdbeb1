"""What a report may say, and the rows that clients see."""

import msgspec
import pytest

from podium.app.views.bracket_rows import bracket_row, match_row
from podium.app.words.knockout import round_name
from podium.core.errors import Invalid
from podium.knockout import Outcome, Reason, Rules, TieBreakPolicy, outcome_and_reason
from podium.knockout.state import Changed, Knockout
from tests.knockout.hall import Hall

CHESS = [
    "CHECKMATE", "STALEMATE", "INSUFFICIENT_MATERIAL", "FIFTY_MOVE_RULE", "THREE_FOLD_REPETITION", "TIMEOUT",
    "RESIGNATION", "NO_SHOW", "DOUBLE_NO_SHOW",
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
        "TIMEOUT",
        "DOUBLE_NO_SHOW",
    },
    "DOUBLE_FORFEIT": {None, "DOUBLE_NO_SHOW"},
}


@pytest.mark.parametrize("reason", [None, *CHESS, *SYSTEM])
@pytest.mark.parametrize("result", FITTING)
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


@pytest.mark.parametrize("result", ["BYE", "1-0", "white_win", "", None, 1, True, ["DRAW"], {}])
def test_an_unknown_result_is_refused(result: object) -> None:
    with pytest.raises(Invalid, match="outcome-unknown"):
        outcome_and_reason(result)


@pytest.mark.parametrize("reason", ["AGREEMENT", "", 3, ["CHECKMATE"], {}])
def test_an_unknown_reason_is_refused(reason: object) -> None:
    with pytest.raises(Invalid, match="reason-unknown"):
        outcome_and_reason("DRAW", reason)


def test_rows_have_the_names_of_the_contract() -> None:
    hall = Hall(2, tieBreakPolicy="RAPID", tieBreakTimeControl="3+2")
    hall.draw("1", "2", Reason.STALEMATE)
    hall.wins("2", "1")
    parent, game = (match_row(match, "cup") for match in hall.state)
    assert parent == {
        "id": "m1",
        "tournamentId": "cup",
        "roundNumber": 1,
        "boardNumber": 1,
        "whiteEntryId": "1",
        "blackEntryId": "2",
        "status": "FINISHED",
        "result": "BLACK_WIN",
        "resultReason": "TIE_BREAK_RAPID",
        "parentMatchId": None,
        "isTieBreak": False,
        "tieBreakIndex": None,
        "tieBreakType": None,
        "timeControlOverride": None,
        "finishedAt": "minute 1",
        "tieBreakMatches": ["m2"],
    }
    assert game == {
        "id": "m2",
        "tournamentId": "cup",
        "roundNumber": 1,
        "boardNumber": 1,
        "whiteEntryId": "1",
        "blackEntryId": "2",
        "status": "FINISHED",
        "result": "BLACK_WIN",
        "resultReason": None,
        "parentMatchId": "m1",
        "isTieBreak": True,
        "tieBreakIndex": 1,
        "tieBreakType": "RAPID",
        "timeControlOverride": "3+2",
        "finishedAt": "minute 2",
        "tieBreakMatches": [],
    }


def test_the_bracket_as_one_document() -> None:
    hall = Hall(5, tieBreakPolicy="RAPID", thirdPlaceMatch=True)
    hall.draw("4", "5")
    told = bracket_row(hall.state)
    assert (told["status"], told["champions"]) == ("RUNNING", [])
    rounds = told["rounds"]
    assert isinstance(rounds, list)
    assert [each["name"] for each in rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    assert [each["begun"] for each in rounds] == [True, False, False]
    assert [match["slots"] for match in rounds[0]["matches"]][:2] == [
        [{"seed": 1}, {"bye": True}],
        [{"seed": 4}, {"seed": 5}],
    ]
    assert len(rounds[0]["matches"][1]["tieBreaks"]) == 1
    assert [match["slots"] for match in rounds[2]["matches"]] == [
        [{"winnerOf": {"round": 2, "board": 1}}, {"winnerOf": {"round": 2, "board": 2}}],
        [{"loserOf": {"round": 2, "board": 1}}, {"loserOf": {"round": 2, "board": 2}}],
    ]
    assert [match["thirdPlace"] for match in rounds[2]["matches"]] == [False, True]


def test_rounds_are_named_by_their_distance_from_the_final() -> None:
    names = [round_name(Hall(64, tieBreakPolicy="RAPID").state, number) for number in range(1, 7)]
    assert names == ["Round of 64", "Round of 32", "Round of 16", "Quarter-finals", "Semi-finals", "Final"]
    assert round_name(Hall(64).state, 1) == "Round 1"


def test_a_change_can_be_written_down_and_read_again() -> None:
    hall = Hall(4, tieBreakPolicy="BEST_OF_3", drawConfig={"minMove": 30})
    changed = hall.draw("1", "4", Reason.STALEMATE)
    assert msgspec.json.decode(msgspec.json.encode(changed), type=Changed) == changed
    assert msgspec.json.decode(msgspec.json.encode(hall.state.rules), type=Rules) == hall.state.rules


def test_an_empty_state_is_one_too() -> None:
    empty = Knockout(Rules(), ())
    assert (list(empty), empty.over, empty.champions) == ([], False, ())
