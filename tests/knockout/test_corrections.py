"""Another result than the one known: what it would undo, and that it does so when confirmed."""

import pytest

from podium.core.errors import Unknown
from podium.knockout import Outcome, Reason, Status, consequences
from tests.kit.loops import every
from tests.knockout.hall import Hall, check, refused


def semis(**given: object) -> Hall:
    """Four players, 1 and 2 in the final."""
    hall = Hall(4, **given)
    hall.wins("1", "4")
    hall.wins("2", "3")
    return hall


def test_a_slip_is_put_right_at_once_while_nothing_followed_from_it() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID")
    hall.wins("1", "4")
    assert not consequences(hall.state, hall.on(1, 1).id, Outcome.BLACK_WIN)
    hall.report(hall.on(1, 1), Outcome.BLACK_WIN)
    assert hall.pairs(2) == [("4", None)]
    assert hall.on(1, 1).finished_at == "minute 1"


def test_the_tie_break_games_of_a_draw_are_a_consequence() -> None:
    hall = Hall(4, tieBreakPolicy="BEST_OF_3")
    hall.draw("1", "4")
    before, games = hall.state, hall.games(hall.on(1, 1))
    with refused("result-has-consequences") as caught:
        hall.report(hall.on(1, 1), Outcome.WHITE_WIN)
    assert caught.value.facts["matches"] == [game.id for game in games]
    assert hall.state == before
    changed = hall.report(hall.on(1, 1), Outcome.WHITE_WIN, confirm=True)
    assert changed.removed == tuple(games)
    assert hall.pairs(2) == [("1", None)]
    with pytest.raises(Unknown):
        hall.report(games[0], Outcome.DRAW)
    check(hall.state)


@every("policy", ["NONE", "RAPID"])
def test_the_next_match_of_the_winner_is_a_consequence(policy: str) -> None:
    hall = semis(tieBreakPolicy=policy)
    final = hall.on(2, 1)
    would = consequences(hall.state, hall.on(1, 1).id, Outcome.BLACK_WIN)
    assert (would.matches, would.champions) == ((final,), ())
    with refused("result-has-consequences"):
        hall.report(hall.on(1, 1), Outcome.BLACK_WIN)
    hall.report(hall.on(1, 1), Outcome.BLACK_WIN, confirm=True)
    assert hall.pairs(2) == [("4", "2")]
    assert hall.on(2, 1).id != final.id  # a late result of the old final must not count for the new one
    check(hall.state)


@every("policy", ["NONE", "RAPID"])
def test_a_champion_is_a_consequence(policy: str) -> None:
    hall = semis(tieBreakPolicy=policy)
    hall.wins("1", "2")
    would = consequences(hall.state, hall.on(2, 1).id, Outcome.BLACK_WIN)
    assert (would.matches, would.champions) == ((), ("1",))
    with refused("result-has-consequences"):
        hall.report(hall.on(2, 1), Outcome.BLACK_WIN)
    with refused("result-has-consequences"):
        hall.report(hall.on(2, 1), Outcome.DRAW)
    hall.report(hall.on(2, 1), Outcome.BLACK_WIN, confirm=True)
    assert hall.champions() == ("2",)


def test_all_that_was_played_above_is_undone_and_what_was_played_beside_stays() -> None:
    hall = Hall(8, tieBreakPolicy="RAPID", thirdPlaceMatch=True)
    for winner, loser in (("1", "8"), ("4", "5"), ("2", "7"), ("3", "6"), ("1", "4"), ("2", "3"), ("1", "2")):
        hall.wins(winner, loser)
    hall.draw("4", "3")
    undone = consequences(hall.state, hall.on(1, 1).id, Outcome.BLACK_WIN)
    assert [match.order for match in undone.matches] == [(2, 1, 0), (3, 1, 0), (3, 2, 0), (3, 2, 1)]
    assert undone.champions == ("1",)
    hall.report(hall.on(1, 1), Outcome.BLACK_WIN, confirm=True)
    assert hall.pairs(2) == [("8", "4"), ("2", "3")]
    assert hall.on(2, 2).result is Outcome.WHITE_WIN
    assert hall.pairs(3) == [(None, "2"), (None, "3")]
    assert [match.status for match in hall.state.rounds[2].parents] == [Status.PENDING, Status.PENDING]
    assert hall.champions() == ()
    check(hall.state)


