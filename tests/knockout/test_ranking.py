"""The ranking: by the round reached; those beaten in the same round share."""

from podium.knockout import Place, ranking
from tests.knockout.hall import Hall


def ranks(hall: Hall) -> dict[str, int]:
    return {place.player: place.rank for place in ranking(hall.state)}


def eight(**given: object) -> Hall:
    """Eight players; 1 and 2 reach the final."""
    hall = Hall(8, tieBreakPolicy="RAPID", **given)
    for winner, loser in (("1", "8"), ("4", "5"), ("2", "7"), ("3", "6"), ("1", "4"), ("2", "3")):
        hall.wins(winner, loser)
    return hall


def test_losers_of_a_round_share_their_place() -> None:
    hall = eight()
    hall.wins("2", "1")
    assert ranks(hall) == {"2": 1, "1": 2, "3": 3, "4": 3, "5": 5, "6": 5, "7": 5, "8": 5}


def test_the_match_for_third_place_parts_two_of_them() -> None:
    hall = eight(thirdPlaceMatch=True)
    assert ranks(hall) == {"1": 1, "2": 1, "3": 3, "4": 3, "5": 5, "6": 5, "7": 5, "8": 5}
    hall.wins("4", "3")
    hall.wins("1", "2")
    assert [place.player for place in ranking(hall.state)] == ["1", "2", "4", "3", "5", "6", "7", "8"]
    assert ranks(hall) == {"1": 1, "2": 2, "4": 3, "3": 4, "5": 5, "6": 5, "7": 5, "8": 5}


def test_a_drawn_match_for_third_place_is_shared() -> None:
    hall = Hall(4, thirdPlaceMatch=True)
    hall.wins("1", "4")
    hall.wins("2", "3")
    hall.draw("3", "4")
    hall.wins("1", "2")
    assert ranks(hall) == {"1": 1, "2": 2, "3": 3, "4": 3}


def test_joint_champions_share_the_first_place() -> None:
    hall = Hall(4)
    hall.wins("1", "4")
    hall.draw("2", "3")  # 1, 2, 3 go on: 1 sits out
    hall.draw("2", "3")
    assert ranks(hall) == {"1": 1, "2": 1, "3": 1, "4": 4}
    assert [place.out for place in ranking(hall.state)] == [False, False, False, True]


def test_without_a_champion_the_first_place_stays_empty() -> None:
    hall = eight()
    hall.nobody_comes("1", "2")
    assert ranks(hall) == {"1": 2, "2": 2, "3": 4, "4": 4, "5": 6, "6": 6, "7": 6, "8": 6}


def test_those_who_did_not_come_rank_with_the_losers_of_the_round() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID")
    hall.wins("1", "4")
    hall.nobody_comes("2", "3")
    assert ranks(hall) == {"1": 1, "2": 2, "3": 2, "4": 2}


def test_before_the_first_result_all_are_equal() -> None:
    hall = Hall(3, tieBreakPolicy="RAPID")
    assert ranking(hall.state) == [
        Place(1, hall.state.entrants[0], 2, False, won=1),  # by a bye
        Place(1, hall.state.entrants[1], 1, False),
        Place(1, hall.state.entrants[2], 1, False),
    ]


def after(hall: Hall, round: int) -> dict[str, int]:
    return {place.player: place.rank for place in ranking(hall.state, round)}


def test_after_an_earlier_round_those_who_were_still_in_share_the_first_place() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID", thirdPlaceMatch=True)
    hall.wins("1", "4")
    hall.draw("2", "3")
    assert after(hall, 1) == {"1": 1, "2": 1, "3": 1, "4": 4}
    hall.wins("3", "2")
    hall.wins("3", "1")
    hall.wins("2", "4")
    assert after(hall, 0) == {"1": 1, "2": 1, "3": 1, "4": 1}
    assert after(hall, 1) == {"1": 1, "3": 1, "2": 3, "4": 3}
    assert after(hall, 2) == ranks(hall) == {"3": 1, "1": 2, "2": 3, "4": 4}
    assert {place.player: place.won for place in ranking(hall.state, 1)} == {"1": 1, "2": 0, "3": 1, "4": 0}


def test_the_first_place_is_vacant_only_once_it_is_over() -> None:
    hall = Hall(4, tieBreakPolicy="RAPID")
    hall.wins("1", "4")
    hall.wins("2", "3")
    hall.nobody_comes("1", "2")
    assert ranks(hall) == {"1": 2, "2": 2, "3": 4, "4": 4}
    assert after(hall, 1) == {"1": 1, "2": 1, "3": 3, "4": 3}


def test_joint_champions_were_still_in_before_the_last_round() -> None:
    hall = Hall(4)
    hall.wins("1", "4")
    hall.draw("2", "3")
    assert after(hall, 1) == {"1": 1, "2": 1, "3": 1, "4": 4}
    hall.draw("2", "3")  # 1 sits out, as the best seed without a bye
    assert hall.over()
    assert after(hall, 1) == {"1": 1, "2": 1, "3": 1, "4": 4}
    assert {place.won for place in ranking(hall.state) if not place.out} == {2}
