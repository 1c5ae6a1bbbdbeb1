"""Order, places, floats: what is read off a tournament before anything is paired."""

from dataclasses import replace

import pytest

from podium.core.errors import Invalid, Refused
from podium.core.points import Points
from podium.core.result import FIDE
from podium.swiss import Entrant, Field, Turn, pair
from podium.swiss.roster import DOWN, LEVEL, UP, Roster
from tests.kit.loops import every
from tests.kit.swiss import field


def test_players_are_ranked_by_score_then_by_number() -> None:
    roster = Roster(field("2w0\n1b1\n4w=\n3b="))
    assert roster.numbers == [2, 3, 4, 1]
    assert list(roster.groups()) == [(0, 1), (1, 3), (3, 4)]


def test_virtual_points_count_for_the_order_only_in_their_round() -> None:
    plain = field("2w0\n1b1\n4w=\n3b=")
    lifted = replace(plain, entrants=tuple(replace(one, virtual=(Points(100),) * 2) for one in plain.entrants[:1]))
    entrants = lifted.entrants + plain.entrants[1:]
    assert Roster(replace(plain, entrants=entrants)).numbers == [1, 2, 3, 4]
    past = tuple(replace(one, virtual=(Points(100),)) for one in plain.entrants[:1])
    assert Roster(replace(plain, entrants=past + plain.entrants[1:])).numbers == [2, 3, 4, 1]


def test_places_count_those_who_have_entered() -> None:
    roster = Roster(field("Z away\n3w1\n2b0\nZ"))
    assert roster.place == {2: 1, 3: 2, 4: 3}


@every(
    ("table", "player", "expected"),
    [
        pytest.param("2w1\n1b0", 1, LEVEL, id="equal scores make no float"),
        pytest.param("3w1 2w0\nU 1b1\n1b0 Z", 1, LEVEL, id="equal scores after a bye neither"),
        pytest.param("3w1 2w0\nZ 1b1\n1b0 Z", 1, DOWN, id="the higher score floats down"),
        pytest.param("3w1 2w0\nZ 1b1\n1b0 Z", 2, UP, id="the lower score floats up"),
        pytest.param("U\nZ", 1, DOWN, id="the allocated bye is a downfloat"),
        pytest.param("H\nZ", 1, DOWN, id="so is a half-point bye"),
        pytest.param("2w+\n1b-", 1, DOWN, id="and a win by forfeit"),
        pytest.param("2w+\n1b-", 2, LEVEL, id="a loss by forfeit is none"),
        pytest.param("Z\nZ", 1, LEVEL, id="an absence without points is none"),
    ],
)
def test_floats(table: str, player: int, expected: int) -> None:
    roster = Roster(field(table))
    assert roster.floats[roster.index[player]][0] == expected


def test_an_allocated_bye_is_a_downfloat_even_if_worth_nothing() -> None:
    roster = Roster(field("U\nZ", scoring=replace(FIDE, bye=Points(0))))
    assert roster.floats[roster.index[1]][0] == DOWN


def test_virtual_points_of_the_past_count_for_past_floats() -> None:
    plain = field("2w=\n1b=")
    lifted = tuple(replace(one, virtual=(Points(100),)) if one.number == 1 else one for one in plain.entrants)
    roster = Roster(replace(plain, entrants=lifted))
    assert roster.floats[roster.index[1]][0] == DOWN


@every(
    ("broken", "code"),
    [
        (Field((Entrant(1), Entrant(1)), 1, 5), "pairing-number-duplicate"),
        (Field((Entrant(0), Entrant(1)), 1, 5), "pairing-number-malformed"),
        (Field((Entrant(1), Entrant(2)), 6, 5), "rounds-exhausted"),
        (Field((Entrant(1), Entrant(2)), 0, 5), "rounds-exhausted"),
        (Field((Entrant(1), Entrant(2)), 2, 5), "history-incomplete"),
        (Field((Entrant(1, (Turn(opponent=3),)), Entrant(2, (Turn(),))), 2, 5), "meeting-unknown"),
        (Field((Entrant(1, (Turn(opponent=2, played=True),)), Entrant(2, (Turn(),))), 2, 5), "game-incomplete"),
        (Field((Entrant(1), Entrant(2)), 1, 5, forbidden=(frozenset({1, 7}),)), "pairing-number-unknown"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_field_that_cannot_be_is_refused(broken: Field, code: str) -> None:
    with pytest.raises(Invalid) as refusal:
        pair(broken)
    assert refusal.value.code == code


@pytest.mark.parametrize("entrants", [(), (Entrant(1),), (Entrant(1, present=False), Entrant(2, present=False))])
def test_nobody_can_be_paired_alone(entrants: tuple[Entrant, ...]) -> None:
    with pytest.raises(Refused) as refusal:
        pair(Field(entrants, 1, 5))
    assert refusal.value.code == "too-few-players"
