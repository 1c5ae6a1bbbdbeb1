"""Where no legal round exists, the proof holds by itself."""

from podium.core.errors import Unpairable
from podium.swiss import Field, pair
from podium.swiss.roster import Roster
from tests.kit.loops import seeds
from tests.kit.swiss import field
from tests.kit.wild import wild_field


def refusal(state: Field) -> Unpairable | None:
    try:
        pair(state)
    except Unpairable as raised:
        return raised
    return None


def assert_proves(state: Field, raised: Unpairable) -> None:
    """The barrier leaves more odd groups, none of which can meet another, than it has players."""
    roster = Roster(state)
    barrier, parts = raised.facts["barrier"], raised.facts["parts"]
    assert isinstance(barrier, list)
    assert isinstance(parts, list)
    assert len(parts) - len(barrier) == raised.facts["left_over"]
    assert raised.facts["left_over"]
    named = [number for part in parts for number in part]
    assert len(set(named)) == len(named)
    assert not set(named) & set(barrier)
    group_of = {number: at for at, part in enumerate(parts) for number in part}
    assert all(len(part) % 2 == 1 for part in parts)
    free = set(roster.numbers) | ({0} if roster.size % 2 else set())
    for number, group in group_of.items():
        for other in free - set(barrier) - {number}:
            if group_of.get(other) == group:
                continue
            assert not may_meet(roster, number, other), (number, other)


def may_meet(roster: Roster, one: int, other: int) -> bool:
    """Whether two players may meet; 0 is the bye."""
    if 0 in (one, other):
        return roster.may_have_bye[roster.index[one or other]]
    return bool(roster.may_meet[roster.index[one]] >> roster.index[other] & 1)


def test_three_who_have_all_met_cannot_be_paired_with_one() -> None:
    state = field("2w1 3b1 Z\n1b0 Z 3w=\nZ 1w0 2b=\nZ Z Z", forbidden=[])
    blocked = field("2w1 3b1 Z\n1b0 Z 3w=\nZ 1w0 2b=\nZ Z Z", forbidden=[(3, 4)])
    raised = refusal(state)
    assert raised is not None
    assert raised.facts["barrier"] == [4]
    assert raised.facts["parts"] == [[1], [2], [3]]
    assert refusal(blocked) is not None


def test_two_who_have_met_and_both_had_the_bye() -> None:
    raised = refusal(field("2w1 U Z\n1b0 Z U\nZ Z F", rounds=5, forbidden=[(1, 3), (2, 3)]))
    assert raised is not None
    assert raised.facts["bye"] is True


@seeds(range(100), long=range(4000))
def test_the_proof_holds(seed: int) -> None:
    state = wild_field(seed, 9)
    if not any(entrant.present for entrant in state.entrants):
        return
    raised = refusal(state)
    if raised is not None:
        assert_proves(state, raised)


def test_enough_of_these_fields_are_unpairable_to_matter() -> None:
    states = [wild_field(seed, 9) for seed in range(100)]
    there = [state for state in states if any(entrant.present for entrant in state.entrants)]
    assert sum(refusal(state) is not None for state in there) > 5
