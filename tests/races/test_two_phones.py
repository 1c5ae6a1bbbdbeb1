"""Two phones at one table, one side each: neither overwrites the other, and no click is lost.

Each race stands beside its control, which shows that the phones do meet.
"""

from __future__ import annotations

from functools import partial

import pytest

from podium.app.handle import resolve
from podium.app.ports import Receipt
from podium.core.dice import Dice
from podium.core.ids import PairingId
from podium.doubles import Sets
from podium.flow.commands import ClickSets, CreateTournament, RecordSets
from podium.flow.state import Match, Side
from podium.storage.journal.journal import SqlJournal
from tests.kit.events import Director
from tests.kit.waiting import at_once
from tests.races.test_two_writers import STREAM, intent, no_game
from tests.races.test_two_writers import journals as journals

TIMES = 15


@pytest.fixture
def table(journals: list[SqlJournal]) -> tuple[Director, PairingId]:
    """An evening of four, and its one match."""
    event = Director(journals[0], STREAM)
    event.do(CreateTournament(STREAM, {"name": "Evening", "format": "doubles", "rounds": 3, "setsToWin": 99}))
    event.players("Ann", "Ben", "Cid", "Dan")
    event.pair()
    return event, event.round().pending[0].id


def sets(event: Director, match: PairingId) -> Sets:
    found = event.state.pairing(match)
    assert isinstance(found, Match)
    return found.sets


def test_one_side_per_phone_never_overwrites_the_other(
    journals: list[SqlJournal], table: tuple[Director, PairingId]
) -> None:
    event, match = table
    for turn in range(TIMES):
        wishes = (RecordSets(match, {Side.HOME: turn}), RecordSets(match, {Side.AWAY: 2 * turn}))
        acts = [partial(each.perform, intent(wish)) for each, wish in zip(journals, wishes, strict=False)]
        assert all(isinstance(answer, Receipt) for answer in at_once(acts))
        assert sets(event, match) == Sets(turn, 2 * turn)


def test_clicks_on_stale_pages_are_all_counted(journals: list[SqlJournal], table: tuple[Director, PairingId]) -> None:
    event, match = table
    for _ in range(TIMES):
        acts = [partial(each.perform, intent(ClickSets(match, Side.HOME))) for each in journals]
        assert all(isinstance(answer, Receipt) for answer in at_once(acts))
    assert sets(event, match) == Sets(4 * TIMES - 1, None)  # the first made `?` a 0


def test_control_on_one_old_state_one_phone_would_wipe_out_the_other(table: tuple[Director, PairingId]) -> None:
    event, match = table
    head = event.journal.head(STREAM)
    outcomes = [
        resolve(intent(ClickSets(match, side)), head, lambda: event.past, no_game, "now", Dice("a"))
        for side in (Side.HOME, Side.AWAY)
    ]
    seen = []
    for outcome in outcomes:
        assert outcome is not None
        found = outcome.state.pairing(match)
        assert isinstance(found, Match)
        seen.append(found.sets)
    assert seen == [Sets(0, None), Sets(None, 0)]
