"""Article 4: the order of candidates, against the examples of the text and by exhaustion."""

from itertools import permutations

from podium.core.dice import Dice
from podium.swiss import pair
from podium.swiss.exact import order_of_remainder
from podium.swiss.transposition import Transposition
from tests.kit.loops import every, seeds
from tests.kit.swiss import field, pairs_of

Pairs = tuple[tuple[int, int], ...]


def matchings(left: tuple[int, ...], pairs: int) -> list[Pairs]:
    """Every way to make so many pairs."""
    if not pairs:
        return [()]
    if len(left) < 2 * pairs:
        return []
    first, rest = left[0], left[1:]
    found = matchings(rest, pairs)
    for other in rest:
        found += [((first, other), *way) for way in matchings(tuple(one for one in rest if one != other), pairs - 1)]
    return found


def article_4(made: Pairs, pairs: int) -> tuple[object, ...]:
    """The exchange and transposition of a candidate in the words of 4.3.2 and 4.2.2; BSNs count from 1."""
    original = set(range(1, pairs + 1))
    s1 = {a + 1 for a, _ in made}
    out, into = original - s1, s1 - original
    return (
        len(out),
        sum(into) - sum(out),
        [-one for one in sorted(out, reverse=True)],
        sorted(into),
        [b + 1 for _, b in sorted(made)],
    )


@every(("size", "pairs"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (6, 3), (7, 3), (8, 4)])
def test_the_packed_order_is_the_order_of_the_text(size: int, pairs: int) -> None:
    order, room = order_of_remainder(list(range(size)), pairs, transposed=True)
    candidates = matchings(tuple(range(size)), pairs)
    packed = sorted(candidates, key=lambda made: sum(order(a, b) for a, b in made))
    assert packed == sorted(candidates, key=lambda made: article_4(made, pairs))
    sums = [sum(order(a, b) for a, b in made) for made in candidates]
    assert len(set(sums)) == len(sums)
    assert max(sums) - min(sums) < 1 << room


@seeds(range(60), long=range(3000))
def test_the_first_transposition_is_the_first_possible(seed: int) -> None:
    dice = Dice(f"transposition {seed}")
    half = 1 + dice.below(5)
    share = dice.pick([30, 50, 75, 100])
    neighbours = [0] * (2 * half)
    for a in range(half):
        for b in range(half, 2 * half):
            if dice.chance(share):
                neighbours[a] |= 1 << b
                neighbours[b] |= 1 << a
    possible = (
        order
        for order in permutations(range(half, 2 * half))
        if all(neighbours[a] >> b & 1 for a, b in enumerate(order))
    )
    expected = next(possible, None)
    found = Transposition(neighbours, range(half), sum(1 << b for b in range(half, 2 * half)))
    assert found.is_complete == (expected is not None)
    if expected:
        assert tuple(found.mate[a] for a in range(half)) == expected


def test_the_first_round_halves_the_field() -> None:
    assert pairs_of(pair(field("\n".join("." * 7)))) == {(1, 4), (5, 2), (3, 6), (7, 0)}


def test_an_exchange_when_the_halves_have_met() -> None:
    # 1 and 2 have met both 3 and 4, so that the halves cannot meet: 2 and 3 change places.
    state = field("3w= 4b=\n4w= 3b=\n1b= 2w=\n2b= 1w=", rounds=4)
    assert {frozenset(couple) for couple in pairs_of(pair(state))} == {frozenset({1, 2}), frozenset({3, 4})}
