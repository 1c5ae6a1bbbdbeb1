"""What holds of every knockout, whatever its size and policy and whatever is reported."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podium.core.dice import Dice
from podium.core.errors import Refused
from podium.knockout import BracketMatch, Knockout, Outcome, Status, TieBreakPolicy, applied, consequences, ranking
from tests.kit.loops import ALL_SEEDS, every
from tests.knockout.hall import Hall, check

OUTCOMES = (Outcome.WHITE_WIN, Outcome.BLACK_WIN, Outcome.DRAW, Outcome.DRAW, Outcome.DOUBLE_FORFEIT)
policies = st.sampled_from([policy.value for policy in TieBreakPolicy])
single = st.builds(
    lambda players, policy, seeding, third, dice: Hall(
        players, dice, tieBreakPolicy=policy, seeding=seeding, thirdPlaceMatch=third
    ),
    st.integers(2, 40),
    policies,
    st.sampled_from(["standard", "listed", "drawn"]),
    st.booleans(),
    st.text("ab", max_size=3),
)
double = st.builds(
    lambda players, policy, final: Hall(players, tieBreakPolicy=policy, grandFinal=final),
    st.integers(2, 40),
    policies.filter(lambda policy: policy != "NONE"),
    st.sampled_from(["reset", "single"]),
)
halls = st.one_of(single, double)


def waiting(hall: Hall) -> list[BracketMatch]:
    """Every match and game that can be played now."""
    return [match for match in hall.state if match.status is Status.PENDING and match.full]


def finish(hall: Hall, dice: Dice, outcomes: Sequence[Outcome] = OUTCOMES, *, checking: bool = True) -> None:
    """Plays to the end in any order in which matches can be played."""
    most = 8 * len(hall.state.entrants)  # each match with its tie-break games is at most seven games
    while ready := waiting(hall):
        for match in dice.shuffled(ready):
            if hall.now_is(match).status is not Status.PENDING:
                continue  # a cancelled game
            before = hall.state
            changed = hall.report(match, dice.pick(outcomes))
            assert changed
            assert not changed.removed  # a first result undoes nothing
            most -= 1
            assert most >= 0
            if checking:
                check(hall.state)
                assert applied(hall.state, changed.opposite) == before


def ended_well(hall: Hall) -> None:
    """Asserts one of the three ends there are."""
    state = hall.state
    assert state.over
    if len(state.champions) != 1:
        last = state.rounds[-1].ties
        if state.champions:
            assert state.rules.both_advance
            assert not state.rounds[-1].eliminates
        else:
            assert all(match.result in (Outcome.DOUBLE_FORFEIT, None) for match in last)
    places = ranking(state)
    assert sorted(place.player for place in places) == sorted(state.entrants)
    assert [place.player for place in places if place.rank == 1] == [
        player for player in state.entrants if player in state.champions
    ]
    for before, place in pairwise(places):
        assert before.rank <= place.rank


@given(halls, st.integers(0, 10**6))
def test_every_event_ends_whatever_is_reported(hall: Hall, seed: int) -> None:
    finish(hall, Dice(seed))
    ended_well(hall)


@pytest.mark.seeds
@every("policy", [policy.value for policy in TieBreakPolicy])
@every("players", [64, 100, 257, 1000, 1024] if ALL_SEEDS else [64, 257])
def test_large_events_end_too(players: int, policy: str) -> None:
    hall = Hall(players, tieBreakPolicy=policy, thirdPlaceMatch=True)
    finish(hall, Dice(f"{players}{policy}"), checking=False)
    check(hall.state)
    ended_well(hall)


@given(st.integers(2, 40), policies.filter(lambda policy: policy != "NONE"), st.integers(0, 10**6))
def test_a_bracket_without_no_shows_has_one_champion(players: int, policy: str, seed: int) -> None:
    hall = Hall(players, tieBreakPolicy=policy)
    finish(hall, Dice(seed), (Outcome.WHITE_WIN, Outcome.DRAW, Outcome.BLACK_WIN), checking=False)
    assert len(hall.champions()) == 1
    assert sum(match.loser is not None for here in hall.state.rounds for match in here.parents) == players - 1


@given(halls, st.integers(0, 10**6), st.integers(1, 30))
def test_corrections_leave_what_the_results_alone_would_have_led_to(hall: Hall, seed: int, corrections: int) -> None:
    dice = Dice(seed)
    fresh = hall.state
    finish(hall, dice, checking=False)
    for _ in range(corrections):
        reported = [match for match in hall.state if match.full and match.status is not Status.CANCELED]
        match = dice.pick(reported)
        outcome = dice.pick((*OUTCOMES, None))
        would = consequences(hall.state, match.id, outcome)
        before = hall.state
        try:
            changed = hall.clear(match) if outcome is None else hall.report(match, outcome)
            assert not would
        except Refused:
            assert would
            assert hall.state == before
            changed = hall.clear(match, confirm=True) if outcome is None else hall.report(match, outcome, confirm=True)
        assert would.matches == tuple(old for old in before if undone(old, match, hall.state))
        assert applied(hall.state, changed.opposite) == before
        check(hall.state)
        assert parents(hall) == parents(replayed(hall, fresh))
    finish(hall, dice, checking=False)
    ended_well(hall)


def undone(old: BracketMatch, corrected: BracketMatch, now: Knockout) -> bool:
    """Whether a match from before a correction has gone, or is no longer settled as it was."""
    new = next((match for match in now if match.id == old.id), None)
    if new is None:
        return True
    return old.parent is None and old.id != corrected.id and old.resolved and new.fate != old.fate


def replayed(hall: Hall, fresh: Knockout) -> Hall:
    """The event from `fresh` on with the results that `hall` has, each reported once in playing order."""
    again = copy(hall)
    again.state = fresh
    for match in hall.state:
        if match.played in (None, Outcome.BYE):
            continue
        parent = again.on(match.round, match.board)
        target = parent if match.index is None else again.games(parent)[match.index - 1]
        if target.status is not Status.CANCELED:  # played before a correction made it needless
            assert match.played is not None
            again.report(target, match.played)
    return again


def parents(hall: Hall) -> list[tuple[object, ...]]:
    """All matches without ids and times."""
    return [
        (match.order, match.white, match.black, match.status, match.result, match.third_place)
        for here in hall.state.rounds
        for match in here.parents
    ]
