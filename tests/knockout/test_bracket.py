"""A bracket built whole, and the slots that results fill."""

import pytest

from podium.core.errors import Unknown
from podium.core.ids import PairingId
from podium.knockout import LoserOf, Outcome, Reason, Seed, Status, TieBreakPolicy, WinnerOf, report
from podium.knockout.state import Changed
from tests.kit.loops import every
from tests.knockout.hall import Hall, check, refused


@every("players", [2, 3, 4, 5, 8, 9, 37, 1024])
def test_it_is_built_whole(players: int) -> None:
    state = Hall(players, tieBreakPolicy="RAPID").state
    check(state)
    rounds = len(state.rounds)
    assert [len(here.parents) for here in state.rounds] == [2 ** (rounds - number) for number in range(1, rounds + 1)]
    assert sum(match.played is Outcome.BYE for match in state) == 2**rounds - players


def test_a_result_fills_the_slot_that_waits_for_it() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID")
    assert hall.pairs(1) == [("1", "4"), ("2", "3")]
    assert hall.pairs(2) == [(None, None)]
    changed = hall.wins("4", "1", Reason.CHECKMATE)
    assert hall.pairs(2) == [("4", None)]
    assert [match.order for match in changed.after] == [(1, 1, 0), (2, 1, 0)]
    assert (changed.created, changed.removed) == ((), ())
    hall.wins("2", "3")
    assert hall.pairs(2) == [("4", "2")]
    assert hall.champions() == ()
    hall.wins("2", "4")
    assert hall.champions() == ("2",)
    assert hall.over()
    check(hall.state)


def test_the_winner_of_the_upper_board_has_white() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID")
    hall.wins("3", "2")
    assert hall.pairs(2) == [(None, "3")]
    hall.wins("1", "4")
    assert hall.pairs(2) == [("1", "3")]


def test_byes_are_results_of_the_first_day() -> None:
    hall = Hall(5, tieBreakPolicy="BLITZ")
    first = [(match.white, match.black, match.status, match.result) for match in hall.state.rounds[0].parents]
    assert first == [
        ("1", None, Status.FINISHED, Outcome.BYE),
        ("4", "5", Status.PENDING, None),
        ("2", None, Status.FINISHED, Outcome.BYE),
        ("3", None, Status.FINISHED, Outcome.BYE),
    ]
    assert hall.pairs(2) == [("1", None), ("2", "3")]
    assert hall.on(1, 1).finished_at == "start"


def test_slots_say_where_players_come_from() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID", thirdPlaceMatch=True)
    assert hall.state.slots(hall.on(1, 2)) == (Seed(2), Seed(3))
    assert hall.state.slots(hall.on(2, 1)) == (WinnerOf(1, 1), WinnerOf(1, 2))
    assert hall.state.slots(hall.on(2, 2)) == (LoserOf(1, 1), LoserOf(1, 2))


def test_the_next_round_begins_when_every_match_is_resolved_and_only_then() -> None:
    hall = Hall(8, tieBreakPolicy="RAPID")
    for winner, loser in (("1", "8"), ("4", "5"), ("2", "7")):
        hall.wins(winner, loser)
        assert hall.state.begun == 1
    hall.draw("3", "6")
    assert hall.state.begun == 1  # a provisional draw is not resolved
    hall.wins("6", "3")
    assert hall.state.begun == 2
    assert hall.pairs(2) == [("1", "4"), ("2", "6")]


def test_a_match_for_third_place() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID", thirdPlaceMatch=True)
    hall.wins("1", "4")
    hall.wins("2", "3")
    assert hall.pairs(2) == [("1", "2"), ("4", "3")]
    assert [match.third_place for match in hall.state.rounds[1].parents] == [False, True]
    hall.wins("1", "2")
    assert hall.champions() == ("1",)
    assert not hall.over()
    hall.draw("3", "4")
    hall.wins("3", "4")
    assert hall.over()
    assert hall.champions() == ("1",)


@every("players", [2, 3])
def test_with_fewer_than_four_there_is_no_match_for_third_place(players: int) -> None:
    hall = Hall(players, tieBreakPolicy="RAPID", thirdPlaceMatch=True)
    assert not any(match.third_place for match in hall.state)


def test_after_a_double_no_show_the_next_opponent_has_a_bye() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID", thirdPlaceMatch=True)
    hall.wins("2", "3")
    changed = hall.nobody_comes("1", "4")
    assert (hall.on(1, 1).result, hall.on(1, 1).reason) == (Outcome.DOUBLE_FORFEIT, Reason.DOUBLE_NO_SHOW)
    final, third = hall.on(2, 1), hall.on(2, 2)
    assert (final.white, final.black, final.result, final.status) == ("2", None, Outcome.BYE, Status.FINISHED)
    assert (third.white, third.black, third.result) == ("3", None, Outcome.BYE)
    assert final.finished_at == hall.on(1, 1).finished_at
    assert {match.id for match in changed.after} == {hall.on(1, 1).id, final.id, third.id}
    assert hall.champions() == ("2",)
    check(hall.state)


