"""The guarantee: up to the last possible round there is one, and it keeps every rule."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from podium.core.errors import Refused
from podium.doubles import FreeGames, Options, most_rounds, promise
from tests.doubles.club import Evening, faults, first_in_list_wins, ids
from tests.kit.loops import every, examples

free_games = every("free_games", FreeGames, ids=lambda option: option.value)


def check_to_the_end(evening: Evening) -> None:
    """Play every round of the plan and look for faults by the rules alone."""
    said = promise(evening.players, evening.options)
    while len(evening.rounds) < evening.options.rounds:
        before = list(evening.rounds)
        drawn = evening.play()
        assert faults(evening.players, before, drawn) == [], f"round {drawn.round}"
        assert drawn.rounds_left == evening.options.rounds - drawn.round
        assert not drawn.passed_over or drawn.round > said.guaranteed


@free_games
@every("players", [*range(4, 18), 25])  # all up to 40, by more seeds, below
def test_every_possible_round_exists(players: int, free_games: FreeGames) -> None:
    check_to_the_end(Evening(ids(players), Options(most_rounds(players), free_games), seed=players))


@every("players", range(4, 18))
def test_every_possible_round_exists_if_the_same_people_always_win(players: int) -> None:
    check_to_the_end(Evening(ids(players), Options(most_rounds(players)), judge=first_in_list_wins))


@free_games
@every("players", range(4, 16))
def test_every_possible_round_exists_without_a_reserve_to_fall_back_on(players: int, free_games: FreeGames) -> None:
    check_to_the_end(Evening(ids(players), Options(most_rounds(players), free_games), seed=3, keep=False))


@settings(max_examples=examples(60))
@given(st.integers(4, 18), st.sampled_from(FreeGames), st.integers(), st.data())
def test_any_plan_up_to_the_possible_is_played(
    players: int, free_games: FreeGames, seed: int, data: st.DataObject
) -> None:
    rounds = data.draw(st.integers(1, most_rounds(players)))
    check_to_the_end(Evening(ids(players), Options(rounds, free_games), seed))


@pytest.mark.long
@free_games
@every("seed", range(5))
@pytest.mark.parametrize("players", range(4, 41))
def test_every_possible_round_exists_whatever_the_seed(players: int, seed: int, free_games: FreeGames) -> None:
    check_to_the_end(Evening(ids(players), Options(most_rounds(players), free_games), seed, keep=seed % 2 == 0))


@free_games
@every("players", range(4, 24))
def test_one_round_more_than_possible_is_refused_with_the_number(players: int, free_games: FreeGames) -> None:
    most = most_rounds(players)
    with pytest.raises(Refused) as refused:
        Evening(ids(players), Options(most + 1, free_games)).play()
    assert (refused.value.code, refused.value.facts["value"], refused.value.facts["most"]) == (
        "rounds-impossible",
        most + 1,
        most,
    )


def test_a_round_after_the_last_planned_is_refused() -> None:
    evening = Evening(ids(8), Options(2))
    evening.play_on()
    with pytest.raises(Refused) as refused:
        evening.play()
    assert (refused.value.code, refused.value.facts) == ("rounds-exhausted", {"value": 3, "most": 2})


def test_the_same_seed_draws_the_same_round_and_another_seed_another() -> None:
    def drawn(seed: int) -> object:
        evening = Evening(ids(13), Options(13), seed)
        evening.play_on()
        return evening.draws

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


@pytest.mark.parametrize("players", [200, 201, 202, 203])
def test_a_plan_too_large_to_search_for_is_drawn_from_its_reserve(players: int) -> None:
    evening = Evening(ids(players), Options(150))
    for _ in range(4):
        before = list(evening.rounds)
        drawn = evening.play()
        assert faults(evening.players, before, drawn) == []
        assert len(drawn.reserve) >= drawn.rounds_left == 150 - drawn.round