def test_the_same_winner_by_another_way_undoes_only_the_tie_break() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID")
    hall.draw("1", "4")
    hall.wins("1", "4")
    hall.wins("2", "3")
    hall.wins("2", "1")
    final = hall.on(2, 1)
    changed = hall.report(hall.on(1, 1), Outcome.WHITE_WIN, Reason.CHECKMATE, confirm=True)
    assert [match.order for match in changed.removed] == [(1, 1, 1)]
    assert hall.on(2, 1) == final
    assert hall.champions() == ("2",)


def test_a_corrected_game_brings_a_cancelled_one_back() -> None:
    hall = Hall(4, tieBreakPolicy="BEST_OF_3")
    hall.draw("1", "4")
    hall.wins("1", "4")
    hall.wins("1", "4")
    first, _, third = hall.games(hall.on(1, 1))
    assert third.status is Status.CANCELED
    parent = hall.on(1, 1)
    with refused("result-has-consequences") as caught:
        hall.report(first, Outcome.BLACK_WIN)
    assert caught.value.facts["matches"] == [parent.id]  # the games decided it
    hall.report(first, Outcome.BLACK_WIN, confirm=True)
    parent = hall.on(1, 1)
    assert (parent.result, parent.resolved) == (Outcome.DRAW, False)
    assert hall.now_is(third).status is Status.PENDING
    assert hall.pairs(2) == [(None, None)]
    hall.wins("4", "1")
    assert hall.on(1, 1).result is Outcome.BLACK_WIN
    check(hall.state)


def test_a_corrected_game_takes_back_an_armageddon_that_is_not_needed() -> None:
    hall = Hall(2, tieBreakPolicy="RAPID")
    hall.draw("1", "2")
    hall.draw("1", "2")
    rapid, armageddon = hall.games(hall.on(1, 1))
    would = consequences(hall.state, rapid.id, Outcome.BLACK_WIN)
    assert would.matches == (armageddon,)
    with refused("result-has-consequences"):
        hall.report(rapid, Outcome.BLACK_WIN)
    hall.report(rapid, Outcome.BLACK_WIN, confirm=True)
    assert hall.champions() == ("2",)
    assert hall.on(1, 1).reason is Reason.TIE_BREAK_RAPID
    hall.report(rapid, Outcome.DRAW, confirm=True)
    again = hall.games(hall.on(1, 1))[1]
    assert (again.index, again.status) == (2, Status.PENDING)
    assert again.id != armageddon.id


def test_a_game_already_played_stays_when_an_earlier_one_decides_after_all() -> None:
    hall = Hall(2, tieBreakPolicy="BEST_OF_3")
    hall.draw("1", "2")
    for winner, loser in (("1", "2"), ("2", "1"), ("2", "1")):
        hall.wins(winner, loser)
    second = hall.games(hall.on(1, 1))[1]
    hall.report(second, Outcome.BLACK_WIN, confirm=True)  # 1 wins it after all
    assert hall.champions() == ("1",)
    assert [game.status for game in hall.games(hall.on(1, 1))] == [Status.FINISHED] * 3


def test_a_double_no_show_put_right_gives_the_bye_back() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID")
    hall.wins("2", "3")
    hall.nobody_comes("1", "4")
    assert hall.champions() == ("2",)
    final = hall.on(2, 1)
    would = consequences(hall.state, hall.on(1, 1).id, Outcome.WHITE_WIN, Reason.NO_SHOW)
    assert (would.matches, would.champions) == ((final,), ("2",))
    hall.report(hall.on(1, 1), Outcome.WHITE_WIN, Reason.NO_SHOW, confirm=True)
    assert hall.pairs(2) == [("1", "2")]
    assert (hall.on(2, 1).status, hall.on(2, 1).result) == (Status.PENDING, None)
    assert hall.on(2, 1).id == final.id  # nobody could hold a result of a bye
    hall.nobody_comes("1", "2")
    check(hall.state)


