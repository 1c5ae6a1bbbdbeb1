"""Which rounds of a round robin in FIDE mode can change: the order of play decides, not their numbers."""

from __future__ import annotations

from contextlib import suppress

import pytest

from podium.core.errors import Cautioned, Refused
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import (
    AddPlayers,
    Command,
    PairAllRounds,
    RecordResult,
    ReopenRound,
    Revert,
    Rewind,
    UnpairRound,
    WithdrawPlayer,
)
from tests.kit.events import Director, breach_comments, director, games, refused
from tests.kit.loops import every

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay")


def table(*sections: str) -> Director:
    """A round robin of six players in each section, with all of its rounds."""
    event = director("round-robin", rules="fide", sections=list(sections))
    for section in sections or (None,):
        event.do(AddPlayers(tuple(PlayerFields(f"{name} {section or ''}".strip(), section=section) for name in NAMES)))
    event.do(PairAllRounds())
    return event


def play(event: Director, *rounds: int, section: str = "", missing: int = 0) -> Director:
    """These rounds in this order, won by White, but for the first games of each."""
    for number in rounds:
        own = [game for game in games(event.round(number)) if game.section == section]
        for game in own[missing:]:
            event.do(RecordResult(game.id, Result.WHITE_WINS), acknowledged=1)
    return event


def corrected(event: Director, number: int, section: str = "") -> bool:
    """Whether a result of a round can become another; it is the same again afterwards."""
    game = [each for each in games(event.round(number)) if each.section == section][-1]
    assert game.result is not None
    with suppress(Refused):
        event.do(RecordResult(game.id, Result.BLACK_WINS), acknowledged=1)
    if event.state.pairing(game.id) == game:
        forbidden(event, RecordResult(game.id, Result.BLACK_WINS))
        return False
    event.do(RecordResult(game.id, game.result), acknowledged=1)
    return True


def forbidden(event: Director, command: Command) -> None:
    before = event.state
    with refused("fide-mode-forbids"):
        event.do(command, acknowledged=2)
    assert event.state is before


@every("order", [(1, 2, 3, 4, 5), (5, 4, 3, 2, 1), (5, 1, 2, 3, 4), (2, 1, 4, 5, 3)])
def test_the_last_two_that_were_played_can_change_in_whatever_order(order: tuple[int, ...]) -> None:
    event = table()
    for at, number in enumerate(order):
        play(event, number)
        assert [each for each in order[: at + 1] if corrected(event, each)] == [*order[: at + 1]][-2:]


def test_a_game_that_is_put_off_in_each_round_holds_no_round_open() -> None:
    event = play(table(), 1, 2, 3, missing=1)
    assert [number for number in (1, 2, 3) if corrected(event, number)] == [1, 2, 3]  # the third is under way
    play(event, 4, 5, missing=1)
    assert [number for number in (1, 2, 3, 4, 5) if corrected(event, number)] == [3, 4, 5]


def test_a_game_that_was_put_off_makes_its_round_free_for_no_other() -> None:
    event = play(table(), 1, missing=1)
    play(event, 2, 3, 4)
    play(event, 1)
    assert not corrected(event, 1)
    assert [number for number in (2, 3, 4) if corrected(event, number)] == [3, 4]


def test_each_section_has_rounds_of_its_own() -> None:
    event = play(table("A", "B"), 1, 2, 3, 4, 5, section="A")
    play(event, 1, section="B")
    assert [number for number in (1, 2, 3, 4, 5) if corrected(event, number, "A")] == [4, 5]
    assert corrected(event, 1, "B")


def test_a_closed_round_is_reopened_for_the_section_that_can_change_in_it() -> None:
    event = play(table("A", "B"), 1, 2, 3, section="A")
    play(event, 1, section="B")
    event.publish(1)
    event.close(1)
    event.do(ReopenRound(1))
    assert corrected(event, 1, "B")
    assert not corrected(event, 1, "A")
    play(event, 2, 3, section="B")
    event.close(1)
    forbidden(event, ReopenRound(1))


def test_what_is_taken_back_frees_no_older_round() -> None:
    event = play(table(), 1, 2, 3)
    version = event.version
    play(event, 4, 5)
    forbidden(event, Rewind(version - 1))
    event.do(RecordResult(games(event.round(5))[0].id, None))
    assert not corrected(event, 3)
    event.do(Rewind(version), acknowledged=1)
    assert not corrected(event, 3)
    event.do(UnpairRound(5), acknowledged=1)
    assert not corrected(event, 3)


def test_a_round_that_was_emptied_and_played_again_is_the_last() -> None:
    event = play(table(), 5)
    for game in games(event.round(5)):
        event.do(RecordResult(game.id, None))
    play(event, 1, 2, 3, 4)
    first, *others = games(event.round(5))
    event.do(RecordResult(first.id, Result.DRAW))
    event.do(RecordResult(first.id, Result.WHITE_WINS), acknowledged=1)  # while it is under way
    for game in others:
        event.do(RecordResult(game.id, Result.WHITE_WINS))
    assert [number for number in (1, 2, 3, 4, 5) if corrected(event, number)] == [4, 5]


def test_the_end_of_an_adjourned_game_is_not_undone_once_others_were_played_and_its_round_is_past() -> None:
    event = table()
    game = games(event.round(1))[0]
    event.do(RecordResult(game.id, Result.ADJOURNED))
    play(event, 1, 2, 3, missing=1)
    for number in (2, 3):
        event.do(RecordResult(games(event.round(number))[0].id, Result.DRAW))
    event.do(RecordResult(game.id, Result.BLACK_WINS), acknowledged=1)
    event.do(Revert())
    event.do(RecordResult(game.id, Result.WHITE_WINS), acknowledged=1)
    ended = event.version
    play(event, 4, 5)
    forbidden(event, Revert(ended))


def test_games_that_are_forfeited_ahead_make_no_round_a_played_one() -> None:
    """Two of six leave after round 1, which forfeits most games of the rounds to come."""
    event = play(table(), 1)
    for name in ("Eva", "Fay"):
        event.do(WithdrawPlayer(event.id(name)), acknowledged=1)
    for number in (2, 3, 4, 5):
        assert corrected(event, 1) is (number < 4)
        for game in games(event.round(number)):
            if game.result is None:
                event.do(RecordResult(game.id, Result.WHITE_WINS))
    assert [number for number in (1, 2, 3, 4, 5) if corrected(event, number)] == [4, 5]


def test_a_round_that_was_played_before_another_is_corrected_with_a_question_and_a_comment() -> None:
    event = play(table(), 5)
    game = games(event.round(5))[0]
    event.do(RecordResult(game.id, Result.BLACK_WINS))  # nothing was played after it
    assert not event.state.breaches
    play(event, 1)
    with pytest.raises(Cautioned):
        event.do(RecordResult(game.id, Result.DRAW))
    event.do(RecordResult(game.id, Result.DRAW), acknowledged=1)
    [comment] = breach_comments(event.state)
    assert comment.startswith("### Correction @ Round 5: ")


def test_a_round_that_is_corrected_all_over_keeps_its_place() -> None:
    event = play(table(), 1, 2, 3, 4)
    slips = games(event.round(3))
    for game in slips:
        event.do(RecordResult(game.id, None), acknowledged=1)
    for game in slips:
        event.do(RecordResult(game.id, Result.DRAW), acknowledged=1)
    play(event, 5)
    assert [number for number in (1, 2, 3, 4, 5) if corrected(event, number)] == [4, 5]
