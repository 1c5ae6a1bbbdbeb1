"""Double elimination: who drops where, how late two players meet again, and that everybody plays until the second loss.

The judge of sizes that are powers of two is brackets-manager, whose answers `tests/golden/double_elimination` holds.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cache
from pathlib import Path

import pytest

from podium.core.dice import Dice
from podium.core.ids import PairingId
from podium.knockout import BracketMatch, Branch, Knockout, LoserOf, Outcome, Status, WinnerOf, ranking
from tests.kit.loops import ALL_SEEDS, every
from tests.knockout.hall import Hall, check, refused

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "double_elimination" / "brackets.json").read_text("utf-8"))
SIZES = (*range(2, 129), 200, 255, 256, 257, 1000, 1024)


@cache
def hall(players: int, grand_final: str = "reset") -> Hall:
    return Hall(players, tieBreakPolicy="RAPID", grandFinal=grand_final)


def fresh(players: int, grand_final: str = "reset") -> Hall:
    return copy(hall(players, grand_final))


def wins(here: Hall, winner: str, loser: str) -> None:
    here.wins(winner, loser)
    check(here.state)


@every("size", list(GOLDEN))
def test_it_is_the_bracket_of_the_judge(size: str) -> None:
    state, judge = hall(int(size)).state, GOLDEN[size]
    rounds = {branch: [here for here in state.plan.rounds if here.branch is branch] for branch in Branch}
    for branch in Branch:
        assert [len(here.boards) for here in rounds[branch]] == judge[branch.value]
    numbers = {number: here.stage for number, here in enumerate(state.plan.rounds, 1)}
    drops = {
        numbers[slot.round]: here.stage
        for here in rounds[Branch.LOSERS]
        for slots in here.boards
        for slot in slots
        if isinstance(slot, LoserOf)
    }
    assert [drops[stage] for stage in sorted(drops)] == judge["drops"]


@every("players", SIZES)
def test_everybody_has_a_way_to_a_second_loss(players: int) -> None:
    """2n - 2 matches; who loses a match of the winners comes to one of the losers, and who wins any to the next."""
    state = hall(players).state
    check(state)
    matches = [match for match in state if match.played is not Outcome.BYE]
    assert len(matches) == 2 * players - 2
    sources = [slot for match in matches for slot in state.slots(match) or ()]
    places = {(match.round, match.board): state.branch(match.round) for match in state}
    final = state.last_round, 1
    assert Counter((slot.round, slot.board) for slot in sources if isinstance(slot, WinnerOf)) == Counter(
        place for place in places if place != final
    )
    lost = Counter((slot.round, slot.board) for slot in sources if isinstance(slot, LoserOf))
    assert lost == Counter(
        (match.round, match.board) for match in matches if state.branch(match.round) is Branch.WINNERS
    )
    for match in matches:
        slots = state.slots(match) or ()
        assert all(slot.round < match.round for slot in slots if isinstance(slot, WinnerOf | LoserOf))


def ways(state: Knockout) -> dict[tuple[int, int], tuple[int, int]]:
    """Where the winner of each match goes on."""
    return {
        (slot.round, slot.board): (match.round, match.board)
        for match in state
        for slot in state.slots(match) or ()
        if isinstance(slot, WinnerOf)
    }


def first_rematch(state: Knockout) -> int:
    """The first round of the losers, as a full bracket counts them, in which two can meet who met among the winners.

    They met in a match of the winners; one dropped from there, the other from a later match on the way to the final.
    Whatever the results are, they meet again where the ways of the two drops do.
    """
    on = ways(state)
    dropped = {
        (slot.round, slot.board): (match.round, match.board)
        for match in state
        for slot in state.slots(match) or ()
        if isinstance(slot, LoserOf)
    }

    def way(place: tuple[int, int]) -> Iterator[tuple[int, int]]:
        here: tuple[int, int] | None = place
        while here is not None and state.branch(here[0]) is not Branch.FINAL:
            yield here
            here = on.get(here)

    first = 2 * len(state.plan.rounds)
    for place, drop in dropped.items():
        mine = list(way(drop))
        for later in list(way(place))[1:]:
            if state.branch(later[0]) is Branch.WINNERS and later in dropped:
                theirs = set(way(dropped[later]))
                met = next((each for each in mine if each in theirs), None)
                if met is not None:
                    first = min(first, state.plan.rounds[met[0] - 1].column)
    return first


def best_possible(rounds: int) -> int:
    """The first round of the losers that no arrangement keeps free of rematches, in a full bracket."""
    for late in range(1, 2 * rounds - 1):
        stages = late // 2 + 1  # of the winners whose losers are in it
        lines = 2 ** (rounds - stages - late % 2)
        if lines < stages:
            return late
    raise AssertionError("the last round of the losers has one line")


@every("players", SIZES[1:])
def test_rematches_come_as_late_as_they_can(players: int) -> None:
    """No rematch in the first half of the losers' rounds, whatever the results; in a full bracket none can be later."""
    rounds = (players - 1).bit_length()
    first = first_rematch(hall(players).state)
    assert first > rounds - 1  # of 2 * rounds - 2
    if players == 2**rounds:
        assert first == best_possible(rounds)
    else:
        assert first >= best_possible(rounds)


