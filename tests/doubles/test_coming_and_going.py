"""Players leave and join: the rules hold for those present, and what is promised is kept."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused, Unpairable
from podium.core.ids import PlayerId
from podium.doubles import FreeGames, Options, Promise, TeamMatch, TeamRound, draw, most_rounds, promise
from tests.doubles.club import Evening, faults, ids
from tests.kit.loops import examples


@settings(max_examples=examples(80))
@given(st.integers(4, 16), st.sampled_from(FreeGames), st.integers(0, 999), st.booleans(), st.data())
def test_whoever_comes_and_goes_the_promise_is_kept(
    players: int, free_games: FreeGames, seed: int, keep: bool, data: st.DataObject
) -> None:
    rounds = data.draw(st.integers(2, most_rounds(players)))
    evening = Evening(ids(players), Options(rounds, free_games), seed, keep=keep)
    evening.play()
    gone: list[PlayerId] = []
    newcomer = players
    while len(evening.rounds) < rounds:
        act = data.draw(st.sampled_from(["stay", "stay", "stay", "leave", "join", "return"]))
        if act == "leave" and len(evening.players) > 4:
            gone.append(evening.players.pop(data.draw(st.integers(0, len(evening.players) - 1))))
        elif act == "join":
            newcomer += 1
            evening.players.append(PlayerId(str(newcomer)))
        elif act == "return" and gone:
            evening.players.append(gone.pop())
        before = list(evening.rounds)
        said = promise(evening.players, evening.options, before, evening.reserve)
        assert said.guaranteed <= said.possible
        if said.possible == len(before):
            with pytest.raises(Unpairable):
                evening.play()
            return
        drawn = evening.play()
        assert faults(evening.players, before, drawn) == []
        assert drawn.round + drawn.rounds_left >= min(said.possible, rounds)
        # A plan that ends where the guarantee does passes over nobody.
        assert not drawn.passed_over or rounds > said.guaranteed


@pytest.mark.parametrize("free_games", FreeGames)
def test_where_one_of_five_leaves_rounds_go_on_though_fewer_than_planned(free_games: FreeGames) -> None:
    """Two of the four who stay were partners: of their three rounds two are left, and four were planned in all."""
    evening = Evening(ids(5), Options(4, free_games))
    evening.players.remove(evening.play().matches[0].home[0])
    assert promise(evening.players, evening.options, evening.rounds, evening.reserve) == Promise(3, 3)
    assert [evening.play().rounds_left for _ in range(2)] == [1, 0]
    assert [faults(evening.players, evening.rounds[:at], evening.draws[at]) for at in (1, 2)] == [[], []]
    with pytest.raises(Unpairable, match="partners-exhausted"):
        evening.play()


def test_a_field_too_large_to_search_goes_on_as_long_as_degrees_promise() -> None:
    evening = Evening(ids(200), Options(199))
    left = evening.play().matches[0].home[0]
    evening.players[evening.players.index(left)] = PlayerId("201")
    assert promise(evening.players, evening.options, evening.rounds, evening.reserve) == Promise(101, 101)
    drawn = evening.play()
    assert drawn.rounds_left == 99
    assert faults(evening.players, evening.rounds[:1], drawn) == []


def test_a_newcomer_has_had_no_free_game_and_gets_the_next() -> None:
    evening = Evening(ids(5), Options(5))
    evening.play_on()
    evening.options = Options(7)
    evening.players += ids(range(6, 14))
    had = Counter(player for played in evening.rounds for player in played.free)
    assert set(had.values()) == {1}
    assert evening.play().free[0] in ids(range(6, 14))


def test_one_who_comes_back_keeps_the_free_games_of_before() -> None:
    evening = Evening(ids(9), Options(8))
    (first,) = evening.play().free
    evening.players.remove(first)
    evening.play()
    evening.players.append(first)
    for _ in range(5):
        assert evening.play().free[0] != first


def test_a_round_missed_is_no_free_game() -> None:
    evening = Evening(ids(9), Options(4))
    evening.play()
    away = evening.players.pop(0)
    assert away not in evening.play().free


def test_after_players_left_both_numbers_are_less() -> None:
    evening = Evening(ids(12), Options(11))
    for _ in range(3):
        evening.play()
    assert promise(ids(12), evening.options, evening.rounds, evening.reserve).possible == 11
    # Eight remain; each has seven partners at most, and some were partners already.
    fewer = promise(ids(8), evening.options, evening.rounds)
    assert fewer.guaranteed <= fewer.possible < 11


def test_where_four_have_all_been_partners_there_is_no_round_left() -> None:
    pairs = [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]
    rounds = [TeamRound((TeamMatch(*(tuple(ids(team)) for team in match)),)) for match in pairs]  # type: ignore[arg-type]  # two ids each
    with pytest.raises(Unpairable) as refused:
        draw(ids(4), rounds, Options(4), Dice(1))
    assert (refused.value.code, refused.value.facts) == ("partners-exhausted", {"value": 4, "players": 4})
    assert promise(ids(4), Options(4), rounds).possible == 3
    assert promise(ids(5), Options(4), rounds).possible == 3  # one newcomer is not enough for the other four
    assert promise(ids(8), Options(4), rounds).possible > 3


def test_the_turn_is_kept_even_where_that_leaves_no_round() -> None:
    """Five who all were partners, four newcomers: one of these must sit out, and three cannot serve five."""
    evening = Evening(ids(5), Options(5))
    evening.play_on()
    assert promise(ids(9), Options(7), evening.rounds) == Promise(5, 5)
    with pytest.raises(Unpairable):
        draw(ids(9), evening.rounds, Options(7), Dice(1))


@pytest.mark.parametrize("players", range(4))
def test_fewer_than_four_players_are_refused(players: int) -> None:
    for ask in (lambda: draw(ids(players), [], Options(1), Dice(1)), lambda: promise(ids(players), Options(1))):
        with pytest.raises(Refused) as refused:
            ask()
        assert (refused.value.code, refused.value.facts) == ("too-few-players", {"value": players, "least": 4})


def test_the_same_player_twice_is_refused() -> None:
    with pytest.raises(Invalid) as refused:
        draw([*ids(5), PlayerId("3")], [], Options(1), Dice(1))
    assert refused.value.facts["value"] == "3"
