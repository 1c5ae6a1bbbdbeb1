"""Both players report at the same moment, from two processes: they agree or are in dispute, and no word is lost.

Each race stands beside its control, which shows what both would do to one another if nobody kept order.
"""

from __future__ import annotations

from functools import partial

import pytest

from podium.app.access import Actor, Role
from podium.app.handle import resolve
from podium.app.ports import Intent, Receipt
from podium.core.dice import Dice
from podium.core.errors import PodiumError
from podium.core.ids import PairingId, PlayerId
from podium.core.result import Result
from podium.flow.commands import CreateTournament, RecordResult, ReportResult
from podium.flow.state import Game
from podium.storage.journal.journal import SqlJournal
from tests.kit.events import Director
from tests.kit.waiting import at_once
from tests.races.test_two_writers import STREAM, intent, no_game
from tests.races.test_two_writers import journals as journals

GAMES = 6


@pytest.fixture
def event(journals: list[SqlJournal]) -> Director:
    """A published round of several games."""
    event = Director(journals[0], STREAM)
    event.do(CreateTournament(STREAM, {"name": "Open", "format": "round-robin"}))
    event.players(*(f"P{number:02}" for number in range(2 * GAMES)))
    event.publish_event()
    event.pair()
    event.publish(1)
    return event


def games(event: Director) -> list[Game]:
    return [each for each in event.round().in_order if isinstance(each, Game)]


def says(game: PairingId, player: PlayerId, result: Result) -> Intent:
    """What a phone sends."""
    return Intent(STREAM, ReportResult(game, result), Actor(f"link:{player}", "link"), Role.PLAYER, player)


@pytest.mark.parametrize(("black", "status"), [(Result.WHITE_WINS, "confirmed"), (Result.BLACK_WINS, "disputed")])
def test_two_phones_at_once_agree_or_are_in_dispute(
    journals: list[SqlJournal], event: Director, black: Result, status: str
) -> None:
    for game in games(event):
        wishes = [says(game.id, game.white, Result.WHITE_WINS), says(game.id, game.black, black)]
        answers = at_once([partial(each.perform, wish) for each, wish in zip(journals, wishes, strict=False)])
        assert all(isinstance(answer, Receipt) for answer in answers)
        report = event.state.reports[game.id]
        assert report.status.value == status
        assert {each.player for each in report.statements} == set(game.players)
        now = event.state.pairing(game.id)
        assert isinstance(now, Game)
        assert now.result is report.statements[0].result  # the first word counts


def test_an_arbiter_among_them_always_wins(journals: list[SqlJournal], event: Director) -> None:
    for game in games(event):
        wishes = [
            says(game.id, game.white, Result.WHITE_WINS),
            says(game.id, game.black, Result.BLACK_WINS),
            intent(RecordResult(game.id, Result.DRAW)),
        ]
        answers = at_once([partial(each.perform, wish) for each, wish in zip(journals, wishes, strict=False)])
        codes = {answer.code for answer in answers if isinstance(answer, PodiumError)}
        assert codes <= {"result-recorded", "report-decided"}
        now = event.state.pairing(game.id)
        assert isinstance(now, Game)
        assert now.result is Result.DRAW


def test_control_on_one_old_state_each_phone_would_be_the_first(event: Director) -> None:
    game = games(event)[0]
    head = event.journal.head(STREAM)
    for player, result in ((game.white, Result.WHITE_WINS), (game.black, Result.BLACK_WINS)):
        now = "2026-05-01T10:00:00+00:00"
        outcome = resolve(says(game.id, player, result), head, lambda: event.past, no_game, now, Dice("a"))
        assert outcome is not None
        assert [each.player for each in outcome.state.reports[game.id].statements] == [player]
