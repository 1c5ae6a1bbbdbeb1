"""The rows of a bracket."""

from msgspec import to_builtins

from podium.app.formats.knockout.answers import bracket_row, match_row
from podium.knockout import Reason
from tests.knockout.hall import Hall


def test_rows_have_the_names_of_the_contract() -> None:
    hall = Hall(2, tieBreakPolicy="RAPID", tieBreakTimeControl="3+2")
    hall.draw("1", "2", Reason.STALEMATE)
    hall.wins("2", "1")
    parent, game = (to_builtins(match_row(hall.state, match, "cup")) for match in hall.state)
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
    bracket = to_builtins(bracket_row(hall.state, "cup"))
    assert (bracket["status"], bracket["champions"]) == ("RUNNING", [])
    rounds = bracket["rounds"]
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
