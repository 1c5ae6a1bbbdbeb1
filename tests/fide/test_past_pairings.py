"""Games of past rounds that are changed by hand in FIDE mode: what later rounds were paired with is named for good."""

from __future__ import annotations

import pytest

from podium.app.trf.export import report_of
from podium.core.errors import Cautioned
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import (
    AddPairing,
    AddPlayers,
    Command,
    EditPlayer,
    EditRound,
    PairAllRounds,
    PairRound,
    RearrangePairing,
    RecordResult,
    RemovePairing,
    RenumberPlayers,
    Revert,
    UnpairRound,
)
from podium.flow.state import Game
from tests.kit.events import Director, breach_comments, director, games, refused

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay", "Gil", "Hal")
BY_HAND = "### MPA @ Round 1: 1-5 3-7 => 1-7 3-5"
TO_THE_ENGINE = "### Correction @ Round 1: 1-7 3-5 => 1-5 3-7"


def asked(event: Director, command: Command) -> list[str]:
    """The code of everything that is asked, at L3, before `command`; nothing has changed."""
    before = event.state
    with pytest.raises(Cautioned) as caught:
        event.do(command)
    assert event.state is before
    assert caught.value.facts["level"] == "L3"
    cautions: list[dict[str, str]] = caught.value.facts["cautions"]  # type: ignore[assignment]  # what the gate writes
    return [each["code"] for each in cautions]


def comments(event: Director) -> list[str]:
    return breach_comments(event.state)


def swiss() -> Director:
    event = director("swiss", rules="fide", rounds=5)
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - 100 * at) for at, name in enumerate(NAMES))))
    return event


def game(event: Director, name: str, round: int) -> Game:
    found = event.pairing(name, round)
    assert isinstance(found, Game)
    return found


def seat(event: Director, name: str, opponent: str) -> RearrangePairing:
    """What makes `opponent` the Black of the game that `name` has in round 1."""
    return RearrangePairing(game(event, name, 1).id, black=event.id(opponent))


@pytest.fixture
def by_hand() -> Director:
    """Round 1 was made by hand and won by White, round 2 was paired with that; two games of round 1 are emptied."""
    event = swiss()
    event.pair()
    event.do(seat(event, "Ann", "Gil"))
    event.do(EditRound(1, open=False, acknowledge=True))
    event.publish(1)
    event.all_results("1-0", 1)
    event.pair()
    event.publish(2)
    assert comments(event) == [BY_HAND]
    for name in ("Ann", "Cid"):
        event.do(RecordResult(game(event, name, 1).id, None), acknowledged=1)
    return event


class TestRoundsThatLaterOnesWerePairedWith:
    def test_another_pairing_is_asked_and_stays_named_though_it_is_the_engine_s(self, by_hand: Director) -> None:
        command = seat(by_hand, "Ann", "Eva")
        assert "pairings-corrected" in asked(by_hand, command)
        by_hand.do(command, acknowledged=1)
        by_hand.do(EditRound(1, open=False))
        assert TO_THE_ENGINE in comments(by_hand)
        assert BY_HAND not in comments(by_hand)

    def test_a_result_of_other_players_puts_nothing_right(self, by_hand: Director) -> None:
        by_hand.do(seat(by_hand, "Ann", "Eva"), acknowledged=1)
        by_hand.do(EditRound(1, open=False))
        for name in ("Ann", "Cid"):
            by_hand.do(RecordResult(game(by_hand, name, 1).id, Result.WHITE_WINS))
        emptied = [f"### Correction @ Round 1: {pair}: 1-0 => ?" for pair in ("1-7", "3-5")]
        assert sorted(comments(by_hand)) == sorted([*emptied, TO_THE_ENGINE])

    def test_the_pairings_of_before_put_all_right(self, by_hand: Director) -> None:
        by_hand.do(seat(by_hand, "Ann", "Eva"), acknowledged=1)
        by_hand.do(seat(by_hand, "Ann", "Gil"), acknowledged=1)
        by_hand.do(EditRound(1, open=False, acknowledge=True))
        for name in ("Ann", "Cid"):
            by_hand.do(RecordResult(game(by_hand, name, 1).id, Result.WHITE_WINS))
        assert comments(by_hand) == [BY_HAND]

    def test_undo_takes_it_back(self, by_hand: Director) -> None:
        before = comments(by_hand)
        by_hand.do(seat(by_hand, "Ann", "Eva"), acknowledged=1)
        by_hand.do(Revert(by_hand.version), acknowledged=1)
        assert sorted(comments(by_hand)) == sorted(before)

    def test_a_game_that_is_in_a_later_round_too_is_asked_as_a_second_meeting(self, by_hand: Director) -> None:
        later = next(each for each in games(by_hand.round(2)) if by_hand.id("Ann") in each.players)
        other = next(by_hand.name(id) for id in later.players if id != by_hand.id("Ann"))
        by_hand.do(RecordResult(game(by_hand, other, 1).id, None), acknowledged=1)
        assert "meets-again" in asked(by_hand, seat(by_hand, "Ann", other))

    def test_the_round_under_way_is_asked_nothing_of_the_kind(self) -> None:
        event = swiss()
        event.pair()
        event.publish(1)
        event.do(seat(event, "Ann", "Gil"))
        event.do(EditRound(1, open=False, acknowledge=True))
        assert comments(event) == [BY_HAND]


