"""Another result for a game of the past, before and after it is written."""

from __future__ import annotations

import pytest

from podium.app.corrections import corrected, game_of, steps
from podium.core.errors import Refused, Unknown
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.commands import RecordResult, ReopenRound
from podium.flow.state import Stage
from tests.kit.events import Director, director


@pytest.fixture
def event() -> Director:
    event = director()
    event.players("Ann", "Ben", "Cid")
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1-0")
    return event


def test_an_open_round_needs_one_step_a_closed_one_two(event: Director) -> None:
    command = RecordResult(event.pairing_id("Ann"), Result.DRAW)
    assert steps(event.state, command) == (command,)
    event.close(1)
    assert steps(event.state, command) == (ReopenRound(1), command)


def test_the_correction_is_thought_through_without_being_made(event: Director) -> None:
    event.close(1)
    before = event.state
    after = corrected(before, RecordResult(event.pairing_id("Ann"), Result.DRAW))
    assert game_of(after, event.pairing_id("Ann"))[1].result is Result.DRAW
    assert after.rounds[0].stage is Stage.PUBLISHED
    assert event.state is before


def test_only_games_can_be_corrected(event: Director) -> None:
    with pytest.raises(Refused, match="result-on-bye"):
        game_of(event.state, event.pairing_id("Cid"))
    with pytest.raises(Unknown):
        game_of(event.state, PairingId("t1-nothing"))
