"""Another result for a game of the past, before and after it is written: one commit, which one undo takes back."""

from __future__ import annotations

import pytest

from podium.app.access import Actor, Role
from podium.app.event.changes import corrected, game_of
from podium.app.history.history import History, history
from podium.app.ports import Intent, Receipt
from podium.core.errors import Forbidden, Refused, Stale, Unknown
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.commands import CorrectResult, RecordResult, Redo, Revert
from podium.flow.state import Stage
from tests.kit.cups import bracket, cup
from tests.kit.events import Director, director
from tests.kit.waiting import PATIENCE


@pytest.fixture
def event() -> Director:
    event = director()
    event.players("Ann", "Ben", "Cid")
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1-0")
    return event


def correction(event: Director, result: Result | None, was: Result | None = Result.WHITE_WINS) -> CorrectResult:
    return CorrectResult(RecordResult(event.pairing_id("Ann"), result, was, replaces=True))


def history_of(event: Director) -> History:
    return history([(commit, event.past.events(commit.version)) for commit in event.past.commits()])


def test_the_correction_is_thought_through_without_being_made(event: Director) -> None:
    event.close(1)
    before = event.state
    after = corrected(before, correction(event, Result.DRAW))
    assert game_of(after, event.pairing_id("Ann"))[1].result is Result.DRAW
    assert after.rounds[0].stage is Stage.PUBLISHED
    assert event.state is before


def test_only_games_can_be_corrected(event: Director) -> None:
    with pytest.raises(Refused, match="result-on-bye"):
        game_of(event.state, event.pairing_id("Cid"))
    with pytest.raises(Unknown):
        game_of(event.state, PairingId("t1-nothing"))
    with pytest.raises(Unknown):
        event.do(CorrectResult(RecordResult(PairingId("t1-nothing"), Result.DRAW)))


def test_a_correction_of_a_closed_round_is_one_commit(event: Director) -> None:
    event.close(1)
    before = event.version
    event.do(correction(event, Result.DRAW))
    assert event.version == before + 1
    assert (event.round(1).stage, event.sheet(1)[0]) == (Stage.PUBLISHED, "Ann-Ben 1/2-1/2")
    line = history_of(event).lines[0]
    assert line.commit.kind == "CorrectResult"
    assert line.summary == "Round 1 reopened, board 1 corrected: Ann ½-½ Ben (was 1-0)"


@pytest.mark.parametrize("result", [Result.DRAW, None], ids=["another result", "no result"])
def test_one_undo_takes_all_of_a_correction_back_and_one_redo_brings_it_again(
    event: Director, result: Result | None
) -> None:
    event.close(1)
    closed = event.state
    event.do(correction(event, result))
    open_again = event.state
    event.do(Revert())
    assert event.state == closed
    assert history_of(event).lines[0].summary.startswith("Undid: Round 1 reopened, board 1 corrected: ")
    event.do(Redo())
    assert event.state == open_again


def test_an_open_round_stays_open(event: Director) -> None:
    before = event.version
    event.do(correction(event, Result.DRAW))
    assert event.version == before + 1
    assert history_of(event).lines[0].summary == "Round 1, board 1: Ann ½-½ Ben (was 1-0)"


def test_the_result_that_stands_opens_no_round(event: Director) -> None:
    event.close(1)
    before = event.version
    event.do(correction(event, Result.WHITE_WINS))
    assert (event.version, event.round(1).stage) == (before, Stage.CLOSED)


def test_a_round_that_ends_by_itself_opens_by_itself() -> None:
    event = cup(2)
    final = bracket(event).rounds[0].parents[0]
    event.do(RecordResult(final.id, Result.WHITE_WINS))
    over = event.version
    event.do(CorrectResult(RecordResult(final.id, Result.BLACK_WINS, confirm=True)))
    assert (event.version, bracket(event).champions) == (over + 1, (final.black,))
    event.do(Revert())
    assert bracket(event).champions == (final.white,)


def test_what_is_in_the_way_of_the_result_leaves_the_round_closed(event: Director) -> None:
    event.close(1)
    before = event.state
    with pytest.raises(Refused, match="result-differs"):
        event.do(correction(event, Result.DRAW, was=Result.BLACK_WINS))
    with pytest.raises(Refused, match="result-on-bye"):
        event.do(CorrectResult(RecordResult(event.pairing_id("Cid"), Result.DRAW)))
    assert event.state is before


def intent(event: Director, role: Role, result: Result = Result.DRAW, expected: int | None = None) -> Intent:
    """The correction on its way, with one and the same command id."""
    command = correction(event, result)
    return Intent(event.stream, command, Actor("user:1", "Ann"), role, command_id="once", expected=expected)


def perform(event: Director, role: Role, result: Result = Result.DRAW, expected: int | None = None) -> Receipt:
    return event.journal.submit(intent(event, role, result, expected)).result(PATIENCE)


def test_every_part_of_a_correction_must_be_allowed(event: Director) -> None:
    event.close(1)
    with pytest.raises(Forbidden):
        perform(event, Role.SCORER)
    assert perform(event, Role.ARBITER).written


def test_a_correction_is_carried_out_once_and_on_the_version_it_was_made_for(event: Director) -> None:
    event.close(1)
    version = event.version
    with pytest.raises(Stale):
        perform(event, Role.ARBITER, expected=version - 1)
    first = perform(event, Role.ARBITER, expected=version)
    again = perform(event, Role.ARBITER, expected=version)
    assert (first.version, first.written) == (version + 1, True)
    assert (again.version, again.written) == (version + 1, False)
    with pytest.raises(Refused, match="idempotency-key-reused"):
        perform(event, Role.ARBITER, Result.BLACK_WINS)


def test_what_a_correction_would_change_is_asked_without_writing_it(event: Director) -> None:
    event.close(1)
    before, after = event.journal.preview(intent(event, Role.ARBITER))
    assert (before.version, after.version) == (event.version, event.version + 1)
    assert after.state.rounds[0].stage is Stage.PUBLISHED
    assert event.round(1).stage is Stage.CLOSED
