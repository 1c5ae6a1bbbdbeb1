"""Two writers at the same moment: one round, both results, nothing twice, nothing lost.

Each race stands beside its control, which shows that the race is real when nobody keeps order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from podium.app.access import Role
from podium.app.handle import resolve
from podium.app.ports import Intent, Receipt
from podium.core.dice import Dice
from podium.core.errors import PodiumError
from podium.core.ids import PairingId, TournamentId
from podium.core.result import Result
from podium.flow.commands import Command, CreateTournament, PairRound, RecordResult
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from tests.kit.events import CHIEF, Director
from tests.kit.waiting import at_once

STREAM = TournamentId("t1")
TIMES = 15


@pytest.fixture
def journals(ready_url: str) -> Iterator[list[SqlJournal]]:
    """Four journals on one database, each with its own connections, as four processes would have."""
    databases = [Database(ready_url) for _ in range(4)]
    journals = [SqlJournal(database) for database in databases]
    yield journals
    for journal in journals:
        journal.close()
    for database in databases:
        database.close()


def no_game(_pairing: PairingId) -> None:
    """There are no live games."""


def intent(command: Command, key: str | None = None) -> Intent:
    return Intent(STREAM, command, CHIEF, Role.OWNER, command_id=key)


def begun(journal: SqlJournal, players: int) -> Director:
    event = Director(journal, STREAM)
    event.do(CreateTournament(STREAM, {"name": "Open", "format": "round-robin"}))
    event.players(*(f"P{number}" for number in range(players)))
    return event


def test_two_directors_who_pair_the_same_round_get_one_round(journals: list[SqlJournal]) -> None:
    event = begun(journals[0], 8)
    for number in range(1, 7):
        answers = at_once([partial(each.perform, intent(PairRound(number))) for each in journals])
        assert sum(isinstance(answer, Receipt) for answer in answers) == 1
        assert {answer.code for answer in answers if isinstance(answer, PodiumError)} == {"round-exists"}
        assert len(event.state.rounds) == number
    assert all(journal.head(STREAM) == journals[0].head(STREAM) for journal in journals)


def test_control_without_order_both_directors_would_have_paired(journals: list[SqlJournal]) -> None:
    event = begun(journals[0], 8)
    head = journals[0].head(STREAM)
    outcomes = [
        resolve(intent(PairRound(1)), head, lambda: event.past, no_game, "now", Dice(seed)) for seed in ("a", "b")
    ]
    assert all(outcome is not None and outcome.state.rounds for outcome in outcomes)


def test_phones_that_enter_results_on_their_boards_all_succeed(journals: list[SqlJournal]) -> None:
    event = begun(journals[0], 8)
    event.pair()
    games = list(event.round().games)
    for turn in range(TIMES):
        result = list(Result)[turn % 6]
        acts = [
            partial(each.perform, intent(RecordResult(game, result)))
            for each, game in zip(journals, games, strict=True)
        ]
        assert all(isinstance(answer, Receipt) for answer in at_once(acts))
        assert {pairing.result for pairing in event.round().games.values()} == {result}
    assert journals[0].head(STREAM).version == 3 + 4 * TIMES


def test_control_on_one_old_state_the_second_result_would_wipe_out_the_first(journals: list[SqlJournal]) -> None:
    event = begun(journals[0], 4)
    event.pair()
    head = journals[0].head(STREAM)
    one, other = list(event.round().games)
    first = resolve(intent(RecordResult(one, Result.DRAW)), head, lambda: event.past, no_game, "now", Dice("a"))
    second = resolve(intent(RecordResult(other, Result.DRAW)), head, lambda: event.past, no_game, "now", Dice("b"))
    assert first is not None
    assert second is not None
    assert second.state.rounds[0].games[one].result is None


def test_the_same_wish_sent_by_four_at_once_is_granted_once(journals: list[SqlJournal]) -> None:
    begun(journals[0], 4)
    answers = at_once([partial(each.perform, intent(PairRound(), key="one wish")) for each in journals])
    assert all(isinstance(answer, Receipt) for answer in answers), answers
    assert {answer.version for answer in answers if isinstance(answer, Receipt)} == {3}
    assert sum(answer.written for answer in answers if isinstance(answer, Receipt)) == 1


def test_a_tournament_created_by_four_at_once_with_one_key_is_one(journals: list[SqlJournal]) -> None:
    wish = intent(CreateTournament(STREAM, {"name": "Open", "format": "manual"}), key="create")
    answers = at_once([partial(each.perform, wish) for each in journals])
    assert [answer.version for answer in answers if isinstance(answer, Receipt)] == [1] * 4, answers