def test_a_bye_is_a_consequence_before_anybody_plays_on() -> None:
    hall = Hall(8, tieBreakPolicy="RAPID")
    hall.wins("4", "5")
    hall.nobody_comes("1", "8")
    bye = hall.on(2, 1)
    assert (bye.result, hall.pairs(3)) == (Outcome.BYE, [("4", None)])
    with refused("result-has-consequences") as caught:
        hall.report(hall.on(1, 1), Outcome.WHITE_WIN)
    assert caught.value.facts == {"value": hall.on(1, 1).id, "matches": [bye.id], "champions": []}
    hall.report(hall.on(1, 1), Outcome.WHITE_WIN, confirm=True)
    assert (hall.pairs(2)[0], hall.pairs(3)) == (("1", "4"), [(None, None)])
    check(hall.state)


def test_a_match_that_nobody_came_to_is_a_consequence() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID")
    hall.nobody_comes("1", "4")
    hall.nobody_comes("2", "3")
    final = hall.on(2, 1)
    assert (final.status, hall.state.over) == (Status.CANCELED, True)
    assert consequences(hall.state, hall.on(1, 1).id, Outcome.WHITE_WIN).matches == (final,)


def test_rounds_that_formed_are_formed_anew() -> None:
    hall = Hall(8)
    for winner, loser in (("1", "8"), ("4", "5"), ("2", "7"), ("3", "6"), ("1", "4"), ("2", "3"), ("1", "2")):
        hall.wins(winner, loser)
    would = consequences(hall.state, hall.on(1, 1).id, Outcome.DRAW)
    assert [match.order for match in would.matches] == [(2, 1, 0), (2, 2, 0), (3, 1, 0)]
    hall.report(hall.on(1, 1), Outcome.DRAW, confirm=True)
    assert hall.pairs(2) == [("8", "4"), ("2", "3"), ("1", None)]
    assert len(hall.state.rounds) == 2
    check(hall.state)


def test_a_correction_that_sends_the_same_players_on_changes_nothing_later() -> None:
    hall = semis()
    changed = hall.report(hall.on(1, 1), Outcome.WHITE_WIN, Reason.RESIGNATION)
    assert [match.order for match in changed.after] == [(1, 1, 0)]


@every("policy", ["NONE", "RAPID"])
def test_a_result_is_taken_back(policy: str) -> None:
    hall = Hall(4, tieBreakPolicy=policy)
    before = hall.state
    hall.wins("1", "4")
    hall.clear(hall.on(1, 1))
    assert hall.state == before
    assert not hall.clear(hall.on(1, 1))
    hall.wins("1", "4")
    hall.wins("2", "3")
    with refused("result-has-consequences"):
        hall.clear(hall.on(1, 2))
    hall.clear(hall.on(1, 2), confirm=True)
    assert hall.on(1, 2).status is Status.PENDING
    check(hall.state)


def test_a_tie_break_result_is_taken_back() -> None:
    hall = Hall(2, tieBreakPolicy="BEST_OF_3")
    hall.draw("1", "2")
    hall.wins("1", "2")
    before = hall.state
    hall.wins("1", "2")
    hall.clear(hall.games(hall.on(1, 1))[1], confirm=True)
    assert hall.state == before


def test_the_result_of_a_tie_break_can_be_overruled_only_with_confirmation() -> None:
    hall = Hall(2, tieBreakPolicy="RAPID")
    hall.draw("1", "2")
    hall.wins("1", "2")
    assert not hall.report(hall.on(1, 1), Outcome.WHITE_WIN)  # what the match stands at
    with refused("result-has-consequences"):
        hall.report(hall.on(1, 1), Outcome.BLACK_WIN)
    hall.report(hall.on(1, 1), Outcome.BLACK_WIN, confirm=True)
    assert hall.champions() == ("2",)
    assert hall.on(1, 1).tie_breaks == ()