class TestEmptiedGames:
    def test_taken_away_and_written_again_they_are_the_same_correction(self) -> None:
        event = swiss()
        event.pair()
        event.all_results("1-0", 1)
        event.pair()
        old = game(event, "Ann", 1)
        event.do(RecordResult(old.id, None), acknowledged=1)
        event.do(RemovePairing(old.id), acknowledged=1)
        event.do(AddPairing(1, old.white, old.black), acknowledged=1)
        event.do(EditRound(1, open=False))
        assert comments(event) == ["### Correction @ Round 1: 1-5: 1-0 => ?"]
        again = game(event, "Ann", 1)
        assert asked(event, RecordResult(again.id, Result.BLACK_WINS)) == ["result-corrected"]
        event.do(RecordResult(again.id, Result.BLACK_WINS), acknowledged=1)
        assert comments(event) == ["### Correction @ Round 1: 1-5: 1-0 => 0-1"]

    def test_they_do_not_get_out_of_the_window_by_it(self) -> None:
        event = director("round-robin", rules="fide")
        event.players(*NAMES[:6])
        event.do(PairAllRounds())
        for number in (1, 2):
            event.all_results("1-0", number)
        old = games(event.round(1))[0]
        event.do(RecordResult(old.id, None), acknowledged=1)
        event.do(RemovePairing(old.id), acknowledged=1)
        event.do(AddPairing(1, old.white, old.black), acknowledged=1)
        event.do(EditRound(1, open=False))
        for number in (3, 4):
            event.all_results("1-0", number)
        again = next(each for each in games(event.round(1)) if each.result is None)
        with refused("fide-mode-forbids"):
            event.do(RecordResult(again.id, Result.BLACK_WINS), acknowledged=2)


class TestNumbersThatALateEntryMoves:
    def late(self, event: Director) -> None:
        event.do(AddPlayers((PlayerFields("Zoe", 2700),)))

    def test_acts_are_named_by_the_numbers_that_players_have_now(self) -> None:
        event = swiss()
        event.pair()
        event.do(seat(event, "Ann", "Gil"))
        event.do(EditRound(1, open=False, acknowledge=True))
        event.all_results("1-0", 1)
        event.pair()
        event.do(RecordResult(game(event, "Ben", 1).id, Result.DRAW), acknowledged=1)
        assert comments(event) == [BY_HAND, "### Correction @ Round 1: 6-2: 1-0 => 1/2-1/2"]
        self.late(event)
        assert comments(event) == [
            "### MPA @ Round 1: 2-6 4-8 => 2-8 4-6",
            "### Correction @ Round 1: 7-3: 1-0 => 1/2-1/2",
        ]
        event.undo()
        assert sorted(comments(event)) == ["### Correction @ Round 1: 6-2: 1-0 => 1/2-1/2", BY_HAND]

    def test_an_emptied_game_is_put_right_all_the_same(self) -> None:
        event = swiss()
        event.pair()
        event.all_results("1-0", 1)
        event.pair()
        event.do(RecordResult(game(event, "Ann", 1).id, None), acknowledged=1)
        self.late(event)
        event.do(RecordResult(game(event, "Ann", 1).id, Result.WHITE_WINS))
        assert comments(event) == []

    def test_an_adjourned_game_too(self) -> None:
        event = swiss()
        event.pair()
        event.all_results("1-0", 1)
        event.do(RecordResult(game(event, "Ann", 1).id, Result.ADJOURNED))
        event.do(PairRound())
        event.do(RecordResult(game(event, "Ann", 1).id, Result.BLACK_WINS), acknowledged=1)
        self.late(event)
        assert comments(event) == ["### Adjournment @ Round 1: 2-6 0-1"]

    def test_a_report_has_the_numbers_that_it_gives_the_players(self) -> None:
        event = swiss()
        event.pair()
        event.do(seat(event, "Ann", "Gil"))
        event.do(EditRound(1, open=False, acknowledge=True))
        event.all_results("1-0", 1)
        event.do(EditPlayer(event.id("Hal"), {"rating": 2600}))
        event.do(RenumberPlayers(), acknowledged=1)
        assert comments(event)[0] == BY_HAND
        report = report_of(event.state, "")
        assert next(each.name for each in report.entries if each.number == 1) == "Hal"
        assert report.others[-2:] == (
            "### MPA @ Round 1: 2-6 4-8 => 2-8 4-6",
            "### Regeneration @ Round 1: 1 2 3 4 5 6 7 8 => 2 3 4 5 6 7 8 1",
        )


def test_a_correction_is_forgotten_with_its_round() -> None:
    event = swiss()
    event.pair()
    event.all_results("1-0", 1)
    event.pair()
    event.do(RecordResult(game(event, "Ann", 1).id, None), acknowledged=1)
    event.do(UnpairRound(2))
    event.do(UnpairRound(1), acknowledged=1)
    assert comments(event) == []
    event.pair()
    event.do(RecordResult(game(event, "Ann", 1).id, Result.BLACK_WINS))
    assert comments(event) == []
