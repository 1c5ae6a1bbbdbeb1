"""Who sits out, and how they are chosen."""

from collections import Counter
from itertools import combinations

import pytest

from podium.core.dice import Dice
from podium.core.ids import PlayerId
from podium.doubles import FreeGame, FreeGames, Options, TeamRound, draw, ranking
from tests.doubles.club import Evening, ids, partners, tossed
from tests.kit.loops import every, seeds

RANDOM = FreeGames.RANDOM


def lowest(evening: Evening, rounds: list[TeamRound]) -> list[PlayerId]:
    """The players from the bottom of the ranking; of equals, the later in the list first."""
    rank = {each.player: each.rank for each in ranking(evening.players, rounds, evening.options)}
    return sorted(evening.players, key=lambda player: (-rank[player], -evening.players.index(player)))


@pytest.mark.parametrize(
    ("players", "free"), [(8, []), (9, ["9"]), (10, ["10", "9"]), (11, ["11", "10", "9"])], ids=str
)
def test_in_round_one_the_last_of_the_list_sit_out(players: int, free: list[str]) -> None:
    assert list(draw(ids(players), [], Options(3), Dice(1)).free) == free


@every("players", range(4, 24))
def test_in_round_one_the_top_half_of_those_who_play_gets_partners_from_the_bottom_half(players: int) -> None:
    for option in FreeGames:
        drawn = draw(ids(players), [], Options(3, option), Dice(players))
        playing = [player for player in ids(players) if player not in drawn.free]
        top = set(playing[: len(playing) // 2])
        assert [len(pair & top) for pair in partners(drawn.matches)] == [1] * (len(playing) // 2)


@every("players", [5, 6, 7, 9, 13, 17, 18, 19, 22])
def test_the_lowest_ranked_whose_turn_it_is_sit_out_in_every_guaranteed_round(players: int) -> None:
    evening = Evening(ids(players), Options(players // 2), seed=7)
    while len(evening.rounds) < evening.options.rounds:
        before = list(evening.rounds)
        drawn = evening.play()
        had = Counter(player for played in before for player in played.free)
        in_turn = sorted(lowest(evening, before), key=lambda player: had[player])  # stable: then by ranking
        assert set(drawn.free) == set(in_turn[: players % 4]) or drawn.passed_over


@pytest.mark.parametrize("players", [5, 9, 13])
def test_with_one_free_game_a_round_nobody_is_ever_passed_over(players: int) -> None:
    for seed in range(6):
        evening = Evening(ids(players), Options(players), seed)
        for _ in range(players):
            before = list(evening.rounds)
            had = {player for played in before for player in played.free}
            expected = next(player for player in lowest(evening, before) if player not in had)
            assert evening.play().free == (expected,)


@every("players", [6, 7, 10, 11, 14, 15])
def test_who_is_passed_over_is_lower_ranked_and_had_the_same_turn(players: int) -> None:
    passed = 0
    for seed in range(4):
        evening = Evening(ids(players), Options(players + players % 4 - 1), seed)
        while len(evening.rounds) < evening.options.rounds:
            before = list(evening.rounds)
            order = lowest(evening, before)
            had = Counter(player for played in before for player in played.free)
            drawn = evening.play()
            for each in drawn.passed_over:
                passed += 1
                assert each.player not in drawn.free
                assert each.through == evening.options.rounds
                for other in each.instead:
                    assert other in drawn.free
                    assert had[other] == had[each.player]
                    assert order.index(each.player) < order.index(other)
    assert passed


def can_go_on(
    met: frozenset[frozenset[int]], had: tuple[int, ...], rounds: int, first: frozenset[int] | None = None
) -> bool:
    """Whether six players can play so many more rounds; by trying everything."""
    if rounds == 0:
        return True
    for free in map(frozenset, combinations(range(6), 2)):
        if first is not None and free != first:
            continue
        if any(had[out] > had[other] for out in free for other in range(6) if other not in free):
            continue
        one, *others = [player for player in range(6) if player not in free]
        for partner in others:
            pairs = {frozenset({one, partner}), frozenset(others) - {partner}}
            if pairs & met:
                continue
            then = tuple(games + (player in free) for player, games in enumerate(had))
            if can_go_on(met | pairs, then, rounds - 1):
                return True
    return False


@seeds(range(4), long=range(12))
def test_six_players_are_passed_over_only_if_there_is_no_other_way(seed: int) -> None:
    evening = Evening(ids(6), Options(7), judge=tossed(seed), seed=seed)
    for number in range(7):
        met = frozenset(
            frozenset(int(player) - 1 for player in pair)
            for played in evening.rounds
            for pair in partners(played.matches)
        )
        games = Counter(player for played in evening.rounds for player in played.free)
        had = tuple(games[player] for player in ids(6))
        in_turn = sorted(lowest(evening, evening.rounds), key=lambda player: games[player])
        wanted = frozenset(int(player) - 1 for player in in_turn[:2])
        drawn = evening.play()
        assert bool(drawn.passed_over) == (not can_go_on(met, had, 7 - number, wanted))


def test_free_games_at_random_are_spread_over_all_whose_turn_it_is() -> None:
    sat_out = Counter(draw(ids(9), [], Options(3, RANDOM), Dice(seed)).free for seed in range(900))
    assert len(sat_out) == 9
    assert min(sat_out.values()) > 60  # 100 each on average


def test_a_free_game_says_why() -> None:
    evening = Evening(ids(5), Options(5))
    first = evening.play()
    assert first.free_games == (FreeGame(PlayerId("5"), had=0, rank=1),)
    second = evening.play()
    rank = {each.player: each.rank for each in ranking(ids(5), evening.rounds[:1], evening.options)}
    (told,) = second.free_games
    assert (told.had, told.rank) == (0, rank[told.player])