@every("players", [2, 3, 4, 5, 6])
def test_every_course_of_a_small_event(players: int) -> None:
    """All results there can be: two losses and out, as many matches as there must be, and rematches where foretold."""
    first, shortest, longest = 1000, False, False
    waiting = [fresh(players)]
    while waiting:
        here = waiting.pop()
        match = next((each for each in here.state if each.full and each.played is None), None)
        if match is not None:
            for outcome in (Outcome.WHITE_WIN, Outcome.BLACK_WIN):
                after = copy(here)
                after.report(match, outcome)
                waiting.append(after)
            continue
        played = [each for each in here.state if each.full]
        losses = Counter(str(each.loser) for each in played if each.loser is not None)
        [champion] = here.champions()
        assert losses[champion] <= 1
        del losses[champion]
        assert set(losses.values()) == {2}
        assert len(losses) == players - 1
        assert len(played) in (2 * players - 2, 2 * players - 1)
        shortest, longest = shortest or len(played) % 2 == 0, longest or len(played) % 2 == 1
        met: set[frozenset[str]] = set()
        for each in played:
            pair = frozenset(str(player) for player in each.players)
            if pair in met and here.state.branch(each.round) is Branch.LOSERS:
                first = min(first, here.state.plan.rounds[each.round - 1].column)
            met.add(pair)
    assert shortest
    assert longest
    assert first == (first_rematch(hall(players).state) if players > 2 else 1000)


@every("players", SIZES[1:])
def test_byes_are_spread(players: int) -> None:
    """The best seeds have those of the first round, one each; among the losers nobody has more than one."""
    state = hall(players).state
    byes = [match.white for match in state if match.played is Outcome.BYE]
    free = 2 ** (players - 1).bit_length() - players
    assert sorted(byes, key=lambda seed: int(seed or 0)) == [str(seed) for seed in range(1, free + 1)]
    for here in state.plan.rounds:
        if here.branch is not Branch.LOSERS:
            continue
        for slots in here.boards:
            for slot in slots:
                if isinstance(slot, LoserOf):
                    due = max(1, 2 * state.plan.rounds[slot.round - 1].stage - 2)
                    assert here.column - due <= 1  # rounds of the losers sat out before the first match of them


def test_losers_go_on_and_the_places_go_down_to_the_last() -> None:
    here = fresh(4)
    wins(here, "1", "4")
    wins(here, "3", "2")
    assert here.pairs(3) == [("4", "2")]
    wins(here, "2", "4")
    wins(here, "1", "3")
    wins(here, "3", "2")
    assert here.pairs(5) == [("1", "3")]
    wins(here, "1", "3")
    assert here.over()
    assert here.champions() == ("1",)
    assert [(place.rank, place.player) for place in ranking(here.state)] == [(1, "1"), (2, "3"), (3, "2"), (4, "4")]


def test_who_left_in_the_same_round_is_level() -> None:
    here = fresh(8)
    finish(here, Dice(1), (Outcome.WHITE_WIN,))
    assert [place.rank for place in ranking(here.state)] == [1, 2, 3, 4, 5, 5, 7, 7]


def test_nobody_is_out_after_one_loss() -> None:
    here = fresh(4)
    wins(here, "1", "4")
    assert {place.rank for place in ranking(here.state)} == {1}
    assert not any(place.out for place in ranking(here.state, 1))


def to_the_final(grand_final: str = "reset") -> Hall:
    """Three players; 1 is in the final without a loss, 2 with one."""
    here = fresh(3, grand_final)
    for winner, loser in (("2", "3"), ("1", "2"), ("2", "3")):
        wins(here, winner, loser)
    assert here.pairs(4) == [("1", "2")]
    return here


def test_the_final_is_played_again_with_colours_exchanged() -> None:
    here = to_the_final()
    wins(here, "2", "1")
    assert not here.over()
    assert here.champions() == ()
    assert not any(place.out for place in ranking(here.state) if place.player != "3")
    assert here.pairs(5) == [("2", "1")]
    wins(here, "1", "2")
    assert here.champions() == ("1",)
    assert [place.player for place in ranking(here.state)] == ["1", "2", "3"]


def test_a_single_final_decides() -> None:
    here = to_the_final("single")
    wins(here, "2", "1")
    assert here.over()
    assert here.champions() == ("2",)
    assert [place.player for place in ranking(here.state)] == ["2", "1", "3"]


