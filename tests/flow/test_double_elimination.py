"""A double elimination inside a tournament: its settings, its rounds, undo, and what cannot be."""

from __future__ import annotations

import pytest

from podium.app.queries import standings
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, ChangeSettings, PairRound, Redo, Revert
from podium.flow.formats.knockout import bracket_of, match_report
from podium.flow.formats.registry import rounds_planned
from podium.knockout import GrandFinal, Outcome, TieBreakPolicy
from podium.simulation.knockout import Chances, play
from tests.kit.cups import NAMES, match
from tests.kit.events import Director, director, refused
from tests.kit.loops import ALL_SEEDS, every


def entered(players: int = 4, **settings: object) -> Director:
    event = director("double-elimination", "t1", **settings)
    event.do(AddPlayers(tuple(PlayerFields(name, 2400 - 10 * at) for at, name in enumerate(NAMES[:players]))))
    event.do(PairRound())
    return event


def report(event: Director, round: int, board: int, outcome: Outcome, *, confirm: bool = False) -> None:
    event.do(match_report(match(event, round, board).id, outcome, confirm=confirm))


def test_draws_are_played_off_unless_otherwise_decided() -> None:
    rules = director("double-elimination", "t1").state.settings.knockout
    assert rules is not None
    assert (rules.tie_break_policy, rules.grand_final) == (TieBreakPolicy.RAPID, GrandFinal.RESET)


@every(
    ("settings", "code"),
    [
        ({"tieBreakPolicy": "NONE"}, "double-elimination-without-tie-break"),
        ({"grandFinal": "twice"}, "choice-unknown"),
        ({"grandFinal": True}, "choice-unknown"),
        ({"thirdPlaceMatch": True}, "third-place-decided"),
        ({"tieBreakPolicy": "NONE", "requiresDecisiveResult": True}, "decisive-without-tie-break"),
    ],
)
def test_what_it_cannot_be_is_refused(settings: dict[str, object], code: str) -> None:
    with refused(code):
        director("double-elimination", "t1", **settings)


def test_a_knockout_has_no_grand_final() -> None:
    with refused("setting-of-double-elimination"):
        director("knockout", "t1", grandFinal="reset")
    with refused("setting-of-knockout"):
        director("swiss", "t1", grandFinal="reset")
    assert director("knockout", "t1", grandFinal=None).state.settings.knockout is not None


def test_a_knockout_that_has_not_begun_becomes_one_and_back() -> None:
    event = director("knockout", "t1", thirdPlaceMatch=True)
    event.do(ChangeSettings({"format": "double-elimination", "grandFinal": "single"}))
    rules = event.state.settings.knockout
    assert rules is not None
    assert (rules.grand_final, rules.third_place_match) == (GrandFinal.SINGLE, False)
    assert rules.tie_break_policy is TieBreakPolicy.RAPID
    event.do(ChangeSettings({"format": "knockout"}))
    assert event.state.settings.knockout is not None
    assert event.state.settings.knockout.grand_final is None


def test_the_grand_final_is_fixed_once_the_bracket_stands() -> None:
    event = entered()
    with refused("bracket-built"):
        event.do(ChangeSettings({"grandFinal": "single"}))
    assert rounds_planned(event.state) == 5


@pytest.mark.parametrize("players", [0, 1])
def test_a_bracket_of_one_is_refused(players: int) -> None:
    with refused("bracket-size"):
        entered(players)


def test_a_round_can_be_played_before_one_that_was_planned_earlier() -> None:
    """The winners' final is known while nobody is through the first round of the losers."""
    event = entered(8)
    for board in range(1, 5):
        report(event, 1, board, Outcome.WHITE_WIN)
    for board in (1, 2):
        report(event, 2, board, Outcome.WHITE_WIN)
    assert [here.number for here in event.state.rounds] == [1, 2, 3, 4, 5]
    assert not event.state.rounds[3].games  # round 2 of the losers
    assert event.state.rounds[4].games
    report(event, 5, 1, Outcome.WHITE_WIN)
    assert event.state.where[match(event, 5).id] == 5
    assert standings(event.state)[0].rank == 1


def through(event: Director) -> None:
    """Four players; the grand final is lost by the one who had not lost."""
    for round, board in ((1, 1), (1, 2), (2, 1), (3, 1), (4, 1)):
        report(event, round, board, Outcome.WHITE_WIN)
    report(event, 5, 1, Outcome.BLACK_WIN)


def test_undo_takes_the_second_match_of_the_final_back() -> None:
    event = entered()
    through(event)
    assert rounds_planned(event.state) == 6
    before = event.state
    report(event, 6, 1, Outcome.WHITE_WIN)
    assert len(bracket_of(event.state).champions) == 1
    event.do(Revert())
    assert event.state.knockout == before.knockout
    event.do(Revert())
    assert len(event.state.rounds) == 5
    event.do(Redo())
    assert event.state.knockout == before.knockout


def test_a_correction_names_what_it_would_undo_in_both_brackets() -> None:
    event = entered()
    through(event)
    with refused("result-has-consequences"):
        report(event, 1, 1, Outcome.BLACK_WIN)
    report(event, 1, 1, Outcome.BLACK_WIN, confirm=True)
    assert [here.number for here in event.state.rounds] == [1, 2, 3]
    assert bracket_of(event.state).champions == ()


@pytest.mark.seeds
@every("seed", range(1000 if ALL_SEEDS else 15))
def test_events_with_corrections_and_undo_come_to_an_end(seed: int) -> None:
    settings = {
        "format": "double-elimination",
        "grandFinal": ("reset", "single")[seed % 2],
        "tieBreakPolicy": ("RAPID", "BLITZ", "ARMAGEDDON", "BEST_OF_3", "BEST_OF_5")[seed % 5],
        "seeding": ("standard", "listed", "drawn")[seed % 3],
    }
    state = play(2 + seed % 41, settings, seed, Chances(draws=seed % 60, no_shows=seed % 7, corrections=seed % 50))
    assert bracket_of(state).over
    assert len(standings(state)) == 2 + seed % 41
