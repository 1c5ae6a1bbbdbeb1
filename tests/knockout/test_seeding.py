"""Who meets whom in the first round, and who has a bye."""

import pytest

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PairingId, PlayerId
from podium.knockout import Bye, Outcome, Rules, Seed, Seeding, build
from podium.knockout.slots import Slot, first_round, rounds_of, standard_order
from tests.kit.loops import every
from tests.knockout.hall import Hall

SIZES = [*range(2, 70), 127, 128, 129, 500, 1000, 1023, 1024]


def numbers(slots: tuple[Slot, Slot]) -> tuple[int, ...]:
    return tuple(slot.number for slot in slots if isinstance(slot, Seed))


@every(
    ("players", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (37, 6), (64, 6), (1023, 10), (1024, 10)]
)
def test_the_number_of_rounds(players: int, rounds: int) -> None:
    assert rounds_of(players) == rounds


@every("size", [2, 4, 8, 16, 32, 64, 1024])
def test_if_the_better_seed_always_wins_the_best_always_meets_the_last_one_left(size: int) -> None:
    left = standard_order(size)
    assert sorted(left) == list(range(1, size + 1))
    while len(left) > 1:
        pairs = list(zip(left[::2], left[1::2], strict=True))
        assert all(one + other == len(left) + 1 for one, other in pairs)
        left = [min(pair) for pair in pairs]
    assert left == [1]


@every("seeding", Seeding)
@every("players", SIZES)
def test_everybody_is_in_once_and_the_byes_go_to_the_best(players: int, seeding: Seeding) -> None:
    boards = first_round(players, seeding)
    size = 2 ** rounds_of(players)
    assert len(boards) == size // 2
    assert sorted(number for slots in boards for number in numbers(slots)) == list(range(1, players + 1))
    assert sorted(numbers(slots)[0] for slots in boards if Bye() in slots) == list(range(1, size - players + 1))
    assert all(isinstance(upper, Seed) for upper, _ in boards)  # a bye is White's, and nobody has no opponent at all


def test_standard_seeding_by_hand() -> None:
    assert [numbers(slots) for slots in first_round(8, Seeding.STANDARD)] == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert [numbers(slots) for slots in first_round(6, Seeding.STANDARD)] == [(1,), (4, 5), (2,), (3, 6)]
    assert [numbers(slots) for slots in first_round(5, Seeding.STANDARD)] == [(1,), (4, 5), (2,), (3,)]
    assert [numbers(slots) for slots in first_round(3, Seeding.STANDARD)] == [(1,), (2, 3)]


def test_a_listed_field_keeps_its_order() -> None:
    assert [numbers(slots) for slots in first_round(8, Seeding.LISTED)] == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert [numbers(slots) for slots in first_round(6, Seeding.LISTED)] == [(1,), (2,), (3, 4), (5, 6)]


def test_a_drawn_field_can_be_drawn_again_from_its_seed() -> None:
    one, again, other = (Hall(37, dice, seeding="drawn").state for dice in ("cup", "cup", "bowl"))
    assert one == again
    assert one.seed == "cup"
    assert one.entrants != other.entrants
    assert sorted(one.entrants, key=int) == [str(number) for number in range(1, 38)]
    byes = {match.white for match in one if match.played is Outcome.BYE and match.round == 1}
    assert byes == set(one.entrants[: 64 - 37])


def test_a_field_that_is_not_drawn_has_no_seed() -> None:
    assert Hall(5).state.seed is None
    assert Hall(5, seeding="listed").state.seed is None


@every("players", [0, 1, 1025])
def test_a_field_too_small_or_too_large_is_refused(players: int) -> None:
    with pytest.raises(Refused) as caught:
        Hall(players)
    assert caught.value.facts == {"value": players, "least": 2, "most": 1024}


def test_nobody_is_entered_twice() -> None:
    twice = [PlayerId("a"), PlayerId("b"), PlayerId("a")]
    with pytest.raises(Invalid, match="entrant-twice"):
        build(Rules(), twice, "", lambda: PairingId("x"), Dice(1))