def test_a_final_won_by_the_unbeaten_needs_no_second_match() -> None:
    here = to_the_final()
    wins(here, "1", "2")
    assert here.over()
    assert len(here.state.rounds) == 4


def test_a_correction_of_the_final_takes_its_second_match_back() -> None:
    here = to_the_final()
    wins(here, "2", "1")
    wins(here, "1", "2")
    final, again = here.on(4, 1), here.on(5, 1)
    with refused("result-has-consequences") as caught:
        here.report(final, Outcome.WHITE_WIN)
    assert caught.value.facts["matches"] == [again.id]
    here.report(final, Outcome.WHITE_WIN, confirm=True)
    check(here.state)
    assert here.champions() == ("1",)
    assert len(here.state.rounds) == 4


def test_a_correction_upstream_names_what_follows_in_both_brackets() -> None:
    here = fresh(4)
    for winner, loser in (("1", "4"), ("2", "3"), ("4", "3"), ("1", "2")):
        wins(here, winner, loser)
    with refused("result-has-consequences") as caught:
        here.report(here.on(1, 1), Outcome.BLACK_WIN)
    assert caught.value.facts["matches"] == [here.on(round, 1).id for round in (2, 3, 4)]


def test_draws_lead_to_tie_break_games_in_every_bracket() -> None:
    here = to_the_final()
    here.draw("1", "2")
    assert here.champions() == ()
    assert len(here.state.rounds) == 4
    wins(here, "2", "1")  # the rapid game
    assert here.pairs(5) == [("2", "1")]


def test_who_meets_an_absent_pair_among_the_losers_has_a_bye() -> None:
    here = fresh(4)
    wins(here, "1", "4")
    here.nobody_comes("2", "3")
    check(here.state)
    assert here.on(3, 1).result is Outcome.BYE
    assert here.pairs(4) == [("4", None)]
    assert {place.player for place in ranking(here.state) if place.out} == {"2", "3"}


@pytest.mark.parametrize("players", [1, 1025])
def test_a_field_too_small_or_too_large_is_refused(players: int) -> None:
    with refused("bracket-size") as caught:
        Hall(players, tieBreakPolicy="RAPID", grandFinal="reset")
    assert (caught.value.facts["least"], caught.value.facts["most"]) == (2, 1024)


def test_rules_that_cannot_work_are_refused() -> None:
    with refused("double-elimination-without-tie-break"):
        Hall(4, grandFinal="reset")
    with refused("third-place-decided"):
        Hall(4, grandFinal="reset", tieBreakPolicy="RAPID", thirdPlaceMatch=True)
    with refused("choice-unknown") as caught:
        Hall(4, grandFinal="twice")
    assert caught.value.facts["allowed"] == ["reset", "single"]


OUTCOMES = (Outcome.WHITE_WIN, Outcome.BLACK_WIN, Outcome.DRAW)


def finish(here: Hall, dice: Dice, outcomes: tuple[Outcome, ...] = OUTCOMES) -> None:
    """Plays to the end, in any order in which matches can be played."""
    while ready := [match for match in here.state if match.status is Status.PENDING and match.full]:
        match = here.now_is(dice.pick(ready))
        assert here.report(match, dice.pick(outcomes))


def lost_by(state: Knockout) -> Counter[PairingId]:
    parents = [match for here in state.rounds for match in here.parents]
    return Counter(PairingId(match.loser) for match in parents if match.loser is not None)


@pytest.mark.seeds
@every("seed", range(200 if ALL_SEEDS else 20))
def test_everybody_plays_until_the_second_loss(seed: int) -> None:
    dice = Dice(f"double {seed}")
    players, single = dice.below(60) + 2, dice.chance(50)
    here = fresh(players, "single" if single else "reset")
    finish(here, dice)
    check(here.state)
    parents = [match for match in here.state if match.parent is None and match.full]
    losses = lost_by(here.state)
    [champion] = here.champions()
    runner = ranking(here.state)[1].player
    for player in here.state.entrants:
        if player not in (champion, runner):
            assert losses[PairingId(player)] == 2
    assert losses[PairingId(champion)] <= 1
    assert single or losses[PairingId(runner)] == 2
    assert len(parents) in ((2 * players - 2,) if single else (2 * players - 2, 2 * players - 1))
    assert [place.rank for place in ranking(here.state)][:2] == [1, 2]
    if players > 2:
        assert [place.player for place in ranking(here.state) if place.rank == 3] == [third(here.state)]


def third(state: Knockout) -> object:
    """Who lost the last match of the losers."""
    last: BracketMatch = [
        match for here in state.rounds if state.branch(here.number) is Branch.LOSERS for match in here.parents
    ][-1]
    return last.loser
