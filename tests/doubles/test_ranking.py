"""Points, Buchholz, and how they come about."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from podium.core.ids import PlayerId
from podium.doubles import Kind, Line, Options, Sets, TeamMatch, TeamRound, ranking
from tests.doubles.club import Evening, ids

P1, P2, P3, P4, P5 = ids(5)
OPTIONS = Options(3, sets_to_win=2)

ROUND_1 = TeamRound((TeamMatch((P1, P2), (P3, P4), Sets(2, 0)),), (P5,))
ROUND_2 = TeamRound((TeamMatch((P1, P3), (P2, P5), Sets(1, 2)),), (P4,))


def test_points_and_buchholz_of_a_worked_example() -> None:
    """Points: P2 and P5 two, P1 and P4 one, P3 none. Buchholz: opponents' points minus the partners'."""
    standings = ranking(ids(5), [ROUND_1, ROUND_2], OPTIONS)
    assert {each.player: (each.points, each.buchholz) for each in standings} == {
        P1: (1, (0 + 1) - 2 + (2 + 2) - 0),
        P2: (2, (0 + 1) - 1 + (1 + 0) - 2),
        P3: (0, (1 + 2) - 1 + (2 + 2) - 1),
        P4: (1, (1 + 2) - 0),
        P5: (2, (1 + 0) - 2),
    }


def test_equals_share_the_rank_in_list_order() -> None:
    standings = ranking(ids(5), [ROUND_1, ROUND_2], OPTIONS)
    assert [(each.rank, each.player) for each in standings] == [(1, P2), (1, P5), (3, P1), (3, P4), (5, P3)]


def test_the_set_difference_decides_only_if_chosen() -> None:
    chosen = Options(3, sets_to_win=2, set_difference=True)
    standings = ranking(ids(5), [ROUND_1, ROUND_2], chosen)
    assert {each.player: each.set_difference for each in standings} == {P1: 1, P2: 3, P3: -3, P4: -2, P5: 1}
    assert [(each.rank, each.player) for each in standings] == [(1, P2), (2, P5), (3, P1), (4, P4), (5, P3)]


def test_every_round_is_explained() -> None:
    standings = {each.player: each for each in ranking(ids(5), [ROUND_1, ROUND_2], OPTIONS)}
    assert standings[P1].lines == (
        Line(1, Kind.WON, 1, P2, (P3, P4), 2, (0, 1), 2),
        Line(2, Kind.LOST, 0, P3, (P2, P5), 0, (2, 2), -1),
    )
    assert [line.buchholz for line in standings[P1].lines] == [-1, 4]
    assert standings[P4].lines[1] == Line(2, Kind.FREE, 1)
    assert standings[P4].free_games == 1


def test_an_open_round_does_not_score() -> None:
    still_open = TeamRound(ROUND_2.matches, ROUND_2.free, closed=False)
    assert ranking(ids(5), [ROUND_1, still_open], OPTIONS) == ranking(ids(5), [ROUND_1], OPTIONS)


def test_reopening_a_round_recomputes_everything() -> None:
    before = ranking(ids(5), [ROUND_1], OPTIONS)
    turned = TeamRound((TeamMatch((P1, P2), (P3, P4), Sets(0, 2)),), (P5,))
    after = ranking(ids(5), [turned], OPTIONS)
    assert [each.player for each in before[:2]] != [each.player for each in after[:2]]
    assert ranking(ids(5), [ROUND_1], OPTIONS) == before


def test_points_of_one_who_left_still_count_for_the_others() -> None:
    alone = {each.player: each for each in ranking([P1, P2, P3, P4], [ROUND_1, ROUND_2], OPTIONS)}
    assert set(alone) == {P1, P2, P3, P4}
    assert alone[P1].buchholz == 3


def test_a_newcomer_was_absent_before() -> None:
    late = PlayerId("6")
    standings = {each.player: each for each in ranking([*ids(5), late], [ROUND_1], OPTIONS)}
    assert standings[late].lines == (Line(1, Kind.ABSENT),)
    assert (standings[late].points, standings[late].buchholz) == (0, 0)


def test_without_rounds_all_are_first() -> None:
    assert [(each.rank, each.player) for each in ranking(ids(3), [], OPTIONS)] == [(1, P1), (1, P2), (1, P3)]


@given(st.integers(4, 13), st.integers(0, 99))
def test_every_match_is_worth_two_points_and_every_free_game_one(players: int, seed: int) -> None:
    evening = Evening(ids(players), Options(3, sets_to_win=1), seed)
    evening.play_on()
    standings = ranking(evening.players, evening.rounds, evening.options)
    matches = sum(len(played.matches) for played in evening.rounds)
    free = sum(len(played.free) for played in evening.rounds)
    assert sum(each.points for each in standings) == 2 * matches + free
    points = Counter({each.player: each.points for each in standings})
    for each in standings:
        against = [match for played in evening.rounds for match in played.matches]
        expected = 0
        for match in against:
            for team, other in ((match.home, match.away), (match.away, match.home)):
                if each.player in team:
                    expected += sum(points[player] for player in other)
                    expected -= sum(points[player] for player in team if player != each.player)
        assert each.buchholz == expected