def test_a_bye_waits_until_it_is_known_whose_it_is() -> None:
    hall = Hall(8, tieBreakPolicy="RAPID")
    hall.nobody_comes("1", "8")
    assert (hall.on(2, 1).status, hall.on(2, 1).players) == (Status.PENDING, ())
    hall.wins("5", "4")
    assert (hall.on(2, 1).result, hall.on(2, 1).white) == (Outcome.BYE, "5")
    assert hall.pairs(3) == [("5", None)]


def test_where_nobody_is_left_to_meet_nobody_the_match_is_cancelled() -> None:
    hall = Hall(8, tieBreakPolicy="RAPID")
    hall.nobody_comes("1", "8")
    hall.nobody_comes("4", "5")
    assert (hall.on(2, 1).status, hall.on(2, 1).result) == (Status.CANCELED, None)
    hall.wins("2", "7")
    hall.wins("3", "6")
    hall.wins("3", "2")
    assert hall.champions() == ("3",)
    assert hall.on(3, 1).result is Outcome.BYE
    assert hall.over()
    check(hall.state)


def test_a_double_no_show_in_the_final_leaves_no_champion() -> None:
    hall = Hall(2, tieBreakPolicy="RAPID")
    hall.nobody_comes("1", "2")
    assert hall.over()
    assert hall.champions() == ()


def test_double_no_shows_in_every_match_cancel_the_rest() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID")
    hall.nobody_comes("1", "4")
    hall.nobody_comes("2", "3")
    assert hall.on(2, 1).status is Status.CANCELED
    assert hall.over()
    assert hall.champions() == ()


def test_the_same_report_again_changes_nothing() -> None:
    hall = Hall(4, tieBreakPolicy="BEST_OF_3")
    semi = hall.on(1, 1)
    assert hall.report(semi, Outcome.DRAW, Reason.STALEMATE)
    before = hall.state
    assert hall.report(semi, Outcome.DRAW, Reason.STALEMATE) == Changed()
    assert hall.report(semi, Outcome.DRAW) == Changed()
    assert not hall.report(semi, Outcome.DRAW, confirm=True)
    assert hall.state == before
    for game in hall.games(semi)[:2]:
        outcome = Outcome.WHITE_WIN if game.white == "1" else Outcome.BLACK_WIN
        assert hall.report(game, outcome)
        assert not hall.report(game, outcome)
    before = hall.state
    assert not hall.report(semi, Outcome.DRAW, Reason.STALEMATE)  # a late repeat, after the tie-break
    assert not hall.report(semi, Outcome.WHITE_WIN)  # what the match stands at
    assert hall.state == before


def test_another_reason_for_the_same_result_is_noted() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID")
    hall.wins("1", "4")
    changed = hall.report(hall.on(1, 1), Outcome.WHITE_WIN, Reason.RESIGNATION)
    assert [match.reason for match in changed.after] == [Reason.RESIGNATION]
    assert hall.on(1, 1).finished_at == "minute 1"


@every("reason", [Reason.TIE_BREAK_RAPID, Reason.STALEMATE, Reason.DOUBLE_NO_SHOW])
def test_a_reason_that_does_not_fit_is_refused(reason: Reason) -> None:
    hall = Hall(2)
    with refused("reason-misfit"):
        hall.report(hall.on(1, 1), Outcome.WHITE_WIN, reason)


def test_results_for_matches_that_cannot_be_played_are_refused() -> None:
    hall = Hall(5, tieBreakPolicy="BEST_OF_3")
    before = hall.state
    with refused("match-open"):
        hall.report(hall.on(2, 1), Outcome.WHITE_WIN)
    with refused("match-open"):
        hall.report(hall.on(3, 1), Outcome.DRAW)
    with refused("match-is-bye"):
        hall.report(hall.on(1, 1), Outcome.WHITE_WIN)
    with refused("outcome-unknown"):
        hall.report(hall.on(1, 2), Outcome.BYE)
    with pytest.raises(Unknown):
        report(hall.state, PairingId("m999"), Outcome.DRAW, None, "", hall.mint)
    assert hall.state == before


def test_only_the_rounds_that_change_are_copied() -> None:
    hall = Hall(16, tieBreakPolicy="RAPID")
    before = hall.state
    hall.wins("1", "16")
    assert [old is new for old, new in zip(before.rounds, hall.state.rounds, strict=True)] == [False, False, True, True]


@every("policy", [each for each in TieBreakPolicy if each is not TieBreakPolicy.NONE])
@every("mode", ["ALLOW_ALL", "NO_DRAW_OFFER", "NO_DRAW"])
@every("decisive", [False, True])
def test_a_draw_leads_to_tie_breaks_whatever_the_draw_rules(policy: TieBreakPolicy, mode: str, decisive: bool) -> None:
    hall = Hall(4, tieBreakPolicy=policy.value, drawRuleMode=mode, requiresDecisiveResult=decisive)
    changed = hall.draw("1", "4", Reason.THREE_FOLD_REPETITION)
    parent = hall.on(1, 1)
    assert (parent.status, parent.result) == (Status.FINISHED, Outcome.DRAW)
    assert (parent.reason, parent.finished_at) == (Reason.THREE_FOLD_REPETITION, "minute 1")
    assert len(changed.created) == policy.games
    assert not parent.resolved
    assert hall.pairs(2) == [(None, None)]
