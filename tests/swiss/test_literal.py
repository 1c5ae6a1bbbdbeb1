"""The engine against the rules taken by the letter, on fields small enough to try everything."""

import pytest

from podium.core.errors import Refused, Unpairable
from podium.swiss import Field, pair
from tests.kit.literal import Literal
from tests.kit.loops import every, seeds
from tests.kit.wild import wild_field


def compare(state: Field) -> None:
    if not any(entrant.present for entrant in state.entrants):
        with pytest.raises(Refused):
            pair(state)
        return
    expected = Literal(state).pair()
    try:
        paired = pair(state)
    except Unpairable:
        assert expected is None
        return
    got = {frozenset({one.white, one.black}) for one in paired.pairs}
    assert got | ({frozenset({paired.bye})} if paired.bye else set()) == expected


@seeds(range(60), long=range(250))
def test_small_fields_by_the_letter(seed: int) -> None:
    compare(wild_field(seed, 7))


@pytest.mark.long
@every("seed", range(10_000, 12_000))
def test_many_small_fields_by_the_letter(seed: int) -> None:
    compare(wild_field(seed, 8))
